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
    vec_clear(&o->target);
    vec_clear(&o->first_reader);
    vec_clear(&o->reader_count);
    vec_clear(&o->readers);
    vec_clear(&o->own);
    vec_clear(&o->agenda);
    vec_clear(&o->gain);
    vec_clear(&o->news);
    vec_clear(&o->is_news);
    vec_clear(&o->changes);
    vec_clear(&b->last);
    vec_clear(&b->marker);
    vec_clear(&b->waiting);
    vec_clear(&b->waiting_next);
    vec_clear(&b->newest);
    vec_clear(&b->buffers);
    vec_clear(&b->segment);
    vec_clear(&b->chain_taken);
    vec_clear(&b->chain_next);
    vec_clear(&b->chain_last);
    vec_clear(&b->degrees);
    vec_clear(&b->sorted);
    vec_clear(&b->counts);
}

/* ---- orders ---- */

void order_link(order *o, uint32_t p, uint32_t q, consistency_reason reason, uint32_t via)
{
    order_edge edge = {.from = p, .to = q, .next = o->points.data[p].first_edge, .via = via, .reason = (uint8_t)reason};
    vec_push(&o->edges, edge);
    o->points.data[p].first_edge = o->edges.size - 1;
}

/* What is before p, but not known to be before q. */
static void find_gain(order *o, uint32_t p, uint32_t q)
{
    const uint32_t *from = order_clock(o, p), *to = order_clock(o, q);
    o->gain.size = 0;
    vec_reserve(&o->gain, o->chain_count);
    for (uint32_t c = 0; c < o->chain_count; c++)
        if (from[c] > to[c])
            o->gain.data[o->gain.size++] = (order_gain){c, from[c]};
}

/* So many numbers are compared in a unit of work. */
enum { NUMBERS_PER_WORK = 8 };

/* The point learns of the gain, and hands it on if there is something new in it. */
static void learn(order *o, uint32_t p)
{
    uint32_t first = p * o->chain_count;
    bool is_news = false;
    o->work += 1 + o->gain.size / NUMBERS_PER_WORK;
    for (uint32_t i = 0; i < o->gain.size; i++) {
        uint32_t index = first + o->gain.data[i].chain;
        if (o->clocks.data[index] >= o->gain.data[i].clock)
            continue;
        if (o->can_undo)
            vec_push(&o->changes, (order_change){index, o->clocks.data[index]});
        o->clocks.data[index] = o->gain.data[i].clock;
        is_news = true;
    }
    if (is_news) {
        vec_push(&o->agenda, p);
        order_note_news(o, p);
    }
}

bool order_add(order *o, uint32_t p, uint32_t q, consistency_reason reason, uint32_t via)
{
    if (order_is_before(o, p, q))
        return true;
    order_link(o, p, q, reason, via);
    if (order_is_before(o, q, p)) {
        o->broken_edge = o->edges.size - 1;
        return false;
    }
    o->agenda.size = 0;
    find_gain(o, p, q);
    learn(o, q);
    while (o->agenda.size > 0) {
        uint32_t at = vec_pop(&o->agenda);
        if (o->points.data[at].next != HISTORY_NONE)
            learn(o, o->points.data[at].next);
        for (uint32_t e = o->points.data[at].first_edge; e != HISTORY_NONE; e = o->edges.data[e].next)
            learn(o, o->edges.data[e].to);
    }
    return true;
}

order_mark order_here(const order *o)
{
    return (order_mark){o->edges.size, o->changes.size};
}

void order_undo(order *o, order_mark mark)
{
    while (o->changes.size > mark.changes) {
        order_change change = vec_pop(&o->changes);
        o->clocks.data[change.index] = change.before;
    }
    while (o->edges.size > mark.edges) {
        order_edge edge = vec_pop(&o->edges);
        o->points.data[edge.from].first_edge = edge.next;
    }
    while (o->news.size > 0)
        o->is_news.data[vec_pop(&o->news)] = false;
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

static void merge_clock(order *o, uint32_t p, uint32_t q)
{
    const uint32_t *from = order_clock(o, p);
    uint32_t *to = o->clocks.data + (size_t)q * o->chain_count;
    for (uint32_t c = 0; c < o->chain_count; c++)
        to[c] = from[c] > to[c] ? from[c] : to[c];
}

static void hand_on(order *o, uint32_t p, uint32_t q)
{
    merge_clock(o, p, q);
    if (--o->build.degrees.data[q] == 0)
        vec_push(&o->agenda, q);
}

/* In an order in which all that is before a point comes first. */
bool order_set_clocks(order *o)
{
    uint32_t done = 0;
    count_degrees(o);
    o->clocks.size = 0;
    vec_resize(&o->clocks, o->points.size * o->chain_count);
    o->agenda.size = o->is_news.size = 0;
    vec_resize(&o->is_news, o->points.size);
    for (uint32_t p = 0; p < o->points.size; p++) {
        o->clocks.data[(size_t)p * o->chain_count + o->points.data[p].chain] = o->points.data[p].position + 1;
        if (o->build.degrees.data[p] == 0)
            vec_push(&o->agenda, p);
    }
    for (; o->agenda.size > 0; done++) {
        uint32_t p = vec_pop(&o->agenda);
        if (o->points.data[p].next != HISTORY_NONE)
            hand_on(o, p, o->points.data[p].next);
        for (uint32_t e = o->points.data[p].first_edge; e != HISTORY_NONE; e = o->edges.data[e].next)
            hand_on(o, p, o->edges.data[e].to);
    }
    return done == o->points.size;
}
