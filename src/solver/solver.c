#include "solver/solver.h"

#include <string.h>

#include "base/alloc.h"
#include "solver/cadical.h"
#include "solver/own.h"
#include "solver/z3.h"

const solver_kind *const SOLVER_KINDS[] = {&SOLVER_OWN, &SOLVER_CADICAL, &SOLVER_Z3};

struct solver {
    const solver_kind *kind;
    void *self;
    uint64_t clauses; /* added */
};

uint32_t solver_kind_count(void)
{
    return sizeof SOLVER_KINDS / sizeof *SOLVER_KINDS;
}

const solver_kind *solver_find(const char *name)
{
    for (uint32_t i = 0; i < solver_kind_count(); i++)
        if (strcmp(SOLVER_KINDS[i]->name, name) == 0)
            return SOLVER_KINDS[i];
    return NULL;
}

solver *solver_new(const solver_kind *kind)
{
    assert(kind);
    solver *s = alloc_zeroed(1, sizeof *s);
    s->kind = kind;
    s->self = kind->create();
    return s;
}

void solver_free(solver *s)
{
    if (s == NULL)
        return;
    s->kind->destroy(s->self);
    free(s);
}

const solver_kind *solver_kind_of(const solver *s)
{
    return s->kind;
}

void *solver_self(const solver *s)
{
    return s->self;
}

sat_solver *solver_own(const solver *s)
{
    return s->kind == &SOLVER_OWN ? s->self : NULL;
}

/* Does it belong to a variable that there is? */
#define IS_LITERAL(s, literal) ((literal) != 0 && abs(literal) <= solver_var_count(s))

int solver_new_var(solver *s)
{
    return s->kind->new_var(s->self);
}

int solver_var_count(const solver *s)
{
    return s->kind->var_count(s->self);
}

void solver_add_clause(solver *s, const int *literals, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        assert(IS_LITERAL(s, literals[i]));
    s->kind->add_clause(s->self, literals, count);
    s->clauses++;
}

uint64_t solver_clause_count(const solver *s)
{
    return s->clauses;
}

void solver_assume(solver *s, int literal)
{
    assert(IS_LITERAL(s, literal));
    s->kind->assume(s->self, literal);
}

sat_result solver_solve(solver *s, int64_t conflicts)
{
    return s->kind->solve(s->self, conflicts);
}

int solver_value(const solver *s, int literal)
{
    assert(IS_LITERAL(s, literal));
    return s->kind->value(s->self, literal);
}

bool solver_failed(const solver *s, int literal)
{
    assert(IS_LITERAL(s, literal));
    return s->kind->failed(s->self, literal);
}

void solver_set_terminate(solver *s, void *state, bool (*terminate)(void *state))
{
    s->kind->set_terminate(s->self, state, terminate);
}

uint64_t solver_work(const solver *s)
{
    return s->kind->work(s->self);
}

void solver_count(const solver *s, counters *list)
{
    s->kind->count(s->self, list);
}
