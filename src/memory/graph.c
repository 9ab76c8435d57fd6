#include "memory/graph.h"

#include <assert.h>

#include "base/alloc.h"
#include "base/map.h"
#include "memory/order.h"
#include "memory/preserved.h"

/* Sets of kinds of accesses, bits 1 << model_access. */
enum { KINDS_NONE = 0, KINDS_ALL = (1 << MODEL_ACCESS_COUNT) - 1, KINDS_COUNT = KINDS_ALL + 1 };

/* How the preserved program order from one kind of access to another becomes edges.
 *
 *   CHAIN   from the last access of the first kind alone: the others are before that one.
 *   PLACES  the same for each cell; accesses that may hit several cells are compared with all.
 *   PAIRS   from each earlier access, under the condition that both are executed (and hit the same cell).
 *
 * An edge without a condition leads through accesses that are not executed. That is harmless if it leads only to where
 * the model has an edge itself: the table is closed there under composition. Otherwise the edges have conditions. */
typedef enum linking { LINK_NONE, LINK_CHAIN, LINK_PLACES, LINK_PAIRS } linking;

typedef struct past_access {
    uint32_t node, event;
    uint8_t kind;   /* model_access */
    bool is_fenced; /* ordered by fences alone */
} past_access;

/* What fences that gather the same kinds have gathered: the last one's `before`, and how much of `past`. */
typedef struct gathering {
    uint32_t node, count;
} gathering;

/* How a thread is walked. A fence has two nodes: `before` gathers, `after` hands on. */
typedef struct walk {
    const memory *m;
    const model *model;
    bool is_global; /* the second order of a model that is known by axioms: updates are two points */
    memory_graph *graph;
    linking links[MODEL_ACCESS_COUNT][MODEL_ACCESS_COUNT];
    bool lists_wide[MODEL_ACCESS_COUNT];      /* some link from this kind is LINK_PLACES */
    uint32_t last[MODEL_ACCESS_COUNT];        /* nodes, or IR_NONE */
    gathering gathered[KINDS_COUNT];          /* by set of kinds */
    uint32_t after[KINDS_COUNT];              /* the last fences' `after`, by what they hand on to */
    VEC(past_access) past;                    /* all of the thread so far */
    map last_in_cell[MODEL_ACCESS_COUNT];     /* cell -> node of the last access that hits it alone */
    VEC(uint32_t) wide[MODEL_ACCESS_COUNT];   /* events so far that may hit several cells */
    VEC(uint32_t) listed[MODEL_ACCESS_COUNT]; /* all events so far */
    bool *is_placed;                          /* by node: its place in its thread is known */
    uint32_t *block_node;                     /* by block: its accesses' node, or IR_NONE */
    uint8_t *block_kind;                      /* by block: bit 0: reads, bit 1: writes, bit 2: several writes */
} walk;

enum { BLOCK_READS = 1, BLOCK_WRITES = 2, BLOCK_SEVERAL = 4 };

static uint32_t new_node(memory_graph *graph)
{
    return graph->node_count++;
}

/* Events, and pairs of them, take their time. */
static bool is_stopped(const walk *w)
{
    enum { STEP_WORK = 15 };
    return symex_is_stopped(w->m->s, STEP_WORK);
}

void memory_graph_add_edge(memory_graph *graph, uint32_t from, uint32_t to, term condition)
{
    if (from != IR_NONE && to != IR_NONE && from != to && condition != TERM_FALSE)
        vec_push(&graph->edges, (memory_edge){from, to, condition});
}

static void add_static(walk *w, uint32_t from, uint32_t to)
{
    memory_graph_add_edge(w->graph, from, to, TERM_TRUE);
}

/* The check that an object is alive is part of its access, and orders nothing by itself; the object's end does, and so
 * does looking whether it has come when the program ends. */
static bool counts(const symex_event *e)
{
    return e->kind != SYMEX_READ || !e->is_alive_check || e->is_last_look;
}

static void note_blocks(walk *w)
{
    const symex *s = w->m->s;
    for (uint32_t e = 0; e < s->events.size; e++) {
        const symex_event *event = &s->events.data[e];
        if (event->block == IR_NONE || !counts(event) || event->kind > SYMEX_WRITE)
            continue;
        uint8_t *kind = &w->block_kind[event->block];
        if (event->kind == SYMEX_READ)
            *kind |= BLOCK_READS;
        else
            *kind |= *kind & BLOCK_WRITES ? BLOCK_SEVERAL : BLOCK_WRITES;
    }
}

