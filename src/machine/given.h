/* Numbers of objects that a schedule gives (MACHINE_OBJECT). Where an object lies in memory is a choice as well; the
 * machine makes it in one way (numbers.h), unless the schedule says which numbers the objects of a thread get, one
 * after the other. Inside, objects are where they would be anyway: a given number stands for the one inside. Variables
 * that are thread-local, main's arguments, and objects beyond those that were given get numbers above all given ones.
 */
#ifndef HEDDLE_MACHINE_GIVEN_H
#define HEDDLE_MACHINE_GIVEN_H

#include "base/map.h"
#include "base/vec.h"
#include "machine/numbers.h"

enum { GIVEN_THREADS = 128 };

typedef struct given {
    VEC(uint64_t) numbers[GIVEN_THREADS]; /* by thread, in the order of its objects */
    map inside;                           /* number -> number inside, of objects that were made */
    uint64_t above;                       /* more than all that were given; 0: none are */
} given;

void given_clear(given *g);
void given_add(given *g, uint32_t thread, uint64_t number);
/* The number for the thread's object, which has `inside` inside; `index`: how many had their numbers from the list
 * before; UINT32_MAX: this one does not. */
uint64_t given_number(given *g, uint32_t thread, uint32_t index, uint64_t inside);
/* The number inside, of any number. */
uint64_t given_inside(const given *g, uint64_t number);

#endif
