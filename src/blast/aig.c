#include "blast/aig.h"

#include "base/alloc.h"
#include "base/hash.h"

enum {
    FIRST_SLOT_COUNT = 1024,
    AHEAD = 16, /* so many slots are on their way from memory at a time */
};

void aig_init(aig *graph)
{
    *graph = (aig){.slots = alloc_zeroed(FIRST_SLOT_COUNT, sizeof *graph->slots), .slot_count = FIRST_SLOT_COUNT};
    vec_push(&graph->nodes, (aig_node){AIG_NO_EDGE, AIG_NO_EDGE, 0});
}

void aig_clear(aig *graph)
{
    vec_clear(&graph->nodes);
    free(graph->slots);
    *graph = (aig){0};
}

aig_edge aig_input(aig *graph)
{
    aig_edge edge = graph->nodes.size * 2;
    vec_push(&graph->nodes, (aig_node){AIG_NO_EDGE, AIG_NO_EDGE, 0});
    return edge;
}

/* ---- structural hashing ---- */

static uint32_t home_of(const aig *graph, aig_edge a, aig_edge b)
{
    return (uint32_t)hash_mix((uint64_t)a << 32 | b) & (graph->slot_count - 1);
}

static uint32_t *slot_of(const aig *graph, aig_edge a, aig_edge b)
{
    uint32_t mask = graph->slot_count - 1;
    for (uint32_t i = home_of(graph, a, b);; i = (i + 1) & mask) {
        uint32_t node = graph->slots[i];
        if (node == 0 || (graph->nodes.data[node].a == a && graph->nodes.data[node].b == b))
            return &graph->slots[i];
    }
}

/* Of millions of nodes, each somewhere else in memory, and nobody can ask the budget meanwhile: waiting for them one
 * after the other would take seconds. */
static void double_slots(aig *graph)
{
    const aig_node *nodes = graph->nodes.data;
    graph->slot_count *= 2;
    free(graph->slots);
    graph->slots = alloc_zeroed(graph->slot_count, sizeof *graph->slots);
    for (uint32_t node = 1; node < graph->nodes.size; node++) {
        uint32_t later = node + AHEAD < graph->nodes.size ? node + AHEAD : node;
        __builtin_prefetch(&graph->slots[home_of(graph, nodes[later].a, nodes[later].b)], 1);
        if (aig_is_and(graph, node))
            *slot_of(graph, nodes[node].a, nodes[node].b) = node;
    }
}

static aig_edge find_or_add(aig *graph, aig_edge a, aig_edge b)
{
    uint32_t *slot = slot_of(graph, a, b);
    if (*slot)
        return *slot * 2;
    if ((uint64_t)graph->nodes.size * 2 >= graph->slot_count) {
        double_slots(graph);
        slot = slot_of(graph, a, b);
    }
    assert(graph->nodes.size < UINT32_MAX / 2);
    *slot = graph->nodes.size;
    vec_push(&graph->nodes, (aig_node){a, b, 0});
    graph->nodes.data[aig_node_of(a)].parents++;
    graph->nodes.data[aig_node_of(b)].parents++;
    return *slot * 2;
}

/* ---- two-level simplification ---- */

static bool leads_to_and(const aig *graph, aig_edge a)
{
    return aig_is_and(graph, aig_node_of(a));
}

/* The two edges below a. */
typedef struct pair {
    aig_edge a, b;
} pair;

static pair below(const aig *graph, aig_edge a)
{
    const aig_node *node = &graph->nodes.data[aig_node_of(a)];
    return (pair){node->a, node->b};
}

static bool has(pair p, aig_edge a)
{
    return p.a == a || p.b == a;
}

static aig_edge other(pair p, aig_edge a)
{
    return p.a == a ? p.b : p.a;
}

/* x is the conjunction p or its negation, and b any edge. Either decides the conjunction of x and b (returns true, in
 * *a), or replaces x by a simpler edge (returns false, *a changed), or does nothing. */
static bool simplify_against_edge(aig_edge x, pair p, aig_edge b, aig_edge *a)
{
    if (!aig_is_negated(x)) {
        if (has(p, aig_not(b))) /* contradiction */
            return *a = AIG_FALSE, true;
        if (has(p, b)) /* idempotence */
            return *a = x, true;
        return false;
    }
    if (has(p, aig_not(b))) /* subsumption */
        return *a = b, true;
    if (has(p, b)) /* substitution */
        *a = aig_not(other(p, b));
    return false;
}