/* An atomic instruction of a model that asks for its order: it is one point, but no fence. */
static bool is_loose(const walk *w, const symex_event *e)
{
    return e->is_update && w->model->cat;
}

/* An atomic block of more than one access: it stands between two fences of its own, and nothing but these may connect
 * it with the rest of its thread. */
static bool is_fenced_block(const walk *w, const symex_event *e)
{
    if (e->block == IR_NONE || is_loose(w, e))
        return false;
    uint8_t kind = w->block_kind[e->block];
    return (kind & BLOCK_SEVERAL) || (kind & (BLOCK_READS | BLOCK_WRITES)) == (BLOCK_READS | BLOCK_WRITES);
}

/* True the first time. A block may go on after events of another branch, one that has left the block: these are never
 * executed together with the rest of it, and come after the block in the order. */
static bool is_first_visit(walk *w, uint32_t node)
{
    bool is_first = !w->is_placed[node];
    w->is_placed[node] = true;
    return is_first;
}

static void set_nodes(walk *w)
{
    const symex *s = w->m->s;
    uint32_t *of_block = w->block_node;
    memset(of_block, 0xff, (s->block_count + 1) * sizeof(uint32_t));
    for (uint32_t e = 0; e < s->events.size; e++) {
        const symex_event *event = &s->events.data[e];
        w->graph->node[e] = IR_NONE;
        if (event->kind == SYMEX_FENCE || (event->kind >= SYMEX_START && !model_keeps_all(w->model)))
            continue;
        if (w->is_global && is_loose(w, event)) {
            w->graph->node[e] = new_node(w->graph);
            continue;
        }
        if (event->block != IR_NONE && of_block[event->block] != IR_NONE) {
            w->graph->node[e] = of_block[event->block];
            continue;
        }
        w->graph->node[e] = new_node(w->graph);
        if (event->block != IR_NONE)
            of_block[event->block] = w->graph->node[e];
    }
}

/* ---- all of program order ---- */

static void walk_in_order(walk *w, uint32_t thread)
{
    const symex_thread *t = &w->m->s->threads.data[thread];
    uint32_t last = IR_NONE;
    for (uint32_t i = 0; i < t->events.size && !is_stopped(w); i++) {
        uint32_t node = w->graph->node[t->events.data[i]];
        if (node == IR_NONE || !is_first_visit(w, node))
            continue;
        add_static(w, last, node);
        last = node;
    }
}

/* ---- fences ---- */

static term guard_of(const walk *w, uint32_t event)
{
    return w->m->s->events.data[event].guard;
}

/* Through an access that is not executed, a fence must not order what only others that are gathered with it may. */
static term condition_of_gathering(const walk *w, const past_access *a, uint8_t from)
{
    return from == KINDS_ALL ? TERM_TRUE : guard_of(w, a->event);
}

/* The same for handing on: the access may have edges without conditions to kinds that the fence says nothing about. */
static term condition_of_handing_on(const walk *w, const past_access *a, uint8_t to)
{
    for (int b = 0; b < MODEL_ACCESS_COUNT; b++)
        if (!(to >> b & 1) && w->links[a->kind][b] != LINK_NONE && w->links[a->kind][b] != LINK_PAIRS)
            return guard_of(w, a->event);
    return TERM_TRUE;
}

/* Puts a fence between the accesses of the kinds `from` before it and those of the kinds `to` after it. */
static void add_fence_between(walk *w, uint32_t e, uint8_t from, uint8_t to)
{
    const symex_event *event = &w->m->s->events.data[e];
    uint32_t before = new_node(w->graph), after = event->guard == TERM_TRUE ? before : new_node(w->graph);
    gathering *g = &w->gathered[from];
    memory_graph_add_edge(w->graph, before, after, event->guard);
    for (; g->count < w->past.size; g->count++) {
        const past_access *a = &w->past.data[g->count];
        if (from >> a->kind & 1)
            memory_graph_add_edge(w->graph, a->node, before, condition_of_gathering(w, a, from));
    }
    add_static(w, g->node, before);
    g->node = before;
    for (uint8_t kinds = KINDS_ALL; kinds > KINDS_NONE; kinds--)
        if ((to & ~kinds) == 0)
            add_static(w, w->after[kinds], after);
    w->after[to] = after;
    if (event->kind == SYMEX_BEGIN || event->kind == SYMEX_JOIN || event->kind == SYMEX_END)
        w->graph->node[e] = before;
    else if (event->kind == SYMEX_START)
        w->graph->node[e] = after;
}

