/* SMT-LIB 2. Truth values stay bit-vectors of width 1, so that every term has one sort; every inner term is one
 * definition, so that the script is as large as the graph and nests nowhere. */
#include <inttypes.h>

#include "term/table.h"
#include "term/walk.h"

enum { DIGIT_BITS = 4 };

static const char *const names[TERM_OP_COUNT] = {
#define OP(name, smtlib, infix, arity) [TERM_##name] = (smtlib),
    TERM_OPS(OP)
#undef OP
};

static void print_constant(const term_table *table, term a, strbuf *out)
{
    uint32_t width = width_of(table, a);
    term_value value = term_constant_value(table, a);
    if (width % DIGIT_BITS == 0) {
        strbuf_add(out, "#x");
        for (uint32_t digit = width / DIGIT_BITS; digit-- > 0;)
            strbuf_addf(out, "%x", (unsigned)(value >> (digit * DIGIT_BITS) & value_mask(DIGIT_BITS)));
        return;
    }
    strbuf_add(out, "#b");
    for (uint32_t bit = width; bit-- > 0;)
        strbuf_add_char(out, value_bit(value, bit) ? '1' : '0');
}

/* Names need not be unique or even printable; numbers make them so. */
static void print_variable(const term_table *table, term a, strbuf *out)
{
    const char *name = term_variable_name(table, a);
    strbuf_addf(out, "|v%" PRIu32, term_variable_number(table, a));
    if (name)
        strbuf_add_char(out, ' ');
    for (; name && *name; name++)
        strbuf_add_char(out, *name == '|' || *name == '\\' || *name < ' ' || *name > '~' ? '_' : *name);
    strbuf_add_char(out, '|');
}

static void print_reference(const term_table *table, term a, strbuf *out)
{
    switch (node_of(table, a)->op) {
    case TERM_CONSTANT:
        print_constant(table, a, out);
        break;
    case TERM_VARIABLE:
        print_variable(table, a, out);
        break;
    default:
        strbuf_addf(out, "t%" PRIu32, a);
        break;
    }
}

static void print_children(const term_table *table, term a, strbuf *out)
{
    for (uint32_t i = 0; i < term_arity(table, a); i++) {
        strbuf_add_char(out, ' ');
        print_reference(table, term_child(table, a, i), out);
    }
}

static void print_body(const term_table *table, term a, strbuf *out)
{
    const term_node *node = node_of(table, a);
    bool is_predicate = node->op == TERM_EQ || node->op == TERM_ULT || node->op == TERM_SLT;
    if (is_predicate)
        strbuf_add(out, "(ite ");
    strbuf_add_char(out, '(');
    if (node->op == TERM_EXTRACT)
        strbuf_addf(out, "(_ extract %u %u)", node->aux + node->width - 1u, (unsigned)node->aux);
    else if (node->op == TERM_SEXT)
        strbuf_addf(out, "(_ sign_extend %u)", node->width - width_of(table, node->a));
    else
        strbuf_add(out, names[node->op]);
    if (node->op == TERM_ITE) {
        strbuf_add(out, " (= #b1 ");
        print_reference(table, node->a, out);
        strbuf_add(out, ") ");
        print_reference(table, node->b, out);
        strbuf_add_char(out, ' ');
        print_reference(table, node->c, out);
    } else {
        print_children(table, a, out);
    }
    strbuf_add(out, is_predicate ? ") #b1 #b0)" : ")");
}

static void print_definition(const term_table *table, term a, strbuf *out)
{
    uint32_t width = width_of(table, a);
    assert(term_operation(table, a) < TERM_FADD);
    if (is_constant(table, a))
        return;
    bool is_variable = is_op(table, a, TERM_VARIABLE);
    strbuf_add(out, is_variable ? "(declare-const " : "(define-fun ");
    print_reference(table, a, out);
    strbuf_addf(out, "%s (_ BitVec %" PRIu32 ")", is_variable ? "" : " ()", width);
    if (!is_variable) {
        strbuf_add_char(out, ' ');
        print_body(table, a, out);
    }
    strbuf_add(out, ")\n");
}

void term_print_smtlib(const term_table *table, const term *claims, uint32_t count, strbuf *out)
{
    term_walk walk = {0};
    for (uint32_t i = 0; i < count; i++)
        term_walk_add(&walk, table, claims[i]);
    strbuf_add(out, "(set-logic QF_BV)\n");
    for (uint32_t i = 0; i < walk.order.size; i++)
        print_definition(table, walk.order.data[i], out);
    for (uint32_t i = 0; i < count; i++) {
        assert(width_of(table, claims[i]) == 1);
        strbuf_add(out, "(assert (= #b1 ");
        print_reference(table, claims[i], out);
        strbuf_add(out, "))\n");
    }
    strbuf_add(out, "(check-sat)\n");
    term_walk_clear(&walk);
}