/* Two conjunctions, neither negated. */
static bool simplify_both_positive(pair p, pair q, aig_edge x, aig_edge *a)
{
    if (has(q, aig_not(p.a)) || has(q, aig_not(p.b))) /* contradiction */
        return *a = AIG_FALSE, true;
    if (has(q, p.a)) /* idempotence: one copy of the shared edge is enough */
        *a = p.b;
    else if (has(q, p.b))
        *a = p.a;
    else
        *a = x;
    return false;
}

/* x is the negation of the conjunction p, and y the conjunction q. */
static bool simplify_mixed(pair p, pair q, aig_edge x, aig_edge y, aig_edge *a)
{
    if (has(q, aig_not(p.a)) || has(q, aig_not(p.b))) /* subsumption */
        return *a = y, true;
    if (has(q, p.a)) /* substitution */
        *a = aig_not(p.b);
    else if (has(q, p.b))
        *a = aig_not(p.a);
    else
        *a = x;
    return false;
}

/* Two negated conjunctions: resolution. */
static bool resolve(pair p, pair q, aig_edge *a)
{
    if (has(q, p.a) && other(q, p.a) == aig_not(p.b))
        return *a = aig_not(p.a), true;
    if (has(q, p.b) && other(q, p.b) == aig_not(p.a))
        return *a = aig_not(p.b), true;
    return false;
}

/* One round on the conjunction of *a and *b: returns true if it is decided (by *a), else both may have changed. */
static bool simplify(const aig *graph, aig_edge *a, aig_edge *b)
{
    aig_edge x = *a, y = *b;
    if (x == AIG_FALSE || y == AIG_FALSE || x == aig_not(y))
        return *a = AIG_FALSE, true;
    if (x == AIG_TRUE || x == y)
        return *a = y, true;
    if (y == AIG_TRUE)
        return true;
    bool is_and_x = leads_to_and(graph, x), is_and_y = leads_to_and(graph, y);
    pair p = is_and_x ? below(graph, x) : (pair){0, 0}, q = is_and_y ? below(graph, y) : (pair){0, 0};
    if (is_and_x) {
        if (simplify_against_edge(x, p, y, a))
            return true;
        if (*a != x)
            return false;
    }
    if (is_and_y) {
        aig_edge result = y;
        if (simplify_against_edge(y, q, x, &result))
            return *a = result, true;
        if (result != y)
            return *b = result, false;
    }
    if (!is_and_x || !is_and_y)
        return false;
    if (aig_is_negated(x) && aig_is_negated(y))
        return resolve(p, q, a);
    if (!aig_is_negated(x) && !aig_is_negated(y))
        return simplify_both_positive(p, q, x, a);
    if (aig_is_negated(x))
        return simplify_mixed(p, q, x, y, a);
    aig_edge result;
    if (simplify_mixed(q, p, y, x, &result))
        return *a = result, true;
    *b = result;
    return false;
}

aig_edge aig_and(aig *graph, aig_edge a, aig_edge b)
{
    for (;;) {
        aig_edge old_a = a, old_b = b;
        if (simplify(graph, &a, &b))
            return a;
        if (a == old_a && b == old_b)
            return a < b ? find_or_add(graph, a, b) : find_or_add(graph, b, a);
    }
}

aig_edge aig_or(aig *graph, aig_edge a, aig_edge b)
{
    return aig_not(aig_and(graph, aig_not(a), aig_not(b)));
}

/* Negations leave the operands, so that a ^ b and ~a ^ b share. */
aig_edge aig_xor(aig *graph, aig_edge a, aig_edge b)
{
    bool is_negated = aig_is_negated(a) != aig_is_negated(b);
    a &= ~(aig_edge)1;
    b &= ~(aig_edge)1;
    aig_edge only_a = aig_and(graph, a, aig_not(b)), only_b = aig_and(graph, aig_not(a), b);
    return aig_or(graph, only_a, only_b) ^ is_negated;
}

aig_edge aig_ite(aig *graph, aig_edge condition, aig_edge then, aig_edge otherwise)
{
    if (then == otherwise)
        return then;
    if (then == aig_not(otherwise))
        return aig_xor(graph, condition, otherwise);
    if (aig_is_negated(condition))
        return aig_ite(graph, aig_not(condition), otherwise, then);
    return aig_or(graph, aig_and(graph, condition, then), aig_and(graph, aig_not(condition), otherwise));
}

void aig_simulate(const aig *graph, uint64_t *words)
{
    words[0] = 0;
    for (uint32_t node = 1; node < graph->nodes.size; node++)
        if (aig_is_and(graph, node))
            words[node] =
                aig_simulated(words, graph->nodes.data[node].a) & aig_simulated(words, graph->nodes.data[node].b);
}
