#include "consistency/closure.h"

/* The last writer of the run that is before p and is not p; NULL if there is none. */
static const order_writer *find_last_before(const order *o, const order_run *run, uint32_t p)
{
    const order_writer *writers = o->writers.data + run->first;
    uint32_t low = 0, high = run->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (order_is_before(o, writers[middle].point, p))
            low = middle + 1;
        else
            high = middle;
    }
    if (low > 0 && writers[low - 1].point == p)
        low--;
    return low > 0 ? &writers[low - 1] : NULL;
}

/* What is written before r is written before w, which it reads, if it is not w. */
static bool apply_to_read(order *o, uint32_t r, const history_read *read)
{
    if (read->source == HISTORY_INITIAL)
        return true; /* order_build has said all: it is before all writes */
    uint32_t w = o->point_of_step.data[read->source];
    for (uint32_t i = o->first_run.data[read->cell]; i < o->first_run.data[read->cell + 1]; i++) {
        const order_writer *v = find_last_before(o, &o->runs.data[i], r);
        if (v != NULL && v->point != w && !order_add(o, v->point, w, CONSISTENCY_BEFORE, o->points.data[r].step))
            return false;
    }
    return true;
}

/* What reads a write before v, of the same cell, is before v. */
static bool apply_to_write(order *o, uint32_t v, uint32_t cell)
{
    for (uint32_t i = o->first_run.data[cell]; i < o->first_run.data[cell + 1]; i++) {
        const order_writer *w = find_last_before(o, &o->runs.data[i], v);
        if (w == NULL)
            continue;
        const uint32_t *readers = o->readers.data + o->first_reader.data[w->write];
        for (uint32_t j = 0; j < o->reader_count.data[w->write]; j++)
            if (!order_add(o, readers[j], v, CONSISTENCY_FROM_READ, o->points.data[w->point].step))
                return false;
    }
    return true;
}

static bool apply_to_point(order *o, const history *h, uint32_t p)
{
    const history_step *s = &h->steps.data[o->points.data[p].step];
    for (uint32_t i = s->first_read; i < s->first_read + s->read_count; i++)
        if (!apply_to_read(o, p, &h->reads.data[i]))
            return false;
    for (uint32_t i = s->first_write; i < s->first_write + s->write_count; i++)
        if (!apply_to_write(o, p, h->writes.data[i]))
            return false;
    return true;
}

/* Of a look at a point, beside what new orders take, in units of base/budget.h. */
enum { POINT_WORK = 4 };

bool closure_go_on(order *o, const history *h, budget *b)
{
    uint64_t charged = o->work;
    while (o->news.size > 0) {
        if (budget_charge(b, POINT_WORK + o->work - charged))
            return false; /* there are news left: so it is no cycle */
        charged = o->work;
        uint32_t p = vec_pop(&o->news);
        o->is_news.data[p] = false;
        if (!apply_to_point(o, h, p))
            return false;
    }
    return true;
}

bool closure_saturate(order *o, const history *h, budget *b)
{
    for (uint32_t p = o->points.size; p-- > 0;)
        order_note_news(o, p);
    return closure_go_on(o, h, b);
}
