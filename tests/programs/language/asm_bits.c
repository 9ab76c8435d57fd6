/* Locked bit operations of x86: the bit as it was before is the carry flag. A number in a register counts from the
 * address on, beyond the operand and also before it; a constant number is within the operand.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

uint32_t words[3];
uint64_t large;
uint16_t small = 1;
int done;

static bool set(uint32_t *p, int number)
{
    bool was;
    __asm__ volatile("lock; btsl %2, %0; setc %1" : "+m"(*p), "=q"(was) : "r"(number) : "memory", "cc");
    return was;
}

static bool clear(uint32_t *p, int number)
{
    bool was;
    __asm__ volatile("lock btrl %2, %0" : "+m"(*p), "=@ccc"(was) : "r"(number) : "memory");
    return was;
}

static bool flip(uint64_t *p, long number)
{
    bool was_not;
    __asm__ volatile("lock btcq %2, %0; setnc %1" : "+m"(*p), "=q"(was_not) : "r"(number) : "memory", "cc");
    return !was_not;
}

int main(void)
{
    assert(!set(&words[0], 3) && set(&words[0], 3) && words[0] == 8);
    assert(clear(&words[0], 3) && !clear(&words[0], 3) && words[0] == 0);
    assert(!set(&words[0], 33) && words[1] == 2 && !set(&words[1], -1) && words[0] == 0x80000000);
    assert(!flip(&large, 63) && large == UINT64_C(1) << 63 && flip(&large, 63) && large == 0);
    __asm__ volatile("lock; btsl $34, %0" : "+m"(words[2]) : : "memory", "cc");
    assert(words[2] == 4);
    __asm__ volatile("lock; notw %0" : "+m"(small) : : "memory");
    assert(small == 0xfffe);
    __asm__ volatile("prefetchw (%0)" : : "r"(&large) : "memory");
    done = 1;
    return 0;
}
