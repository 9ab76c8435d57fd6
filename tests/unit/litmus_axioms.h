/* The outcomes of a litmus program by the axioms of docs/ground-truth.md, "The models": every execution, by brute
 * force.
 *
 * An execution is a choice of the write that each read reads (rf), and of an order of the writes to each location (ws);
 * everything else follows. A read-modify-write is one event, and so one node of the global order. */
#ifndef HEDDLE_TESTS_LITMUS_AXIOMS_H
#define HEDDLE_TESTS_LITMUS_AXIOMS_H

#include <string.h>

#include "litmus.h"
#include "support/no_forwarding.h"

/* Which threads read what, packed (RESULT_BITS for each of a thread's events), and the final memory. Without
 * padding, so that the bytes tell whether two are the same. */
typedef struct final {
    uint64_t results[MAX_THREADS];
    uint64_t memory[LOCATIONS];
} final;

typedef struct execution {
    const litmus *l;
    int rf[MAX_EVENTS];     /* the event that is read from */
    bool known[MAX_EVENTS]; /* what follows is computed */
    bool executed[MAX_EVENTS], wrote[MAX_EVENTS];
    uint32_t result[MAX_EVENTS], written[MAX_EVENTS];
    int ws[LOCATIONS][MAX_EVENTS], writes[LOCATIONS]; /* the writes of each location in order */
    int position[MAX_EVENTS];                         /* of a write in its ws */
} execution;

typedef VEC(final) final_set;

typedef struct oracle {
    execution x;
    final_set finals[TESTED_COUNT]; /* by tested_model */
} oracle;

/* edges[i] has bit j if event i is before event j. */
typedef uint16_t relation[MAX_EVENTS];

static inline bool is_acyclic(const relation edges, int count)
{
    unsigned left = (1u << count) - 1;
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (int i = 0; i < count; i++)
            if (left >> i & 1 && !(edges[i] & left)) {
                left &= ~(1u << i);
                has_changed = true;
            }
    }
    return left == 0;
}

static inline void order(relation edges, int first, int second)
{
    edges[first] |= (uint16_t)(1u << second);
}

/* Computes the event if all that it depends on is known. False if the choice of rf is impossible. */
static inline bool compute_event(execution *x, int i)
{
    const event *e = &x->l->events[i];
    if (e->guard != NOTHING && !x->known[e->guard])
        return true;
    x->executed[i] = e->guard == NOTHING || (x->result[e->guard] == e->guard_value) == e->guard_is_equal;
    if (!x->executed[i]) {
        x->known[i] = true;
        return x->rf[i] == NOTHING;
    }
    if (e->added != NOTHING && !x->known[e->added])
        return true;
    int source = x->rf[i];
    if (reads(e) && source != NOTHING) {
        if (!x->known[source])
            return true;
        if (!x->wrote[source])
            return false;
        x->result[i] = x->written[source];
    }
    x->known[i] = true;
    x->wrote[i] = may_write(e) && (e->kind != COMPARE || x->result[i] == e->expected);
    x->written[i] = e->value + (e->added == NOTHING ? 0 : x->result[e->added]) + (e->kind == ADD ? x->result[i] : 0);
    return true;
}

/* Follows rf to the values of all events. If some never become known, a value depends on itself: every step of such a
 * circle is a read before a later event of its thread, or rf, so the global order has that circle under each model. */
static inline bool compute_values(execution *x)
{
    int count = x->l->count, unknown = count;
    memset(x->known, 0, sizeof x->known);
    memset(x->wrote, 0, sizeof x->wrote);
    memset(x->result, 0, sizeof x->result);
    for (int before = unknown + 1; unknown > 0 && unknown < before;) {
        before = unknown;
        for (int i = 0; i < count; i++) {
            if (x->known[i])
                continue;
            if (!compute_event(x, i))
                return false;
            unknown -= x->known[i];
        }
    }
    return unknown == 0;
}

/* ws and fr of one location. */
static inline void add_communication(const execution *x, int location, relation edges)
{
    for (int i = 0; i < x->l->count; i++) {
        const event *e = &x->l->events[i];
        if (!x->executed[i] || is_fence(e) || e->location != location)
            continue;
        int first = x->writes[location];
        if (x->wrote[i])
            first = x->position[i] + 1;
        for (int k = first; k < x->writes[location]; k++)
            order(edges, i, x->ws[location][k]);
        first = !reads(e) ? x->writes[location] : x->rf[i] == NOTHING ? 0 : x->position[x->rf[i]] + 1;
        for (int k = first; k < x->writes[location]; k++)
            if (x->ws[location][k] != i)
                order(edges, i, x->ws[location][k]);
    }
}

/* Coherence: po-loc, rf, ws and fr. */
static inline bool is_coherent(const execution *x, int location)
{
    relation edges = {0};
    add_communication(x, location, edges);
    for (int i = 0; i < x->l->count; i++) {
        const event *e = &x->l->events[i];
        if (!x->executed[i] || is_fence(e) || e->location != location)
            continue;
        if (x->rf[i] != NOTHING)
            order(edges, x->rf[i], i);
        for (int j = i + 1; j < x->l->count; j++) {
            const event *later = &x->l->events[j];
            if (later->thread == e->thread && !is_fence(later) && later->location == location && x->executed[j])
                order(edges, i, j);
        }
    }
    return is_acyclic(edges, x->l->count);
}

static inline bool has_fence_between(const execution *x, int first, int second, kind fence)
{
    for (int i = first + 1; i < second; i++)
        if (x->executed[i] && x->l->events[i].kind == fence)
            return true;
    return false;
}

