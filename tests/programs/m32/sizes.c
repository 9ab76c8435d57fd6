/* The sizes and alignments of i386, and where its numbers overflow.
 *
 * Verdict: SC safe
 * Options: --32
 */
#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

struct mixed {
    char c;
    long long wide;
    void *pointer;
};

unsigned long counter = ULONG_MAX;
long difference;

int main(void)
{
    assert(sizeof(int) == 4 && sizeof(long) == 4 && sizeof(long long) == 8);
    assert(sizeof(void *) == 4 && sizeof(size_t) == 4 && sizeof(ptrdiff_t) == 4 && sizeof(intptr_t) == 4);
    assert(offsetof(struct mixed, wide) == 4 && offsetof(struct mixed, pointer) == 12 && sizeof(struct mixed) == 16);
    assert(ULONG_MAX == UINT_MAX && SIZE_MAX == UINT_MAX && LONG_MAX == INT_MAX);
    counter++;
    assert(counter == 0);
    struct mixed many[3];
    difference = &many[2] - &many[0];
    assert(difference == 2 && (char *)&many[2] - (char *)many == 32);
    assert((size_t)-1 > 0 && (long long)(size_t)-1 == 0xffffffffLL);
    return 0;
}
