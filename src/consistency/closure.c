#include "consistency/closure.h"

/* The number of writers of the run that are among the first `count` points of its chain. */
static uint32_t run_count_before(const order *o, const order_run *run, uint32_t count)
{
    uint32_t low = 0, high = run->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (o->points.data[o->writers.data[run->first + middle]].position < count)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The number of writers of the run that w is not before. */
static uint32_t run_count_not_after(const order *o, const order_run *run, uint32_t w)
{
    uint32_t low = 0, high = run->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (order_is_before(o, w, o->writers.data[run->first + middle]))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The last writer of the run before r is not after w. */
static bool apply_before(order *o, const order_run *run, uint32_t r, uint32_t w)
{
    uint32_t count = run_count_before(o, run, order_clock(o, r)[run->chain]);
    if (count > 0 && o->writers.data[run->first + count - 1] == r)
        count--;
    if (count == 0)
        return true;
    uint32_t v = o->writers.data[run->first + count - 1];
    if (w == HISTORY_NONE)
        return order_add(o, r, v, CONSISTENCY_FROM_READ); /* which cannot be */
    return v == w || order_add(o, v, w, CONSISTENCY_BEFORE);
}

/* The first writer of the run after w is after r. */
static bool apply_after(order *o, const order_run *run, uint32_t r, uint32_t w)
{
    uint32_t i = run_count_not_after(o, run, w);
    while (i < run->count && (o->writers.data[run->first + i] == w || o->writers.data[run->first + i] == r))
        i++;
    return i == run->count || order_add(o, r, o->writers.data[run->first + i], CONSISTENCY_FROM_READ);
}

static bool apply_rules(order *o, uint32_t r, const history_read *read)
{
    uint32_t w = read->source == HISTORY_INITIAL ? HISTORY_NONE : o->point_of_step.data[read->source];
    o->work += o->first_run.data[read->cell + 1] - o->first_run.data[read->cell];
    for (uint32_t i = o->first_run.data[read->cell]; i < o->first_run.data[read->cell + 1]; i++) {
        order_run run = o->runs.data[i];
        if (!apply_before(o, &run, r, w) || (w != HISTORY_NONE && !apply_after(o, &run, r, w)))
            return false;
    }
    return true;
}

bool closure_saturate(order *o, const history *h)
{
    uint32_t edges;
    do {
        edges = o->edges.size;
        for (uint32_t p = 0; p < o->points.size; p++) {
            const history_step *s = &h->steps.data[o->points.data[p].step];
            for (uint32_t i = 0; i < s->read_count; i++)
                if (!apply_rules(o, p, &h->reads.data[s->first_read + i]))
                    return false;
        }
    } while (o->edges.size > edges);
    return true;
}
