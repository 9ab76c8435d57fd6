#include "report/style.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

style style_for(FILE *out, style_when when)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    bool is_wanted =
        isatty(fileno(out)) && (no_color == NULL || *no_color == '\0') && term && strcmp(term, "dumb") != 0;
    return (style){when == STYLE_ALWAYS || (when == STYLE_AUTO && is_wanted)};
}

const char *style_bad(style s)
{
    return s.is_on ? "\033[1;31m" : "";
}

const char *style_good(style s)
{
    return s.is_on ? "\033[1;32m" : "";
}

const char *style_faint(style s)
{
    return s.is_on ? "\033[2m" : "";
}

const char *style_thread(style s, uint32_t thread)
{
    static const char *const COLOURS[] = {"\033[34m", "\033[35m", "\033[36m", "\033[33m", "\033[32m", "\033[31m"};
    return s.is_on ? COLOURS[thread % (sizeof COLOURS / sizeof *COLOURS)] : "";
}

const char *style_end(style s)
{
    return s.is_on ? "\033[0m" : "";
}
