/* Numbers for the objects that threads make: the k-th of thread t has the same one however threads interleave.
 *
 * The low bits tell the thread, by a code in which the first threads have short words: in a program with few numbers
 * (of 32 bits, with large objects) they get most of them.
 *
 *     thread      low bits
 *     0           0
 *     1 .. 4      tt01
 *     5 .. 12     ttt011
 *     13 .. 127   ttttttt111 */
#ifndef HEDDLE_MACHINE_NUMBERS_H
#define HEDDLE_MACHINE_NUMBERS_H

#include <stdint.h>

enum { NUMBERS_SECOND = 1, NUMBERS_THIRD = 5, NUMBERS_REST = 13 }; /* first threads of these groups */

static inline uint64_t numbers_make(uint32_t thread, uint64_t k)
{
    if (thread < NUMBERS_SECOND)
        return k << 1;
    if (thread < NUMBERS_THIRD)
        return k << 4 | (uint64_t)(thread - NUMBERS_SECOND) << 2 | 1;
    if (thread < NUMBERS_REST)
        return k << 6 | (uint64_t)(thread - NUMBERS_THIRD) << 3 | 3;
    return k << 10 | (uint64_t)(thread - NUMBERS_REST) << 3 | 7;
}

/* The thread whose number it is, or one that there cannot be; *k: which of its. */
static inline uint32_t numbers_owner(uint64_t number, uint64_t *k)
{
    if ((number & 1) == 0) {
        *k = number >> 1;
        return 0;
    }
    if ((number & 2) == 0) {
        *k = number >> 4;
        return NUMBERS_SECOND + (number >> 2 & 3);
    }
    if ((number & 4) == 0) {
        *k = number >> 6;
        return NUMBERS_THIRD + (number >> 3 & 7);
    }
    *k = number >> 10;
    return NUMBERS_REST + (number >> 3 & 127);
}

#endif
