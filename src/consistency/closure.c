#include "consistency/closure.h"

/* The number of writers of the run that are before r, or r itself. */
static uint32_t run_count_before(const order *o, const order_run *run, uint32_t r)
{
    uint32_t low = 0, high = run->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (order_is_before(o, o->writers.data[run->first + middle], r))
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
    uint32_t count = run_count_before(o, run, r);
    if (count > 0 && o->writers.data[run->first + count - 1] == r)
        count--;
    if (count == 0)
        return true;
    uint32_t v = o->writers.data[run->first + count - 1];
    return v == w || order_add(o, v, w, CONSISTENCY_BEFORE, o->points.data[r].step);
}

/* The first writer of the run after w is after r, or is r. */
static bool apply_after(order *o, const order_run *run, uint32_t r, uint32_t w)
{
    uint32_t i = run_count_not_after(o, run, w);
    i += i < run->count && o->writers.data[run->first + i] == w;
    return i == run->count ||
           order_add(o, r, o->writers.data[run->first + i], CONSISTENCY_FROM_READ, o->points.data[w].step);
}

/* What reads an initial value is before all who write there already. */
static bool apply_rules(order *o, uint32_t r, const history_read *read)
{
    if (read->source == HISTORY_INITIAL)
        return true;
    uint32_t w = o->point_of_step.data[read->source];
    for (uint32_t i = o->first_run.data[read->cell]; i < o->first_run.data[read->cell + 1]; i++) {
        const order_run *run = &o->runs.data[i];
        if (!apply_before(o, run, r, w) || !apply_after(o, run, r, w))
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
