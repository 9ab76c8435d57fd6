/* Byte-wide nondeterministic values take all of their values, each with the right sign.
 *
 * Verdict: SC violation
 * Prints: nondet_bytes.c:31: assertion
 * Prints: nondet_bytes.c:34: assertion
 * Prints: nondet_bytes.c:37: assertion
 * Prints: nondet_bytes.c:40: assertion
 * Prints: nondet_bytes.c:43: assertion
 * Prints: nondet_bytes.c:46: assertion
 * Prints: nondet_bytes.c:49: assertion
 * Prints: nondet_bytes.c:52: assertion
 * Prints: nondet_bytes.c:56: assertion
 */
#include <assert.h>
#include <stdint.h>

_Bool __VERIFIER_nondet_bool(void);
_Bool __VERIFIER_nondet__Bool(void);
signed char __VERIFIER_nondet_schar(void);
unsigned char __VERIFIER_nondet_uchar(void);
unsigned char __VERIFIER_nondet_unsigned_char(void);
int8_t __VERIFIER_nondet_s8(void);
uint8_t __VERIFIER_nondet_u8(void);
void __VERIFIER_nondet_memory(void *memory, unsigned long size);

static void take(unsigned char which)
{
    uint8_t byte;
    switch (which) {
    case 0:
        assert(__VERIFIER_nondet_schar() >= -127);
        break;
    case 1:
        assert(__VERIFIER_nondet_schar() <= 126);
        break;
    case 2:
        assert(__VERIFIER_nondet_uchar() <= 254);
        break;
    case 3:
        assert(__VERIFIER_nondet_unsigned_char() != 128);
        break;
    case 4:
        assert(__VERIFIER_nondet_u8() != 200);
        break;
    case 5:
        assert(__VERIFIER_nondet_s8() != -100);
        break;
    case 6:
        assert(!__VERIFIER_nondet_bool());
        break;
    case 7:
        assert(__VERIFIER_nondet__Bool());
        break;
    case 8:
        __VERIFIER_nondet_memory(&byte, 1);
        assert(byte != 77);
        break;
    }
}

int main(void)
{
    take(__VERIFIER_nondet_uchar());
    return 0;
}
