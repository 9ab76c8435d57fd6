#include "report/dot.h"

#include "report/utf8.h"

void dot_add_label(const char *text, strbuf *out)
{
    while (*text) {
        int length = utf8_length(text);
        if (length == 0) {
            strbuf_add(out, "\xef\xbf\xbd");
            text++;
        } else if (*text == '\n') {
            strbuf_add(out, "\\n");
            text++;
        } else {
            if (*text == '"' || *text == '\\')
                strbuf_add_char(out, '\\');
            strbuf_add_bytes(out, text, (size_t)length);
            text += length;
        }
    }
}
