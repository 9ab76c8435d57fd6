#include "memory/preserved.h"

typedef struct walk {
    const memory *m;
    const symex *s;
    const model *model;
    memory_graph *graph;
    uint32_t acquired;    /* leads to all that follows; IR_NONE: nothing does */
    uint32_t gathered;    /* all that is before the last release leads to it */
    uint32_t released;    /* leads to all acquires that follow */
    uint32_t addressed;   /* leads to all writes that follow */
    VEC(uint32_t) past;   /* accesses since the last release */
    uint32_t update_read; /* the last read of an atomic instruction */
    depends_list reads;
} walk;

static bool keeps(const walk *w, unsigned what)
{
    return w->model->preserved & what;
}

static uint32_t new_node(walk *w)
{
    return w->graph->node_count++;
}

static const symex_event *event_at(const walk *w, uint32_t e)
{
    return &w->s->events.data[e];
}

static void add_edge(walk *w, uint32_t from, uint32_t to, term condition)
{
    memory_graph_add_edge(w->graph, from, to, condition);
}

/* A node that is led to from what the one before it was led to from, too. */
static uint32_t next_of(walk *w, uint32_t before)
{
    uint32_t node = new_node(w);
    add_edge(w, before, node, TERM_TRUE);
    return node;
}

static bool acquires(const symex_event *e)
{
    return e->kind == SYMEX_READ && (e->order == IR_ACQUIRE || e->order == IR_ACQ_REL || e->order == IR_SEQ_CST);
}

static bool releases(const symex_event *e)
{
    return e->kind == SYMEX_WRITE && (e->order == IR_RELEASE || e->order == IR_ACQ_REL || e->order == IR_SEQ_CST);
}

/* ---- dependencies ---- */

static term condition_of(const walk *w, const depends_entry *d, uint32_t e)
{
    term_table *t = w->s->terms;
    return term_and(t, d->condition, term_and(t, event_at(w, d->event)->guard, event_at(w, e)->guard));
}

/* From the reads in the set to the node, if the event happens. */
static void depend(walk *w, depends set, uint32_t e, uint32_t node)
{
    if (set == DEPENDS_NONE)
        return;
    depends_list_reads(&w->s->depends, &w->s->guards, set, event_at(w, e)->guard, UINT32_MAX, &w->reads);
    for (uint32_t i = 0; i < w->reads.size; i++)
        add_edge(w, w->graph->node[w->reads.data[i].event], node, condition_of(w, &w->reads.data[i], e));
}

static void add_dependencies(walk *w, uint32_t e)
{
    const symex_event *event = event_at(w, e);
    bool is_write = event->kind == SYMEX_WRITE;
    uint32_t node = w->graph->node[e];
    if (keeps(w, MODEL_ADDRESS))
        depend(w, event->on_address, e, node);
    if (keeps(w, MODEL_DATA) && is_write)
        depend(w, event->on_data, e, node);
    if (keeps(w, MODEL_CONTROL) && is_write)
        depend(w, event->on_control, e, node);
    if (!keeps(w, MODEL_ADDRESS_BEHIND))
        return;
    if (is_write)
        add_edge(w, w->addressed, node, TERM_TRUE);
    if (event->on_address != DEPENDS_NONE) {
        w->addressed = next_of(w, w->addressed);
        depend(w, event->on_address, e, w->addressed);
    }
}

/* ---- acquire and release ---- */

static void gather(walk *w)
{
    w->gathered = next_of(w, w->gathered);
    for (uint32_t i = 0; i < w->past.size; i++)
        add_edge(w, w->graph->node[w->past.data[i]], w->gathered, TERM_TRUE);
    w->past.size = 0;
}

static void add_orders(walk *w, uint32_t e)
{
    const symex_event *event = event_at(w, e);
    uint32_t node = w->graph->node[e];
    add_edge(w, w->acquired, node, TERM_TRUE);
    if (keeps(w, MODEL_RELEASE) && releases(event)) {
        gather(w);
        add_edge(w, w->gathered, node, TERM_TRUE);
    }
    if (keeps(w, MODEL_RELEASE_ACQUIRE) && acquires(event))
        add_edge(w, w->released, node, TERM_TRUE);
    if (keeps(w, MODEL_RELEASE_ACQUIRE) && releases(event)) {
        w->released = next_of(w, w->released);
        add_edge(w, node, w->released, event->guard);
    }
    if (keeps(w, MODEL_ACQUIRE) && acquires(event)) {
        w->acquired = next_of(w, w->acquired);
        add_edge(w, node, w->acquired, event->guard);
    }
    vec_push(&w->past, e);
}

/* ---- atomic instructions ---- */

static void add_update(walk *w, uint32_t e)
{
    const symex_event *event = event_at(w, e);
    if (!event->is_update || event->is_alive_check)
        return;
    if (event->kind == SYMEX_READ)
        w->update_read = e;
    else if (w->update_read != IR_NONE && event_at(w, w->update_read)->block == event->block)
        add_edge(w, w->graph->node[w->update_read], w->graph->node[e],
                 term_and(w->s->terms, event_at(w, w->update_read)->guard, event->guard));
}

void preserved_add_thread(const memory *m, const model *model, memory_graph *graph, uint32_t thread)
{
    enum { EVENT_WORK = 20 };
    walk w = {
        .m = m,
        .s = m->s,
        .model = model,
        .graph = graph,
        .acquired = IR_NONE,
        .gathered = IR_NONE,
        .released = IR_NONE,
        .addressed = IR_NONE,
        .update_read = IR_NONE,
    };
    const symex_thread *t = &m->s->threads.data[thread];
    for (uint32_t i = 0; i < t->events.size && !symex_is_stopped(m->s, EVENT_WORK + w.reads.size); i++) {
        uint32_t e = t->events.data[i];
        if (event_at(&w, e)->kind > SYMEX_WRITE ||
            (event_at(&w, e)->is_alive_check && event_at(&w, e)->kind == SYMEX_READ))
            continue;
        add_dependencies(&w, e);
        add_orders(&w, e);
        if (keeps(&w, MODEL_UPDATE))
            add_update(&w, e);
    }
    vec_clear(&w.past);
    vec_clear(&w.reads);
}

void preserved_each_source(const symex *s, uint32_t write, void *context, void (*source)(void *context, uint32_t read))
{
    depends_list reads = {0};
    const symex_event *e = &s->events.data[write];
    const depends sets[] = {e->on_address, e->on_data};
    for (uint32_t k = 0; k < sizeof sets / sizeof *sets; k++) {
        if (sets[k] == DEPENDS_NONE)
            continue;
        depends_list_reads(&s->depends, &s->guards, sets[k], e->guard, UINT32_MAX, &reads);
        for (uint32_t i = 0; i < reads.size; i++)
            if (reads.data[i].condition == TERM_TRUE &&
                guard_decides(&s->guards, e->guard, s->events.data[reads.data[i].event].guard) == TERM_TRUE)
                source(context, reads.data[i].event);
    }
    vec_clear(&reads);
}
