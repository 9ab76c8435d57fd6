/* Who writes a cell, and who reads a write. */
#include "consistency/order.h"

/* Turns the number of things of each kind into the place of the first of each kind, and that behind the last. */
static void add_up(uint32_t *counts, uint32_t kinds)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= kinds; i++) {
        uint32_t count = counts[i];
        counts[i] = sum;
        sum += count;
    }
}

static void reset_counts(order_build_state *b, uint32_t kinds)
{
    b->counts.size = 0;
    vec_resize(&b->counts, kinds + 1);
}

static void sort_by_thread(order *o, const history *h)
{
    order_build_state *b = &o->build;
    reset_counts(b, h->starts.size);
    for (uint32_t i = 0; i < h->steps.size; i++)
        b->counts.data[h->steps.data[i].thread] += h->steps.data[i].write_count;
    add_up(b->counts.data, h->starts.size);
    b->sorted.size = 0;
    vec_resize(&b->sorted, h->writes.size);
    for (uint32_t i = 0; i < h->steps.size; i++) {
        const history_step *s = &h->steps.data[i];
        for (uint32_t j = 0; j < s->write_count; j++)
            b->sorted.data[b->counts.data[s->thread]++] = (order_writer){o->point_of_step.data[i], s->first_write + j};
    }
}

/* Those of a cell stay as they are. */
static void sort_by_cell(order *o, const history *h)
{
    order_build_state *b = &o->build;
    reset_counts(b, h->cell_count);
    for (uint32_t i = 0; i < h->writes.size; i++)
        b->counts.data[h->writes.data[i]]++;
    add_up(b->counts.data, h->cell_count);
    o->first_run.size = o->writers.size = 0;
    vec_append(&o->first_run, b->counts.data, h->cell_count + 1);
    vec_resize(&o->writers, b->sorted.size);
    for (uint32_t i = 0; i < b->sorted.size; i++)
        o->writers.data[b->counts.data[h->writes.data[b->sorted.data[i].write]]++] = b->sorted.data[i];
}

/* first_run has the first writer of each cell so far. */
static void cut_into_runs(order *o, const history *h)
{
    o->runs.size = 0;
    for (uint32_t cell = 0; cell < h->cell_count; cell++) {
        uint32_t first = o->first_run.data[cell], end = o->first_run.data[cell + 1];
        o->first_run.data[cell] = o->runs.size;
        for (uint32_t i = first; i < end; i++) {
            uint32_t thread = h->steps.data[o->points.data[o->writers.data[i].point].step].thread;
            if (i > first && vec_last(&o->runs)->thread == thread)
                vec_last(&o->runs)->count++;
            else
                vec_push(&o->runs, (order_run){thread, i, 1});
        }
    }
    o->first_run.data[h->cell_count] = o->runs.size;
}

/* False if there is none. */
static bool find_write(const history *h, const history_read *read, uint32_t *write)
{
    *write = HISTORY_NONE;
    if (read->source == HISTORY_INITIAL)
        return true;
    const history_step *source = &h->steps.data[read->source];
    uint32_t i = source->first_write, end = i + source->write_count;
    while (i < end && h->writes.data[i] != read->cell)
        i++;
    *write = i;
    return i < end;
}

bool order_find_targets(order *o, const history *h)
{
    o->target.size = 0;
    vec_resize(&o->target, h->reads.size);
    for (uint32_t i = 0; i < h->reads.size; i++)
        if (!find_write(h, &h->reads.data[i], &o->target.data[i]))
            return false;
    return true;
}

/* Only the last reader of each thread: what comes after that comes after all. */
static void note_reader(order *o, const history *h, uint32_t write, uint32_t p)
{
    uint32_t *count = &o->reader_count.data[write], *readers = o->readers.data + o->first_reader.data[write];
    uint32_t thread = h->steps.data[o->points.data[p].step].thread;
    if (*count > 0 && h->steps.data[o->points.data[readers[*count - 1]].step].thread == thread)
        --*count;
    readers[(*count)++] = p;
}

/* All reads are on the chains of threads. */
void order_find_readers(order *o, const history *h)
{
    o->first_reader.size = o->reader_count.size = o->readers.size = 0;
    vec_resize(&o->first_reader, h->writes.size + 1);
    vec_resize(&o->reader_count, h->writes.size);
    vec_resize(&o->readers, h->reads.size);
    for (uint32_t i = 0; i < h->reads.size; i++)
        if (o->target.data[i] != HISTORY_NONE)
            o->first_reader.data[o->target.data[i]]++;
    add_up(o->first_reader.data, h->writes.size);
    for (uint32_t t = 0; t < h->starts.size; t++)
        for (uint32_t p = o->first_of_chain.data[t]; p != HISTORY_NONE; p = o->points.data[p].next) {
            const history_step *s = &h->steps.data[o->points.data[p].step];
            for (uint32_t i = s->first_read; i < s->first_read + s->read_count; i++)
                if (o->target.data[i] != HISTORY_NONE)
                    note_reader(o, h, o->target.data[i], p);
        }
}

void order_find_writers(order *o, const history *h)
{
    sort_by_thread(o, h);
    sort_by_cell(o, h);
    cut_into_runs(o, h);
}
