#include "support/history_rules.h"

static bool is_store(const history *h, const model *m, uint32_t step)
{
    return h->steps.data[step].kind == HISTORY_WRITE && model_is_buffered(m);
}

static bool is_kind(const history *h, uint32_t step, history_kind kind)
{
    return h->steps.data[step].kind == kind;
}

bool history_rules_same_thread(const history *h, uint32_t a, uint32_t b)
{
    return h->steps.data[a].thread == h->steps.data[b].thread;
}

bool history_rules_has_edge(const history *h, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < h->edges.size; i++)
        if (h->edges.data[i].before == a && h->edges.data[i].after == b)
            return true;
    return false;
}

static bool share_a_cell(const history *h, uint32_t a, uint32_t b)
{
    const history_step *s = &h->steps.data[b];
    for (uint32_t i = 0; i < s->write_count; i++)
        if (history_writes(h, a, h->writes.data[s->first_write + i]))
            return true;
    for (uint32_t i = 0; i < s->read_count; i++)
        if (history_writes(h, a, h->reads.data[s->first_read + i].cell))
            return true;
    return false;
}

static bool has_fence_between(const history *h, const model *m, uint32_t a, uint32_t b)
{
    for (uint32_t s = a + 1; s < b; s++)
        if (history_rules_same_thread(h, s, a) && (is_kind(h, s, HISTORY_BLOCK) || is_kind(h, s, HISTORY_FENCE) ||
                                                   (is_kind(h, s, HISTORY_STORE_FENCE) && (m->fences & MODEL_WW))))
            return true;
    return false;
}

static bool is_in_order(const history *h, const model *m, uint32_t store, uint32_t later)
{
    switch ((history_kind)h->steps.data[later].kind) {
    case HISTORY_READ:
        return !m->forwards && share_a_cell(h, store, later);
    case HISTORY_WRITE:
        return m->buffers == MODEL_ONE_BUFFER || share_a_cell(h, store, later) ||
               history_rules_has_edge(h, store, later) || has_fence_between(h, m, store, later);
    case HISTORY_STORE_FENCE:
        return m->fences & MODEL_WW;
    case HISTORY_BLOCK:
    case HISTORY_FENCE:
        break;
    }
    return true;
}

bool history_rules_keeps(const history *h, const model *m, uint32_t a, uint32_t b)
{
    if (h->starts.data[h->steps.data[b].thread] == a)
        return true;
    if (!history_rules_same_thread(h, a, b) || a >= b)
        return false;
    if (is_store(h, m, a))
        return is_in_order(h, m, a, b);
    /* A store fence stands in the buffer, where reads do not see it. */
    return !is_kind(h, a, HISTORY_STORE_FENCE) || !is_kind(h, b, HISTORY_READ);
}

static bool reads_from(const history *h, uint32_t reader, uint32_t source, uint32_t cell)
{
    const history_step *s = &h->steps.data[reader];
    for (uint32_t i = 0; i < s->read_count; i++) {
        const history_read *read = &h->reads.data[s->first_read + i];
        if (read->source == source && (cell == HISTORY_NONE || read->cell == cell))
            return true;
    }
    return false;
}

/* The reader reads a cell from the source that the other step writes. */
bool history_rules_compete(const history *h, uint32_t reader, uint32_t source, uint32_t other)
{
    const history_step *s = &h->steps.data[other];
    for (uint32_t i = 0; i < s->write_count; i++)
        if (reads_from(h, reader, source, h->writes.data[s->first_write + i]))
            return other != source && other != reader;
    return false;
}

bool history_rules_reads(const history *h, const model *m, uint32_t a, uint32_t b)
{
    bool is_forwarded = history_rules_same_thread(h, a, b) && a < b && is_store(h, m, a) && m->forwards;
    return reads_from(h, b, a, HISTORY_NONE) && !is_forwarded;
}

bool history_rules_is_hidden(const history *h, uint32_t reader, uint32_t write)
{
    if (!history_rules_same_thread(h, write, reader) || write >= reader)
        return false;
    if (history_rules_compete(h, reader, HISTORY_INITIAL, write))
        return true;
    for (uint32_t s = 0; s < write; s++)
        if (history_rules_same_thread(h, s, write) && history_rules_compete(h, reader, s, write))
            return true;
    return false;
}