/* A fence orders the pairs that it names. With the pairs that are in order anyway, most fences order everything of some
 * kinds before everything of others; one that does not is two fences, for the reads after it and for the writes. */
static void add_fence(walk *w, uint32_t e)
{
    uint8_t named = order_fence_pairs(w->model, &w->m->s->events.data[e]),
            ordered = named | (MODEL_ALL_PAIRS & ~w->model->fences);
    uint8_t from[MODEL_ACCESS_COUNT] = {0};
    bool matters[MODEL_ACCESS_COUNT] = {false};
    for (int a = 0; a < MODEL_ACCESS_COUNT; a++)
        for (int b = 0; b < MODEL_ACCESS_COUNT; b++) {
            from[b] |= (uint8_t)((ordered & MODEL_PAIR(a, b) ? 1u : 0u) << a);
            matters[b] |= (named & w->model->fences & MODEL_PAIR(a, b)) != 0;
        }
    if (!matters[MODEL_READ] && !matters[MODEL_WRITE])
        return;
    if (w->model->cat && named != MODEL_ALL_PAIRS && (!w->is_global || w->m->s->program->dialect != IR_FROM_C))
        /* With coherence in one order: what is before a place's earlier access is not before what follows. And a fence
         * of one architecture may be nothing to a model of another one. */
        return;
    if (from[MODEL_READ] == from[MODEL_WRITE]) {
        add_fence_between(w, e, from[MODEL_READ], KINDS_ALL);
        return;
    }
    for (int b = 0; b < MODEL_ACCESS_COUNT; b++)
        if (matters[b])
            add_fence_between(w, e, from[b], (uint8_t)(1u << b));
}

/* ---- accesses ---- */

/* Both are executed and hit a common cell. */
static term condition_of_same_place(const walk *w, uint32_t e, uint32_t e2)
{
    const memory *m = w->m;
    term_table *t = m->s->terms;
    term result = TERM_FALSE;
    for (uint32_t a = m->first_access[e]; a < m->first_access[e + 1]; a++)
        for (uint32_t b = m->first_access[e2]; b < m->first_access[e2 + 1]; b++) {
            const memory_access *x = &m->accesses.data[a], *y = &m->accesses.data[b];
            bool is_sure = x->cell_count == 1 && y->cell_count == 1;
            if (is_sure && m->may.data[x->first_cell] != m->may.data[y->first_cell])
                continue;
            term same = is_sure ? TERM_TRUE : term_eq(t, x->address, y->address);
            result = term_or(t, result, term_and(t, same, term_and(t, x->guard, y->guard)));
        }
    return result;
}

static term condition_of_pair(const walk *w, const past_access *first, const past_access *second)
{
    if (w->model->keeps[first->kind][second->kind] == MODEL_ALWAYS)
        return term_and(w->m->s->terms, guard_of(w, first->event), guard_of(w, second->event));
    return condition_of_same_place(w, first->event, second->event);
}

static bool is_narrow(const memory *m, uint32_t e)
{
    return m->first_access[e + 1] - m->first_access[e] == 1 && m->accesses.data[m->first_access[e]].cell_count == 1;
}

static uint32_t cell_of(const memory *m, uint32_t e)
{
    return m->may.data[m->accesses.data[m->first_access[e]].first_cell];
}

static void link_places(walk *w, model_access first, const past_access *a)
{
    bool narrow = is_narrow(w->m, a->event);
    if (narrow)
        add_static(w, (uint32_t)map_get(&w->last_in_cell[first], cell_of(w->m, a->event), IR_NONE), a->node);
    const uint32_t *others = narrow ? w->wide[first].data : w->listed[first].data;
    uint32_t count = narrow ? w->wide[first].size : w->listed[first].size;
    for (uint32_t i = 0; i < count && !is_stopped(w); i++)
        memory_graph_add_edge(w->graph, w->graph->node[others[i]], a->node,
                              condition_of_same_place(w, others[i], a->event));
}

static void note_place(walk *w, const past_access *a)
{
    if (is_narrow(w->m, a->event))
        map_put(&w->last_in_cell[a->kind], cell_of(w->m, a->event), a->node);
    else
        vec_push(&w->wide[a->kind], a->event);
    vec_push(&w->listed[a->kind], a->event);
}

