#include "report/uri.h"

#include <stdbool.h>
#include <string.h>

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || strchr("/-._~", c) != NULL;
}

void uri_add_path(const char *path, strbuf *out)
{
    if (*path == '/')
        strbuf_add(out, "file://");
    for (; *path; path++) {
        if (is_plain(*path))
            strbuf_add_char(out, *path);
        else
            strbuf_addf(out, "%%%02X", (unsigned char)*path);
    }
}
