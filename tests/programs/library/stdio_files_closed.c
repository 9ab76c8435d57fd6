/* Using a stream that was closed is an error.
 *
 * Verdict: SC violation
 * Prints: stdio_files_closed.c:14: use after free
 */
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("name", "r");
    if (!file)
        return 1;
    fclose(file);
    return fgetc(file);
}
