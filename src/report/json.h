/* Writing JSON: begin and end objects and arrays, and put values; commas and escapes are taken care of. Bytes that
 * are not UTF-8 become U+FFFD, so that the output is always valid. */
#ifndef HEDDLE_REPORT_JSON_H
#define HEDDLE_REPORT_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

typedef struct json {
    strbuf text;
    bool needs_comma;
} json;

void json_begin(json *j, char bracket); /* '{' or '[' */
void json_end(json *j, char bracket);   /* '}' or ']' */
void json_key(json *j, const char *key);
void json_string(json *j, const char *value);
void json_number(json *j, uint64_t value);
void json_double(json *j, double value);
void json_bool(json *j, bool value);

#endif
