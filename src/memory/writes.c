#include "memory/writes.h"

#include "base/alloc.h"

cell_writes *writes_by_cell(const memory *m)
{
    cell_writes *writes = alloc_zeroed(m->cells.size + 1, sizeof(cell_writes));
    for (uint32_t a = 0; a < m->accesses.size; a++) {
        const memory_access *access = &m->accesses.data[a];
        uint32_t thread = m->s->events.data[access->event].thread;
        for (uint32_t i = 0; access->is_write && i < access->cell_count; i++) {
            cell_writes *of_cell = &writes[m->may.data[access->first_cell + i]];
            uint32_t t = 0;
            while (t < of_cell->size && of_cell->data[t].thread != thread)
                t++;
            if (t == of_cell->size)
                vec_push(of_cell, (thread_writes){.thread = thread});
            vec_push(&of_cell->data[t].accesses, a);
            vec_push(&of_cell->data[t].events, access->event);
        }
    }
    return writes;
}

void writes_free(cell_writes *writes, uint32_t cell_count)
{
    for (uint32_t c = 0; c < cell_count; c++) {
        for (uint32_t t = 0; t < writes[c].size; t++) {
            vec_clear(&writes[c].data[t].accesses);
            vec_clear(&writes[c].data[t].events);
        }
        vec_clear(&writes[c]);
    }
    free(writes);
}
