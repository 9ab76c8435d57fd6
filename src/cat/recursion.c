/* `let rec a = … and b = …`: a group of nodes, of which the names are nodes without operands until the bodies are
 * known.
 *
 * Whether the names are sets or relations is not written: first they are taken for relations, and if that does not
 * fit, for sets. */
#include "cat/reader.h"

typedef struct recursion {
    const binding *lets;
    cat_type type;
    uint32_t first; /* the node of the first name; the others follow */
    uint32_t count;
} recursion;

static bool is_plain_name(reader *r, const binding *b)
{
    bool is_one = b->targets && !b->targets->next && b->targets->name;
    if (is_one && b->value->kind != EXPR_FUN)
        return true;
    reader_fail(r, STATUS_UNSUPPORTED, b->place, "recursion that is not about a set or a relation is not understood");
    return false;
}

static const scope *add_names(reader *r, recursion *rec, const scope *names)
{
    rec->first = r->builder.model->nodes.size;
    rec->count = 0;
    for (const binding *b = rec->lets; b; b = b->next, rec->count++)
        names = scope_add(r, names, b->targets->name, value_of_node(builder_rec(&r->builder, rec->type)));
    return names;
}

static bool expand_bodies(reader *r, const recursion *rec, const scope *inner)
{
    uint32_t node = rec->first, body;
    for (const binding *b = rec->lets; b; b = b->next, node++) {
        value v = expand(r, b->value, inner);
        if (!reader_node_of_type(r, v, rec->type, b->value->place, &body))
            return false;
        r->builder.model->nodes.data[node].a = body;
    }
    return true;
}

/* Nothing is taken away by what the recursion adds. */
static bool is_monotone(const cat_model *model, uint32_t group, uint32_t first)
{
    for (uint32_t i = first; i < model->nodes.size; i++) {
        const cat_node *n = &model->nodes.data[i];
        bool is_minus = n->op == CAT_MINUS || n->op == CAT_SET_MINUS;
        if (is_minus && model->nodes.data[n->b].group == group)
            return false;
    }
    return true;
}

static void add_group(reader *r, const recursion *rec)
{
    cat_model *model = r->builder.model;
    cat_group group = {.rec_count = rec->count, .end = model->nodes.size};
    for (uint32_t i = rec->first; i < model->nodes.size; i++)
        if (model->nodes.data[i].group == model->groups.size)
            vec_push(&group.nodes, i);
    vec_push(&model->groups, group);
}

/* Tries one type for all names. */
static bool expand_as(reader *r, recursion *rec, const scope **names)
{
    cat_model *model = r->builder.model;
    r->builder.open_group = model->groups.size;
    const scope *inner = add_names(r, rec, *names);
    bool fine = expand_bodies(r, rec, inner);
    r->builder.open_group = CAT_NO_GROUP;
    if (!fine)
        return false;
    if (!is_monotone(model, model->groups.size, rec->first)) {
        reader_fail(r, STATUS_UNSUPPORTED, rec->lets->place, "recursion through a difference or `~` is not understood");
        return false;
    }
    add_group(r, rec);
    *names = inner;
    return true;
}

/* If sets do not fit either, the first error is told. */
static bool expand_again(reader *r, recursion *rec, const scope **names)
{
    diag first = *r->d;
    *r->d = (diag){0};
    rec->type = CAT_SET;
    r->is_wrong_type = false;
    if (expand_as(r, rec, names)) {
        diag_clear(&first);
        return true;
    }
    diag_clear(r->d);
    *r->d = first;
    return false;
}

bool recursion_expand(reader *r, const binding *lets, const scope **names)
{
    recursion rec = {.lets = lets, .type = CAT_RELATION};
    for (const binding *b = lets; b; b = b->next)
        if (!is_plain_name(r, b))
            return false;
    if (r->builder.open_group != CAT_NO_GROUP) {
        reader_fail(r, STATUS_UNSUPPORTED, lets->place, "recursion inside of recursion is not understood");
        return false;
    }
    r->is_wrong_type = false;
    return expand_as(r, &rec, names) || (r->is_wrong_type && expand_again(r, &rec, names));
}
