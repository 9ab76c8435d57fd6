#include "encode/races.h"

#include <stdlib.h>

#include "base/alloc.h"

/* By node: the one before it in program order, whether that is executed or not; IR_NONE: none. What is before it there
 * is before both, since SC keeps all of program order. */
static uint32_t *list_earlier(const encoding *e)
{
    uint32_t *earlier = alloc_bytes((e->graph->node_count + 1) * sizeof(uint32_t));
    bool *is_placed = alloc_zeroed(e->graph->node_count + 1, sizeof(bool));
    memset(earlier, 0xff, (e->graph->node_count + 1) * sizeof(uint32_t));
    for (uint32_t t = 0; t < e->s->threads.size; t++) {
        const symex_thread *thread = &e->s->threads.data[t];
        uint32_t last = IR_NONE;
        for (uint32_t i = 0; i < thread->events.size; i++) {
            uint32_t node = e->graph->node[thread->events.data[i]];
            if (node == IR_NONE || is_placed[node])
                continue;
            is_placed[node] = true;
            earlier[node] = last;
            last = node;
        }
    }
    free(is_placed);
    return earlier;
}

static void add_meeting(encoding *e, const uint32_t *earlier, const symex_claim *claim, int literal)
{
    const symex_thread *thread = &e->s->threads.data[claim->thread];
    uint32_t one = e->graph->node[claim->other], two = e->graph->node[thread->events.data[claim->position - 1]];
    if (earlier[one] != IR_NONE)
        e->order.add_edge_if(e->order.self, earlier[one], two, literal);
    if (earlier[two] != IR_NONE)
        e->order.add_edge_if(e->order.self, earlier[two], one, literal);
}

void encoding_add_races(encoding *e)
{
    enum { RACE_WORK = 20 };
    const memory *m = e->m;
    bool meets = m->is_strict && model_keeps_all(e->model);
    uint32_t *earlier = meets ? list_earlier(e) : NULL;
    for (uint32_t i = 0; i < m->races.size && !symex_is_stopped(e->s, RACE_WORK); i++) {
        int literal = encoding_literal(e, m->races.data[i].guard);
        if (meets) {
            int both = literal;
            literal = solver_new_var(e->clauses);
            solver_add_clause(e->clauses, (int[]){-literal, both}, 2);
            add_meeting(e, earlier, &m->races.data[i], literal);
        }
        vec_push(&e->races, literal);
    }
    free(earlier);
}
