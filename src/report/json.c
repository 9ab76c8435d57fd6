#include "report/json.h"

#include "report/utf8.h"

static void separate(json *j)
{
    if (j->needs_comma)
        strbuf_add_char(&j->text, ',');
    j->needs_comma = true;
}

void json_begin(json *j, char bracket)
{
    separate(j);
    strbuf_add_char(&j->text, bracket);
    j->needs_comma = false;
}

void json_end(json *j, char bracket)
{
    strbuf_add_char(&j->text, bracket);
    j->needs_comma = true;
}

static void add_quoted(strbuf *out, const char *value)
{
    strbuf_add_char(out, '"');
    for (const unsigned char *p = (const unsigned char *)value; *p;) {
        int length = utf8_length((const char *)p);
        if (length == 0) {
            strbuf_add(out, "\\ufffd");
            p++;
        } else if (*p == '"' || *p == '\\') {
            strbuf_addf(out, "\\%c", *p++);
        } else if (*p < ' ' || *p == 0x7f) {
            strbuf_addf(out, "\\u%04x", *p++);
        } else if (*p == 0xc2 && p[1] < 0xa0) {
            /* Allowed in JSON, but not in YAML, whose strings are written by this as well. */
            strbuf_addf(out, "\\u%04x", p[1]);
            p += 2;
        } else {
            strbuf_add_bytes(out, p, (size_t)length);
            p += length;
        }
    }
    strbuf_add_char(out, '"');
}

void json_key(json *j, const char *key)
{
    separate(j);
    add_quoted(&j->text, key);
    strbuf_add_char(&j->text, ':');
    j->needs_comma = false;
}

void json_string(json *j, const char *value)
{
    separate(j);
    add_quoted(&j->text, value);
}

void json_number(json *j, uint64_t value)
{
    separate(j);
    strbuf_addf(&j->text, "%llu", (unsigned long long)value);
}

void json_double(json *j, double value)
{
    separate(j);
    strbuf_addf(&j->text, "%.3f", value);
}

void json_bool(json *j, bool value)
{
    separate(j);
    strbuf_add(&j->text, value ? "true" : "false");
}
