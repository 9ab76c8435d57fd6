/* Equivalent literals: a strongly connected component of the binary implication graph (-a -> b and -b -> a for each
 * binary clause a | b) consists of literals that are equal in all models. All of them can be replaced by one, their
 * representative. If a component contains l and -l, there is no model.
 *
 * Components come in pairs, one with the negated literals of the other; choosing the representative by its variable
 * makes the choice agree in both. Frozen variables stay. */
#include "sat/solver.h"

typedef struct tarjan_entry {
    lit l;
    uint32_t next_watch;
} tarjan_entry;

typedef struct tarjan {
    sat_solver *s;
    VEC(uint32_t) index; /* by literal: number in depth-first order, from 1; 0 if not yet seen */
    VEC(uint32_t) low;
    lits representative; /* by literal; NO_LIT while its component is open */
    lits open;           /* visited literals of components not yet complete */
    VEC(tarjan_entry) path;
    uint32_t count;
} tarjan;

static void enter(tarjan *t, lit l)
{
    t->index.data[l] = t->low.data[l] = ++t->count;
    vec_push(&t->open, l);
    vec_push(&t->path, (tarjan_entry){l, 0});
}

/* A frozen variable is a better representative, otherwise the smaller one. */
static bool better_representative(const sat_solver *s, lit a, lit b)
{
    bool frozen_a = s->flags[lit_variable(a)].frozen, frozen_b = s->flags[lit_variable(b)].frozen;
    return frozen_a != frozen_b ? frozen_a : lit_variable(a) < lit_variable(b);
}

/* The component of `root` is complete: the literals above it on the stack. Returns false if it is contradictory. */
static bool close_component(tarjan *t, lit root)
{
    lit best = root;
    uint32_t from = t->open.size;
    while (t->open.data[--from] != root)
        if (better_representative(t->s, t->open.data[from], best))
            best = t->open.data[from];
    for (uint32_t i = from; i < t->open.size; i++)
        t->representative.data[t->open.data[i]] = best;
    t->open.size = from;
    return t->representative.data[lit_negate(root)] != best;
}

/* The next literal implied by the last one of the path that has not been looked at; NO_LIT if none is left. */
static lit next_implied(tarjan *t)
{
    tarjan_entry *top = vec_last(&t->path);
    const watches *list = &t->s->watches[lit_negate(top->l)];
    while (top->next_watch < list->size) {
        watch w = list->data[top->next_watch++];
        if (watch_is_binary(w))
            return w.blocker;
    }
    return NO_LIT;
}

/* Depth-first search. Returns false if a contradiction was found; then the literal is *bad. */
static bool search_from(tarjan *t, lit start, lit *bad)
{
    enter(t, start);
    while (t->path.size) {
        lit implied = next_implied(t), l = vec_last(&t->path)->l;
        if (implied != NO_LIT) {
            if (!t->index.data[implied])
                enter(t, implied);
            else if (t->representative.data[implied] == NO_LIT && t->index.data[implied] < t->low.data[l])
                t->low.data[l] = t->index.data[implied];
            continue;
        }
        t->path.size--;
        if (t->path.size) {
            lit parent = vec_last(&t->path)->l;
            if (t->low.data[l] < t->low.data[parent])
                t->low.data[parent] = t->low.data[l];
        }
        if (t->low.data[l] == t->index.data[l] && !close_component(t, l)) {
            *bad = l;
            return false;
        }
    }
    return true;
}

static bool find_components(tarjan *t, lit *bad)
{
    sat_solver *s = t->s;
    vec_resize(&t->index, 2 * s->variables);
    vec_resize(&t->low, 2 * s->variables);
    for (uint32_t l = 0; l < 2 * s->variables; l++)
        vec_push(&t->representative, NO_LIT);
    for (uint32_t l = 0; l < 2 * s->variables; l++)
        if (!t->index.data[l] && !s->values[l] && !s->flags[lit_variable(l)].removed && !search_from(t, l, bad))
            return false;
    return true;
}

