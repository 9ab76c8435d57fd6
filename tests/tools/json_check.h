/* Is a text one JSON value, as RFC 8259 has it, in valid UTF-8? */
#ifndef HEDDLE_TESTS_JSON_CHECK_H
#define HEDDLE_TESTS_JSON_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static inline const char *json_skip_blanks(const char *p)
{
    return p + strspn(p, " \t\r\n");
}

/* Each of these returns what follows, or NULL if the text is wrong. */
static inline const char *json_skip_value(const char *p, int depth);

static inline const char *json_skip_digits(const char *p)
{
    size_t count = strspn(p, "0123456789");
    return count ? p + count : NULL;
}

static inline const char *json_skip_number(const char *p)
{
    p += *p == '-';
    p = *p == '0' ? p + 1 : json_skip_digits(p);
    if (p && *p == '.')
        p = json_skip_digits(p + 1);
    if (p && (*p == 'e' || *p == 'E')) {
        p++;
        p = json_skip_digits(p + (*p == '+' || *p == '-'));
    }
    return p;
}

/* A character outside ASCII; overlong forms, surrogates and what is beyond U+10FFFF are wrong. */
static inline const char *json_skip_wide_character(const char *text)
{
    static const unsigned LEAST[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *p = (const unsigned char *)text;
    int length = p[0] >> 5 == 6 ? 2 : p[0] >> 4 == 14 ? 3 : p[0] >> 3 == 30 ? 4 : 0;
    if (length == 0)
        return NULL;
    unsigned code = p[0] & (0x7fu >> length);
    for (int i = 1; i < length; i++) {
        if (p[i] >> 6 != 2)
            return NULL;
        code = code << 6 | (p[i] & 0x3fu);
    }
    bool is_wrong = code < LEAST[length] || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff;
    return is_wrong ? NULL : text + length;
}

static inline const char *json_skip_escape(const char *p)
{
    if (*p != 'u')
        return *p && strchr("\"\\/bfnrt", *p) ? p + 1 : NULL;
    return strspn(p + 1, "0123456789abcdefABCDEF") >= 4 ? p + 5 : NULL;
}

static inline const char *json_skip_string(const char *p)
{
    if (*p++ != '"')
        return NULL;
    while (p && *p != '"') {
        if ((unsigned char)*p >= 0x80)
            p = json_skip_wide_character(p);
        else if (*p == '\\')
            p = json_skip_escape(p + 1);
        else
            p = (unsigned char)*p < ' ' ? NULL : p + 1;
    }
    return p ? p + 1 : NULL;
}

static inline const char *json_skip_member(const char *p, int depth)
{
    p = json_skip_string(json_skip_blanks(p));
    if (p == NULL)
        return NULL;
    p = json_skip_blanks(p);
    return *p == ':' ? json_skip_value(p + 1, depth) : NULL;
}

static inline const char *json_skip_list(const char *p, char close, int depth)
{
    p = json_skip_blanks(p + 1);
    if (*p == close)
        return p + 1;
    for (;;) {
        p = close == '}' ? json_skip_member(p, depth) : json_skip_value(p, depth);
        if (p == NULL)
            return NULL;
        p = json_skip_blanks(p);
        if (*p != ',')
            return *p == close ? p + 1 : NULL;
        p++;
    }
}

static inline const char *json_skip_value(const char *p, int depth)
{
    static const char *const WORDS[] = {"true", "false", "null"};
    enum { MAX_DEPTH = 100 };
    if (depth > MAX_DEPTH)
        return NULL;
    p = json_skip_blanks(p);
    if (*p == '{' || *p == '[')
        return json_skip_list(p, *p == '{' ? '}' : ']', depth + 1);
    if (*p == '"')
        return json_skip_string(p);
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strncmp(p, WORDS[i], strlen(WORDS[i])) == 0)
            return p + strlen(WORDS[i]);
    return json_skip_number(p);
}

static inline bool json_is_valid(const char *text)
{
    const char *end = json_skip_value(text, 0);
    return end && *json_skip_blanks(end) == '\0';
}

#endif
