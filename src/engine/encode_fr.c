#include "base/alloc.h"
#include "base/map.h"
#include "engine/encode.h"

/* The literal of the edge from the read to the write, both numbers of the theory. */
static int fr_literal(encoding *e, map *literals, uint32_t read, uint32_t write)
{
    uint64_t key = (uint64_t)read << 32 | write;
    const uint64_t *known = map_find(literals, key);
    if (known)
        return (int)*known;
    const memory_access *r = &e->m->accesses.data[e->read_access.data[read]];
    const memory_access *w = &e->m->accesses.data[e->write_access.data[write]];
    int literal = sat_new_var(e->solver);
    ord_add_edge_if(e->ord, e->graph->node[r->event], e->graph->node[w->event], literal);
    map_put(literals, key, (uint64_t)literal);
    return literal;
}

static void add_pair(encoding *e, map *literals, const encoding_relation *rf, const encoding_relation *ws)
{
    uint32_t read = e->read_access.data[rf->other], write = e->write_access.data[ws->other];
    const symex_event *r = &e->s->events.data[e->m->accesses.data[read].event];
    const symex_event *w = &e->s->events.data[e->m->accesses.data[write].event];
    if (r->thread == w->thread) {
        /* Later writes of its own thread follow a read anyway; what earlier ones have overwritten it cannot read. */
        if (write < read)
            sat_add_clause(e->solver, (int[]){-rf->literal, -ws->literal}, 2);
        return;
    }
    int fr = fr_literal(e, literals, rf->other, ws->other);
    sat_add_clause(e->solver, (int[]){-rf->literal, -ws->literal, fr}, 3);
}

void encoding_add_fr(encoding *e)
{
    map literals = {0};
    uint32_t writes = e->write_access.size;
    uint32_t *first = alloc_bytes((writes + 1) * sizeof(uint32_t));
    uint32_t *next = alloc_bytes((e->ws_told.size + 1) * sizeof(uint32_t));
    memset(first, 0xff, (writes + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < e->ws_told.size; i++) {
        next[i] = first[e->ws_told.data[i].write];
        first[e->ws_told.data[i].write] = i;
    }
    for (uint32_t i = 0; i < e->rf_told.size; i++)
        for (uint32_t k = first[e->rf_told.data[i].write]; k != UINT32_MAX; k = next[k])
            add_pair(e, &literals, &e->rf_told.data[i], &e->ws_told.data[k]);
    free(first);
    free(next);
    map_clear(&literals);
}
