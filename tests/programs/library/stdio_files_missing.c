/* A file that is used without asking whether it could be opened.
 *
 * Verdict: SC violation
 * Prints: stdio_files_missing.c:11: .*null pointer
 */
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("name", "r");
    return fgetc(file);
}
