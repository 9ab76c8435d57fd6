/* A short form for people: infix, negated conjunctions as disjunctions, negated orders as orders, numbers in decimal
 * where they are small. */
#include <inttypes.h>

#include "term/rewrite.h"

enum { DEEPEST = 6, LARGEST_DECIMAL = 9999, WORD_BITS = 64 };

static const char *const signs[TERM_OP_COUNT] = {
#define OP(name, smtlib, infix, arity) [TERM_##name] = (infix),
    TERM_OPS(OP)
#undef OP
};

static void print(const term_table *table, term a, uint32_t depth, strbuf *out);

static void print_constant(const term_table *table, term a, strbuf *out)
{
    term_value value = term_constant_value(table, a), minus = -value & value_mask(width_of(table, a));
    uint64_t high = (uint64_t)(value >> WORD_BITS), low = (uint64_t)value;
    if (value <= LARGEST_DECIMAL)
        strbuf_addf(out, "%" PRIu64, low);
    else if (minus <= LARGEST_DECIMAL)
        strbuf_addf(out, "-%" PRIu64, (uint64_t)minus);
    else if (high)
        strbuf_addf(out, "0x%" PRIx64 "%016" PRIx64, high, low);
    else
        strbuf_addf(out, "0x%" PRIx64, low);
}

static void print_variable(const term_table *table, term a, strbuf *out)
{
    const char *name = term_variable_name(table, a);
    if (name)
        strbuf_add(out, name);
    else
        strbuf_addf(out, "v%" PRIu32, term_variable_number(table, a));
}

static void print_infix(const term_table *table, term a, const char *sign, term b, uint32_t depth, strbuf *out)
{
    strbuf_add_char(out, '(');
    print(table, a, depth, out);
    strbuf_addf(out, " %s ", sign);
    print(table, b, depth, out);
    strbuf_add_char(out, ')');
}

/* Prints not a; how depends on what a is. */
static void print_negation(const term_table *table, term a, uint32_t depth, strbuf *out)
{
    const term_node *node = node_of(table, a);
    if (depth == 0) {
        strbuf_add(out, "...");
        return;
    }
    switch (node->op) {
    case TERM_NOT:
        print(table, node->a, depth, out);
        break;
    case TERM_AND:
        strbuf_add_char(out, '(');
        print_negation(table, node->a, depth - 1, out);
        strbuf_add(out, " | ");
        print_negation(table, node->b, depth - 1, out);
        strbuf_add_char(out, ')');
        break;
    case TERM_EQ:
        print_infix(table, node->a, "!=", node->b, depth - 1, out);
        break;
    case TERM_ULT:
        print_infix(table, node->b, "<=u", node->a, depth - 1, out);
        break;
    case TERM_SLT:
        print_infix(table, node->b, "<=s", node->a, depth - 1, out);
        break;
    default:
        strbuf_add_char(out, node->width == 1 ? '!' : '~');
        print(table, a, depth, out);
        break;
    }
}

static void print_call(const term_table *table, const char *name, term a, uint32_t width, uint32_t depth, strbuf *out)
{
    strbuf_addf(out, "%s%" PRIu32 "(", name, width);
    print(table, a, depth, out);
    strbuf_add_char(out, ')');
}

static void print_binary(const term_table *table, const term_node *node, uint32_t depth, strbuf *out)
{
    bool is_difference = node->op == TERM_ADD && is_op(table, node->b, TERM_NEG);
    if (node->op == TERM_CONCAT && is_zero(table, node->a))
        print_call(table, "zext", node->b, node->width, depth, out);
    else if (is_difference)
        print_infix(table, node->a, "-", node_of(table, node->b)->a, depth, out);
    else
        print_infix(table, node->a, signs[node->op], node->b, depth, out);
}

static void print(const term_table *table, term a, uint32_t depth, strbuf *out)
{
    const term_node *node = node_of(table, a);
    if (node->op == TERM_CONSTANT || node->op == TERM_VARIABLE) {
        (node->op == TERM_CONSTANT ? print_constant : print_variable)(table, a, out);
        return;
    }
    if (depth == 0) {
        strbuf_add(out, "...");
        return;
    }
    depth--;
    switch (node->op) {
    case TERM_NOT:
        print_negation(table, node->a, depth + 1, out);
        break;
    case TERM_NEG:
        strbuf_add_char(out, '-');
        print(table, node->a, depth, out);
        break;
    case TERM_ITE:
        strbuf_add_char(out, '(');
        print(table, node->a, depth, out);
        strbuf_add(out, " ? ");
        print(table, node->b, depth, out);
        strbuf_add(out, " : ");
        print(table, node->c, depth, out);
        strbuf_add_char(out, ')');
        break;
    case TERM_EXTRACT:
        print(table, node->a, depth, out);
        strbuf_addf(out, "[%u:%u]", node->aux + node->width - 1u, (unsigned)node->aux);
        break;
    default:
        if (term_op_arity((term_op)node->op) == 1)
            print_call(table, signs[node->op], node->a, node->width, depth, out);
        else
            print_binary(table, node, depth, out);
        break;
    }
}

void term_print(const term_table *table, term a, strbuf *out)
{
    print(table, a, DEEPEST, out);
}
