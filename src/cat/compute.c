/* Values that are computed from others. */
#include "cat/session.h"

static void compute_then(cat_session *s, const cat_node *n, uint64_t *out)
{
    const uint64_t *a = s->values[n->a], *b = s->values[n->b];
    if (session_restricts_first(s, n)) {
        cat_relation_restrict_first(s->size, out, b, s->values[session_node(s, n->a)->a]);
    } else if (session_restricts_second(s, n)) {
        cat_relation_restrict_second(s->size, out, a, s->values[session_node(s, n->b)->a]);
    } else {
        memset(out, 0, cat_relation_words(s->size) * sizeof *out);
        cat_relation_add_then(s->size, out, a, b);
    }
}

static void compute_closure(cat_session *s, const uint64_t *relation, uint64_t *out)
{
    memcpy(out, relation, cat_relation_words(s->size) * sizeof *out);
    cat_relation_close(s->size, out);
}

void session_compute(cat_session *s, uint32_t node, uint64_t *out)
{
    const cat_node *n = session_node(s, node);
    const uint64_t *a = s->values[n->a], *b = cat_op_operands((cat_op)n->op) > 1 ? s->values[n->b] : NULL;
    switch (n->op) {
    case CAT_OR:
    case CAT_SET_OR:
        cat_bits_or(session_words(s, node), out, a, b);
        break;
    case CAT_AND:
    case CAT_SET_AND:
        cat_bits_and(session_words(s, node), out, a, b);
        break;
    case CAT_MINUS:
    case CAT_SET_MINUS:
        cat_bits_minus(session_words(s, node), out, a, b);
        break;
    case CAT_THEN:
        compute_then(s, n, out);
        break;
    case CAT_CROSS:
        cat_relation_cross(s->size, out, a, b);
        break;
    case CAT_ID_OF:
        cat_relation_identity(s->size, out, a);
        break;
    case CAT_INVERSE:
        cat_relation_invert(s->size, out, a);
        break;
    case CAT_PLUS:
        compute_closure(s, a, out);
        break;
    case CAT_DOMAIN:
        cat_relation_domain(s->size, out, a);
        break;
    default:
        assert(n->op == CAT_RANGE);
        cat_relation_range(s->size, out, a);
    }
}
