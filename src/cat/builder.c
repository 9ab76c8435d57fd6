#include "cat/builder.h"

#include "base/hash.h"

static uint64_t key_of(cat_op op, uint32_t first, uint32_t second)
{
    hash128 h = hash128_start();
    hash128_word(&h, (uint64_t)op);
    hash128_word(&h, (uint64_t)first << 32 | second);
    return h.a >> 1; /* never MAP_NO_KEY, also after a few steps */
}

static bool is_nothing(const builder *b, uint32_t node)
{
    uint8_t op = b->model->nodes.data[node].op;
    return op == CAT_NONE || op == CAT_EMPTY;
}

/* Is the value empty whenever an operand is, or is it an operand then? Sets `out` if so. */
static bool simplify(builder *b, cat_op op, uint32_t first, uint32_t second, uint32_t *out)
{
    uint32_t count = cat_op_operands(op);
    bool none_first = count > 0 && is_nothing(b, first), none_second = count > 1 && is_nothing(b, second);
    if (!none_first && !none_second)
        return false;
    bool is_or = op == CAT_OR || op == CAT_SET_OR, is_minus = op == CAT_MINUS || op == CAT_SET_MINUS;
    if (is_or)
        *out = none_first ? second : first;
    else if (is_minus && !none_first)
        *out = first;
    else
        *out = builder_nothing(b, cat_op_type(op));
    return true;
}

static uint32_t group_of(const builder *b, cat_op op, uint32_t first, uint32_t second)
{
    uint32_t operands[] = {first, second};
    for (uint32_t i = 0; i < cat_op_operands(op); i++) {
        uint32_t group = b->model->nodes.data[operands[i]].group;
        if (group != CAT_NO_GROUP && group == b->open_group)
            return group;
    }
    return CAT_NO_GROUP;
}

static uint32_t add(builder *b, cat_op op, uint32_t first, uint32_t second, uint32_t group)
{
    vec_push(&b->model->nodes, (cat_node){(uint8_t)op, first, second, group});
    return b->model->nodes.size - 1;
}

uint32_t builder_make(builder *b, cat_op op, uint32_t first, uint32_t second)
{
    uint32_t simple;
    if (simplify(b, op, first, second, &simple))
        return simple;
    uint64_t key = key_of(op, first, second);
    for (uint64_t *found; (found = map_find(&b->index, key)); key++) {
        const cat_node *n = &b->model->nodes.data[*found];
        if (n->op == op && n->a == first && n->b == second)
            return (uint32_t)*found;
    }
    uint32_t node = add(b, op, first, second, group_of(b, op, first, second));
    map_put(&b->index, key, node);
    return node;
}

uint32_t builder_nothing(builder *b, cat_type type)
{
    return builder_base(b, type == CAT_SET ? CAT_NONE : CAT_EMPTY);
}

uint32_t builder_rec(builder *b, cat_type type)
{
    return add(b, type == CAT_SET ? CAT_SET_REC : CAT_REC, 0, 0, b->open_group);
}

void builder_clear(builder *b)
{
    map_clear(&b->index);
}
