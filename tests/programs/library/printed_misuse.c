/* Output functions read what they print, and store what %n is given: null, freed, without an end, or missing.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: printed_misuse.c:38: use after free
 * Prints: printed_misuse.c:41: null pointer dereference
 * Prints: printed_misuse.c:44: out of bounds: reading 1 byte at offset 3 of open
 * Prints: printed_misuse.c:47: use after free
 * Prints: printed_misuse.c:50: out of bounds
 * Prints: printed_misuse.c:53: use after free
 * Prints: printed_misuse.c:56: null pointer dereference
 * Prints: printed_misuse.c:59: null pointer dereference: writing
 * Prints: printed_misuse.c:62: out of bounds
 * Prints: printed_misuse.c:31: use after free
 * Prints: printed_misuse.c:68: use after free
 * Prints: printed_misuse.c:71: use after free
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

unsigned char __VERIFIER_nondet_uchar(void);

char open[3] = {'a', 'b', 'c'}, *freed;

static void print(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

static void misuse(unsigned char which)
{
    if (which == 0)
        printf("%d %s", 1, freed);

    if (which == 1)
        printf("%s", (char *)NULL);

    if (which == 2)
        printf("%s", open);

    if (which == 3)
        puts(freed);

    if (which == 4)
        fputs(open, stdout);

    if (which == 5)
        fwrite(freed, 1, 2, stdout);

    if (which == 6)
        write(STDOUT_FILENO, NULL, 2);

    if (which == 7)
        printf("abc%n", (int *)NULL);

    if (which == 8)
        printf("%d %d", 1);

    if (which == 9)
        print("%s", freed);

    if (which == 10)
        dprintf(STDERR_FILENO, "%.1s", freed);

    if (which == 11)
        fprintf(stderr, freed);
}

int main(void)
{
    freed = strdup("abc");
    free(freed);
    misuse(__VERIFIER_nondet_uchar());
    return 0;
}