/* The literal that l is replaced by, or l itself. */
static lit replacement(const tarjan *t, lit l)
{
    lit r = t->representative.data[l];
    return r == NO_LIT || t->s->flags[lit_variable(l)].frozen ? l : r;
}

/* Moves each variable that is replaced to the extension, with the two clauses that say so. Returns their number. */
static uint32_t remove_variables(tarjan *t)
{
    sat_solver *s = t->s;
    uint32_t removed = 0;
    for (uint32_t v = 0; v < s->variables; v++) {
        lit l = lit_of(v, false), r = replacement(t, l);
        if (r == l)
            continue;
        lit forwards[] = {lit_negate(l), r}, backwards[] = {l, lit_negate(r)};
        if (s->proof) {
            sat_proof_add(s, forwards, 2);
            sat_proof_add(s, backwards, 2);
        }
        sat_extension_begin(s);
        sat_extension_clause(s, forwards, 2);
        sat_extension_clause(s, backwards, 2);
        sat_extension_end(s, v);
        removed++;
    }
    s->stats.substituted += removed;
    return removed;
}

/* Puts the clause with replaced literals into s->buffer. Returns false if it needs no change. */
static bool replace_literals(const tarjan *t, const clause *c, bool *tautology)
{
    sat_solver *s = t->s;
    bool changed = false;
    *tautology = false;
    s->buffer.size = 0;
    for (uint32_t i = 0; i < c->size; i++) {
        lit l = replacement(t, c->lits[i]);
        int8_t sign = lit_negative(l) ? -1 : 1;
        int8_t *mark = &s->marks[lit_variable(l)];
        changed |= l != c->lits[i];
        *tautology |= *mark == -sign;
        if (*mark)
            continue;
        *mark = sign;
        vec_push(&s->buffer, l);
    }
    for (uint32_t i = 0; i < s->buffer.size; i++)
        s->marks[lit_variable(s->buffer.data[i])] = 0;
    return changed;
}

static void rewrite_clause(tarjan *t, cref ref)
{
    sat_solver *s = t->s;
    clause *c = clause_at(s, ref);
    bool tautology;
    if (c->garbage || !replace_literals(t, c, &tautology))
        return;
    const lits *new = &s->buffer;
    if (tautology || new->size == 1) {
        if (!tautology && s->values[new->data[0]] < 0)
            sat_derive_empty(s);
        else if (!tautology && s->values[new->data[0]] == 0)
            sat_assign_fixed(s, new->data[0]);
        sat_clause_delete(s, ref);
        return;
    }
    if (s->proof) {
        sat_proof_add(s, new->data, new->size);
        sat_proof_delete(s, c->lits, c->size);
    }
    s->arena_wasted += c->size - new->size;
    c->size = new->size;
    memcpy(c->lits, new->data, new->size * sizeof(lit));
    c->search = 2;
    if (c->glue >= c->size)
        c->glue = c->size - 1;
    sat_mark_changed(s, c);
    for (uint32_t i = 0; i < c->size; i++)
        s->flags[lit_variable(c->lits[i])].subsume = true;
}

static void clear(tarjan *t)
{
    vec_clear(&t->index);
    vec_clear(&t->low);
    vec_clear(&t->representative);
    vec_clear(&t->open);
    vec_clear(&t->path);
}

void sat_substitute(sat_solver *s)
{
    assert(level_now(s) == 0 && s->propagated == s->trail_size && !s->inconsistent);
    tarjan t = {.s = s};
    lit bad = NO_LIT;
    if (!find_components(&t, &bad)) {
        sat_assign_fixed(s, bad);
        sat_propagate_fixed(s);
        assert(s->inconsistent);
    } else if (remove_variables(&t) > 0) {
        sat_watches_drop(s);
        for (uint32_t i = 0; i < s->clauses.size && !s->inconsistent; i++)
            rewrite_clause(&t, s->clauses.data[i]);
        sat_reconnect(s);
    }
    clear(&t);
}
