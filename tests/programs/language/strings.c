/* String literals: escapes, concatenation, sharing nothing that is written to.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>
#include <string.h>

int done;
char writable[] = "text";
const char *const literal = "text";

int main(void)
{
    writable[0] = 'n';
    assert(strcmp(writable, "next") == 0 && strcmp(literal, "text") == 0);
    assert(strcmp("a"
                  "b\n\t\x41\0",
                  "ab\n\tA") == 0 &&
           sizeof "a\0b" == 4 && "xyz"[1] == 'y');
    assert(strlen(__func__) == 4 && strcmp(__func__, "main") == 0);
    assert((unsigned char)"\xff"[0] == 255 && u8"é"[1] != 0);
    done = 1;
    return 0;
}