static void link_pairs(walk *w, model_access first, const past_access *a)
{
    for (uint32_t i = 0; i < w->past.size && !is_stopped(w); i++) {
        const past_access *earlier = &w->past.data[i];
        if (earlier->kind == first && !earlier->is_fenced)
            memory_graph_add_edge(w->graph, earlier->node, a->node, condition_of_pair(w, earlier, a));
    }
}

static void link_access(walk *w, model_access first, const past_access *a)
{
    switch (w->links[first][a->kind]) {
    case LINK_NONE:
        break;
    case LINK_CHAIN:
        add_static(w, w->last[first], a->node);
        break;
    case LINK_PLACES:
        link_places(w, first, a);
        break;
    case LINK_PAIRS:
        link_pairs(w, first, a);
        break;
    }
}

static void add_access(walk *w, const symex_event *event, uint32_t e)
{
    past_access a = {
        .node = w->graph->node[e],
        .event = e,
        .kind = event->kind == SYMEX_WRITE ? MODEL_WRITE : MODEL_READ,
        .is_fenced = is_fenced_block(w, event),
    };
    for (uint8_t kinds = KINDS_ALL; kinds > KINDS_NONE; kinds--)
        if (a.is_fenced ? kinds == KINDS_ALL : kinds >> a.kind & 1)
            memory_graph_add_edge(w->graph, w->after[kinds], a.node, condition_of_handing_on(w, &a, kinds));
    for (int first = 0; first < MODEL_ACCESS_COUNT && !a.is_fenced; first++)
        link_access(w, first, &a);
    vec_push(&w->past, a);
    if (a.is_fenced)
        return;
    w->last[a.kind] = a.node;
    if (w->lists_wide[a.kind])
        note_place(w, &a);
}

static void walk_out_of_order(walk *w, uint32_t thread)
{
    const symex_thread *t = &w->m->s->threads.data[thread];
    w->past.size = 0;
    for (int kinds = 0; kinds < KINDS_COUNT; kinds++) {
        w->gathered[kinds] = (gathering){.node = IR_NONE};
        w->after[kinds] = IR_NONE;
    }
    for (int a = 0; a < MODEL_ACCESS_COUNT; a++) {
        w->last[a] = IR_NONE;
        w->wide[a].size = w->listed[a].size = 0;
        map_clear(&w->last_in_cell[a]);
    }
    for (uint32_t i = 0; i < t->events.size && !is_stopped(w); i++) {
        uint32_t e = t->events.data[i];
        const symex_event *event = &w->m->s->events.data[e];
        if (event->kind >= SYMEX_FENCE)
            add_fence(w, e);
        else if (counts(event) && (is_first_visit(w, w->graph->node[e]) || is_loose(w, event)))
            add_access(w, event, e);
    }
}

/* ---- how a model's pairs become edges ---- */

/* What x -> n -> y says about x -> y, if both are there whether n is executed or not. */
static uint8_t composed(uint8_t first, uint8_t second)
{
    if (first == MODEL_NEVER || second == MODEL_NEVER)
        return MODEL_NEVER;
    return first == MODEL_SAME_PLACE && second == MODEL_SAME_PLACE ? MODEL_SAME_PLACE : MODEL_ALWAYS;
}

/* May the edges from kind a to kind b be without conditions? Where a -> n -> b is not closed, it is enough that one of
 * the two has conditions: the one that holds for the same place only, or else both. */
static bool is_closed(const model *m, int a, int b)
{
    for (int c = 0; c < MODEL_ACCESS_COUNT; c++) {
        bool is_first_closed = (composed(m->keeps[a][b], m->keeps[b][c]) & ~m->keeps[a][c]) == 0;
        bool is_second_closed = (composed(m->keeps[c][a], m->keeps[a][b]) & ~m->keeps[c][b]) == 0;
        bool is_weak = m->keeps[a][b] != MODEL_ALWAYS;
        if (!is_first_closed && (is_weak || m->keeps[b][c] == MODEL_ALWAYS))
            return false;
        if (!is_second_closed && (is_weak || m->keeps[c][a] == MODEL_ALWAYS))
            return false;
    }
    return true;
}

static linking linking_of(const model *m, int a, int b)
{
    if (m->keeps[a][b] == MODEL_NEVER)
        return LINK_NONE;
    /* That the last access of kind a stands for the earlier ones needs edges between these. */
    if (!is_closed(m, a, b) || !is_closed(m, a, a) || (m->keeps[a][b] & ~m->keeps[a][a]) != 0)
        return LINK_PAIRS;
    return m->keeps[a][b] == MODEL_ALWAYS ? LINK_CHAIN : LINK_PLACES;
}

