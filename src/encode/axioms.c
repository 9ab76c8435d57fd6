#include "encode/axioms.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "encode/axioms_state.h"

enum { MAX_REASONS = 8 };

static void note_relation(void *context, bool is_rf, uint32_t write, uint32_t other, int literal)
{
    axioms *a = context;
    if (is_rf || write >= a->e->access_of_write.size)
        return; /* those of the second order say the same again */
    uint32_t from = a->e->access_of_write.data[write], to = a->e->access_of_write.data[other];
    if (from != IR_NONE)
        map_put(&a->ws, (uint64_t)from << 32 | to, (uint64_t)(int64_t)literal);
}

static void note_reads(axioms *a)
{
    const encoding *e = a->e;
    a->read_of = alloc_bytes((e->m->accesses.size + 1) * sizeof(uint32_t));
    memset(a->read_of, 0xff, (e->m->accesses.size + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < e->candidates->reads.size; i++)
        a->read_of[e->candidates->reads.data[i].access] = i;
}

static bool are_places_known(const memory *m)
{
    for (uint32_t i = 0; i < m->accesses.size; i++)
        if (m->accesses.data[i].cell_count != 1)
            return false;
    return true;
}

axioms *axioms_new(encoding *e, diag *d)
{
    cat_model *model = cat_load(e->model->cat, d);
    if (model == NULL)
        return NULL;
    axioms *a = alloc_zeroed(1, sizeof *a);
    a->e = e;
    a->model = model;
    axiom_events_init(&a->events, e->m, mapping_architecture(e->s->program, model, e->model->cat));
    a->concrete = alloc_bytes((a->events.list.size + 1) * sizeof(uint32_t));
    order_init(&a->known, e->s, e->model);
    assert(e->order.each_relation);
    e->order.each_relation(e->order.self, a, note_relation);
    note_reads(a);
    a->has_known_places = are_places_known(e->m);
    a->values = term_evaluation_new(e->s->terms);
    return a;
}

void axioms_free(axioms *a)
{
    if (a == NULL)
        return;
    cat_free(a->model);
    axiom_events_clear(&a->events);
    order_clear(&a->known);
    map_clear(&a->ws);
    free(a->read_of);
    term_evaluation_free(a->values);
    axiom_execution_clear(&a->x);
    free(a->concrete);
    map_clear(&a->place_of);
    vec_clear(&a->initial);
    vec_clear(&a->clause);
    cat_reasons_clear(&a->reasons);
    free(a);
}

bool axioms_accept(axioms *a)
{
    axioms_read_execution(a);
    cat_execution x = axiom_execution_view(&a->x);
    assert(cat_execution_is_valid(&x));
    cat_session *session = cat_session_create(a->model, &a->x.program, a->has_known_places ? x.places : NULL);
    cat_reasons_clear(&a->reasons);
    bool is_allowed = cat_session_explain(session, &x, MAX_REASONS, &a->reasons);
    cat_session_free(session);
    a->stats.executions++;
    if (a->stats.most_events < a->x.program.events.size)
        a->stats.most_events = a->x.program.events.size;
    if (!is_allowed) {
        a->stats.rejected++;
        axioms_add_clauses(a);
    }
    return is_allowed;
}

const axiom_execution *axioms_execution(const axioms *a)
{
    return &a->x;
}

term_value axioms_value(axioms *a, uint32_t access)
{
    return term_evaluate(a->values, a->e->m->accesses.data[access].value);
}

axioms_statistics axioms_statistics_of(const axioms *a)
{
    return a->stats;
}
