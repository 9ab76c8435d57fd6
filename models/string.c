/* <string.h> on strings, and <strings.h>. Each byte is read and written once, as a simple implementation would. */
#include "internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

size_t strlen(const char *string)
{
    size_t length = 0;
    while (string[length])
        length++;
    return length;
}

size_t strnlen(const char *string, size_t most)
{
    size_t length = 0;
    while (length < most && string[length])
        length++;
    return length;
}

/* ---- copying ---- */

char *stpcpy(char *restrict to, const char *restrict from)
{
    while ((*to = *from++))
        to++;
    return to;
}

char *strcpy(char *restrict to, const char *restrict from)
{
    stpcpy(to, from);
    return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t size)
{
    size_t length = strnlen(from, size);
    __heddle_memcpy(to, from, length);
    __heddle_memset(to + length, 0, size - length);
    return to + length;
}

char *strncpy(char *restrict to, const char *restrict from, size_t size)
{
    stpncpy(to, from, size);
    return to;
}

char *strcat(char *restrict to, const char *restrict from)
{
    stpcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t most)
{
    size_t length = strnlen(from, most);
    char *end = to + strlen(to);
    __heddle_memcpy(end, from, length);
    end[length] = '\0';
    return to;
}

char *strndup(const char *string, size_t most)
{
    size_t length = strnlen(string, most);
    char *copy = malloc(length + 1);
    if (!copy)
        return NULL;
    __heddle_memcpy(copy, string, length);
    copy[length] = '\0';
    return copy;
}

char *strdup(const char *string)
{
    return strndup(string, SIZE_MAX);
}

/* glibc's old headers use this name. */
char *__strdup(const char *string)
{
    return strdup(string);
}

/* ---- comparing ---- */

static int compare(const char *one, const char *other, size_t most, _Bool fold)
{
    for (size_t i = 0; i < most; i++) {
        int x = (unsigned char)one[i], y = (unsigned char)other[i];
        int a = fold ? tolower(x) : x, b = fold ? tolower(y) : y;
        if (a != b)
            return a < b ? -1 : 1;
        if (x == 0)
            return 0;
    }
    return 0;
}

int strcmp(const char *one, const char *other)
{
    return compare(one, other, SIZE_MAX, 0);
}

int strncmp(const char *one, const char *other, size_t most)
{
    return compare(one, other, most, 0);
}

int strcasecmp(const char *one, const char *other)
{
    return compare(one, other, SIZE_MAX, 1);
}

int strncasecmp(const char *one, const char *other, size_t most)
{
    return compare(one, other, most, 1);
}

int strcoll(const char *one, const char *other)
{
    return strcmp(one, other);
}

/* ---- searching ---- */

/* The terminating zero is part of the string that strchr and strrchr search. */
char *strchrnul(const char *string, int byte)
{
    while (*string && *string != (char)byte)
        string++;
    return (char *)string;
}

char *strchr(const char *string, int byte)
{
    char *found = strchrnul(string, byte);
    return *found == (char)byte ? found : NULL;
}

char *strrchr(const char *string, int byte)
{
    for (size_t i = strlen(string) + 1; i-- > 0;)
        if (string[i] == (char)byte)
            return (char *)string + i;
    return NULL;
}

char *index(const char *string, int byte)
{
    return strchr(string, byte);
}

char *rindex(const char *string, int byte)
{
    return strrchr(string, byte);
}

char *strstr(const char *string, const char *part)
{
    size_t length = strlen(part);
    for (; *string || length == 0; string++)
        if (strncmp(string, part, length) == 0)
            return (char *)string;
    return NULL;
}

/* How many bytes at the start of `string` are, or are not, among `set`. */
static size_t span(const char *string, const char *set, _Bool among)
{
    size_t length = 0;
    while (string[length] && (strchr(set, string[length]) != NULL) == among)
        length++;
    return length;
}

size_t strspn(const char *string, const char *set)
{
    return span(string, set, 1);
}

size_t strcspn(const char *string, const char *set)
{
    return span(string, set, 0);
}

char *strpbrk(const char *string, const char *set)
{
    const char *found = string + strcspn(string, set);
    return *found ? (char *)found : NULL;
}

char *strtok_r(char *restrict string, const char *restrict separators, char **restrict rest)
{
    char *token = string ? string : *rest;
    token += strspn(token, separators);
    char *end = token + strcspn(token, separators);
    *rest = end;
    if (end == token)
        return NULL;
    if (*end) {
        *end = '\0';
        *rest = end + 1;
    }
    return token;
}

/* POSIX lets strtok race with itself. */
char *strtok(char *restrict string, const char *restrict separators)
{
    static char *rest;
    return strtok_r(string, separators, &rest);
}

char *strsep(char **restrict string, const char *restrict separators)
{
    char *token = *string;
    if (!token)
        return NULL;
    char *end = token + strcspn(token, separators);
    *string = *end ? end + 1 : NULL;
    *end = '\0';
    return token;
}

char *strerror(int error)
{
    return error ? "error" : "Success";
}

/* ---- bits ---- */

int ffs(int number)
{
    return number ? __builtin_ctz((unsigned)number) + 1 : 0;
}

int ffsl(long number)
{
    return number ? __builtin_ctzl((unsigned long)number) + 1 : 0;
}

int ffsll(long long number)
{
    return number ? __builtin_ctzll((unsigned long long)number) + 1 : 0;
}

/* ---- what _FORTIFY_SOURCE makes of them; Heddle checks bounds anyway ---- */

char *__strcpy_chk(char *restrict to, const char *restrict from, size_t room)
{
    (void)room;
    return strcpy(to, from);
}

char *__stpcpy_chk(char *restrict to, const char *restrict from, size_t room)
{
    (void)room;
    return stpcpy(to, from);
}

char *__strncpy_chk(char *restrict to, const char *restrict from, size_t size, size_t room)
{
    (void)room;
    return strncpy(to, from, size);
}

char *__stpncpy_chk(char *restrict to, const char *restrict from, size_t size, size_t room)
{
    (void)room;
    return stpncpy(to, from, size);
}

char *__strcat_chk(char *restrict to, const char *restrict from, size_t room)
{
    (void)room;
    return strcat(to, from);
}

char *__strncat_chk(char *restrict to, const char *restrict from, size_t most, size_t room)
{
    (void)room;
    return strncat(to, from, most);
}
