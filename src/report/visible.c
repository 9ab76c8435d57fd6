#include "report/visible.h"

#include <stdbool.h>

/* The controls of ASCII, and those of Latin-1, which UTF-8 writes as two bytes. */
static bool is_control(const unsigned char *at)
{
    if (*at == '\n' || *at == '\t')
        return false;
    return *at < ' ' || *at == 0x7f || (*at == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0);
}

void visible_add(strbuf *out, const char *text)
{
    for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
        if (is_control(at) && *at == 0xc2)
            at++;
        else if (!is_control(at)) {
            strbuf_add_char(out, (char)*at);
            continue;
        }
        strbuf_addf(out, "\\x%02x", *at);
    }
}

void visible_print(FILE *out, const char *text)
{
    strbuf shown = {0};
    visible_add(&shown, text);
    fputs(strbuf_text(&shown), out);
    strbuf_clear(&shown);
}
