/* The points of a history, and the order that is given. */
#include "consistency/order.h"

static void fill(uint32_t *data, uint32_t count)
{
    if (count > 0)
        memset(data, 0xff, count * sizeof *data); /* HISTORY_NONE */
}

#define RESET(vec, count)                                                                                              \
    do {                                                                                                               \
        (vec)->size = 0;                                                                                               \
        vec_resize((vec), (count));                                                                                    \
        fill((vec)->data, (vec)->size);                                                                                \
    } while (0)

/* ---- points ---- */

static uint32_t new_chain(order *o)
{
    vec_push(&o->first_of_chain, HISTORY_NONE);
    vec_push(&o->build.chain_last, HISTORY_NONE);
    vec_push(&o->build.chain_next, HISTORY_NONE);
    return o->chain_count++;
}

static uint32_t new_point(order *o, uint32_t step, uint32_t chain)
{
    uint32_t p = o->points.size, last = o->build.chain_last.data[chain], position = 0;
    if (last == HISTORY_NONE) {
        o->first_of_chain.data[chain] = p;
    } else {
        o->points.data[last].next = p;
        position = o->points.data[last].position + 1;
    }
    o->build.chain_last.data[chain] = p;
    vec_push(&o->points, (order_point){step, chain, position, HISTORY_NONE, HISTORY_NONE});
    vec_push(&o->build.waiting_next, HISTORY_NONE);
    o->point_of_step.data[step] = p;
    return p;
}

/* Fences wait for p. */
static void note_waiting(order *o, uint32_t thread, uint32_t p)
{
    o->build.waiting_next.data[p] = o->build.waiting.data[thread];
    o->build.waiting.data[thread] = p;
}

static void wait_for_stores(order *o, uint32_t thread, uint32_t p)
{
    for (uint32_t q = o->build.waiting.data[thread]; q != HISTORY_NONE; q = o->build.waiting_next.data[q])
        order_link(o, q, p, CONSISTENCY_PROGRAM, HISTORY_NONE);
    o->build.waiting.data[thread] = HISTORY_NONE;
    o->build.chain_taken.data[thread] = HISTORY_NONE;
    o->build.segment.data[thread]++;
}

/* After what the thread did before it, or after its creation. */
static void come_after_thread(order *o, uint32_t thread, uint32_t p)
{
    if (o->build.last.data[thread] != HISTORY_NONE)
        order_link(o, o->build.last.data[thread], p, CONSISTENCY_PROGRAM, HISTORY_NONE);
}

static void add_thread_point(order *o, uint32_t step, uint32_t thread, bool waits)
{
    uint32_t p = new_point(o, step, thread);
    o->build.last.data[thread] = p;
    if (waits)
        wait_for_stores(o, thread, p);
}

/* A chain on which nothing has been put since the thread's last fence. */
static uint32_t take_chain(order *o, uint32_t thread, uint32_t first)
{
    uint32_t taken = o->build.chain_taken.data[thread];
    uint32_t chain = taken == HISTORY_NONE ? first : o->build.chain_next.data[taken];
    if (chain == HISTORY_NONE) {
        chain = new_chain(o);
        o->build.chain_next.data[taken] = chain;
    }
    o->build.chain_taken.data[thread] = chain;
    return chain;
}

/* Stores that have a cell in common stay in order. */
static void come_after_shared(order *o, const history *h, const history_step *s, uint32_t p)
{
    for (uint32_t i = 0; i < s->write_count; i++) {
        uint32_t cell = h->writes.data[s->first_write + i];
        uint32_t before = o->build.newest.data[s->thread * h->cell_count + cell];
        if (before == HISTORY_NONE || h->steps.data[before].kind != HISTORY_WRITE)
            continue;
        uint32_t q = o->point_of_step.data[before];
        if (o->points.data[q].chain != o->points.data[p].chain)
            order_link(o, q, p, CONSISTENCY_PROGRAM, HISTORY_NONE);
    }
}

static uint32_t add_to_place(order *o, const history *h, uint32_t step)
{
    const history_step *s = &h->steps.data[step];
    order_build_state *b = &o->build;
    order_buffer *buffer = &b->buffers.data[s->thread * h->cell_count + h->writes.data[s->first_write]];
    if (buffer->segment != b->segment.data[s->thread])
        *buffer = (order_buffer){take_chain(o, s->thread, h->starts.size + s->thread), b->segment.data[s->thread]};
    uint32_t p = new_point(o, step, buffer->chain);
    come_after_shared(o, h, s, p);
    if (b->marker.data[s->thread] != HISTORY_NONE)
        order_link(o, b->marker.data[s->thread], p, CONSISTENCY_PROGRAM, HISTORY_NONE);
    return p;
}

