#include "litmus/text.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/strbuf.h"

bool text_fail_at(const char *file, uint32_t line, diag *d, const char *format, ...)
{
    strbuf message = {0};
    va_list args;
    va_start(args, format);
    strbuf_addv(&message, format, args);
    va_end(args);
    diag_fail(d, STATUS_BAD_INPUT, "%s:%u: error: %s", file, line, strbuf_text(&message));
    strbuf_clear(&message);
    return false;
}

enum { SHOWN = 24 }; /* characters of what was found instead */

bool text_fail_expected(const text *t, const char *what)
{
    if (*t->at == '\0')
        return text_fail_at(t->file, t->line, t->d, "expected %s, not the end of the file", what);
    int length = (int)strcspn(t->at, "\n;|");
    if (length == 0)
        length = 1;
    return text_fail_at(t->file, t->line, t->d, "expected %s, not `%.*s`", what, length < SHOWN ? length : SHOWN,
                        *t->at == '\n' ? " " : t->at);
}

/* ---- comments ---- */

static char *blank(char *from, const char *to)
{
    for (; from < to; from++)
        if (*from != '\n')
            *from = ' ';
    return from;
}

static char *end_of_nested(char *at)
{
    uint32_t depth = 0;
    for (; *at; at++) {
        if (at[0] == '(' && at[1] == '*') {
            depth++;
            at++; /* `(*)` does not end what it begins */
        } else if (at[0] == '*' && at[1] == ')') {
            at++;
            if (--depth == 0)
                return at + 1;
        }
    }
    return at;
}

static bool begins_nested(const char *at, bool is_c)
{
    return at[0] == '(' && at[1] == '*' && !(is_c && (isalnum((unsigned char)at[2]) || at[2] == '_'));
}

void text_blank_comments(char *text, bool is_c)
{
    for (char *at = text; *at;) {
        if (begins_nested(at, is_c)) {
            at = blank(at, end_of_nested(at));
        } else if (at[0] == '/' && at[1] == '/') {
            at = blank(at, at + strcspn(at, "\n"));
        } else if (is_c && at[0] == '/' && at[1] == '*') {
            char *end = strstr(at + 2, "*/");
            at = blank(at, end ? end + 2 : at + strlen(at));
        } else {
            at++;
        }
    }
}

/* ---- words ---- */

void text_skip_space(text *t)
{
    for (; isspace((unsigned char)*t->at); t->at++)
        t->line += *t->at == '\n';
}

bool text_is_next(text *t, const char *what)
{
    text_skip_space(t);
    return strncmp(t->at, what, strlen(what)) == 0;
}

bool text_accept(text *t, const char *what)
{
    if (!text_is_next(t, what))
        return false;
    t->at += strlen(what);
    return true;
}

static bool is_name_letter(char c)
{
    return isalnum((unsigned char)c) || (c && strchr("_.%$+@", c) != NULL);
}

bool text_accept_word(text *t, const char *word)
{
    return text_is_next(t, word) && !is_name_letter(t->at[strlen(word)]) && text_accept(t, word);
}

bool text_expect(text *t, const char *what)
{
    if (text_accept(t, what))
        return true;
    strbuf quoted = {0};
    strbuf_addf(&quoted, "`%s`", what);
    text_fail_expected(t, strbuf_text(&quoted));
    strbuf_clear(&quoted);
    return false;
}

char *text_take_name(text *t)
{
    text_skip_space(t);
    size_t length = 0;
    while (is_name_letter(t->at[length]))
        length++;
    if (length == 0)
        return NULL;
    char *name = alloc_bytes(length + 1);
    memcpy(name, t->at, length);
    name[length] = '\0';
    t->at += length;
    return name;
}

static bool scan_number(const char *from, const char **end, uint64_t *number)
{
    bool is_negative = *from == '-';
    const char *digits = from + is_negative;
    if (!isdigit((unsigned char)*digits))
        return false;
    bool is_hexadecimal = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    char *stop;
    errno = 0;
    uint64_t value = strtoull(digits, &stop, is_hexadecimal ? 16 : 10);
    if (errno || isalnum((unsigned char)*stop))
        return false;
    *number = is_negative ? -value : value;
    *end = stop;
    return true;
}

bool text_take_number(text *t, uint64_t *number)
{
    text_skip_space(t);
    return scan_number(t->at, &t->at, number);
}

bool text_is_number(const char *string, uint64_t *number)
{
    const char *end;
    return scan_number(string, &end, number) && *end == '\0';
}
