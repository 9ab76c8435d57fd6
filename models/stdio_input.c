/* Input, of which anything may come: any characters, any file, at any place its end. What a program has written to a
 * file may have been changed by others before it reads it again. */
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void check_readable(FILE *stream)
{
    if (stream->_fileno == STDOUT_FILENO || stream->_fileno == STDERR_FILENO)
        __heddle_unsupported("reading from standard output");
    possible_cancellation_point();
}

static void check_open(const FILE *stream)
{
    check_bytes(&stream->_fileno, sizeof stream->_fileno);
}

/* Fails for any reason. */
static void set_any_error(void)
{
    errno = (int)(__heddle_nondet8() | 1u);
}

/* One of two results. */
static int success_or(int failure)
{
    if (__heddle_nondet_bool())
        return 0;
    set_any_error();
    return failure;
}

/* ---- files ---- */

static FILE *open_any(void)
{
    possible_cancellation_point();
    FILE *file = __heddle_nondet_bool() ? malloc(sizeof *file) : NULL;
    if (file) {
        file->_fileno = (int)(__heddle_nondet16() | (unsigned)FIRST_FILE);
        return file;
    }
    set_any_error();
    return NULL;
}

FILE *fopen(const char *restrict name, const char *restrict mode)
{
    check_string(name);
    check_string(mode);
    return open_any();
}

FILE *fopen64(const char *restrict name, const char *restrict mode)
{
    return fopen(name, mode);
}

FILE *fdopen(int descriptor, const char *mode)
{
    (void)descriptor;
    check_string(mode);
    return open_any();
}

FILE *tmpfile(void)
{
    return open_any();
}

/* Using a stream that was closed is using memory that was freed. */
int fclose(FILE *stream)
{
    possible_cancellation_point();
    if (stream->_fileno >= FIRST_FILE)
        free(stream);
    return success_or(EOF);
}

int fseek(FILE *stream, long offset, int from)
{
    check_open(stream);
    (void)offset;
    (void)from;
    return success_or(-1);
}

long ftell(FILE *stream)
{
    check_open(stream);
    if (success_or(-1) < 0)
        return -1;
    return (long)(__heddle_nondet64() & LONG_MAX);
}

void rewind(FILE *stream)
{
    check_open(stream);
}

int feof(FILE *stream)
{
    check_open(stream);
    return __heddle_nondet_bool();
}

/* Writing to standard output always goes well. */
int ferror(FILE *stream)
{
    return stream->_fileno == STDOUT_FILENO || stream->_fileno == STDERR_FILENO ? 0 : __heddle_nondet_bool();
}

void clearerr(FILE *stream)
{
    check_open(stream);
}

int remove(const char *name)
{
    check_string(name);
    return success_or(-1);
}

int unlink(const char *name)
{
    return remove(name);
}

int rename(const char *old, const char *name)
{
    check_string(old);
    return remove(name);
}

/* ---- characters ---- */

int fgetc(FILE *stream)
{
    check_readable(stream);
    return __heddle_nondet_bool() ? EOF : __heddle_nondet8();
}

int getc(FILE *stream)
{
    return fgetc(stream);
}

int getchar(void)
{
    return fgetc(stdin);
}

/* Any line of input; NULL if there is none. */
char *fgets(char *restrict buffer, int size, FILE *restrict stream)
{
    check_readable(stream);
    int length = 0;
    char last = '\0';
    while (length < size - 1 && last != '\n' && __heddle_nondet_bool())
        buffer[length++] = last = (char)__heddle_nondet8();
    if (size < 1 || (length == 0 && size > 1))
        return NULL;
    buffer[length] = '\0';
    return buffer;
}

/* The number of items is chosen first: so the loop has as many iterations as the buffer has bytes. */
size_t fread(void *restrict items, size_t size, size_t count, FILE *restrict stream)
{
    check_readable(stream);
    size_t read = (size_t)__heddle_nondet64();
    if (read > count)
        read = count;
    if (size == 0)
        return 0;
    for (size_t i = 0; i < size * count; i++)
        if (i < size * read)
            ((uint8_t *)items)[i] = __heddle_nondet8();
    return read;
}
