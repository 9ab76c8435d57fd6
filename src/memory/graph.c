#include "memory/graph.h"

#include "base/alloc.h"
#include "base/map.h"

/* How a thread is walked. A fence has two nodes: `before` gathers, `after` hands on. */
typedef struct walk {
    const memory *m;
    machine_model model;
    memory_graph *graph;
    uint32_t last_read, last_write;    /* nodes, or IR_NONE */
    uint32_t gather;                   /* where the next fence's `before` is reached from: the last one's */
    uint32_t full_after, stores_after; /* the last fences' `after`, full and store fences */
    VEC(uint32_t) open;                /* nodes that no fence has gathered yet */
    map last_in_cell;                  /* PSO: cell -> node of the last write that hits it alone */
    VEC(uint32_t) wide;                /* PSO: write events so far that may hit several cells */
    VEC(uint32_t) writes;              /* PSO: all write events so far, if there are wide ones */
    bool *is_placed;                   /* by node: its place in its thread is known */
    uint32_t *block_node;              /* by block: its accesses' node, or IR_NONE */
    uint8_t *block_kind;               /* by block: bit 0: reads, bit 1: writes, bit 2: several writes */
} walk;

enum { BLOCK_READS = 1, BLOCK_WRITES = 2, BLOCK_SEVERAL = 4 };

static uint32_t new_node(memory_graph *graph)
{
    return graph->node_count++;
}

static void add_edge(memory_graph *graph, uint32_t from, uint32_t to, term condition)
{
    if (from != IR_NONE && to != IR_NONE && from != to && condition != TERM_FALSE)
        vec_push(&graph->edges, (memory_edge){from, to, condition});
}

static void add_static(walk *w, uint32_t from, uint32_t to)
{
    add_edge(w->graph, from, to, TERM_TRUE);
}

/* The check that an object is alive is part of its access, and orders nothing by itself; the object's end does. */
static bool counts(const symex_event *e)
{
    return e->kind != SYMEX_READ || !e->is_alive_check;
}

static bool is_full_fence(const symex_event *e)
{
    return e->kind >= SYMEX_START || (e->kind == SYMEX_FENCE && ir_fence_is_full(e->fence));
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

/* An atomic block of more than one access: it stands between two fences of its own, and nothing but these may connect
 * it with the rest of its thread. */
static bool is_fenced_block(const walk *w, const symex_event *e)
{
    if (e->block == IR_NONE)
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
        if (event->kind == SYMEX_FENCE || (event->kind >= SYMEX_START && w->model != MACHINE_SC))
            continue;
        if (event->block != IR_NONE && of_block[event->block] != IR_NONE) {
            w->graph->node[e] = of_block[event->block];
            continue;
        }
        w->graph->node[e] = new_node(w->graph);
        if (event->block != IR_NONE)
            of_block[event->block] = w->graph->node[e];
    }
}

/* ---- sequential consistency: all of program order ---- */

static void walk_sc(walk *w, uint32_t thread)
{
    const symex_thread *t = &w->m->s->threads.data[thread];
    uint32_t last = IR_NONE;
    for (uint32_t i = 0; i < t->events.size; i++) {
        uint32_t node = w->graph->node[t->events.data[i]];
        if (node == IR_NONE || !is_first_visit(w, node))
            continue;
        add_static(w, last, node);
        last = node;
    }
}

/* ---- fences under TSO and PSO ---- */

static void add_fence(walk *w, uint32_t e)
{
    const symex_event *event = &w->m->s->events.data[e];
    bool is_full = is_full_fence(event);
    uint32_t before = new_node(w->graph), after = event->guard == TERM_TRUE ? before : new_node(w->graph);
    add_edge(w->graph, before, after, event->guard);
    for (uint32_t i = 0; i < w->open.size; i++)
        add_static(w, w->open.data[i], before);
    w->open.size = 0;
    add_static(w, w->gather, before);
    w->gather = before;
    add_static(w, w->full_after, after);
    if (!is_full)
        add_static(w, w->stores_after, after);
    *(is_full ? &w->full_after : &w->stores_after) = after;
    if (event->kind == SYMEX_BEGIN || event->kind == SYMEX_JOIN)
        w->graph->node[e] = before;
    else if (event->kind == SYMEX_START)
        w->graph->node[e] = after;
    else if (event->kind == SYMEX_END)
        w->graph->node[e] = before;
}

/* ---- total store order: reads in order, writes in order, and no write before an earlier read ---- */

static void add_access_tso(walk *w, const symex_event *event, uint32_t node)
{
    add_static(w, w->full_after, node);
    vec_push(&w->open, node);
    if (is_fenced_block(w, event))
        return;
    add_static(w, w->last_read, node);
    if (event->kind == SYMEX_WRITE) {
        add_static(w, w->last_write, node);
        w->last_write = node;
    } else {
        w->last_read = node;
    }
}

