#include <stdarg.h>
#include <stdio.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/strbuf.h"
#include "cat/syntax.h"

void *syntax_alloc(syntax_store *store, size_t size)
{
    void *block = alloc_zeroed(1, size);
    vec_push(&store->blocks, block);
    return block;
}

static uint64_t hash_of(const char *text, size_t size)
{
    hash128 h = hash128_start();
    hash128_bytes(&h, text, size);
    return h.a >> 1; /* never MAP_NO_KEY, also after a few steps */
}

const char *syntax_name(syntax_store *store, const char *text, size_t size)
{
    uint64_t key = hash_of(text, size);
    for (uint64_t *found; (found = map_find(&store->names, key)); key++) {
        const char *name = store->blocks.data[*found];
        if (strlen(name) == size && memcmp(name, text, size) == 0)
            return name;
    }
    map_put(&store->names, key, store->blocks.size);
    char *name = syntax_alloc(store, size + 1);
    memcpy(name, text, size);
    return name;
}

void syntax_store_clear(syntax_store *store)
{
    for (uint32_t i = 0; i < store->blocks.size; i++)
        free(store->blocks.data[i]);
    vec_clear(&store->blocks);
    map_clear(&store->names);
}

bool syntax_failv(diag *d, status s, syntax_place place, const char *format, va_list args)
{
    strbuf text = {0};
    strbuf_addv(&text, format, args);
    diag_fail(d, s, "%s:%u:%u: %s", place.file, place.line, place.column, strbuf_text(&text));
    strbuf_clear(&text);
    return false;
}

bool syntax_fail(diag *d, status s, syntax_place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    syntax_failv(d, s, place, format, args);
    va_end(args);
    return false;
}
