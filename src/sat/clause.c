#include "base/alloc.h"
#include "sat/solver.h"

cref sat_clause_new_unwatched(sat_solver *s, const lit *literals, uint32_t size, bool redundant, uint32_t glue)
{
    assert(size >= 2);
    for (uint32_t i = 0; i < size; i++)
        assert(lit_variable(literals[i]) < s->variables && !s->flags[lit_variable(literals[i])].removed);
    cref ref = s->arena.size;
    uint64_t end = (uint64_t)ref + CLAUSE_HEADER_WORDS + size;
    if (end >= REASON_BINARY) {
        fputs("heddle: too many clauses\n", stderr);
        abort();
    }
    vec_reserve(&s->arena, end);
    s->arena.size = (uint32_t)end;
    clause *c = clause_at(s, ref);
    *c = (clause){.size = size,
                  .search = 2,
                  .glue = glue < MAX_GLUE ? glue : MAX_GLUE,
                  .used = redundant ? 1 + (glue <= (uint32_t)s->options.glue_tier2) : 0,
                  .redundant = redundant};
    memcpy(c->lits, literals, size * sizeof *literals);
    vec_push(&s->clauses, ref);
    if (redundant)
        s->redundant++;
    else
        s->irredundant++;
    for (uint32_t i = 0; i < size; i++)
        s->flags[lit_variable(literals[i])].subsume = true;
    return ref;
}

cref sat_clause_new(sat_solver *s, const lit *literals, uint32_t size, bool redundant, uint32_t glue)
{
    cref ref = sat_clause_new_unwatched(s, literals, size, redundant, glue);
    sat_clause_watch(s, ref);
    return ref;
}

void sat_clause_watch(sat_solver *s, cref ref)
{
    assert(clause_at(s, ref)->size >= 2 && !clause_at(s, ref)->garbage);
    const clause *c = clause_at(s, ref);
    uint32_t tagged = c->size == 2 ? ref | WATCH_BINARY : ref;
    vec_push(&s->watches[c->lits[0]], (watch){c->lits[1], tagged});
    vec_push(&s->watches[c->lits[1]], (watch){c->lits[0], tagged});
}

static void remove_watch(watches *list, cref ref)
{
    uint32_t i = 0;
    while (watch_clause(list->data[i]) != ref) {
        i++;
        assert(i < list->size);
    }
    for (list->size--; i < list->size; i++)
        list->data[i] = list->data[i + 1];
}

void sat_clause_unwatch(sat_solver *s, cref ref)
{
    const clause *c = clause_at(s, ref);
    remove_watch(&s->watches[c->lits[0]], ref);
    remove_watch(&s->watches[c->lits[1]], ref);
}

void sat_mark_changed(sat_solver *s, const clause *c)
{
    if (c->redundant)
        return;
    for (uint32_t i = 0; i < c->size; i++)
        s->flags[lit_variable(c->lits[i])].eliminate = true;
}

void sat_clause_forget(sat_solver *s, cref ref)
{
    clause *c = clause_at(s, ref);
    assert(!c->garbage);
    sat_mark_changed(s, c);
    c->garbage = true;
    s->arena_wasted += CLAUSE_HEADER_WORDS + c->size;
    if (c->redundant)
        s->redundant--;
    else
        s->irredundant--;
}

void sat_clause_delete(sat_solver *s, cref ref)
{
    assert(!clause_at(s, ref)->reason);
    const clause *c = clause_at(s, ref);
    if (s->proof)
        sat_proof_delete(s, c->lits, c->size);
    sat_clause_forget(s, ref);
}

void sat_clause_strengthen(sat_solver *s, cref ref, lit remove)
{
    clause *c = clause_at(s, ref);
    assert(c->size > 2);
    sat_mark_changed(s, c);
    uint32_t kept = 0;
    lits *shorter = &s->buffer;
    shorter->size = 0;
    for (uint32_t i = 0; i < c->size; i++)
        if (c->lits[i] != remove)
            vec_push(shorter, c->lits[i]);
    assert(shorter->size == c->size - 1);
    if (s->proof) {
        sat_proof_add(s, shorter->data, shorter->size);
        sat_proof_delete(s, c->lits, c->size);
    }
    for (; kept < shorter->size; kept++) {
        c->lits[kept] = shorter->data[kept];
        s->flags[lit_variable(c->lits[kept])].subsume = true;
    }
    s->arena_wasted += c->size - kept;
    c->size = kept;
    c->search = 2;
    if (c->glue >= kept)
        c->glue = kept - 1;
}

void sat_watches_drop(sat_solver *s)
{
    for (uint32_t l = 0; l < 2 * s->variables; l++)
        s->watches[l].size = 0;
}

static void connect(sat_solver *s, bool binary)
{
    for (uint32_t i = 0; i < s->clauses.size; i++) {
        const clause *c = clause_at(s, s->clauses.data[i]);
        if (!c->garbage && (c->size == 2) == binary)
            sat_clause_watch(s, s->clauses.data[i]);
    }
}

