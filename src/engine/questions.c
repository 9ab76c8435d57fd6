#include "engine/questions.h"

enum { SMALL_OBJECT = 1 << 16 }; /* bytes */

/* ---- claims ---- */

/* Would its violation count no more? */
static bool is_ignored(const questions *q, const symex_claim *claim)
{
    return property_is_in(q->u->options->ignored, claim->property) ||
           known_has(q->u->program, q->known, execution_violation(q->u->s, claim));
}

/* Does the claim count: as a violation, or as something that is not modelled? */
static bool counts(const questions *q, const symex_claim *claim)
{
    return claim->is_unsupported ? !claim->is_residue || is_ignored(q, claim) : !is_ignored(q, claim);
}

static bool is_leak(const symex_claim *claim)
{
    return claim->property == PROPERTY_LEAK || claim->property == PROPERTY_LOST;
}

static void collect_claims(const questions *q, bool is_unsupported, question_claims *list)
{
    for (int turn = 0; turn < 2; turn++) {
        const symex_claim *claims = turn ? q->u->m->claims.data : q->u->s->claims.data;
        uint32_t count = turn ? q->u->m->claims.size : q->u->s->claims.size;
        for (uint32_t i = 0; i < count; i++)
            if (claims[i].is_unsupported == is_unsupported && !is_leak(&claims[i]) && counts(q, &claims[i]))
                vec_push(list, &claims[i]);
    }
}

static property_set known_properties(const questions *q)
{
    property_set set = 0;
    for (const machine_known *known = q->known; known; known = known->next)
        set |= property_bit(known->violated);
    return set;
}

/* Memory that may be left when the program ends, and lost: a claim is about both, if both are asked for. */
static void collect_leaks(questions *q)
{
    if ((check_leaks(q->u->options) & ~known_properties(q)) == 0)
        return;
    for (uint32_t i = 0; i < q->u->s->claims.size; i++) {
        const symex_claim *claim = &q->u->s->claims.data[i];
        if (!is_leak(claim))
            continue;
        vec_push(&q->races, claim);
        vec_push(&q->is_race, encoding_literal(q->e, claim->guard));
    }
}

/* A store that reaches memory after its object is gone: if that does not count, its thread stops; but where stores are
 * buffered it may have gone on before, and done what symbolic execution has left out. */
static void collect_late_stores(const questions *q, question_claims *list)
{
    if (!model_is_buffered(q->e->model))
        return;
    for (uint32_t i = 0; i < q->u->s->claims.size; i++) {
        const symex_claim *claim = &q->u->s->claims.data[i];
        if (claim->is_late && is_ignored(q, claim))
            vec_push(list, claim);
    }
}

static void add_literals(const questions *q, const question_claims *claims, bool is_sure, question_literals *list)
{
    for (uint32_t i = 0; i < claims->size; i++) {
        const symex_claim *claim = claims->data[i];
        bool has_other = is_sure && claim->surely != TERM_NONE;
        vec_push(list, encoding_literal(q->e, has_other ? claim->surely : claim->guard));
    }
}

static void prefer_small_objects(questions *q)
{
    term_table *t = q->u->s->terms;
    for (uint32_t i = 0; i < q->u->s->objects.size; i++) {
        term size = q->u->s->objects.data[i].size;
        if (!term_is_constant(t, size))
            vec_push(&q->is_small,
                     encoding_literal(q->e, term_ule(t, size, term_constant(t, term_width(t, size), SMALL_OBJECT))));
    }
}

static void collect_races(questions *q)
{
    for (uint32_t i = 0; i < q->e->races.size; i++) {
        if (is_ignored(q, &q->u->m->races.data[i]))
            continue;
        vec_push(&q->races, &q->u->m->races.data[i]);
        vec_push(&q->is_race, q->e->races.data[i]);
    }
}

