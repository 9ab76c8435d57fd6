/* Occurrence lists: for each literal, clauses that contain it. Entries of garbage clauses may stay. */
#ifndef HEDDLE_SAT_OCCURS_H
#define HEDDLE_SAT_OCCURS_H

#include "sat/solver.h"

typedef struct occurs {
    VEC(crefs) lists; /* by literal */
} occurs;

static inline void occurs_init(occurs *o, const sat_solver *s)
{
    *o = (occurs){{0}};
    vec_resize(&o->lists, 2 * s->variables);
}

static inline void occurs_clear(occurs *o)
{
    for (uint32_t i = 0; i < o->lists.size; i++)
        vec_clear(&o->lists.data[i]);
    vec_clear(&o->lists);
}

static inline crefs *occurs_of(occurs *o, lit l)
{
    return &o->lists.data[l];
}

static inline void occurs_add(occurs *o, const clause *c, cref ref)
{
    for (uint32_t i = 0; i < c->size; i++)
        vec_push(occurs_of(o, c->lits[i]), ref);
}

static inline void occurs_remove(crefs *list, cref ref)
{
    uint32_t i = 0;
    while (list->data[i] != ref)
        i++;
    list->data[i] = vec_pop(list);
}

/* How clause c relates to the clause whose literals are marked (marks[v] = sign): NO_LIT if not at all; SUBSUMES if it
 * is a subset; otherwise the one literal of the marked clause whose negation is in c, while the rest of c is a subset:
 * resolution then removes that literal from the marked clause. */
#define SUBSUMES (NO_LIT - 1)

static inline lit relation_to_marked(const sat_solver *s, const clause *c)
{
    lit flipped = SUBSUMES;
    for (uint32_t i = 0; i < c->size; i++) {
        lit l = c->lits[i];
        int8_t mark = s->marks[lit_variable(l)], sign = lit_negative(l) ? -1 : 1;
        if (mark == sign)
            continue;
        if (mark == 0 || flipped != SUBSUMES)
            return NO_LIT;
        flipped = lit_negate(l);
    }
    return flipped;
}

static inline void mark_clause(sat_solver *s, const clause *c)
{
    for (uint32_t i = 0; i < c->size; i++)
        s->marks[lit_variable(c->lits[i])] = lit_negative(c->lits[i]) ? -1 : 1;
}

static inline void unmark_clause(sat_solver *s, const clause *c)
{
    for (uint32_t i = 0; i < c->size; i++)
        s->marks[lit_variable(c->lits[i])] = 0;
}

#endif
