/* Nondeterministic values: all values of a byte and of a bool, and of wider types those of the given range.
 *
 * Verdict: SC bounded
 * Check: safe
 * Options: --nondet -1..1 --observe flag,small,wide,whole
 * Outcomes: flag=0 small=-128 wide=-1 whole=-1 | flag=1 small=127 wide=1 whole=0
 */
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
__int128 __VERIFIER_nondet_int128(void);
void __VERIFIER_assume(int condition);
void __CPROVER_assume(_Bool condition);
void __VERIFIER_loop_bound(unsigned iterations);

int flag, small, wide, whole;

int main(void)
{
    flag = __VERIFIER_nondet_bool();
    small = __VERIFIER_nondet_char();
    wide = __VERIFIER_nondet_short();
    whole = __VERIFIER_nondet_int();
    __VERIFIER_assume(flag ? small == 127 && wide == 1 : small == -128 && wide == -1);
    __CPROVER_assume(flag ? whole == 0 : whole == -1);
    assert(__VERIFIER_nondet_uchar() <= 255);
    __VERIFIER_loop_bound(3);
    return 0;
}
