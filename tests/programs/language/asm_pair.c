/* The compare-and-swap of two words at once of x86, with its registers given as operands or filled in the text.
 *
 * Verdict: SC bounded
 * Check: safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

struct pair {
    int *pointer;
    uint64_t count;
};

_Alignas(16) struct pair pair;
_Alignas(8) uint32_t halves[2] = {1, 2};
int x, y, done;

static bool swap_pair(struct pair *target, struct pair *expected, struct pair desired)
{
    bool equal;
    __asm__ volatile("lock cmpxchg16b %0; setz %3"
                     : "+m"(*target), "=a"(expected->pointer), "=d"(expected->count), "=q"(equal)
                     : "a"(expected->pointer), "d"(expected->count), "b"(desired.pointer), "c"(desired.count)
                     : "memory", "cc");
    return equal;
}

static bool swap_pair_by_address(struct pair *target, const struct pair *expected, struct pair desired)
{
    bool equal;
    __asm__ volatile("movq 0(%4), %%rax; movq 8(%4), %%rdx; lock cmpxchg16b %0; setz %1"
                     : "+m"(*target), "=q"(equal)
                     : "b"(desired.pointer), "c"(desired.count), "S"(expected)
                     : "memory", "cc", "rax", "rdx");
    return equal;
}

/* Whatever the registers hold: if that is what is there, it is stored again. */
static struct pair load_pair(struct pair *target)
{
    struct pair seen;
    __asm__ volatile("movq %%rdx, %%rcx; movq %%rax, %%rbx; lock cmpxchg16b %2"
                     : "=a"(seen.pointer), "=d"(seen.count)
                     : "m"(*target)
                     : "rbx", "rcx", "memory", "cc");
    return seen;
}

static bool swap_halves(uint32_t *target, uint32_t low, uint32_t high)
{
    uint32_t seen_low = 1, seen_high = 2;
    bool equal;
    __asm__ volatile("lock; cmpxchg8b %0"
                     : "+m"(*(uint64_t *)target), "+a"(seen_low), "+d"(seen_high), "=@ccz"(equal)
                     : "b"(low), "c"(high)
                     : "memory");
    return equal;
}

int main(void)
{
    pair = (struct pair){&x, 7};
    struct pair seen = {&y, 7};
    assert(!swap_pair(&pair, &seen, (struct pair){&y, 8}));
    assert(seen.pointer == &x && seen.count == 7 && pair.pointer == &x);
    assert(swap_pair(&pair, &seen, (struct pair){&y, 8}) && pair.pointer == &y && pair.count == 8);
    assert(!swap_pair_by_address(&pair, &seen, (struct pair){&x, 9}));
    seen = (struct pair){&y, 8};
    assert(swap_pair_by_address(&pair, &seen, (struct pair){&x, 9}));
    seen = load_pair(&pair);
    assert(seen.pointer == &x && seen.count == 9 && pair.pointer == &x && pair.count == 9);
    *seen.pointer = 5;
    assert(x == 5 && y == 0);
    assert(swap_halves(halves, 3, 4) && halves[0] == 3 && halves[1] == 4 && !swap_halves(halves, 5, 6));
    done = 1;
    return 0;
}
