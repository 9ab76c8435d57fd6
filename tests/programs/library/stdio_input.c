/* A character of standard input may be any, or its end.
 *
 * Verdict: SC violation
 * Prints: stdio_input.c:16: assertion
 * Prints: stdio_input.c:17: assertion
 * Prints: stdio_input.c:20: assertion
 * Prints: stdio_input.c:22: assertion
 * Prints-not: stdio_input.c:18: assertion
 */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int c = getchar();
    assert(c != 'x');
    assert(c != EOF);
    assert(c >= 0 && c < 256);
    if (c == 'y')
        assert(getc(stdin) != 'z');
    else if (c == 'z')
        assert(fgetc(stdin) != EOF);
    return 0;
}
