#include "consistency/history.h"

void history_clear(history *h)
{
    vec_clear(&h->starts);
    vec_clear(&h->steps);
    vec_clear(&h->reads);
    vec_clear(&h->writes);
    vec_clear(&h->edges);
    h->cell_count = 0;
}

void history_reset(history *h)
{
    h->starts.size = h->steps.size = h->reads.size = h->writes.size = h->edges.size = 0;
    h->cell_count = 0;
}

void history_add_thread(history *h, uint32_t start)
{
    vec_push(&h->starts, start);
}

uint32_t history_add_step(history *h, uint32_t thread, history_kind kind)
{
    assert(thread < h->starts.size);
    vec_push(&h->steps, (history_step){
                            .thread = thread,
                            .kind = (uint8_t)kind,
                            .first_read = h->reads.size,
                            .first_write = h->writes.size,
                        });
    return h->steps.size - 1;
}

static void note_cell(history *h, uint32_t cell)
{
    if (cell >= h->cell_count)
        h->cell_count = cell + 1;
}

void history_add_read(history *h, uint32_t cell, uint32_t source)
{
    note_cell(h, cell);
    vec_push(&h->reads, (history_read){cell, source});
    vec_last(&h->steps)->read_count++;
}

void history_add_write(history *h, uint32_t cell)
{
    note_cell(h, cell);
    vec_push(&h->writes, cell);
    vec_last(&h->steps)->write_count++;
}

bool history_writes(const history *h, uint32_t step, uint32_t cell)
{
    const history_step *s = &h->steps.data[step];
    for (uint32_t i = 0; i < s->write_count; i++)
        if (h->writes.data[s->first_write + i] == cell)
            return true;
    return false;
}

static bool has_what_its_kind_has(const history_step *s)
{
    switch ((history_kind)s->kind) {
    case HISTORY_READ:
        return s->write_count == 0;
    case HISTORY_WRITE: /* without buffers it may read as well, whether its object is alive, and change nothing */
    case HISTORY_BLOCK:
        return true;
    case HISTORY_FENCE:
    case HISTORY_STORE_FENCE:
        break;
    }
    return s->read_count == 0 && s->write_count == 0;
}

static bool is_valid_step(const history *h, const history_step *s)
{
    for (uint32_t i = 0; i < s->write_count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (h->writes.data[s->first_write + i] == h->writes.data[s->first_write + j])
                return false;
    for (uint32_t i = 0; i < s->read_count; i++) {
        uint32_t source = h->reads.data[s->first_read + i].source;
        if (source != HISTORY_INITIAL && source >= h->steps.size)
            return false;
    }
    return s->thread < h->starts.size && has_what_its_kind_has(s);
}

static bool is_valid_edge(const history *h, history_edge e)
{
    return e.before < e.after && e.after < h->steps.size && h->steps.data[e.before].kind == HISTORY_WRITE &&
           h->steps.data[e.after].kind == HISTORY_WRITE &&
           h->steps.data[e.before].thread == h->steps.data[e.after].thread;
}

bool history_is_valid(const history *h)
{
    for (uint32_t t = 0; t < h->starts.size; t++)
        if (h->starts.data[t] != HISTORY_NONE &&
            (h->starts.data[t] >= h->steps.size || h->steps.data[h->starts.data[t]].kind != HISTORY_BLOCK))
            return false;
    for (uint32_t i = 0; i < h->steps.size; i++)
        if (!is_valid_step(h, &h->steps.data[i]))
            return false;
    for (uint32_t i = 0; i < h->edges.size; i++)
        if (!is_valid_edge(h, h->edges.data[i]))
            return false;
    return true;
}
