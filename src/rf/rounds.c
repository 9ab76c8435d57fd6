#include "rf/rounds.h"

#include "rf/probe.h"

bool rf_round_cannot_have(const rf_trace *t, const rf_node *node)
{
    bool is_blind = node->is_fixed;
    for (uint32_t i = 0; i < node->write_count; i++)
        is_blind |= rf_trace_find_read(t, node, t->writes.data[node->first_write + i].cell) == NULL;
    return is_blind;
}

/* A cell that the round has written. */
typedef struct round_cell {
    uint32_t cell;
    rf_id writer;        /* whose write is there */
    uint64_t difference; /* from what would be there without the round */
} round_cell;

typedef struct round_memory {
    rf_run *run;
    VEC(round_cell) cells;
} round_memory;

static round_cell *find_cell(const round_memory *m, uint32_t cell)
{
    for (uint32_t i = 0; i < m->cells.size; i++)
        if (m->cells.data[i].cell == cell)
            return &m->cells.data[i];
    return NULL;
}

/* ---- the round's own nodes ---- */

/* False if somebody else has written one of its cells without having read it. */
static bool do_own(round_memory *m, const rf_node *node)
{
    const rf_trace *t = &m->run->trace;
    for (uint32_t i = 0; i < node->write_count; i++) {
        const rf_write *write = &t->writes.data[node->first_write + i];
        const rf_read *read = rf_trace_find_read(t, node, write->cell);
        round_cell *c = find_cell(m, write->cell);
        if (c && read->source != c->writer)
            return false;
        if (c == NULL) {
            vec_push(&m->cells, (round_cell){.cell = write->cell});
            c = vec_last(&m->cells);
        }
        c->writer = node->id;
        c->difference ^= read->value ^ write->value;
    }
    return true;
}

/* ---- those of others ---- */

/* What memory would have had before the node without the round, where that is different. */
static rf_reads without_round(const round_memory *m, const machine_state *before)
{
    rf_reads given = {0};
    for (uint32_t i = 0; i < m->cells.size; i++) {
        const round_cell *c = &m->cells.data[i];
        const places_cell *place = &m->run->places->cells.data[c->cell];
        uint64_t value;
        if (c->difference && machine_peek(before, place->address, place->size, &value))
            vec_push(&given, (rf_read){.cell = c->cell, .value = value ^ c->difference});
    }
    return given;
}

static uint64_t difference_of(const round_memory *m, uint32_t cell)
{
    const round_cell *c = find_cell(m, cell);
    return c ? c->difference : 0;
}

/* The probe's node reads and writes what the real one does, up to the difference. */
static bool is_same_up_to_difference(const round_memory *m, const rf_node *real, const rf_node *node)
{
    const rf_trace *t = &m->run->trace, *p = &m->run->probe;
    if (node->read_count != real->read_count || node->write_count != real->write_count)
        return false;
    for (uint32_t i = 0; i < real->read_count; i++) {
        const rf_read *a = &t->reads.data[real->first_read + i], *b = &p->reads.data[node->first_read + i];
        if (a->cell != b->cell || (a->value ^ b->value) != difference_of(m, a->cell))
            return false;
    }
    for (uint32_t i = 0; i < real->write_count; i++) {
        const rf_write *a = &t->writes.data[real->first_write + i], *b = &p->writes.data[node->first_write + i];
        if (a->cell != b->cell || (a->value ^ b->value) != difference_of(m, a->cell))
            return false;
    }
    return true;
}

/* The same of all nodes of the probe's step, of which there may be more, as the end of a thread. */
static bool are_same_up_to_difference(const round_memory *m, rf_id id)
{
    const rf_trace *t = &m->run->trace, *p = &m->run->probe;
    uint32_t thread = rf_thread_of(id), count = rf_trace_length(p, thread);
    bool is_same = count > 0 && rf_number_of(id) + count <= rf_trace_length(t, thread);
    for (uint32_t i = 0; i < count && is_same; i++)
        is_same = is_same_up_to_difference(m, rf_trace_node_of(t, id + i), rf_trace_node_of(p, rf_make_id(thread, i)));
    return is_same;
}

/* Does it do something else where memory is as it would be without the round? */
static bool notices(const round_memory *m, const rf_node *node)
{
    uint32_t thread = rf_thread_of(node->id);
    hash128 real, other;
    if (node->before == NULL)
        return true;
    bool happens = rf_probe_step(m->run, node->before, thread, &(rf_reads){0}, &real).end == MACHINE_OK;
    rf_reads given = without_round(m, node->before);
    happens &= rf_probe_step(m->run, node->before, thread, &given, &other).end == MACHINE_OK;
    vec_clear(&given);
    return !happens || memcmp(&real, &other, sizeof real) != 0 || !are_same_up_to_difference(m, node->id);
}

/* False if it has noticed, or has written without having read. */
static bool do_other(round_memory *m, const rf_node *node)
{
    const rf_trace *t = &m->run->trace;
    bool reads_difference = false;
    for (uint32_t i = 0; i < m->cells.size; i++) {
        const round_cell *c = &m->cells.data[i];
        const rf_read *read = rf_trace_find_read(t, node, c->cell);
        if (read == NULL && rf_trace_find_write(t, node, c->cell))
            return false;
        if (read && read->source != c->writer)
            return false;
        reads_difference |= read && c->difference;
    }
    if (reads_difference && notices(m, node))
        return false;
    for (uint32_t i = 0; i < m->cells.size; i++)
        if (rf_trace_find_write(t, node, m->cells.data[i].cell))
            m->cells.data[i].writer = node->id;
    return true;
}

/* ---- all of it ---- */

/* The index of the first of the thread's nodes from `first` on that writes; RF_NONE. */
static uint32_t find_first_write(const rf_trace *t, uint32_t thread, uint32_t first)
{
    for (uint32_t n = first; n < rf_trace_length(t, thread); n++) {
        const rf_node *node = rf_trace_node_of(t, rf_make_id(thread, n));
        if (node->write_count > 0)
            return (uint32_t)(node - t->nodes.data);
    }
    return RF_NONE;
}

static bool is_restored(const round_memory *m)
{
    for (uint32_t i = 0; i < m->cells.size; i++)
        if (m->cells.data[i].difference)
            return false;
    return true;
}

bool rf_round_is_idle(rf_run *r, uint32_t thread, uint32_t first)
{
    const rf_trace *t = &r->trace;
    round_memory m = {.run = r};
    bool is_idle = true;
    for (uint32_t i = find_first_write(t, thread, first); i < t->nodes.size && is_idle; i++) {
        const rf_node *node = &t->nodes.data[i];
        is_idle = rf_thread_of(node->id) == thread ? do_own(&m, node) : do_other(&m, node);
    }
    is_idle = is_idle && is_restored(&m);
    vec_clear(&m.cells);
    return is_idle;
}
