/* __int128, pointers to members, and casts between pointers and integers keep their values.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer)-offsetof(type, member)))

struct outer {
    int before;
    struct inner {
        int value;
    } inner;
} object = {1, {2}};
int done;

static unsigned __int128 multiply(unsigned __int128 a, uint64_t b)
{
    return a * b;
}

int main(void)
{
    assert(multiply((unsigned __int128)1 << 70, 4) >> 72 == 1);
    struct inner *inner = &object.inner;
    assert(container_of(inner, struct outer, inner)->before == 1);
    uintptr_t number = (uintptr_t)inner;
    assert((struct inner *)number == inner && number % sizeof(int) == 0);
    int *tagged = (int *)((uintptr_t)&object.before | 1);
    assert(((uintptr_t)tagged & 1) && *(int *)((uintptr_t)tagged & ~(uintptr_t)1) == 1);
    assert(&object.before < &object.inner.value && (void *)&object == (void *)&object.before);
    assert((int)(intptr_t)(void *)(intptr_t)42 == 42);
    done = 1;
    return 0;
}
