#include "base/alloc.h"
#include "base/map.h"
#include "encode/order_theory.h"

typedef struct relation {
    uint32_t write, other;
    int literal;
} relation;

typedef struct relations {
    VEC(relation) rf, ws;
} relations;

static void note_relation(void *context, bool is_rf, uint32_t write, uint32_t other, int literal)
{
    relations *all = context;
    if (is_rf)
        vec_push(&all->rf, (relation){write, other, literal});
    else
        vec_push(&all->ws, (relation){write, other, literal});
}

/* The literal of the edge from the read to the write. */
static int fr_literal(order_theory *t, map *literals, uint32_t read, uint32_t write)
{
    uint64_t key = (uint64_t)read << 32 | write;
    const uint64_t *known = map_find(literals, key);
    if (known)
        return (int)*known;
    int literal = solver_new_var(t->clauses);
    ord_add_edge_if(t->ord, t->reads.data[read].node, t->writes.data[write].node, literal);
    map_put(literals, key, (uint64_t)literal);
    return literal;
}

static void add_pair(order_theory *t, map *literals, const relation *rf, const relation *ws)
{
    const order_place *r = &t->reads.data[rf->other], *w = &t->writes.data[ws->other];
    assert(rf->write == ws->write);
    if (r->thread == w->thread) {
        /* Later writes of its own thread follow a read anyway; what earlier ones have overwritten it cannot read. */
        if (w->position < r->position)
            solver_add_clause(t->clauses, (int[]){-rf->literal, -ws->literal}, 2);
        return;
    }
    int fr = fr_literal(t, literals, rf->other, ws->other);
    solver_add_clause(t->clauses, (int[]){-rf->literal, -ws->literal, fr}, 3);
}

void order_theory_add_fr(order_theory *t)
{
    map literals = {0};
    relations all = {0};
    ord_each_relation(t->ord, &all, note_relation);
    uint32_t writes = t->writes.size;
    uint32_t *first = alloc_bytes((writes + 1) * sizeof(uint32_t)); /* by write: its ws relations, as a list */
    uint32_t *next = alloc_bytes((all.ws.size + 1) * sizeof(uint32_t));
    memset(first, 0xff, (writes + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < all.ws.size; i++) {
        next[i] = first[all.ws.data[i].write];
        first[all.ws.data[i].write] = i;
    }
    for (uint32_t i = 0; i < all.rf.size; i++)
        for (uint32_t k = first[all.rf.data[i].write]; k != UINT32_MAX; k = next[k])
            add_pair(t, &literals, &all.rf.data[i], &all.ws.data[k]);
    free(first);
    free(next);
    vec_clear(&all.rf);
    vec_clear(&all.ws);
    map_clear(&literals);
}
