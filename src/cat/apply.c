/* Functions that are not written in cat. */
#include "cat/reader.h"

/* Only writes have an order that an execution gives. */
static bool is_of_writes(const cat_model *model, uint32_t node)
{
    const cat_node *n = &model->nodes.data[node];
    if (n->op == CAT_WRITES || n->op == CAT_NONE || n->op == CAT_INITIAL)
        return true;
    return n->op == CAT_SET_AND && (is_of_writes(model, n->a) || is_of_writes(model, n->b));
}

/* Orders of the events of a set, of each place by itself: the coherence order of those. */
static value orders_of(reader *r, uint32_t set, uint32_t partial, syntax_place place)
{
    builder *b = &r->builder;
    if (!is_of_writes(b->model, set))
        return reader_fail(r, STATUS_UNSUPPORTED, place,
                           "orders of events that are not known to be writes are not "
                           "understood");
    uint32_t square = builder_make(b, CAT_CROSS, set, set), co = builder_base(b, CAT_CO);
    bool is_all = b->model->nodes.data[set].op == CAT_WRITES;
    uint32_t loc = builder_make(b, CAT_AND, builder_base(b, CAT_LOC), square);
    return (value){.kind = VALUE_ORDERS,
                   .node = is_all ? co : builder_make(b, CAT_AND, co, square),
                   .extends = builder_make(b, CAT_AND, loc, partial)};
}

static value apply_generate_orders(reader *r, value argument, syntax_place place)
{
    uint32_t set, partial;
    if (argument.kind != VALUE_TUPLE || argument.count != 2)
        return reader_wrong_type(r, place, "a set and a relation were expected here");
    if (!reader_node_of_type(r, argument.items[0], CAT_SET, place, &set) ||
        !reader_node_of_type(r, argument.items[1], CAT_RELATION, place, &partial))
        return (value){.kind = VALUE_FAILED};
    return orders_of(r, set, partial, place);
}

value builtin_apply(reader *r, builtin which, value argument, syntax_place place)
{
    uint32_t node;
    if (which == BUILTIN_GENERATE_ORDERS)
        return apply_generate_orders(r, argument, place);
    if (!reader_node_of_type(r, argument, CAT_RELATION, place, &node))
        return (value){.kind = VALUE_FAILED};
    if (which == BUILTIN_GENERATE_COS)
        return orders_of(r, builder_base(&r->builder, CAT_WRITES), node, place);
    return value_of_node(builder_make(&r->builder, which == BUILTIN_DOMAIN ? CAT_DOMAIN : CAT_RANGE, node, 0));
}
