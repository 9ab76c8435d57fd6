#include "cat/reader.h"

enum { MAX_LENGTH = 32, MAX_DISTANCE = 2 };

typedef struct search {
    const char *name;
    const char *best;
    uint32_t distance; /* of the best */
} search;

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* How many letters to insert, remove or change. Neither is longer than MAX_LENGTH. */
static uint32_t distance(const char *a, const char *b)
{
    uint32_t row[MAX_LENGTH + 1], size = (uint32_t)strlen(b);
    for (uint32_t k = 0; k <= size; k++)
        row[k] = k;
    for (uint32_t i = 0; a[i]; i++) {
        uint32_t diagonal = row[0];
        row[0] = i + 1;
        for (uint32_t k = 0; k < size; k++) {
            uint32_t changed = diagonal + (a[i] != b[k]);
            diagonal = row[k + 1];
            row[k + 1] = least(changed, 1 + least(row[k], row[k + 1]));
        }
    }
    return row[size];
}

static void consider(void *context, const char *name)
{
    search *s = context;
    if (strlen(name) > MAX_LENGTH)
        return;
    uint32_t far = distance(s->name, name);
    if (far < s->distance && far < strlen(s->name)) {
        s->distance = far;
        s->best = name;
    }
}

value suggest_name(reader *r, syntax_place place, const char *name, const scope *names)
{
    search s = {name, NULL, MAX_DISTANCE + 1};
    if (strlen(name) <= MAX_LENGTH) {
        for (; names; names = names->older)
            consider(&s, names->name);
        base_each(consider, &s);
    }
    value v = s.best ? reader_fail(r, STATUS_BAD_INPUT, place, "`%s` is the name of nothing; did you mean `%s`?", name,
                                   s.best)
                     : reader_fail(r, STATUS_BAD_INPUT, place,
                                   "`%s` is the name of nothing: a set, a relation or a function was expected", name);
    r->is_unknown_name = true;
    return v;
}
