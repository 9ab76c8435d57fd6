/* What makes an axiom fail: the cheapest cycle, pair or event. */
#include "cat/session.h"

#include "base/alloc.h"

static bool is_free(const uint64_t *without, uint32_t a)
{
    return !cat_bits_have(without, a);
}

/* ---- pairs and events ---- */

typedef struct failure {
    session_cost cost;
    uint32_t a, b;
} failure;

static void consider(const cat_session *s, uint32_t node, uint32_t a, uint32_t b, failure *best)
{
    if (!session_has(s, node, a, b))
        return;
    session_cost cost = session_cost_of(s, node, a, b);
    if (cost < best->cost)
        *best = (failure){cost, a, b};
}

static bool find_pair(cat_session *s, const cat_axiom *axiom, const uint64_t *without, session_events *out)
{
    failure best = {SESSION_NO_COST, 0, 0};
    bool is_diagonal = axiom->test == CAT_IRREFLEXIVE || session_is_set(s, axiom->node);
    for (uint32_t a = 0; a < s->size.count; a++)
        for (uint32_t b = is_diagonal ? a : 0; b < (is_diagonal ? a + 1 : s->size.count); b++)
            if (is_free(without, a) && is_free(without, b))
                consider(s, axiom->node, a, b, &best);
    if (best.cost == SESSION_NO_COST)
        return false;
    vec_push(out, best.a);
    if (!is_diagonal)
        vec_push(out, best.b);
    return true;
}

/* ---- cycles ---- */

/* Ways from one event, as the shortest known. */
typedef struct ways {
    cat_session *s;
    uint32_t node;
    uint64_t *allowed; /* events that are on cycles */
    uint64_t *open;
    session_cost *costs;
    uint32_t *before; /* the event before on the way */
} ways;

static void relax(ways *w, uint32_t at, session_cost so_far)
{
    cat_size size = w->s->size;
    const uint64_t *row = cat_row_const(size, w->s->values[w->node], at);
    for (uint32_t b = cat_bits_next(size, row, 0); b < size.count; b = cat_bits_next(size, row, b + 1)) {
        session_cost cost = session_add_costs(so_far, session_cost_of(w->s, w->node, at, b));
        if (!cat_bits_have(w->allowed, b) || cost >= w->costs[b])
            continue;
        w->costs[b] = cost;
        w->before[b] = at;
        cat_bits_add(w->open, b);
    }
}

/* The cost of the cheapest cycle through the event. Ways that cost more than `limit` are not followed. */
static session_cost find_ways(ways *w, uint32_t from, session_cost limit)
{
    cat_size size = w->s->size;
    memset(w->costs, 0xff, size.count * sizeof *w->costs);
    relax(w, from, 0);
    for (uint32_t at; (at = cat_bits_next(size, w->open, 0)) < size.count;) {
        w->open[at / 64] &= ~((uint64_t)1 << (at % 64));
        if (at != from && w->costs[at] < limit)
            relax(w, at, w->costs[at]);
    }
    return w->costs[from];
}

/* Events that are on cycles of free ones. */
static void find_allowed(ways *w, const uint64_t *without)
{
    cat_size size = w->s->size;
    uint64_t *closed = alloc_zeroed(cat_relation_words(size) + 1, sizeof *closed);
    uint64_t *all = alloc_zeroed(size.words + 1, sizeof *all);
    cat_set_fill(size, all);
    cat_bits_minus(size.words, all, all, without);
    cat_relation_restrict_first(size, closed, w->s->values[w->node], all);
    cat_relation_restrict_second(size, closed, closed, all);
    cat_relation_close(size, closed);
    for (uint32_t a = 0; a < size.count; a++)
        if (cat_relation_has(size, closed, a, a))
            cat_bits_add(w->allowed, a);
    free(all);
    free(closed);
}

static uint32_t find_best(ways *w)
{
    cat_size size = w->s->size;
    session_cost least = SESSION_NO_COST;
    uint32_t best = size.count;
    for (uint32_t a = cat_bits_next(size, w->allowed, 0); a < size.count; a = cat_bits_next(size, w->allowed, a + 1)) {
        session_cost cost = find_ways(w, a, least);
        if (cost < least) {
            least = cost;
            best = a;
        }
    }
    return best;
}

/* From the last event back to the first, then the other way round. */
static void tell_cycle(const ways *w, uint32_t from, session_events *out)
{
    uint32_t at = from;
    do {
        at = w->before[at];
        vec_push(out, at);
    } while (at != from);
    for (uint32_t i = 0, k = out->size - 1; i < k; i++, k--) {
        uint32_t other = out->data[i];
        out->data[i] = out->data[k];
        out->data[k] = other;
    }
}

static bool find_cycle(cat_session *s, uint32_t node, const uint64_t *without, session_events *out)
{
    ways w = {
        .s = s,
        .node = node,
        .allowed = alloc_zeroed(s->size.words + 1, sizeof(uint64_t)),
        .open = alloc_zeroed(s->size.words + 1, sizeof(uint64_t)),
        .costs = alloc_zeroed(s->size.count + 1, sizeof(session_cost)),
        .before = alloc_zeroed(s->size.count + 1, sizeof(uint32_t)),
    };
    find_allowed(&w, without);
    uint32_t from = find_best(&w);
    if (from < s->size.count) {
        find_ways(&w, from, SESSION_NO_COST);
        tell_cycle(&w, from, out);
    }
    free(w.allowed);
    free(w.open);
    free(w.costs);
    free(w.before);
    return from < s->size.count;
}

bool session_find_failure(cat_session *s, const cat_axiom *axiom, const uint64_t *without, session_events *out)
{
    out->size = 0;
    return axiom->test == CAT_ACYCLIC ? find_cycle(s, axiom->node, without, out) : find_pair(s, axiom, without, out);
}
