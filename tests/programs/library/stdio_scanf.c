/* Formatted input is not modelled, and says so.
 *
 * Verdict: SC unsupported
 * Prints: stdio_scanf.c:11: .*scanf
 */
#include <stdio.h>

int main(void)
{
    int number;
    if (scanf("%d", &number) == 1)
        printf("%d\n", number);
    return 0;
}
