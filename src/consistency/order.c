#include "consistency/order.h"

void order_release(order *o)
{
    order_build_state *b = &o->build;
    vec_clear(&o->points);
    vec_clear(&o->edges);
    vec_clear(&o->clocks);
    vec_clear(&o->point_of_step);
    vec_clear(&o->first_of_chain);
    vec_clear(&o->first_run);
    vec_clear(&o->runs);
    vec_clear(&o->writers);
    vec_clear(&o->own);
    vec_clear(&o->agenda);
    vec_clear(&b->last);
    vec_clear(&b->marker);
    vec_clear(&b->waiting);
    vec_clear(&b->waiting_next);
    vec_clear(&b->newest);
    vec_clear(&b->chain_of);
    vec_clear(&b->chain_last);
    vec_clear(&b->degrees);
    vec_clear(&b->sorted);
    vec_clear(&b->counts);
}

/* ---- orders ---- */

static void link_points(order *o, uint32_t p, uint32_t q, consistency_reason reason)
{
    vec_push(&o->edges, (order_edge){.to = q, .next = o->points.data[p].first_edge, .reason = (uint8_t)reason});
    o->points.data[p].first_edge = o->edges.size - 1;
}

/* What is before p is before q. True if that is news. */
static bool merge_clock(order *o, uint32_t p, uint32_t q)
{
    const uint32_t *from = order_clock(o, p);
    uint32_t *to = o->clocks.data + (size_t)q * o->chain_count, news = 0;
    o->work++;
    for (uint32_t c = 0; c < o->chain_count; c++) {
        uint32_t more = from[c] > to[c];
        news |= more;
        to[c] = more ? from[c] : to[c];
    }
    return news;
}

static void hand_on(order *o, uint32_t p, uint32_t q)
{
    if (merge_clock(o, p, q))
        vec_push(&o->agenda, q);
}

static bool fail(order *o, uint32_t from, uint32_t to, consistency_reason reason)
{
    o->broken_from = from;
    o->broken_to = to;
    o->broken_reason = (uint8_t)reason;
    return false;
}

bool order_add(order *o, uint32_t p, uint32_t q, consistency_reason reason)
{
    if (order_is_before(o, q, p))
        return fail(o, p, q, reason);
    if (order_is_before(o, p, q))
        return true;
    link_points(o, p, q, reason);
    o->agenda.size = 0;
    hand_on(o, p, q);
    while (o->agenda.size > 0) {
        uint32_t at = vec_pop(&o->agenda);
        if (o->points.data[at].next != HISTORY_NONE)
            hand_on(o, at, o->points.data[at].next);
        for (uint32_t e = o->points.data[at].first_edge; e != HISTORY_NONE; e = o->edges.data[e].next)
            hand_on(o, at, o->edges.data[e].to);
    }
    return true;
}

/* ---- points ---- */

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

static uint32_t new_chain(order *o)
{
    vec_push(&o->first_of_chain, HISTORY_NONE);
    vec_push(&o->build.chain_last, HISTORY_NONE);
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
        link_points(o, q, p, CONSISTENCY_PROGRAM);
    o->build.waiting.data[thread] = HISTORY_NONE;
}

/* After what the thread did before it, or after its creation. */
static void come_after_thread(order *o, uint32_t thread, uint32_t p)
{
    if (o->build.last.data[thread] != HISTORY_NONE)
        link_points(o, o->build.last.data[thread], p, CONSISTENCY_PROGRAM);
}

static void add_thread_point(order *o, uint32_t step, uint32_t thread, bool waits)
{
    uint32_t p = new_point(o, step, thread);
    o->build.last.data[thread] = p;
    if (waits)
        wait_for_stores(o, thread, p);
}