static void add_memory_point(order *o, const history *h, const model *m, uint32_t step)
{
    uint32_t t = h->steps.data[step].thread, p;
    if (m->buffers == MODEL_ONE_BUFFER) {
        p = new_point(o, step, h->starts.size + t);
        o->build.waiting.data[t] = HISTORY_NONE; /* the newest stands for all */
    } else {
        p = add_to_place(o, h, step);
    }
    come_after_thread(o, t, p);
    note_waiting(o, t, p);
}

static void add_store_fence(order *o, const model *m, uint32_t step, uint32_t thread, uint32_t threads)
{
    if (!(m->fences & MODEL_WW) || o->build.waiting.data[thread] == HISTORY_NONE)
        return;
    uint32_t p = new_point(o, step, threads + thread);
    wait_for_stores(o, thread, p);
    note_waiting(o, thread, p);
    o->build.marker.data[thread] = p;
}

static void note_own_reads(order *o, const history *h, const history_step *s)
{
    for (uint32_t i = 0; i < s->read_count; i++)
        o->own.data[s->first_read + i] =
            o->build.newest.data[s->thread * h->cell_count + h->reads.data[s->first_read + i].cell];
}

static void note_own_writes(order *o, const history *h, uint32_t step)
{
    const history_step *s = &h->steps.data[step];
    for (uint32_t i = 0; i < s->write_count; i++)
        o->build.newest.data[s->thread * h->cell_count + h->writes.data[s->first_write + i]] = step;
}

static void add_step(order *o, const history *h, const model *m, uint32_t step)
{
    const history_step *s = &h->steps.data[step];
    bool is_buffered = model_is_buffered(m);
    note_own_reads(o, h, s);
    switch ((history_kind)s->kind) {
    case HISTORY_READ:
        add_thread_point(o, step, s->thread, false);
        break;
    case HISTORY_WRITE:
        if (is_buffered)
            add_memory_point(o, h, m, step);
        else
            add_thread_point(o, step, s->thread, false);
        break;
    case HISTORY_BLOCK:
    case HISTORY_FENCE:
        add_thread_point(o, step, s->thread, is_buffered);
        break;
    case HISTORY_STORE_FENCE:
        add_store_fence(o, m, step, s->thread, h->starts.size);
        break;
    }
    note_own_writes(o, h, step);
}

static void reset(order *o, const history *h, const model *m)
{
    uint32_t threads = h->starts.size, own_chains = model_is_buffered(m) ? 2 * threads : threads;
    order_build_state *b = &o->build;
    o->points.size = o->edges.size = b->waiting_next.size = o->first_of_chain.size = b->chain_last.size = 0;
    o->chain_count = 0;
    o->can_undo = o->lacks_a_source = false;
    o->changes.size = o->news.size = 0;
    o->broken_edge = o->broken_read = o->broken_write = HISTORY_NONE;
    RESET(&o->point_of_step, h->steps.size);
    RESET(&o->own, h->reads.size);
    RESET(&b->last, threads);
    RESET(&b->marker, threads);
    RESET(&b->waiting, threads);
    RESET(&b->newest, threads * h->cell_count);
    RESET(&b->chain_taken, threads);
    b->buffers.size = b->segment.size = b->chain_next.size = 0;
    vec_resize(&b->segment, threads);
    vec_resize(&b->buffers, threads * h->cell_count);
    for (uint32_t i = 0; i < b->buffers.size; i++)
        b->buffers.data[i].segment = HISTORY_NONE;
    for (uint32_t c = 0; c < own_chains; c++)
        new_chain(o);
}

/* ---- what is given ---- */

static void link_initial(order *o, const history *h, uint32_t p, uint32_t cell)
{
    uint32_t thread = h->steps.data[o->points.data[p].step].thread;
    for (uint32_t i = o->first_run.data[cell]; i < o->first_run.data[cell + 1]; i++) {
        const order_run *run = &o->runs.data[i];
        if (run->thread != thread)
            order_link(o, p, o->writers.data[run->first].point, CONSISTENCY_FROM_READ, HISTORY_INITIAL);
    }
}

