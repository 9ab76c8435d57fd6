/* Refinement inside of the search of the project's own solver, as a theory of it. */
#include "engine/refine/refine_order.h"
#include "solver/own.h"

static void on_assigned(void *self, int literal, uint32_t level)
{
    refine_order *o = self;
    (void)level;
    o->has_news |= facts_rf_of(&o->facts, literal) != NULL;
}

static void on_propagate(void *self, sat_solver *solver)
{
    refine_order *o = self;
    (void)solver;
    if (o->has_news)
        refine_order_look_ahead(o);
    o->has_news = false;
}

/* Who is told to stop accepts, so that the search ends; the model then counts for nothing. */
static bool on_final_check(void *self, sat_solver *solver)
{
    refine_order *o = self;
    (void)solver;
    o->is_stopped = false;
    return refine_order_decide(o) || o->is_stopped;
}

static int value_in_search(const void *solver, int literal)
{
    return sat_theory_value(solver, literal);
}

/* Their values are asked for: they must stay in the problem. */
static void freeze_all(const facts *f, sat_solver *solver)
{
    for (uint32_t i = 0; i < f->conditional_edges.size; i++)
        sat_freeze(solver, f->conditional_edges.data[i].literal);
    for (uint32_t i = 0; i < f->ws.size; i++)
        sat_freeze(solver, f->ws.data[i].literal);
    for (uint32_t i = 0; i < f->pairs.size; i++)
        for (uint32_t k = 0; k < f->pairs.data[i].count; k++)
            sat_freeze(solver, f->pairs.data[i].conditions[k]);
}

void refine_order_connect(refine_order *o)
{
    sat_solver *solver = solver_own(o->clauses);
    o->values = (candidate_values){solver, value_in_search};
    sat_set_theory(solver, &(sat_theory){
                               .self = o,
                               .assigned = on_assigned,
                               .propagate = on_propagate,
                               .final_check = on_final_check,
                           });
    for (uint32_t i = 0; i < o->facts.rf.size; i++)
        sat_observe(solver, o->facts.rf.data[i].literal);
    freeze_all(&o->facts, solver);
}
