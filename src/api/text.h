/* Texts that are given out, made by what prints to a stream:
 *
 *     api_text text;
 *     print_something(api_text_begin(&text));
 *     return api_text_end(&text); */
#ifndef HEDDLE_API_TEXT_H
#define HEDDLE_API_TEXT_H

#include <stdio.h>

typedef struct api_text {
    FILE *stream;
    char *bytes;
    size_t size;
} api_text;

FILE *api_text_begin(api_text *t);
/* Never NULL; the caller frees it. */
char *api_text_end(api_text *t);

#endif
