/* Values that an execution gives. */
#include "cat/session.h"

static void clear(cat_session *s, uint32_t node)
{
    memset(s->values[node], 0, session_words(s, node) * sizeof(uint64_t));
}

static bool is_in_set(const cat_session *s, const cat_node *n, uint32_t a)
{
    const cat_event *e = session_event(s, a);
    switch (n->op) {
    case CAT_ALL:
        return true;
    case CAT_READS:
        return e->kind & CAT_READ;
    case CAT_WRITES:
        return e->kind & CAT_WRITE;
    case CAT_FENCES:
        return e->kind & CAT_FENCE;
    case CAT_INITIAL:
        return cat_event_is_initial(e);
    case CAT_TAGGED:
        return e->tags >> n->a & 1;
    default:
        return false;
    }
}

static void give_set(cat_session *s, uint32_t node)
{
    for (uint32_t a = 0; a < s->size.count; a++)
        if (is_in_set(s, session_node(s, node), a))
            cat_bits_add(s->values[node], a);
}

/* ---- relations of the program ---- */

static bool is_related(const cat_session *s, cat_op op, uint32_t a, uint32_t b)
{
    const cat_event *first = session_event(s, a), *second = session_event(s, b);
    bool is_same = first->thread == second->thread, is_initial = cat_event_is_initial(first);
    switch (op) {
    case CAT_ID:
        return a == b;
    case CAT_PO:
        return is_same && !is_initial && first->index < second->index;
    case CAT_INT:
        return is_same && !is_initial;
    default:
        return op == CAT_EXT && !is_same;
    }
}

static void give_by_pairs(cat_session *s, uint32_t node, cat_op op)
{
    for (uint32_t a = 0; a < s->size.count; a++)
        for (uint32_t b = 0; b < s->size.count; b++)
            if (is_related(s, op, a, b))
                cat_relation_add(s->size, s->values[node], a, b);
}

static void give_list(cat_session *s, uint32_t node, const cat_pairs *pairs)
{
    for (uint32_t i = 0; i < pairs->size; i++)
        cat_relation_add(s->size, s->values[node], pairs->data[i].from, pairs->data[i].to);
}

/* ---- relations of the execution ---- */

static bool is_loc(const cat_session *s, uint32_t a, uint32_t b)
{
    return s->x->places[a] == s->x->places[b] && s->x->places[a] != CAT_NO_PLACE;
}

static bool is_co(const cat_session *s, uint32_t a, uint32_t b)
{
    return session_event(s, a)->kind & session_event(s, b)->kind & CAT_WRITE && is_loc(s, a, b) &&
           s->x->order[a] < s->x->order[b];
}

static void give_by_places(cat_session *s, uint32_t node, cat_op op)
{
    for (uint32_t a = 0; a < s->size.count; a++)
        for (uint32_t b = 0; b < s->size.count; b++)
            if (op == CAT_LOC ? is_loc(s, a, b) : is_co(s, a, b))
                cat_relation_add(s->size, s->values[node], a, b);
}

static void give_by_sources(cat_session *s, uint32_t node, cat_op op)
{
    for (uint32_t r = 0; r < s->size.count; r++) {
        if (!(session_event(s, r)->kind & CAT_READ))
            continue;
        uint32_t source = s->x->sources[r];
        if (op == CAT_RF)
            cat_relation_add(s->size, s->values[node], source, r);
        for (uint32_t w = 0; w < s->size.count && op == CAT_FR; w++)
            if (w != r && is_co(s, source, w))
                cat_relation_add(s->size, s->values[node], r, w);
    }
}

static void give_relation(cat_session *s, uint32_t node, cat_op op)
{
    const cat_program *p = s->program;
    switch (op) {
    case CAT_ADDR:
        give_list(s, node, &p->addr);
        break;
    case CAT_DATA:
        give_list(s, node, &p->data);
        break;
    case CAT_CTRL:
        give_list(s, node, &p->ctrl);
        break;
    case CAT_AMO:
        give_list(s, node, &p->amo);
        break;
    case CAT_LXSX:
        give_list(s, node, &p->lxsx);
        break;
    case CAT_LOC:
    case CAT_CO:
        give_by_places(s, node, op);
        break;
    case CAT_RF:
    case CAT_FR:
        give_by_sources(s, node, op);
        break;
    default:
        give_by_pairs(s, node, op);
    }
}

void session_give(cat_session *s, uint32_t node)
{
    clear(s, node);
    if (session_is_set(s, node))
        give_set(s, node);
    else
        give_relation(s, node, (cat_op)session_node(s, node)->op);
}
