/* Does an encoding hold what encode.h promises? For asserts: looks at everything. */
#include "base/alloc.h"
#include "encode/encode.h"

/* The candidates of the read have literals of their own, which `is_used` has not seen yet; or none at all. */
static bool is_read_valid(const encoding *e, const memory_read *read, bool *is_used)
{
    if ((uint64_t)read->first + read->count > e->rf.size || e->m->accesses.data[read->access].is_write)
        return false;
    for (uint32_t i = 0; i < read->count; i++) {
        int literal = e->rf.data[read->first + i];
        uint32_t write = e->candidates->candidates.data[read->first + i].write;
        if (write != IR_NONE && !e->m->accesses.data[write].is_write)
            return false;
        if (read->is_static ? literal != 0 : literal <= 0 || literal > solver_var_count(e->clauses))
            return false;
        if (literal != 0 && is_used[literal])
            return false;
        is_used[literal] = true;
    }
    return true;
}

static bool are_reads_valid(const encoding *e)
{
    bool *is_used = alloc_zeroed((size_t)solver_var_count(e->clauses) + 1, sizeof(bool));
    bool is_valid = e->rf.size == e->candidates->candidates.size;
    uint64_t candidates = 0;
    for (uint32_t i = 0; i < e->candidates->reads.size && is_valid; i++) {
        is_valid = is_read_valid(e, &e->candidates->reads.data[i], is_used);
        candidates += e->candidates->reads.data[i].count;
    }
    free(is_used);
    return is_valid && candidates == e->rf.size;
}

static bool are_writes_valid(const encoding *e)
{
    for (uint32_t i = 0; i < e->m->accesses.size; i++)
        if (e->order_write[i] != ENCODE_NONE && !e->m->accesses.data[i].is_write)
            return false;
    return true;
}

bool encoding_is_valid(const encoding *e)
{
    return memory_graph_is_valid(e->m, e->graph) && memory_candidates_are_valid(e->m, e->candidates) &&
           memory_ws_is_valid(e->m, e->ws) && are_reads_valid(e) && are_writes_valid(e);
}
