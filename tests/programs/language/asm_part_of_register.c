/* An instruction that writes one byte of a register leaves the rest of it as it was; if that was never written, it can
 * be anything. A write of four bytes makes the rest zero.
 *
 * Verdict: SC violation
 * Options: --nondet 0..256
 * Prints SC: asm_part_of_register.c:25: assertion
 */
#include <assert.h>

int x = 1;

int main(void)
{
    long kept = 0x700, part, cleared = -1;
    int hit = 0;
    __asm__ volatile("lock decl %0; setz %b1" : "+m"(x), "+q"(kept) : : "memory", "cc");
    assert(kept == 0x701);
    __asm__ volatile("movl %1, %k0" : "+q"(cleared) : "m"(x) : "memory");
    assert(cleared == 0);
    __asm__ volatile("lock incl %0; setz %%al; movb %%al, %b1" : "+m"(x), "+q"(hit) : : "memory", "cc", "rax");
    assert(x == 1 && hit == 0);
    __asm__ volatile("lock decl %0; setz %b1" : "+m"(x), "=q"(part) : : "memory", "cc");
    assert((part & 0xff) == 1);

    assert(part == 1);
    return 0;
}
