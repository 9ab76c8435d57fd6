/* <string.h> on strings.
 *
 * Verdict: SC safe, PSO safe
 */
#include "table.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void check_copying(void)
{
    char text[10] = "012345678", *copy;
    assert(strcpy(text, "ab") == text && strcmp(text, "ab") == 0 && text[3] == '3');
    assert(stpcpy(text, "xyz") == text + 3 && text[3] == 0 && text[4] == '4');
    assert(strncpy(text, "abc", 2) == text && strcmp(text, "abz") == 0);
    assert(stpncpy(text, "a", 4) == text + 1 && text[1] == 0 && text[3] == 0 && text[4] == '4');
    assert(strcat(text, "bc") == text && strcmp(text, "abc") == 0);
    assert(strncat(text, "def", 2) == text && strcmp(text, "abcde") == 0);
    assert(strncat(text, "f", 9) == text && strcmp(text, "abcdef") == 0);
    copy = strdup(text);
    assert(copy != text && strcmp(copy, text) == 0);
    free(copy);
    copy = strndup(text, 2);
    assert(strcmp(copy, "ab") == 0);
    free(copy);
}

static void check_comparing(void)
{
    assert(strlen("") == 0 && strlen("abc") == 3 && strnlen("abc", 2) == 2 && strnlen("abc", 9) == 3);
    assert(strcmp("a", "ab") < 0 && strcmp("b", "ab") > 0 && strcmp("", "") == 0 && strcmp("\x80", "a") > 0);
    assert(strncmp("abc", "abd", 2) == 0 && strncmp("abc", "abd", 3) < 0 && strncmp("a", "a", 9) == 0);
    assert(strcasecmp("aBc", "AbC") == 0 && strcasecmp("a", "B") < 0 && strcasecmp("B", "a") > 0);
    assert(strncasecmp("ABx", "aby", 2) == 0 && strncasecmp("ABx", "aby", 3) < 0);
    assert(strcoll("a", "b") < 0);
}

static void check_searching(void)
{
    const char *text = "abcabc";
    assert(strchr(text, 'b') == text + 1 && strrchr(text, 'b') == text + 4);
    assert(strchr(text, 'x') == NULL && strrchr(text, 'x') == NULL);
    assert(strchr(text, 0) == text + 6 && strrchr(text, 0) == text + 6);
    assert(index(text, 'c') == text + 2 && rindex(text, 'c') == text + 5);
    assert(strchrnul(text, 'c') == text + 2 && strchrnul(text, 'x') == text + 6);
    assert(strstr(text, "ca") == text + 2 && strstr(text, "") == text && strstr(text, "cc") == NULL);
    assert(strstr("", "") != NULL && strstr("a", "ab") == NULL);
    assert(strspn(text, "ab") == 2 && strspn(text, "") == 0 && strspn(text, "abc") == 6);
    assert(strcspn(text, "c") == 2 && strcspn(text, "x") == 6);
    assert(strpbrk(text, "xc") == text + 2 && strpbrk(text, "x") == NULL);
    assert(ffs(0) == 0 && ffs(8) == 4 && ffsl(1L << 20) == 21 && ffsll(1) == 1);
    assert(strlen(strerror(2)) > 0);
}

static void check_splitting(void)
{
    char text[] = ",a,,b", other[] = "a::b", *rest;
    assert(strcmp(strtok(text, ","), "a") == 0);
    assert(strcmp(strtok(NULL, ","), "b") == 0);
    assert(strtok(NULL, ",") == NULL);
    assert(strcmp(strtok_r(other, ":", &rest), "a") == 0);
    assert(strcmp(strtok_r(NULL, ":", &rest), "b") == 0);
    assert(strtok_r(NULL, ":", &rest) == NULL);
    rest = text;
    assert(strcmp(strsep(&rest, ","), "") == 0 && rest == text + 1);
}

int main(void)
{
    check_copying();
    check_comparing();
    check_searching();
    check_splitting();
    END_OF_TABLE();
    return 0;
}
