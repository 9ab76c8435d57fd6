/* The names that a model need not define. Those that are made of others are in the prelude (cat/lib). */
#include "cat/reader.h"

static const struct {
    const char *name;
    cat_op op;
} BASE[] = {
    {"R", CAT_READS},   {"W", CAT_WRITES}, {"F", CAT_FENCES},  {"IW", CAT_INITIAL}, {"emptyset", CAT_NONE},
    {"Exp", CAT_ALL},   {"id", CAT_ID},    {"sm", CAT_ID},     {"si", CAT_ID},      {"po", CAT_PO},
    {"loc", CAT_LOC},   {"int", CAT_INT},  {"ext", CAT_EXT},   {"addr", CAT_ADDR},  {"data", CAT_DATA},
    {"ctrl", CAT_CTRL}, {"amo", CAT_AMO},  {"lxsx", CAT_LXSX}, {"rf", CAT_RF},      {"co", CAT_CO},
    {"fr", CAT_FR},
};

static const struct {
    const char *name;
    builtin which;
} BUILTINS[] = {
    {"domain", BUILTIN_DOMAIN},
    {"range", BUILTIN_RANGE},
    {"generate_cos", BUILTIN_GENERATE_COS},
    {"generate_orders", BUILTIN_GENERATE_ORDERS},
};

static bool find_tag(reader *r, const char *name, value *out)
{
    uint64_t bit;
    if (!cat_tag_find(name, &bit))
        return false;
    *out = value_of_node(bit ? builder_make(&r->builder, CAT_TAGGED, (uint32_t)__builtin_ctzll(bit), 0)
                             : builder_nothing(&r->builder, CAT_SET));
    return true;
}

bool base_find(reader *r, const char *name, value *out)
{
    for (size_t i = 0; i < sizeof BASE / sizeof *BASE; i++)
        if (strcmp(BASE[i].name, name) == 0)
            return *out = value_of_node(builder_base(&r->builder, BASE[i].op)), true;
    for (size_t i = 0; i < sizeof BUILTINS / sizeof *BUILTINS; i++)
        if (strcmp(BUILTINS[i].name, name) == 0)
            return *out = (value){.kind = VALUE_BUILTIN, .builtin = BUILTINS[i].which}, true;
    return find_tag(r, name, out);
}

void base_each(void (*visit)(void *context, const char *name), void *context)
{
    for (size_t i = 0; i < sizeof BASE / sizeof *BASE; i++)
        visit(context, BASE[i].name);
    for (size_t i = 0; i < sizeof BUILTINS / sizeof *BUILTINS; i++)
        visit(context, BUILTINS[i].name);
    for (int i = 0; i < CAT_TAG_COUNT; i++)
        visit(context, cat_tag_name((cat_tag)i));
}
