/* How much is copied, moved or set is an input: every size leaves what is behind it alone.
 *
 * Verdict: SC bounded
 * Options: --nondet 0..12
 * Check: SC safe
 */
#include <assert.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

long long words[2] = {0x0807060504030201, 0x100f0e0d0c0b0a09};
long long copied[2];

static void check_copied(unsigned size)
{
    const unsigned char *bytes = (const unsigned char *)copied;
    for (unsigned i = 0; i < sizeof copied; i++)
        assert(bytes[i] == (i < size ? i + 1 : 0));
}

static void check_moved(unsigned size, unsigned by)
{
    char text[] = "abcdefghijkl";
    memmove(text + by, text, size);
    for (unsigned i = 0; i < size; i++)
        assert(text[by + i] == (char)('a' + i));
    memmove(text, text + by, size);
    for (unsigned i = 0; i < size; i++)
        assert(text[i] == (char)('a' + i));
    memset(text, '!', size);
    for (unsigned i = 0; i < size; i++)
        assert(text[i] == '!');
    assert(text[12] == '\0');
}

int main(void)
{
    unsigned size = __VERIFIER_nondet_uint(), by = __VERIFIER_nondet_uint();
    __VERIFIER_assume(size <= 12 && by <= 12 - size);
    memcpy(copied, words, size);
    check_copied(size);
    check_moved(size, by);
    return 0;
}
