#include "base/diag.h"

#include <stdarg.h>
#include <stdlib.h>

#include "base/strbuf.h"

bool diag_fail(diag *d, status s, const char *format, ...)
{
    if (d->status != STATUS_OK)
        return false;
    strbuf text = {0};
    va_list args;
    va_start(args, format);
    strbuf_addv(&text, format, args);
    va_end(args);
    d->status = s;
    d->message = strbuf_take(&text);
    return false;
}

void diag_clear(diag *d)
{
    free(d->message);
    *d = (diag){0};
}