void questions_init(questions *q, const unroll *u, encoding *e, bool is_deeper, const machine_known *known)
{
    *q = (questions){.u = u, .e = e, .is_deeper = is_deeper, .known = known};
    collect_claims(q, false, &q->bad);
    collect_claims(q, true, &q->unsupported);
    collect_late_stores(q, &q->unsupported);
    collect_races(q);
    collect_leaks(q);
    add_literals(q, &q->bad, false, &q->is_bad);
    add_literals(q, &q->unsupported, false, &q->is_unsupported);
    for (uint32_t i = 0; i < u->s->cuts.size; i++)
        vec_push(&q->is_cut, encoding_literal(e, u->s->cuts.data[i].guard));
    prefer_small_objects(q);
    for (uint32_t i = 0; i < u->s->passed.size; i++)
        vec_push(&q->is_new, encoding_literal(e, u->s->passed.data[i]));
}

void questions_clear(questions *q)
{
    vec_clear(&q->bad);
    vec_clear(&q->unsupported);
    vec_clear(&q->races);
    vec_clear(&q->is_race);
    vec_clear(&q->is_bad);
    vec_clear(&q->is_unsupported);
    vec_clear(&q->is_cut);
    vec_clear(&q->is_new);
    vec_clear(&q->is_small);
}

/* ---- asking ---- */

static void add_choice(encoding *e, int goal, const question_literals *some)
{
    question_literals clause = {0};
    vec_push(&clause, -goal);
    vec_append(&clause, some->data, some->size);
    solver_add_clause(e->clauses, clause.data, clause.size);
    vec_clear(&clause);
}

/* Is there an execution in which one of the literals is true, and one of `also` unless that is NULL? If possible, one
 * in which all of `preferred` are. */
static sat_result solve_for(encoding *e, const question_literals *some, const question_literals *also,
                            const question_literals *preferred)
{
    if (some->size == 0)
        return SAT_UNSATISFIABLE;
    int goal = solver_new_var(e->clauses);
    add_choice(e, goal, some);
    if (also)
        add_choice(e, goal, also);
    question_literals assumed = {0};
    vec_append(&assumed, preferred->data, preferred->size);
    vec_push(&assumed, goal);
    sat_result result = encoding_solve(e, assumed.data, assumed.size);
    if (result == SAT_UNSATISFIABLE && preferred->size > 0)
        result = encoding_solve(e, &goal, 1);
    vec_clear(&assumed);
    if (result == SAT_UNSATISFIABLE)
        solver_add_clause(e->clauses, (int[]){-goal}, 1);
    return result;
}

static const symex_claim *true_claim(const encoding *e, const question_claims *claims, const question_literals *list)
{
    for (uint32_t i = 0; i < claims->size; i++)
        if (solver_value(e->clauses, list->data[i]) > 0)
            return claims->data[i];
    return NULL;
}

static question_answer give_up_on(const symex_claim *claim, const char *message, question_result *r)
{
    r->claim = claim;
    r->message = message;
    return QUESTION_UNSUPPORTED;
}

/* There is a violation: one that is sure, or if there is none, it takes a pointer of which nothing is known. */
static question_answer show(const questions *q, question_result *r)
{
    const symex_claim *claim = true_claim(q->e, &q->bad, &q->is_bad);
    if (claim->surely != TERM_NONE) {
        question_literals sure = {0};
        add_literals(q, &q->bad, true, &sure);
        sat_result answer = solve_for(q->e, &sure, q->is_deeper ? &q->is_new : NULL, &q->is_small);
        const symex_claim *other = answer == SAT_SATISFIABLE ? true_claim(q->e, &q->bad, &sure) : NULL;
        vec_clear(&sure);
        if (answer == SAT_UNSATISFIABLE)
            return give_up_on(claim, "a pointer that is made of numbers", r);
        if (other == NULL)
            return QUESTION_NO_TIME;
        claim = other;
    }
    r->claim = claim;
    r->x = encoding_read_execution(q->e, claim);
    return QUESTION_VIOLATION;
}

/* ---- data races, and what is left at the end ---- */

typedef struct race_list {
    question_claims claims;
    question_literals literals;
} race_list;

static void drop_race(race_list *left, const symex_claim *claim)
{
    uint32_t i = 0;
    while (left->claims.data[i] != claim)
        i++;
    left->claims.data[i] = *vec_last(&left->claims);
    left->literals.data[i] = *vec_last(&left->literals);
    left->claims.size--;
    left->literals.size--;
}

