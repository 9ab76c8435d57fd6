#include "support/writer.h"

#include <stdarg.h>

writer writer_new(uint64_t seed, strbuf *out)
{
    return (writer){.random = random_seeded(seed), .out = out};
}

uint32_t writer_below(writer *w, uint32_t bound)
{
    return (uint32_t)random_below(&w->random, bound);
}

const char *writer_one_of(writer *w, const char *const *list, uint32_t count)
{
    return list[writer_below(w, count)];
}

void writer_line(writer *w, const char *format, ...)
{
    va_list args;
    strbuf_addf(w->out, "%*s", w->indent * 4, "");
    va_start(args, format);
    strbuf_addv(w->out, format, args);
    va_end(args);
    strbuf_add_char(w->out, '\n');
}
