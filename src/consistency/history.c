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