/* One after the other, until the machine confirms one, none is left, or too many were tried in vain. */
static question_answer look_for_races(const questions *q, race_list *left, question_result *r)
{
    enum { MAX_IN_VAIN = 20 };
    sat_result answer = SAT_SATISFIABLE;
    for (uint32_t in_vain = 0; in_vain < MAX_IN_VAIN; in_vain++) {
        answer = solve_for(q->e, &left->literals, q->is_deeper ? &q->is_new : NULL, &q->is_small);
        if (answer != SAT_SATISFIABLE)
            break;
        r->claim = true_claim(q->e, &left->claims, &left->literals);
        r->x = encoding_read_execution(q->e, r->claim);
        if (q->is_racy(q->context, q->e->model, &r->x))
            return QUESTION_VIOLATION;
        execution_clear(&r->x);
        drop_race(left, r->claim);
    }
    if (r->claim)
        return QUESTION_UNDECIDED;
    return answer == SAT_UNSATISFIABLE ? QUESTION_NOTHING : QUESTION_NO_TIME;
}

/* The first race of an execution is one of two accesses that can be neighbours, and only such are asked for. Behind
 * a race that is known there may be others. And all deadlocks have one claim, which is known with the first. */
static bool can_deny(const questions *q)
{
    return (known_properties(q) & (property_bit(PROPERTY_RACE) | property_bit(PROPERTY_DEADLOCK))) == 0;
}

static question_answer ask_races(const questions *q, question_result *r)
{
    race_list left = {0};
    vec_append(&left.claims, q->races.data, q->races.size);
    vec_append(&left.literals, q->is_race.data, q->is_race.size);
    question_answer answer = look_for_races(q, &left, r);
    vec_clear(&left.claims);
    vec_clear(&left.literals);
    return answer == QUESTION_NOTHING && !can_deny(q) ? QUESTION_UNDECIDED : answer;
}

/* ---- all in turn ---- */

static const char *unit_of(symex_cut_kind kind)
{
    static const char *const UNITS[] = {
        [SYMEX_CUT_LOOP] = "iteration", [SYMEX_CUT_CALL] = "nested call", [SYMEX_CUT_SIZE] = "byte"};
    return UNITS[kind];
}

static void note_cuts(const questions *q, check_cuts *cuts)
{
    for (uint32_t i = 0; i < q->is_cut.size; i++) {
        const symex_cut *cut = &q->u->s->cuts.data[i];
        bool is_new = solver_value(q->e->clauses, q->is_cut.data[i]) > 0;
        for (uint32_t k = 0; k < cuts->size && is_new; k++)
            is_new = cuts->data[k].pc != cut->pc;
        if (is_new)
            vec_push(cuts, (check_cut){cut->pc, cut->iterations, unit_of(cut->kind)});
    }
}

question_answer questions_ask(const questions *q, question_result *r)
{
    static const question_literals NONE = {0};
    const question_literals *is_new = q->is_deeper ? &q->is_new : NULL;
    sat_result answer = solve_for(q->e, &q->is_bad, is_new, &q->is_small);
    if (answer == SAT_SATISFIABLE)
        return show(q, r);
    question_answer races = answer == SAT_UNSATISFIABLE ? ask_races(q, r) : QUESTION_NO_TIME;
    if (races != QUESTION_NOTHING)
        return races;
    answer = solve_for(q->e, &q->is_unsupported, is_new, &NONE);
    if (answer == SAT_SATISFIABLE) {
        const symex_claim *claim = true_claim(q->e, &q->unsupported, &q->is_unsupported);
        return give_up_on(
            claim, claim->is_late ? "a store that is late for its object, if that does not count" : claim->message, r);
    }
    if (answer == SAT_UNSATISFIABLE)
        answer = solve_for(q->e, &q->is_cut, NULL, &NONE);
    if (answer == SAT_SATISFIABLE) {
        note_cuts(q, &r->cuts);
        return QUESTION_CUT;
    }
    return answer == SAT_UNSATISFIABLE ? QUESTION_NOTHING : QUESTION_NO_TIME;
}
