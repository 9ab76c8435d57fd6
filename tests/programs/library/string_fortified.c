/* <string.h> on strings through the names that _FORTIFY_SOURCE uses; the bound that is checked is the object's own.
 *
 * Verdict: SC violation
 * Prints: string_fortified.c:27: .*bounds
 * Prints-not: assertion
 */
#include <assert.h>
#include <string.h>

char *__strcpy_chk(char *to, const char *from, size_t room);
char *__stpcpy_chk(char *to, const char *from, size_t room);
char *__strncpy_chk(char *to, const char *from, size_t size, size_t room);
char *__stpncpy_chk(char *to, const char *from, size_t size, size_t room);
char *__strcat_chk(char *to, const char *from, size_t room);
char *__strncat_chk(char *to, const char *from, size_t most, size_t room);

char text[6];

int main(void)
{
    assert(__strcpy_chk(text, "ab", sizeof text) == text && strcmp(text, "ab") == 0);
    assert(__stpcpy_chk(text, "cde", sizeof text) == text + 3 && strcmp(text, "cde") == 0);
    assert(__strncpy_chk(text, "xyz", 1, sizeof text) == text && strcmp(text, "xde") == 0);
    assert(__stpncpy_chk(text, "v", 1, sizeof text) == text + 1 && strcmp(text, "vde") == 0);
    assert(__strcat_chk(text, "f", sizeof text) == text && strcmp(text, "vdef") == 0);
    assert(__strncat_chk(text, "gh", 1, sizeof text) == text && strcmp(text, "vdefg") == 0);
    __strcat_chk(text, "h", sizeof text);
    return 0;
}
