#include "memory/writes.h"

#include "base/alloc.h"

cell_writes *writes_by_cell(const memory *m)
{
    enum { CELL_WORK = 4 };
    cell_writes *writes = alloc_zeroed(m->cells.size + 1, sizeof(cell_writes));
    for (uint32_t a = 0; a < m->accesses.size; a++) {
        const memory_access *access = &m->accesses.data[a];
        uint32_t thread = m->s->events.data[access->event].thread;
        for (uint32_t i = 0; access->is_write && i < access->cell_count && !symex_is_stopped(m->s, CELL_WORK); i++) {
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

/* Is `next`, later in the same block and to the same one cell, executed whenever the write is? */
static bool is_overwritten_by(const memory *m, const memory_access *write, const memory_access *next)
{
    return next->cell_count == 1 &&
           (next->guard == write->guard || guard_decides(&m->s->guards, write->guard, next->guard) == TERM_TRUE);
}

static bool is_inner(const memory *m, const thread_writes *list, uint32_t at)
{
    const memory_access *write = &m->accesses.data[list->accesses.data[at]];
    uint32_t block = m->s->events.data[write->event].block;
    if (block == IR_NONE || write->cell_count != 1)
        return false;
    for (uint32_t i = at + 1; i < list->accesses.size && m->s->events.data[list->events.data[i]].block == block; i++)
        if (is_overwritten_by(m, write, &m->accesses.data[list->accesses.data[i]]))
            return true;
    return false;
}

bool *writes_find_inner(const memory *m, const cell_writes *writes)
{
    bool *result = alloc_zeroed(m->accesses.size + 1, sizeof(bool));
    for (uint32_t c = 0; c < m->cells.size; c++)
        for (uint32_t t = 0; t < writes[c].size; t++)
            for (uint32_t i = 0; i < writes[c].data[t].accesses.size; i++)
                result[writes[c].data[t].accesses.data[i]] |= is_inner(m, &writes[c].data[t], i);
    return result;
}