static void set_links(walk *w)
{
    for (int a = 0; a < MODEL_ACCESS_COUNT; a++)
        for (int b = 0; b < MODEL_ACCESS_COUNT; b++) {
            assert(w->model->keeps[a][b] == MODEL_ALWAYS || !(w->model->keeps[a][b] & MODEL_DEPENDENT));
            w->links[a][b] = linking_of(w->model, a, b);
            w->lists_wide[a] |= w->links[a][b] == LINK_PLACES;
        }
}

/* ---- all ---- */

/* The node of the atomic block that the event is in, or IR_NONE. Starting or joining a thread in a block is one point
 * with the block's accesses: what it orders, they order as well. */
static uint32_t block_node_of(const walk *w, uint32_t event)
{
    uint32_t block = w->m->s->events.data[event].block;
    return block == IR_NONE ? IR_NONE : w->block_node[block];
}

static void connect_threads(walk *w)
{
    const symex *s = w->m->s;
    for (uint32_t t = 0; t < s->threads.size; t++) {
        const symex_thread *thread = &s->threads.data[t];
        if (thread->start == IR_NONE)
            continue;
        add_static(w, w->graph->node[thread->start], w->graph->node[thread->begin]);
        if (!model_keeps_all(w->model))
            memory_graph_add_edge(w->graph, block_node_of(w, thread->start), w->graph->node[thread->begin],
                                  s->events.data[thread->start].guard);
    }
    for (uint32_t i = 0; i < s->joins.size; i++) {
        const symex_join *join = &s->joins.data[i];
        uint32_t end = s->threads.data[join->thread].end;
        if (end == IR_NONE)
            continue;
        term condition = term_and(s->terms, join->condition, s->events.data[join->event].guard);
        memory_graph_add_edge(w->graph, w->graph->node[end], w->graph->node[join->event], condition);
        if (!model_keeps_all(w->model))
            memory_graph_add_edge(w->graph, w->graph->node[end], block_node_of(w, join->event), condition);
    }
}

static memory_graph *graph_new(const memory *m, const model *model, bool is_global)
{
    walk w = {
        .m = m,
        .model = model,
        .is_global = is_global,
        .graph = alloc_zeroed(1, sizeof(memory_graph)),
        .block_kind = alloc_zeroed(m->s->block_count + 1, 1),
        .block_node = alloc_bytes((m->s->block_count + 1) * sizeof(uint32_t)),
    };
    w.graph->node = alloc_bytes((m->s->events.size + 1) * sizeof(uint32_t));
    set_links(&w);
    note_blocks(&w);
    set_nodes(&w);
    w.is_placed = alloc_zeroed(w.graph->node_count + 1, sizeof(bool));
    for (uint32_t t = 0; t < m->s->threads.size; t++)
        if (model_keeps_all(model))
            walk_in_order(&w, t);
        else
            walk_out_of_order(&w, t);
    connect_threads(&w);
    vec_clear(&w.past);
    for (int a = 0; a < MODEL_ACCESS_COUNT; a++) {
        vec_clear(&w.wide[a]);
        vec_clear(&w.listed[a]);
        map_clear(&w.last_in_cell[a]);
    }
    free(w.block_kind);
    free(w.block_node);
    free(w.is_placed);
    return w.graph;
}

memory_graph *memory_graph_new(const memory *m, const model *model)
{
    return graph_new(m, model, false);
}

memory_graph *memory_graph_new_global(const memory *m, const model *model)
{
    assert(model->preserved);
    struct model row = *model;
    memset(row.keeps, 0, sizeof row.keeps);
    if (model->preserved & MODEL_OVERWRITES)
        row.keeps[MODEL_READ][MODEL_WRITE] = row.keeps[MODEL_WRITE][MODEL_WRITE] = MODEL_SAME_PLACE;
    memory_graph *graph = graph_new(m, &row, true);
    for (uint32_t t = 0; t < m->s->threads.size; t++)
        preserved_add_thread(m, model, graph, t);
    return graph;
}

void memory_graph_free(memory_graph *graph)
{
    if (graph == NULL)
        return;
    free(graph->node);
    vec_clear(&graph->edges);
    free(graph);
}
