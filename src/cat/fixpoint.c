/* Least fixed points, semi-naively: a round looks only at what the round before has added.
 *
 * Invariant between rounds: the value of a node of the group that is no name is what its operator makes of the values
 * of its operands; `news` are the pairs that the round added, and are in the value already. */
#include "cat/session.h"

/* What is new of an operand, NULL if it is not of the group. */
static const uint64_t *news_of(const cat_session *s, const cat_node *n, uint32_t operand)
{
    return session_node(s, operand)->group == n->group ? s->news[operand] : NULL;
}

/* The pairs of a composition of which one half is new. */
static void compose_news(cat_session *s, const cat_node *n, uint64_t *out)
{
    const uint64_t *a = news_of(s, n, n->a), *b = news_of(s, n, n->b);
    memset(out, 0, cat_relation_words(s->size) * sizeof *out);
    if (a)
        cat_relation_add_then(s->size, out, a, s->values[n->b]);
    if (b)
        cat_relation_add_then(s->size, out, s->values[n->a], b);
}

/* What is new of a union, an intersection or a difference: adds what comes from one operand, `other` the second one. */
static void join_news(const cat_session *s, uint32_t node, const uint64_t *fresh, uint32_t other, uint64_t *out)
{
    uint8_t op = session_node(s, node)->op;
    size_t words = session_words(s, node);
    for (size_t i = 0; i < words && fresh; i++) {
        uint64_t rest = s->values[other][i];
        bool is_and = op == CAT_AND || op == CAT_SET_AND, is_minus = op == CAT_MINUS || op == CAT_SET_MINUS;
        out[i] |= is_and ? fresh[i] & rest : is_minus ? fresh[i] & ~rest : fresh[i];
    }
}

static bool is_join(uint8_t op)
{
    return op == CAT_OR || op == CAT_AND || op == CAT_MINUS || op == CAT_SET_OR || op == CAT_SET_AND ||
           op == CAT_SET_MINUS;
}

/* At least what is new of the node. */
static void find_news(cat_session *s, uint32_t node, uint64_t *out)
{
    const cat_node *n = session_node(s, node);
    if (n->op == CAT_THEN) {
        compose_news(s, n, out);
    } else if (is_join(n->op)) {
        memset(out, 0, session_words(s, node) * sizeof *out);
        join_news(s, node, news_of(s, n, n->a), n->b, out);
        join_news(s, node, news_of(s, n, n->b), n->a, out);
    } else {
        session_compute(s, node, out);
    }
}

/* Adds what is in `fresh` and not in the value; is there something? */
static bool add_news(cat_session *s, uint32_t node, const uint64_t *fresh)
{
    size_t words = session_words(s, node);
    uint64_t *news = s->news[node], any = 0;
    for (size_t i = 0; i < words; i++) {
        news[i] = fresh[i] & ~s->values[node][i];
        s->values[node][i] |= news[i];
        any |= news[i];
    }
    return any;
}

static void begin(cat_session *s, const cat_group *group)
{
    for (uint32_t i = 0; i < group->nodes.size; i++) {
        uint32_t node = group->nodes.data[i];
        size_t bytes = session_words(s, node) * sizeof(uint64_t);
        memset(s->values[node], 0, bytes);
        memset(s->news[node], 0, bytes);
    }
    for (uint32_t i = group->rec_count; i < group->nodes.size; i++) {
        uint32_t node = group->nodes.data[i];
        session_compute(s, node, s->values[node]);
    }
}

/* Names get what their bodies have. */
static bool add_bodies(cat_session *s, const cat_group *group)
{
    bool any = false;
    for (uint32_t i = 0; i < group->rec_count; i++) {
        uint32_t node = group->nodes.data[i];
        any |= add_news(s, node, s->values[session_node(s, node)->a]);
    }
    return any;
}

void session_compute_group(cat_session *s, const cat_group *group)
{
    begin(s, group);
    while (add_bodies(s, group))
        for (uint32_t i = group->rec_count; i < group->nodes.size; i++) {
            find_news(s, group->nodes.data[i], s->scratch);
            add_news(s, group->nodes.data[i], s->scratch);
        }
}
