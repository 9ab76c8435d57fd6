#include "base/strbuf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum { FIRST_CAPACITY = 64 };

static void make_room(strbuf *buf, size_t more)
{
    size_t wanted = buf->size + more + 1;
    if (wanted <= buf->capacity)
        return;
    size_t bigger = buf->capacity ? buf->capacity * 2 : FIRST_CAPACITY;
    buf->capacity = bigger < wanted ? wanted : bigger;
    buf->text = alloc_resize(buf->text, buf->capacity);
}

void strbuf_add_bytes(strbuf *buf, const void *bytes, size_t count)
{
    make_room(buf, count);
    memcpy(buf->text + buf->size, bytes, count);
    buf->size += count;
    buf->text[buf->size] = '\0';
}

void strbuf_add(strbuf *buf, const char *text)
{
    strbuf_add_bytes(buf, text, strlen(text));
}

void strbuf_add_char(strbuf *buf, char c)
{
    strbuf_add_bytes(buf, &c, 1);
}

void strbuf_addv(strbuf *buf, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    if (length > 0) {
        make_room(buf, (size_t)length);
        vsnprintf(buf->text + buf->size, (size_t)length + 1, format, again);
        buf->size += (size_t)length;
    }
    va_end(again);
}

void strbuf_addf(strbuf *buf, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    strbuf_addv(buf, format, args);
    va_end(args);
}

const char *strbuf_text(const strbuf *buf)
{
    return buf->text ? buf->text : "";
}

char *strbuf_take(strbuf *buf)
{
    char *text = buf->text ? buf->text : alloc_string("");
    *buf = (strbuf){0};
    return text;
}

void strbuf_reset(strbuf *buf)
{
    buf->size = 0;
    if (buf->text)
        buf->text[0] = '\0';
}

void strbuf_clear(strbuf *buf)
{
    free(buf->text);
    *buf = (strbuf){0};
}