/* A thread that reads its own write may do so while it waits in the buffer: that orders nothing, unless the model says
 * that it cannot. */
static void link_own(order *o, const model *m, uint32_t p, uint32_t source)
{
    uint32_t source_point = o->point_of_step.data[source];
    if (source >= o->points.data[p].step)
        order_link(o, source_point, p, CONSISTENCY_RF, HISTORY_NONE); /* which cannot be: it comes later */
    else if (!m->forwards && o->points.data[source_point].chain != o->points.data[p].chain)
        order_link(o, source_point, p, CONSISTENCY_PROGRAM, HISTORY_NONE);
}

static void link_other(order *o, uint32_t p, uint32_t source, uint32_t own)
{
    uint32_t source_point = o->point_of_step.data[source];
    order_link(o, source_point, p, CONSISTENCY_RF, HISTORY_NONE);
    if (own != HISTORY_NONE)
        order_link(o, o->point_of_step.data[own], source_point, CONSISTENCY_OWN, o->points.data[p].step);
}

/* The first rule of closure. */
static bool link_read(order *o, const history *h, const model *m, uint32_t p, uint32_t read)
{
    uint32_t step = o->points.data[p].step, thread = h->steps.data[step].thread;
    uint32_t source = h->reads.data[read].source, own = o->own.data[read];
    bool is_initial = source == HISTORY_INITIAL, is_own = !is_initial && h->steps.data[source].thread == thread;
    if (own != HISTORY_NONE && own != source && (is_initial || (is_own && source < step))) {
        o->broken_read = p;
        o->broken_write = o->point_of_step.data[own];
        return false;
    }
    if (is_initial)
        link_initial(o, h, p, h->reads.data[read].cell);
    else if (is_own)
        link_own(o, m, p, source);
    else
        link_other(o, p, source, own);
    return true;
}

static bool link_reads(order *o, const history *h, const model *m)
{
    for (uint32_t p = 0; p < o->points.size; p++) {
        const history_step *s = &h->steps.data[o->points.data[p].step];
        for (uint32_t i = 0; i < s->read_count; i++)
            if (!link_read(o, h, m, p, s->first_read + i))
                return false;
    }
    return true;
}

/* Each thread's points before its first own one, and that, come after its creation. */
static void link_starts(order *o, const history *h)
{
    for (uint32_t t = 0; t < h->starts.size; t++)
        if (h->starts.data[t] != HISTORY_NONE && o->first_of_chain.data[t] != HISTORY_NONE)
            order_link(o, o->point_of_step.data[h->starts.data[t]], o->first_of_chain.data[t], CONSISTENCY_PROGRAM,
                       HISTORY_NONE);
    for (uint32_t p = 0; p < o->points.size; p++) {
        uint32_t t = h->steps.data[o->points.data[p].step].thread, first = o->first_of_chain.data[t];
        if (o->points.data[p].chain != t && o->points.data[p].position == 0 && h->starts.data[t] != HISTORY_NONE &&
            (first == HISTORY_NONE || first > p))
            order_link(o, o->point_of_step.data[h->starts.data[t]], p, CONSISTENCY_PROGRAM, HISTORY_NONE);
    }
}

static void link_edges(order *o, const history *h)
{
    for (uint32_t i = 0; i < h->edges.size; i++)
        order_link(o, o->point_of_step.data[h->edges.data[i].before], o->point_of_step.data[h->edges.data[i].after],
                   CONSISTENCY_PROGRAM, HISTORY_NONE);
}

bool order_build(order *o, const history *h, const model *m)
{
    o->is_too_large = (uint64_t)h->starts.size * h->cell_count > ORDER_MAX_NUMBERS;
    if (o->is_too_large)
        return false;
    reset(o, h, m);
    for (uint32_t i = 0; i < h->steps.size; i++)
        add_step(o, h, m, i);
    o->is_too_large = (uint64_t)o->points.size * o->chain_count > ORDER_MAX_NUMBERS;
    if (o->is_too_large)
        return false;
    o->lacks_a_source = !order_find_targets(o, h);
    if (o->lacks_a_source)
        return false;
    order_find_writers(o, h);
    link_starts(o, h);
    link_edges(o, h);
    if (!link_reads(o, h, m) || !order_set_clocks(o))
        return false;
    order_find_readers(o, h);
    return true;
}
