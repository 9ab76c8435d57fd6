/* The value of an expression. */
#include <stdarg.h>

#include "cat/reader.h"

/* Functions that call functions twice get out of hand. */
enum { MAX_DEPTH = 3000, MAX_WORK = 1000000 };

/* ---- values ---- */

value value_of_node(uint32_t node)
{
    return (value){.kind = VALUE_NODE, .node = node};
}

bool value_is_node(value v, const reader *r, cat_type type)
{
    return v.kind == VALUE_NODE && cat_node_type(r->builder.model, v.node) == type;
}

value reader_fail(reader *r, status s, syntax_place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    syntax_failv(r->d, s, place, format, args);
    va_end(args);
    return (value){.kind = VALUE_FAILED};
}

value reader_wrong_type(reader *r, syntax_place place, const char *what)
{
    r->is_wrong_type = true;
    return reader_fail(r, STATUS_BAD_INPUT, place, "%s", what);
}

bool reader_node(reader *r, value v, syntax_place place, uint32_t *out)
{
    if (v.kind == VALUE_NOTHING)
        return *out = builder_nothing(&r->builder, CAT_RELATION), true;
    *out = v.node;
    if (v.kind == VALUE_NODE)
        return true;
    if (v.kind != VALUE_FAILED)
        reader_wrong_type(r, place, "this is neither a set nor a relation");
    return false;
}

bool reader_node_of_type(reader *r, value v, cat_type type, syntax_place place, uint32_t *out)
{
    if (v.kind == VALUE_NOTHING)
        return *out = builder_nothing(&r->builder, type), true;
    *out = v.node;
    if (value_is_node(v, r, type))
        return true;
    if (v.kind != VALUE_FAILED)
        reader_wrong_type(r, place, type == CAT_SET ? "a set was expected here" : "a relation was expected here");
    return false;
}

/* ---- scopes ---- */

const scope *scope_add(reader *r, const scope *older, const char *name, value v)
{
    scope *s = syntax_alloc(&r->store, sizeof *s);
    *s = (scope){name, v, older};
    return s;
}

const scope *scope_find(const scope *names, const char *name)
{
    while (names && names->name != name)
        names = names->older;
    return names;
}

const scope *expand_parameters(reader *r, const name_list *parameters, value argument, const scope *names,
                               syntax_place place, bool *fine)
{
    uint32_t count = 0, k = 0;
    for (const name_list *p = parameters; p; p = p->next)
        count++;
    *fine = count <= 1 || (argument.kind == VALUE_TUPLE && argument.count == count);
    if (!*fine) {
        reader_fail(r, STATUS_BAD_INPUT, place, "%u values were expected instead of %u", count,
                    argument.kind == VALUE_TUPLE ? argument.count : 1);
        return names;
    }
    for (const name_list *p = parameters; p; p = p->next, k++)
        if (p->name)
            names = scope_add(r, names, p->name, count == 1 ? argument : argument.items[k]);
    return names;
}

/* ---- operators ---- */

static value expand_name(reader *r, const expr *e, const scope *names)
{
    value v;
    const scope *found = scope_find(names, e->name);
    if (found)
        return found->value;
    if (base_find(r, e->name, &v))
        return v;
    return suggest_name(r, e->place, e->name, names);
}

/* Union, intersection, difference: both are sets or both are relations. */
static value join(reader *r, const expr *e, cat_op of_sets, cat_op of_relations, value a, value b)
{
    uint32_t first, second;
    if (a.kind == VALUE_NOTHING && b.kind == VALUE_NOTHING)
        return a;
    cat_type type = value_is_node(a, r, CAT_SET) || value_is_node(b, r, CAT_SET) ? CAT_SET : CAT_RELATION;
    if (value_is_node(a, r, CAT_RELATION) && type == CAT_SET)
        return reader_wrong_type(r, e->b->place, "a relation was expected here, since the other operand is one");
    if (!reader_node_of_type(r, a, type, e->a->place, &first) || !reader_node_of_type(r, b, type, e->b->place, &second))
        return (value){.kind = VALUE_FAILED};
    return value_of_node(builder_make(&r->builder, type == CAT_SET ? of_sets : of_relations, first, second));
}

/* An operator whose operands have one type. */
static value compute(reader *r, const expr *e, cat_op op, cat_type type, value a, value b)
{
    uint32_t first = 0, second = 0;
    if (!reader_node_of_type(r, a, type, e->a->place, &first))
        return (value){.kind = VALUE_FAILED};
    if (e->b && !reader_node_of_type(r, b, type, e->b->place, &second))
        return (value){.kind = VALUE_FAILED};
    return value_of_node(builder_make(&r->builder, op, first, second));
}

static value complement(reader *r, const expr *e, value a)
{
    uint32_t node, all = builder_base(&r->builder, CAT_ALL);
    if (!reader_node(r, a, e->a->place, &node))
        return (value){.kind = VALUE_FAILED};
    if (cat_node_type(r->builder.model, node) == CAT_SET)
        return value_of_node(builder_make(&r->builder, CAT_SET_MINUS, all, node));
    return value_of_node(builder_make(&r->builder, CAT_MINUS, builder_make(&r->builder, CAT_CROSS, all, all), node));
}

/* a? and a*: also with itself. */
static value reflexive(reader *r, value a)
{
    if (a.kind != VALUE_NODE)
        return a;
    return value_of_node(builder_make(&r->builder, CAT_OR, builder_base(&r->builder, CAT_ID), a.node));
}

