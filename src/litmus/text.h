/* The text of a test while it is read: where we are, and what to say when something else was expected. Comments are
 * gone (text_blank_comments): they have become blanks, so that lines keep their numbers. */
#ifndef HEDDLE_LITMUS_TEXT_H
#define HEDDLE_LITMUS_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"

typedef struct text {
    const char *file;
    const char *at;
    uint32_t line;
    diag *d;
} text;

/* Always false, with the diagnostic "file:line: error: …". */
bool text_fail_at(const char *file, uint32_t line, diag *d, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* "expected X, not `Y`". */
bool text_fail_expected(const text *t, const char *what);

/* `(* … *)`, nested, and `//` to the end of the line; in C `/ * … * /` too, and `(*` before a name is no comment. */
void text_blank_comments(char *text, bool is_c);

void text_skip_space(text *t);
/* Is this next? Then it is skipped. A word only if it ends there. */
bool text_accept(text *t, const char *what);
bool text_accept_word(text *t, const char *word);
bool text_expect(text *t, const char *what);
bool text_is_next(text *t, const char *what);
/* A name: letters, digits, `_`, `.`, `%`, `$` and `+` as the tests have them. NULL if there is none; the caller frees.
 */
char *text_take_name(text *t);
/* A number: decimal or 0x…, maybe negative. False, and nothing is skipped, if there is none. */
bool text_take_number(text *t, uint64_t *number);
/* The whole of a string as a number. */
bool text_is_number(const char *string, uint64_t *number);

#endif
