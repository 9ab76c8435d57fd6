/* Forward subsumption: a clause that contains another one is superfluous; one that contains another up to the sign of
 * one literal loses that literal.
 *
 * Clauses are taken by size. Each is compared with the smaller ones before it, which are registered at one literal
 * each, the one with the fewest registrations; so all registrations at its literals and their negations are looked
 * at. Only clauses with new variables to compare (flag `subsume`) need to be looked at again. */
#include "sat/occurs.h"

enum { SIZE_LIMIT = 1000, REGISTRATION_LIMIT = 1000 };

typedef struct subsumption {
    sat_solver *s;
    occurs registered;
    sort_items schedule;
    uint64_t limit;
} subsumption;

static bool takes_part(const sat_solver *s, const clause *c)
{
    if (c->garbage || c->size > SIZE_LIMIT)
        return false;
    return !c->redundant || c->size == 2 || c->glue <= (uint32_t)s->options.glue_tier2;
}

static bool has_news(const sat_solver *s, const clause *c)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->size && count < 2; i++)
        count += s->flags[lit_variable(c->lits[i])].subsume;
    return count >= 2;
}

static void make_schedule(subsumption *u)
{
    sat_solver *s = u->s;
    for (uint32_t i = 0; i < s->clauses.size; i++) {
        const clause *c = clause_at(s, s->clauses.data[i]);
        if (takes_part(s, c))
            vec_push(&u->schedule, (sort_item){c->size, s->clauses.data[i]});
    }
    sort_by_key(&u->schedule, &s->scratch);
}

/* A registered clause that subsumes or strengthens the marked one; its relation is *found. */
static cref find_related(subsumption *u, const clause *c, lit *found)
{
    sat_solver *s = u->s;
    for (uint32_t i = 0; i < 2 * c->size; i++) {
        const crefs *list = occurs_of(&u->registered, c->lits[i / 2] ^ (i & 1));
        s->stats.eliminate_ticks += 1 + list->size / 8;
        for (uint32_t j = 0; j < list->size; j++) {
            const clause *other = clause_at(s, list->data[j]);
            s->stats.eliminate_ticks++;
            if (other->garbage)
                continue;
            *found = relation_to_marked(s, other);
            if (*found != NO_LIT)
                return list->data[j];
        }
    }
    return NO_CLAUSE;
}

static void promote_to_irredundant(sat_solver *s, clause *c)
{
    if (!c->redundant)
        return;
    c->redundant = false;
    s->redundant--;
    s->irredundant++;
    sat_mark_changed(s, c);
}

/* Removes the literal; the clause may become a unit. Returns false if the clause is gone. */
static bool strengthen(sat_solver *s, cref ref, lit remove)
{
    clause *c = clause_at(s, ref);
    s->stats.strengthened++;
    if (c->size > 2) {
        sat_clause_strengthen(s, ref, remove);
        return true;
    }
    lit unit = c->lits[0] ^ c->lits[1] ^ remove;
    if (s->values[unit] < 0)
        sat_derive_empty(s);
    else if (s->values[unit] == 0)
        sat_assign_fixed(s, unit);
    sat_clause_delete(s, ref);
    return false;
}

/* Returns false if the clause is gone. */
static bool compare_with_smaller(subsumption *u, cref ref)
{
    sat_solver *s = u->s;
    clause *c = clause_at(s, ref);
    if (!has_news(s, c))
        return true;
    mark_clause(s, c);
    lit found;
    cref other = find_related(u, c, &found);
    unmark_clause(s, c);
    if (other == NO_CLAUSE)
        return true;
    if (found != SUBSUMES)
        return strengthen(s, ref, found);
    s->stats.subsumed++;
    if (!c->redundant)
        promote_to_irredundant(s, clause_at(s, other));
    sat_clause_delete(s, ref);
    return false;
}

static void register_clause(subsumption *u, cref ref)
{
    const clause *c = clause_at(u->s, ref);
    crefs *best = occurs_of(&u->registered, c->lits[0]);
    for (uint32_t i = 1; i < c->size; i++) {
        crefs *list = occurs_of(&u->registered, c->lits[i]);
        if (list->size < best->size)
            best = list;
    }
    if (best->size < REGISTRATION_LIMIT)
        vec_push(best, ref);
}

void sat_subsume(sat_solver *s, uint64_t budget)
{
    assert(level_now(s) == 0 && s->propagated == s->trail_size && !s->inconsistent);
    subsumption u = {.s = s, .limit = s->stats.eliminate_ticks + budget};
    occurs_init(&u.registered, s);
    sat_watches_drop(s);
    make_schedule(&u);
    uint32_t i = 0;
    for (; i < u.schedule.size && s->stats.eliminate_ticks < u.limit && !s->inconsistent; i++) {
        cref ref = u.schedule.data[i].value;
        if (compare_with_smaller(&u, ref))
            register_clause(&u, ref);
    }
    if (i == u.schedule.size)
        for (uint32_t v = 0; v < s->variables; v++)
            s->flags[v].subsume = false;
    occurs_clear(&u.registered);
    vec_clear(&u.schedule);
    sat_reconnect(s);
}