static value option(reader *r, const expr *e, value a)
{
    uint32_t node;
    if (!reader_node_of_type(r, a, CAT_RELATION, e->a->place, &node))
        return (value){.kind = VALUE_FAILED};
    return reflexive(r, value_of_node(node));
}

static value operate(reader *r, const expr *e, value a, value b)
{
    switch (e->kind) {
    case EXPR_OR:
        return join(r, e, CAT_SET_OR, CAT_OR, a, b);
    case EXPR_AND:
        return join(r, e, CAT_SET_AND, CAT_AND, a, b);
    case EXPR_MINUS:
        return join(r, e, CAT_SET_MINUS, CAT_MINUS, a, b);
    case EXPR_THEN:
        return compute(r, e, CAT_THEN, CAT_RELATION, a, b);
    case EXPR_CROSS:
        return compute(r, e, CAT_CROSS, CAT_SET, a, b);
    case EXPR_ID_OF:
        return compute(r, e, CAT_ID_OF, CAT_SET, a, b);
    case EXPR_INVERSE:
        return compute(r, e, CAT_INVERSE, CAT_RELATION, a, b);
    case EXPR_PLUS:
        return compute(r, e, CAT_PLUS, CAT_RELATION, a, b);
    case EXPR_STAR:
        return reflexive(r, compute(r, e, CAT_PLUS, CAT_RELATION, a, b));
    case EXPR_OPTION:
        return option(r, e, a);
    default:
        assert(e->kind == EXPR_COMPLEMENT);
        return complement(r, e, a);
    }
}

static value expand_operator(reader *r, const expr *e, const scope *names)
{
    value none = {.kind = VALUE_FAILED};
    value a = expand(r, e->a, names);
    if (a.kind == VALUE_FAILED)
        return none;
    value b = e->b ? expand(r, e->b, names) : none;
    return e->b && b.kind == VALUE_FAILED ? none : operate(r, e, a, b);
}

/* ---- functions, tuples, definitions ---- */

static value apply_function(reader *r, value f, value argument, syntax_place place)
{
    bool fine;
    const scope *inner = expand_parameters(r, f.function->parameters, argument, f.scope, place, &fine);
    return fine ? expand(r, f.function->a, inner) : (value){.kind = VALUE_FAILED};
}

static value expand_apply(reader *r, const expr *e, const scope *names)
{
    value f = expand(r, e->a, names);
    value argument = f.kind == VALUE_FAILED ? f : expand(r, e->b, names);
    if (argument.kind == VALUE_FAILED)
        return argument;
    if (f.kind == VALUE_BUILTIN)
        return builtin_apply(r, f.builtin, argument, e->b->place);
    if (f.kind == VALUE_FUNCTION)
        return apply_function(r, f, argument, e->b->place);
    return reader_fail(r, STATUS_BAD_INPUT, e->b->place, "this stands behind something that is no function");
}

static value expand_tuple(reader *r, const expr *e, const scope *names)
{
    value tuple = {.kind = VALUE_TUPLE};
    for (const expr *item = e->items; item; item = item->next)
        tuple.count++;
    tuple.items = syntax_alloc(&r->store, tuple.count * sizeof *tuple.items);
    uint32_t k = 0;
    for (const expr *item = e->items; item; item = item->next, k++) {
        tuple.items[k] = expand(r, item, names);
        if (tuple.items[k].kind == VALUE_FAILED)
            return tuple.items[k];
    }
    return tuple;
}

bool expand_lets(reader *r, const binding *lets, bool is_rec, const scope **names)
{
    const scope *outer = *names;
    if (is_rec)
        return recursion_expand(r, lets, names);
    for (const binding *b = lets; b; b = b->next) {
        bool fine;
        value v = expand(r, b->value, outer);
        if (v.kind == VALUE_FAILED)
            return false;
        *names = expand_parameters(r, b->targets, v, *names, b->place, &fine);
        if (!fine)
            return false;
    }
    return true;
}

static value expand_let(reader *r, const expr *e, const scope *names)
{
    return expand_lets(r, e->lets, e->is_rec, &names) ? expand(r, e->a, names) : (value){.kind = VALUE_FAILED};
}

/* Only names that mean nothing lead to the second expression. */
static value expand_try(reader *r, const expr *e, const scope *names)
{
    value v = expand(r, e->a, names);
    if (v.kind != VALUE_FAILED || !r->is_unknown_name)
        return v;
    r->is_unknown_name = false;
    diag_clear(r->d);
    return expand(r, e->b, names);
}

static value expand_inside(reader *r, const expr *e, const scope *names)
{
    switch (e->kind) {
    case EXPR_NAME:
        return expand_name(r, e, names);
    case EXPR_UNIVERSE:
        return value_of_node(builder_base(&r->builder, CAT_ALL));
    case EXPR_NOTHING:
        return (value){.kind = VALUE_NOTHING};
    case EXPR_APPLY:
        return expand_apply(r, e, names);
    case EXPR_TUPLE:
        return expand_tuple(r, e, names);
    case EXPR_LET:
        return expand_let(r, e, names);
    case EXPR_FUN:
        return (value){.kind = VALUE_FUNCTION, .function = e, .scope = names};
    case EXPR_TRY:
        return expand_try(r, e, names);
    default:
        return expand_operator(r, e, names);
    }
}

value expand(reader *r, const expr *e, const scope *names)
{
    if (r->depth >= MAX_DEPTH || r->work >= MAX_WORK)
        return reader_fail(r, STATUS_BAD_INPUT, e->place,
                           "this model becomes too large when its functions are applied");
    r->depth++;
    r->work++;
    value v = expand_inside(r, e, names);
    r->depth--;
    return v;
}
