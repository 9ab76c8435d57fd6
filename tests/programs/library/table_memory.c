/* <string.h> on bytes, also through the names that _FORTIFY_SOURCE uses.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include "table.h"

#include <string.h>
#include <strings.h>

void *__memcpy_chk(void *to, const void *from, size_t size, size_t room);
void *__mempcpy_chk(void *to, const void *from, size_t size, size_t room);
void *__memmove_chk(void *to, const void *from, size_t size, size_t room);
void *__memset_chk(void *to, int byte, size_t size, size_t room);
void __explicit_bzero_chk(void *to, size_t size, size_t room);

char a[8] = "abcdefg", b[8];

static void check_copying(void)
{
    assert(memcpy(b, a, 3) == b && b[0] == 'a' && b[2] == 'c' && b[3] == 0);
    assert(mempcpy(b, a + 1, 2) == b + 2 && b[0] == 'b' && b[1] == 'c' && b[2] == 'c');
    assert(memmove(a + 1, a, 3) == a + 1 && memcmp(a, "aabcefg", 8) == 0);
    assert(memmove(a, a + 1, 3) == a && memcmp(a, "abccefg", 8) == 0);
    assert(memset(b, 'x', 2) == b && b[0] == 'x' && b[1] == 'x' && b[2] == 'c');
    bzero(b, 2);
    assert(b[1] == 0 && b[2] == 'c');
    explicit_bzero(b, 3);
    assert(b[2] == 0);
    bcopy(a, b, 2);
    assert(b[0] == 'a' && b[1] == 'b' && b[2] == 0);
}

static void check_searching(void)
{
    char bytes[] = {1, 2, 3, 2, (char)0xff};
    assert(memcmp("abc", "abd", 3) < 0 && memcmp("abd", "abc", 3) > 0 && memcmp("abd", "abc", 2) == 0);
    assert(memcmp("\x7f", "\x80", 1) < 0 && memcmp("a", "b", 0) == 0);
    assert(bcmp("ab", "ac", 2) != 0 && bcmp("ab", "ac", 1) == 0);
    assert(memchr(bytes, 2, 5) == bytes + 1 && memrchr(bytes, 2, 5) == bytes + 3);
    assert(memchr(bytes, 0xff, 5) == bytes + 4 && memchr(bytes, -1, 5) == bytes + 4);
    assert(memchr(bytes, 7, 5) == NULL && memchr(bytes, 2, 1) == NULL && memrchr(bytes, 3, 2) == NULL);
}

static void check_fortified(void)
{
    char text[4] = "";
    assert(__memcpy_chk(text, "abc", 4, 4) == text && text[2] == 'c');
    assert(__mempcpy_chk(text, "de", 2, 4) == text + 2 && text[0] == 'd' && text[2] == 'c');
    assert(__memmove_chk(text, text + 1, 2, 4) == text && text[0] == 'e' && text[1] == 'c');
    assert(__memset_chk(text, 'z', 2, 4) == text && text[1] == 'z' && text[2] == 'c');
    __explicit_bzero_chk(text, 3, 4);
    assert(text[2] == 0);
}

int main(void)
{
    check_copying();
    check_searching();
    check_fortified();
    END_OF_TABLE();
    return 0;
}
