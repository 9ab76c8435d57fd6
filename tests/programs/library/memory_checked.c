/* The functions with checks of C11's annex K: they refuse what does not fit, and zero the target.
 *
 * Verdict: SC safe
 */
#include <assert.h>
#include <stddef.h>

int memcpy_s(void *restrict to, size_t room, const void *restrict from, size_t size);
int memmove_s(void *to, size_t room, const void *from, size_t size);
int memset_s(void *to, size_t room, int byte, size_t size);

static int is(const char *text, char a, char b, char c)
{
    return text[0] == a && text[1] == b && text[2] == c;
}

int main(void)
{
    char from[3] = {1, 2, 3}, to[3] = {4, 5, 6};
    assert(memcpy_s(to, 3, from, 2) == 0 && is(to, 1, 2, 6));
    assert(memcpy_s(to, 2, from, 3) != 0 && is(to, 0, 0, 6));
    assert(memcpy_s(NULL, 2, from, 1) != 0);
    assert(memcpy_s(to, 3, NULL, 1) != 0 && is(to, 0, 0, 0));
    assert(memcpy_s(from, 3, from + 1, 2) != 0 && is(from, 0, 0, 0));
    assert(memset_s(from, 3, 7, 2) == 0 && is(from, 7, 7, 0));
    assert(memmove_s(from + 1, 2, from, 2) == 0 && is(from, 7, 7, 7));
    assert(memmove_s(from, 1, to, 2) != 0 && is(from, 0, 7, 7));
    assert(memset_s(from, 2, 9, 3) != 0 && is(from, 9, 9, 7));
    return 0;
}