void sat_watches_connect(sat_solver *s)
{
    /* Binary clauses come first in each list: propagating them before others is cheaper and gives shorter reasons. */
    connect(s, true);
    connect(s, false);
}

/* Returns false if the clause is true at level 0. Otherwise the literals not false are in s->buffer. */
static bool collect_open_literals(sat_solver *s, const clause *c)
{
    s->buffer.size = 0;
    for (uint32_t i = 0; i < c->size; i++) {
        int8_t value = value_fixed(s, c->lits[i]);
        if (value > 0)
            return false;
        if (value == 0)
            vec_push(&s->buffer, c->lits[i]);
    }
    return true;
}

/* Replaces the literals of an unwatched clause by those in s->buffer. */
static void shrink_to_open_literals(sat_solver *s, cref ref)
{
    clause *c = clause_at(s, ref);
    uint32_t size = s->buffer.size;
    assert(size >= 2 && size < c->size);
    if (s->proof) {
        sat_proof_add(s, s->buffer.data, size);
        sat_proof_delete(s, c->lits, c->size);
    }
    memcpy(c->lits, s->buffer.data, size * sizeof(lit));
    sat_mark_changed(s, c);
    s->arena_wasted += c->size - size;
    c->size = size;
    c->search = 2;
    if (c->glue >= size)
        c->glue = size - 1;
}

void sat_sweep(sat_solver *s)
{
    assert(level_now(s) == 0 && s->propagated == s->trail_size);
    if (s->level_zero_swept == s->trail_size || s->inconsistent)
        return;
    sat_watches_drop(s);
    uint32_t kept = 0, count = s->clauses.size;
    for (uint32_t i = 0; i < count; i++) {
        cref ref = s->clauses.data[i];
        const clause *c = clause_at(s, ref);
        if (c->garbage)
            continue;
        if (!collect_open_literals(s, c)) {
            sat_clause_delete(s, ref);
            continue;
        }
        if (s->buffer.size < 2) {
            /* Only a clause that the theory gave too late can be here. */
            lit unit = s->buffer.size ? s->buffer.data[0] : NO_LIT;
            if (unit == NO_LIT)
                sat_derive_empty(s);
            else
                sat_assign_fixed(s, unit);
            sat_clause_delete(s, ref);
            continue;
        }
        if (s->buffer.size < c->size)
            shrink_to_open_literals(s, ref);
        s->clauses.data[kept++] = ref;
    }
    s->clauses.size = kept;
    s->level_zero_swept = s->propagated;
    sat_watches_connect(s);
    if (!s->inconsistent && s->propagated < s->trail_size) {
        s->propagated = 0;
        if (sat_propagate_fixed(s))
            sat_sweep(s);
    }
}

static void move_clauses(sat_solver *s, uint32_t *to)
{
    uint32_t kept = 0, end = 0;
    for (uint32_t i = 0; i < s->clauses.size; i++) {
        clause *c = clause_at(s, s->clauses.data[i]);
        if (c->garbage)
            continue;
        uint32_t words = CLAUSE_HEADER_WORDS + c->size;
        memcpy(to + end, c, words * sizeof *to);
        c->search = end;
        s->clauses.data[kept++] = end;
        end += words;
    }
    s->clauses.size = kept;
    s->arena.size = end;
}

static void move_watches(sat_solver *s, watches *list)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->size; i++) {
        watch w = list->data[i];
        const clause *c = clause_at(s, watch_clause(w));
        if (c->garbage)
            continue;
        w.tagged = c->search | (w.tagged & WATCH_BINARY);
        list->data[kept++] = w;
    }
    list->size = kept;
}

/* Garbage is gone afterwards, together with its watches; offsets change, also those in reasons. No garbage may be the
 * reason of a literal above level 0. */
void sat_collect_garbage(sat_solver *s)
{
    s->stats.collections++;
    uint32_t *old = s->arena.data;
    uint32_t capacity = s->arena.size + s->arena.size / 4 + 1024;
    uint32_t *to = alloc_bytes(capacity * sizeof *to);
    uint32_t old_size = s->arena.size;
    move_clauses(s, to);
    uint32_t new_size = s->arena.size;
    s->arena.size = old_size;
    for (uint32_t l = 0; l < 2 * s->variables; l++)
        move_watches(s, &s->watches[l]);
    for (uint32_t i = s->control.data[0].start; i < s->trail_size; i++) {
        reason_ref *reason = &s->assigned[lit_variable(s->trail[i])].reason;
        if (reason_is_clause(*reason))
            *reason = clause_at(s, *reason)->search;
    }
    free(old);
    s->arena.data = to;
    s->arena.size = new_size;
    s->arena.capacity = capacity;
    assert(new_size <= old_size && new_size <= capacity);
    s->arena_wasted = 0;
}
