#include "api/text.h"

#include "base/alloc.h"

FILE *api_text_begin(api_text *t)
{
    *t = (api_text){0};
    t->stream = alloc_checked(open_memstream(&t->bytes, &t->size));
    return t->stream;
}

char *api_text_end(api_text *t)
{
    fclose(t->stream);
    return alloc_checked(t->bytes);
}