/* Is the pair, in program order of one thread, in ppo or fences? Read-modify-writes are full fences themselves, also
 * if they do not write. */
static inline bool is_preserved(const execution *x, int first, int second, const model *model)
{
    const event *a = &x->l->events[first], *b = &x->l->events[second];
    if ((a->kind != READ && a->kind != WRITE) || (b->kind != READ && b->kind != WRITE))
        return true;
    uint8_t kept = model->keeps[a->kind == READ ? MODEL_READ : MODEL_WRITE][b->kind == READ ? MODEL_READ : MODEL_WRITE];
    if (kept == MODEL_ALWAYS || (kept == MODEL_SAME_PLACE && a->location == b->location))
        return true;
    if (a->phase != b->phase || has_fence_between(x, first, second, FENCE_FULL))
        return true;
    for (int i = first + 1; i < second; i++)
        if (x->executed[i] && !is_fence(&x->l->events[i]) && x->l->events[i].kind >= ADD)
            return true;
    return a->kind == WRITE && b->kind == WRITE && has_fence_between(x, first, second, FENCE_STORES);
}

/* Before the start or after the join of the other one's thread. */
static inline bool is_by_spawn_or_join(const litmus *l, const event *a, const event *b)
{
    if (a->thread == b->thread)
        return false;
    return (a->thread == 0 && a->phase < b->thread) || (b->thread == 0 && b->phase >= l->threads - 1 + a->thread);
}

static inline bool has_global_order(const execution *x, const model *model)
{
    relation edges = {0};
    for (int location = 0; location < LOCATIONS; location++)
        add_communication(x, location, edges);
    for (int i = 0; i < x->l->count; i++) {
        const event *a = &x->l->events[i];
        if (!x->executed[i] || is_fence(a))
            continue;
        bool is_internal = x->rf[i] != NOTHING && x->l->events[x->rf[i]].thread == a->thread;
        if (x->rf[i] != NOTHING && (is_internal ? model->rfi_is_global : model->rfe_is_global))
            order(edges, x->rf[i], i);
        for (int j = 0; j < x->l->count; j++) {
            const event *b = &x->l->events[j];
            if (!x->executed[j] || is_fence(b))
                continue;
            if (is_by_spawn_or_join(x->l, a, b) || (j > i && a->thread == b->thread && is_preserved(x, i, j, model)))
                order(edges, i, j);
        }
    }
    return is_acyclic(edges, x->l->count);
}

static inline final final_of(const execution *x)
{
    final f = {0};
    int seen[MAX_THREADS] = {0};
    for (int i = 0; i < x->l->count; i++) {
        int thread = x->l->events[i].thread;
        if (reads(&x->l->events[i]))
            f.results[thread] |= (uint64_t)x->result[i] << RESULT_BITS * seen[thread]++;
    }
    for (int location = 0; location < LOCATIONS; location++)
        if (x->writes[location])
            f.memory[location] = x->written[x->ws[location][x->writes[location] - 1]];
    return f;
}

static inline bool contains(const final_set *set, const final *f)
{
    for (uint32_t i = 0; i < set->size; i++)
        if (memcmp(&set->data[i], f, sizeof *f) == 0)
            return true;
    return false;
}

/* ---- all executions ---- */

static inline void choose_order(oracle *o, int location);

static inline void extend_order(oracle *o, int location, int placed)
{
    execution *x = &o->x;
    int *ws = x->ws[location];
    if (placed == x->writes[location]) {
        if (is_coherent(x, location))
            choose_order(o, location + 1);
        return;
    }
    for (int k = placed; k < x->writes[location]; k++) {
        int chosen = ws[k];
        ws[k] = ws[placed];
        ws[placed] = chosen;
        x->position[chosen] = placed;
        extend_order(o, location, placed + 1);
        ws[placed] = ws[k];
        ws[k] = chosen;
    }
}

static inline void choose_order(oracle *o, int location)
{
    execution *x = &o->x;
    if (location < LOCATIONS) {
        x->writes[location] = 0;
        for (int i = 0; i < x->l->count; i++)
            if (x->wrote[i] && x->l->events[i].location == location)
                x->ws[location][x->writes[location]++] = i;
        extend_order(o, location, 0);
        return;
    }
    final f = final_of(x);
    for (int i = 0; i < TESTED_COUNT; i++)
        if (!contains(&o->finals[i], &f) && has_global_order(x, tested_model(i)))
            vec_push(&o->finals[i], f);
}

static inline void choose_sources(oracle *o, int i)
{
    execution *x = &o->x;
    if (i == x->l->count) {
        if (compute_values(x))
            choose_order(o, 0);
        return;
    }
    x->rf[i] = NOTHING;
    choose_sources(o, i + 1);
    for (int source = 0; source < x->l->count && reads(&x->l->events[i]); source++)
        if (source != i && may_write(&x->l->events[source]) &&
            x->l->events[source].location == x->l->events[i].location) {
            x->rf[i] = source;
            choose_sources(o, i + 1);
        }
    x->rf[i] = NOTHING;
}

/* Fills in the finals of every model. */
static inline void find_finals(oracle *o, const litmus *l)
{
    *o = (oracle){.x.l = l};
    choose_sources(o, 0);
}

static inline void clear_finals(oracle *o)
{
    for (int i = 0; i < TESTED_COUNT; i++)
        vec_clear(&o->finals[i]);
}

#endif
