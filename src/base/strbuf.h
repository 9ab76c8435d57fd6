/* A string under construction. Invariant: text is NULL (empty) or text[size] == '\0'. */
#ifndef HEDDLE_BASE_STRBUF_H
#define HEDDLE_BASE_STRBUF_H

#include <stdarg.h>
#include <stddef.h>

typedef struct strbuf {
    char *text;
    size_t size, capacity;
} strbuf;

void strbuf_add(strbuf *buf, const char *text);
void strbuf_add_bytes(strbuf *buf, const void *bytes, size_t count);
void strbuf_add_char(strbuf *buf, char c);
void strbuf_addf(strbuf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void strbuf_addv(strbuf *buf, const char *format, va_list args);
/* The text, never NULL; owned by the buffer. */
const char *strbuf_text(const strbuf *buf);
/* The text, never NULL; owned by the caller, who frees it. The buffer is empty afterwards. */
char *strbuf_take(strbuf *buf);
void strbuf_reset(strbuf *buf);
void strbuf_clear(strbuf *buf);

#endif