/* The buffers are one chain of the thread's, or one for each place: stores that have a cell in common stay in order. */
static void add_memory_point(order *o, const history *h, const model *m, uint32_t step)
{
    const history_step *s = &h->steps.data[step];
    uint32_t t = s->thread, threads = h->starts.size, p;
    order_build_state *b = &o->build;
    if (m->buffers == MODEL_ONE_BUFFER) {
        p = new_point(o, step, threads + t);
        b->waiting.data[t] = HISTORY_NONE; /* the newest stands for all */
    } else {
        uint32_t *chain = &b->chain_of.data[t * h->cell_count + h->writes.data[s->first_write]];
        if (*chain == HISTORY_NONE)
            *chain = new_chain(o);
        p = new_point(o, step, *chain);
        for (uint32_t i = 0; i < s->write_count; i++) {
            uint32_t before = b->newest.data[t * h->cell_count + h->writes.data[s->first_write + i]];
            if (before != HISTORY_NONE && h->steps.data[before].kind == HISTORY_WRITE &&
                o->points.data[o->point_of_step.data[before]].chain != *chain)
                link_points(o, o->point_of_step.data[before], p, CONSISTENCY_PROGRAM);
        }
        if (b->marker.data[t] != HISTORY_NONE)
            link_points(o, b->marker.data[t], p, CONSISTENCY_PROGRAM);
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

static void reset(order *o, const history *h)
{
    uint32_t threads = h->starts.size, own_chains = 2 * threads;
    order_build_state *b = &o->build;
    o->points.size = o->edges.size = b->waiting_next.size = o->first_of_chain.size = b->chain_last.size = 0;
    o->chain_count = 0;
    o->broken_from = o->broken_to = HISTORY_NONE;
    RESET(&o->point_of_step, h->steps.size);
    RESET(&o->own, h->reads.size);
    RESET(&b->last, threads);
    RESET(&b->marker, threads);
    RESET(&b->waiting, threads);
    RESET(&b->newest, threads * h->cell_count);
    RESET(&b->chain_of, threads * h->cell_count);
    for (uint32_t c = 0; c < own_chains; c++)
        new_chain(o);
}

/* ---- who writes a cell ---- */

/* Sorts by the chain, then by the cell; each time what is equal stays as it was. */
static void sort_writers(order *o, const history *h)
{
    order_build_state *b = &o->build;
    uint32_t most = o->chain_count > h->cell_count ? o->chain_count : h->cell_count;
    b->sorted.size = 0;
    b->counts.size = 0;
    vec_resize(&b->counts, most + 1);
    vec_resize(&b->sorted, h->writes.size);
    o->writers.size = 0;
    vec_resize(&o->writers, h->writes.size);
    for (uint32_t p = 0; p < o->points.size; p++)
        b->counts.data[o->points.data[p].chain + 1] += h->steps.data[o->points.data[p].step].write_count;
    for (uint32_t c = 0; c < o->chain_count; c++)
        b->counts.data[c + 1] += b->counts.data[c];
    for (uint32_t p = 0; p < o->points.size; p++) {
        const history_step *s = &h->steps.data[o->points.data[p].step];
        for (uint32_t i = 0; i < s->write_count; i++)
            b->sorted.data[b->counts.data[o->points.data[p].chain]++] =
                (uint64_t)h->writes.data[s->first_write + i] << 32 | p;
    }
    b->counts.size = 0;
    vec_resize(&b->counts, most + 1);
    for (uint32_t i = 0; i < b->sorted.size; i++)
        b->counts.data[(b->sorted.data[i] >> 32) + 1]++;
    for (uint32_t c = 0; c < h->cell_count; c++)
        b->counts.data[c + 1] += b->counts.data[c];
    RESET(&o->first_run, h->cell_count + 1);
    for (uint32_t c = 0; c <= h->cell_count; c++)
        o->first_run.data[c] = b->counts.data[c];
    for (uint32_t i = 0; i < b->sorted.size; i++)
        o->writers.data[b->counts.data[b->sorted.data[i] >> 32]++] = (uint32_t)b->sorted.data[i];
}

/* first_run has the first writer of each cell so far. */
static void cut_into_runs(order *o, const history *h)
{
    o->runs.size = 0;
    for (uint32_t cell = 0; cell < h->cell_count; cell++) {
        uint32_t first = o->first_run.data[cell], end = o->first_run.data[cell + 1];
        o->first_run.data[cell] = o->runs.size;
        for (uint32_t i = first; i < end; i++) {
            uint32_t chain = o->points.data[o->writers.data[i]].chain;
            if (i > first && vec_last(&o->runs)->chain == chain)
                vec_last(&o->runs)->count++;
            else
                vec_push(&o->runs, (order_run){chain, i, 1});
        }
    }
    o->first_run.data[h->cell_count] = o->runs.size;
}

/* ---- what is given ---- */

static bool link_initial(order *o, const history *h, uint32_t p, uint32_t cell)
{
    uint32_t thread = h->steps.data[o->points.data[p].step].thread;
    for (uint32_t i = o->first_run.data[cell]; i < o->first_run.data[cell + 1]; i++) {
        uint32_t writer = o->writers.data[o->runs.data[i].first];
        if (h->steps.data[o->points.data[writer].step].thread != thread)
            link_points(o, p, writer, CONSISTENCY_FROM_READ);
    }
    return true;
}

/* The first rule of closure. A thread that reads its own write may do so while it waits in the buffer: that orders
 * nothing, unless the model says that it cannot. */
static bool link_read(order *o, const history *h, const model *m, uint32_t p, uint32_t read)
{
    uint32_t source = h->reads.data[read].source, own = o->own.data[read];
    uint32_t thread = h->steps.data[o->points.data[p].step].thread;
    uint32_t own_point = own == HISTORY_NONE ? HISTORY_NONE : o->point_of_step.data[own];
    if (source == HISTORY_INITIAL)
        return own == HISTORY_NONE ? link_initial(o, h, p, h->reads.data[read].cell)
                                   : fail(o, p, own_point, CONSISTENCY_OWN);
    uint32_t source_point = o->point_of_step.data[source];
    if (h->steps.data[source].thread == thread) {
        if (source != own)
            return fail(o, own == HISTORY_NONE ? source_point : own_point, p, CONSISTENCY_OWN);
        if (!m->forwards)
            link_points(o, source_point, p, CONSISTENCY_PROGRAM);
        return true;
    }
    link_points(o, source_point, p, CONSISTENCY_RF);
    if (own != HISTORY_NONE)
        link_points(o, own_point, source_point, CONSISTENCY_OWN);
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
            link_points(o, o->point_of_step.data[h->starts.data[t]], o->first_of_chain.data[t], CONSISTENCY_PROGRAM);
    for (uint32_t p = 0; p < o->points.size; p++) {
        uint32_t t = h->steps.data[o->points.data[p].step].thread, first = o->first_of_chain.data[t];
        if (o->points.data[p].chain != t && o->points.data[p].position == 0 && h->starts.data[t] != HISTORY_NONE &&
            (first == HISTORY_NONE || first > p))
            link_points(o, o->point_of_step.data[h->starts.data[t]], p, CONSISTENCY_PROGRAM);
    }
}

static void link_edges(order *o, const history *h)
{
    for (uint32_t i = 0; i < h->edges.size; i++)
        link_points(o, o->point_of_step.data[h->edges.data[i].before], o->point_of_step.data[h->edges.data[i].after],
                    CONSISTENCY_PROGRAM);
}

/* ---- clocks ---- */

static void count_degrees(order *o)
{
    uint32_t *degrees;
    o->build.degrees.size = 0;
    vec_resize(&o->build.degrees, o->points.size);
    degrees = o->build.degrees.data;
    for (uint32_t p = 0; p < o->points.size; p++)
        degrees[p] = o->points.data[p].position > 0;
    for (uint32_t e = 0; e < o->edges.size; e++)
        degrees[o->edges.data[e].to]++;
}

static void hand_on_first(order *o, uint32_t p, uint32_t q)
{
    merge_clock(o, p, q);
    if (--o->build.degrees.data[q] == 0)
        vec_push(&o->agenda, q);
}

/* In an order in which all that is before a point comes first. False if there is none: a cycle. */
static bool set_clocks(order *o)
{
    uint32_t done = 0;
    count_degrees(o);
    o->clocks.size = 0;
    vec_resize(&o->clocks, o->points.size * o->chain_count);
    o->agenda.size = 0;
    for (uint32_t p = 0; p < o->points.size; p++) {
        o->clocks.data[(size_t)p * o->chain_count + o->points.data[p].chain] = o->points.data[p].position + 1;
        if (o->build.degrees.data[p] == 0)
            vec_push(&o->agenda, p);
    }
    for (; o->agenda.size > 0; done++) {
        uint32_t p = vec_pop(&o->agenda);
        if (o->points.data[p].next != HISTORY_NONE)
            hand_on_first(o, p, o->points.data[p].next);
        for (uint32_t e = o->points.data[p].first_edge; e != HISTORY_NONE; e = o->edges.data[e].next)
            hand_on_first(o, p, o->edges.data[e].to);
    }
    return done == o->points.size;
}

bool order_build(order *o, const history *h, const model *m)
{
    reset(o, h);
    for (uint32_t i = 0; i < h->steps.size; i++)
        add_step(o, h, m, i);
    sort_writers(o, h);
    cut_into_runs(o, h);
    link_starts(o, h);
    link_edges(o, h);
    return link_reads(o, h, m) && set_clocks(o);
}