/* ---- partial store order: writes are in order only if they hit the same cell ---- */

/* Both are executed and hit a common cell. */
static term condition_of_pair(const walk *w, uint32_t e, uint32_t e2)
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

static bool is_narrow(const memory *m, uint32_t e)
{
    return m->first_access[e + 1] - m->first_access[e] == 1 && m->accesses.data[m->first_access[e]].cell_count == 1;
}

static void order_writes_pso(walk *w, uint32_t e, uint32_t node)
{
    const memory *m = w->m;
    bool narrow = is_narrow(m, e);
    uint32_t cell = narrow ? m->may.data[m->accesses.data[m->first_access[e]].first_cell] : IR_NONE;
    if (narrow) {
        add_static(w, (uint32_t)map_get(&w->last_in_cell, cell, IR_NONE), node);
        map_put(&w->last_in_cell, cell, node);
    }
    const uint32_t *others = narrow ? w->wide.data : w->writes.data;
    uint32_t count = narrow ? w->wide.size : w->writes.size;
    for (uint32_t i = 0; i < count; i++)
        add_edge(w->graph, w->graph->node[others[i]], node, condition_of_pair(w, others[i], e));
    if (!narrow)
        vec_push(&w->wide, e);
    vec_push(&w->writes, e);
}

static void add_access_pso(walk *w, const symex_event *event, uint32_t e, uint32_t node)
{
    add_static(w, w->full_after, node);
    vec_push(&w->open, node);
    if (is_fenced_block(w, event))
        return;
    add_static(w, w->last_read, node);
    if (event->kind == SYMEX_READ) {
        w->last_read = node;
        return;
    }
    add_static(w, w->stores_after, node);
    order_writes_pso(w, e, node);
}

static void walk_buffered(walk *w, uint32_t thread)
{
    const symex_thread *t = &w->m->s->threads.data[thread];
    w->last_read = w->last_write = w->gather = w->full_after = w->stores_after = IR_NONE;
    w->open.size = w->wide.size = w->writes.size = 0;
    map_clear(&w->last_in_cell);
    for (uint32_t i = 0; i < t->events.size; i++) {
        uint32_t e = t->events.data[i];
        const symex_event *event = &w->m->s->events.data[e];
        if (event->kind >= SYMEX_FENCE) {
            bool orders_stores = w->model == MACHINE_PSO && ir_fence_orders_stores(event->fence);
            if (orders_stores || is_full_fence(event))
                add_fence(w, e);
        } else if (counts(event) && is_first_visit(w, w->graph->node[e])) {
            if (w->model == MACHINE_TSO)
                add_access_tso(w, event, w->graph->node[e]);
            else
                add_access_pso(w, event, e, w->graph->node[e]);
        }
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
        if (w->model != MACHINE_SC)
            add_edge(w->graph, block_node_of(w, thread->start), w->graph->node[thread->begin],
                     s->events.data[thread->start].guard);
    }
    for (uint32_t i = 0; i < s->joins.size; i++) {
        const symex_join *join = &s->joins.data[i];
        uint32_t end = s->threads.data[join->thread].end;
        if (end == IR_NONE)
            continue;
        term condition = term_and(s->terms, join->condition, s->events.data[join->event].guard);
        add_edge(w->graph, w->graph->node[end], w->graph->node[join->event], condition);
        if (w->model != MACHINE_SC)
            add_edge(w->graph, w->graph->node[end], block_node_of(w, join->event), condition);
    }
}

memory_graph *memory_graph_new(const memory *m, machine_model model)
{
    walk w = {
        .m = m,
        .model = model,
        .graph = alloc_zeroed(1, sizeof(memory_graph)),
        .block_kind = alloc_zeroed(m->s->block_count + 1, 1),
        .block_node = alloc_bytes((m->s->block_count + 1) * sizeof(uint32_t)),
    };
    w.graph->node = alloc_bytes((m->s->events.size + 1) * sizeof(uint32_t));
    note_blocks(&w);
    set_nodes(&w);
    w.is_placed = alloc_zeroed(w.graph->node_count + 1, sizeof(bool));
    for (uint32_t t = 0; t < m->s->threads.size; t++)
        if (model == MACHINE_SC)
            walk_sc(&w, t);
        else
            walk_buffered(&w, t);
    connect_threads(&w);
    vec_clear(&w.open);
    vec_clear(&w.wide);
    vec_clear(&w.writes);
    map_clear(&w.last_in_cell);
    free(w.block_kind);
    free(w.block_node);
    free(w.is_placed);
    return w.graph;
}

void memory_graph_free(memory_graph *graph)
{
    if (graph == NULL)
        return;
    free(graph->node);
    vec_clear(&graph->edges);
    free(graph);
}
