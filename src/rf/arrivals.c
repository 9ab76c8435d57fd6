/* What is known to have reached memory when a node happens. A cause of a node (rf_trace_clock) need not have: where
 * there are store buffers, it may wait in one, and where there is one for each place, later writes may have gone before
 * it.
 *
 * Rows are numbers of nodes by thread, as in clocks: all writes among a thread's first so many have arrived. */
#include "rf/state.h"

static void merge(uint32_t *to, const uint32_t *from, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++)
        to[i] = from[i] > to[i] ? from[i] : to[i];
}

static uint32_t *row(explore *x, uint32_t *rows, uint32_t index)
{
    return rows + (size_t)index * x->width;
}

static const uint32_t *arrived_of(explore *x, rf_id id)
{
    return row(x, x->arrived.data, (uint32_t)(rf_trace_node_of(&x->run.trace, id) - x->run.trace.nodes.data));
}

static void learn_from_reads(explore *x, const rf_node *node, uint32_t *now)
{
    for (uint32_t i = 0; i < node->read_count; i++) {
        rf_id source = x->run.trace.reads.data[node->first_read + i].source;
        if (source != RF_NONE && rf_thread_of(source) != rf_thread_of(node->id))
            merge(now, arrived_of(x, source), x->width);
    }
}

/* The node has happened; `fenced` is how many nodes of its thread its writes cannot pass. */
static void arrive(explore *x, const rf_node *node, uint32_t *now, uint32_t *fenced, uint32_t *arrived)
{
    const model *m = x->run.trace.model;
    uint32_t thread = rf_thread_of(node->id), count = rf_number_of(node->id) + 1;
    bool is_fence = node->kind == HISTORY_BLOCK || (node->kind == HISTORY_FENCE && !node->is_input);
    if (is_fence || !model_is_buffered(m))
        now[thread] = count;
    if (is_fence || node->kind == HISTORY_STORE_FENCE)
        *fenced = count;
    memcpy(arrived, now, x->width * sizeof *arrived);
    if (node->kind == HISTORY_WRITE && m->buffers == MODEL_ONE_BUFFER)
        arrived[thread] = count;
    else if (node->kind == HISTORY_WRITE && arrived[thread] < *fenced)
        arrived[thread] = *fenced;
}

void rf_find_arrivals(explore *x)
{
    const rf_trace *t = &x->run.trace;
    uint32_t rows = t->nodes.size;
    x->above.size = x->arrived.size = x->now.size = x->fenced.size = 0;
    vec_resize(&x->above, rows * x->width);
    vec_resize(&x->arrived, rows * x->width);
    vec_resize(&x->now, t->threads.size * x->width);
    vec_resize(&x->fenced, t->threads.size);
    for (uint32_t i = 0; i < rows; i++) {
        const rf_node *node = &t->nodes.data[i];
        uint32_t thread = rf_thread_of(node->id);
        uint32_t *now = row(x, x->now.data, thread), *above = row(x, x->above.data, i);
        if (rf_number_of(node->id) == 0 && t->threads.data[thread].start != RF_NONE)
            memcpy(now, arrived_of(x, t->threads.data[thread].start), x->width * sizeof *now);
        memcpy(above, now, x->width * sizeof *above);
        if (node->kind == HISTORY_BLOCK)
            above[thread] = rf_number_of(node->id); /* it waits for its own */
        learn_from_reads(x, node, now);
        arrive(x, node, now, &x->fenced.data[thread], row(x, x->arrived.data, i));
    }
}

const uint32_t *rf_arrived_before(explore *x, rf_id id)
{
    const rf_trace *t = &x->run.trace;
    if (rf_number_of(id) < rf_trace_length(t, rf_thread_of(id)))
        return row(x, x->above.data, (uint32_t)(rf_trace_node_of(t, id) - t->nodes.data));
    return row(x, x->now.data, rf_thread_of(id));
}

const uint32_t *rf_arrived_with(explore *x, const rf_node *node)
{
    return row(x, x->arrived.data, (uint32_t)(node - x->run.trace.nodes.data));
}
