/* Output: formatting into memory works, printing runs and returns the number of characters.
 *
 * Verdict: SC safe, PSO safe
 * Prints-not: hello
 */
#include "table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int __printf_chk(int flag, const char *format, ...);
int __fprintf_chk(FILE *stream, int flag, const char *format, ...);
int __sprintf_chk(char *buffer, int flag, size_t room, const char *format, ...);
int __snprintf_chk(char *buffer, size_t size, int flag, size_t room, const char *format, ...);

static int format(char *buffer, size_t size, const char *text, ...)
{
    va_list arguments;
    va_start(arguments, text);
    int length = vsnprintf(buffer, size, text, arguments);
    va_end(arguments);
    return length;
}

static int print(const char *text, ...)
{
    va_list arguments, again;
    va_start(arguments, text);
    va_copy(again, arguments);
    int length = vprintf(text, arguments);
    assert(vfprintf(stderr, text, again) == length);
    va_end(again);
    va_end(arguments);
    return length;
}

static void check_formatting(void)
{
    char text[32], *made;
    assert(sprintf(text, "%d %s %c %x", -5, "abc", 'z', 255u) == 11);
    assert(strcmp(text, "-5 abc z ff") == 0);
    assert(snprintf(text, 4, "%05ld|", 42L) == 6 && strcmp(text, "000") == 0);
    assert(format(text, sizeof text, "%s%u%%", "n", 7u) == 3 && strcmp(text, "n7%") == 0);
    assert(asprintf(&made, "<%d>", 10) == 4 && strcmp(made, "<10>") == 0);
    free(made);
    assert(__sprintf_chk(text, 1, sizeof text, "%d", 3) == 1 && strcmp(text, "3") == 0);
    assert(__snprintf_chk(text, 2, 1, sizeof text, "%d", 34) == 2 && strcmp(text, "3") == 0);
}

static void check_printing(void)
{
    assert(printf("hello %d\n", 1) == 8);
    assert(fprintf(stderr, "hello\n") == 6);
    assert(dprintf(STDOUT_FILENO, "hello %s\n", "you") == 10);
    assert(print("%d%d", 1, 23) == 3);
    assert(puts("hello") >= 0 && fputs("hello", stdout) >= 0);
    assert(putchar('x') == 'x' && putc('y', stdout) == 'y' && fputc('z', stderr) == 'z');
    assert(write(STDOUT_FILENO, "hello", 5) == 5 && fwrite("hello", 1, 5, stdout) == 5);
    assert(__printf_chk(1, "%d", 12) == 2 && __fprintf_chk(stderr, 1, "%d", 123) == 3);
    assert(fflush(stdout) == 0 && fflush(NULL) == 0);
    assert(setvbuf(stdout, NULL, _IONBF, 0) == 0 && ferror(stdout) == 0);
    assert(fileno(stdin) == 0 && fileno(stdout) == 1 && fileno(stderr) == 2);
    perror("hello");
    perror(NULL);
}

int main(void)
{
    check_formatting();
    check_printing();
    END_OF_TABLE();
    return 0;
}
