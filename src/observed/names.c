#include "observed/names.h"

#include "base/hash.h"

static uint64_t hash_text(const char *text)
{
    hash128 hash = hash128_start();
    hash128_bytes(&hash, text, strlen(text));
    return hash.a == MAP_NO_KEY ? 0 : hash.a;
}

uint32_t names_find(const names *n, const char *text)
{
    uint32_t i = (uint32_t)map_get(&n->first, hash_text(text), NAMES_NONE);
    while (i != NAMES_NONE && strcmp(n->texts.data[i], text) != 0)
        i = n->next.data[i];
    return i;
}

uint32_t names_add(names *n, const char *text)
{
    uint32_t known = names_find(n, text);
    if (known != NAMES_NONE)
        return known;
    uint64_t hash = hash_text(text);
    vec_push(&n->texts, text);
    vec_push(&n->next, (uint32_t)map_get(&n->first, hash, NAMES_NONE));
    map_put(&n->first, hash, n->texts.size - 1);
    return n->texts.size - 1;
}

void names_clear(names *n)
{
    vec_clear(&n->texts);
    vec_clear(&n->next);
    map_clear(&n->first);
}
