#include "engine/check.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "engine/encode.h"
#include "engine/minimise.h"
#include "engine/replay.h"
#include "engine/sample.h"
#include "memory/sections.h"
#include "memory/settled.h"
#include "memory/stops.h"

enum {
    MAX_EVENTS = 10000000,
    MAX_DEPTH = 1 << 20,
    MINIMISE_STEPS = 500000, /* of the machine */
    SMALL_OBJECT = 1 << 16,  /* bytes */
    MANY_EVENTS = 300,       /* random executions are tried first */
    /* Instructions in random executions: per iteration that loops were followed, and if a program is too large. */
    SAMPLE_WORK = 1000000,
    SAMPLE_WORK_LARGE = 50000000,
};

typedef struct check {
    const ir_program *program;
    const check_options *options;
    budget limits;
    const symex *s;
    const memory *m;
    uint32_t depth, sections;
    uint32_t done_depth;  /* the depth before; 0: none */
    VEC(symex_done) done; /* loops that it cut */
    check_progress progress;
    const sat_solver *solver;
    char *too_large;  /* why it cannot be encoded; NULL: it can */
    uint64_t samples; /* how many random executions there were, at least */
} check;

/* ---- limits ---- */

static bool is_out_of_resources(check *c)
{
    return budget_is_spent(&c->limits);
}

static void tell_progress(check *c, const char *phase)
{
    c->progress.phase = phase;
    if (c->options->on_progress)
        c->options->on_progress(c->options->context, &c->progress);
}

static bool wants_to_stop(void *state)
{
    check *c = state;
    c->progress.conflicts = sat_statistics_of(c->solver)->conflicts;
    tell_progress(c, "solving");
    return is_out_of_resources(c);
}

static bool wants_to_stop_unrolling(void *state)
{
    tell_progress(state, "unrolling");
    return is_out_of_resources(state);
}

static bool wants_to_stop_encoding(void *state)
{
    tell_progress(state, "encoding");
    return is_out_of_resources(state);
}

/* To free gigabytes takes seconds, which nobody has who has no time left, or who ends the process. */
static bool frees(const check *c)
{
    return !c->options->leaves_memory;
}

/* ---- one model at one depth ---- */

typedef enum found { FOUND_NOTHING, FOUND_VIOLATION, FOUND_UNSUPPORTED, FOUND_CUT, FOUND_NO_TIME } found;

typedef VEC(int) literals;
typedef VEC(const symex_claim *) claim_list;

/* Bits 1 << symex_claim_kind. */
enum {
    UNSUPPORTED_KINDS = 1u << SYMEX_UNSUPPORTED,
    VIOLATION_KINDS = UNSUPPORTED_KINDS - 1,
};

static void collect_claims(const check *c, uint32_t kinds, claim_list *list)
{
    for (int turn = 0; turn < 2; turn++) {
        const symex_claim *claims = turn ? c->m->claims.data : c->s->claims.data;
        uint32_t count = turn ? c->m->claims.size : c->s->claims.size;
        for (uint32_t i = 0; i < count; i++)
            if ((kinds >> claims[i].kind & 1) && (!claims[i].is_residue || c->options->ignored >> SYMEX_MEMORY & 1))
                vec_push(list, &claims[i]);
    }
}

/* A store that reaches memory after its object is gone: if that does not count, its thread stops; but where stores are
 * buffered it may have gone on before, and done what symbolic execution has left out. */
static void collect_late_stores(const check *c, const model *model, claim_list *list)
{
    if (!model_is_buffered(model) || !(c->options->ignored >> SYMEX_MEMORY & 1))
        return;
    for (uint32_t i = 0; i < c->s->claims.size; i++)
        if (c->s->claims.data[i].is_late)
            vec_push(list, &c->s->claims.data[i]);
}

static void add_choice(encoding *e, int goal, const literals *some)
{
    literals clause = {0};
    vec_push(&clause, -goal);
    vec_append(&clause, some->data, some->size);
    sat_add_clause(e->solver, clause.data, clause.size);
    vec_clear(&clause);
}

/* Is there an execution in which one of the literals is true, and one of `also` unless that is NULL? If possible, one
 * in which all of `preferred` are. */
static sat_result solve_for(encoding *e, const literals *some, const literals *also, const literals *preferred)
{
    if (some->size == 0)
        return SAT_UNSATISFIABLE;
    int goal = sat_new_var(e->solver);
    add_choice(e, goal, some);
    if (also)
        add_choice(e, goal, also);
    for (uint32_t i = 0; i < preferred->size; i++)
        sat_assume(e->solver, preferred->data[i]);
    sat_assume(e->solver, goal);
    sat_result result = sat_solve(e->solver);
    if (result == SAT_UNSATISFIABLE && preferred->size > 0) {
        sat_assume(e->solver, goal);
        result = sat_solve(e->solver);
    }
    if (result == SAT_UNSATISFIABLE)
        sat_add_clause(e->solver, (int[]){-goal}, 1);
    return result;
}

static void add_literals(encoding *e, const claim_list *claims, bool is_sure, literals *list)
{
    for (uint32_t i = 0; i < claims->size; i++) {
        const symex_claim *claim = claims->data[i];
        bool has_other = is_sure && claim->surely != TERM_NONE;
        vec_push(list, encoding_literal(e, has_other ? claim->surely : claim->guard));
    }
}

static const symex_claim *true_claim(const encoding *e, const claim_list *claims, const literals *list)
{
    for (uint32_t i = 0; i < claims->size; i++)
        if (sat_value(e->solver, list->data[i]) > 0)
            return claims->data[i];
    return NULL;
}

static machine_options machine_for(check *c, const model *model)
{
    return (machine_options){
        .model = model,
        .malloc_may_fail = c->options->malloc_may_fail,
        .ignored = c->options->ignored,
        .buffer_bound = CHECK_BUFFER_BOUND,
        .budget = &c->limits,
    };
}

/* Runs the execution on the machine; only what the machine does as well is reported. */
static void replay(check *c, execution *x, check_result *r)
{
    diag d = {0};
    double started = clock_cpu_seconds();
    machine_options mo = machine_for(c, r->model);
    x->model = r->model;
    tell_progress(c, "replaying");
    if (replay_execution(x, &mo, &r->schedule, &r->violation, &d)) {
        /* A schedule that says where objects lie stays as it is. */
        if (!c->options->no_minimise && r->schedule.data[0].kind != MACHINE_OBJECT)
            minimise_schedule(c->program, &mo, &r->schedule, &r->violation, MINIMISE_STEPS);
        r->verdict = CHECK_VIOLATION;
    } else if (d.status == STATUS_LIMIT) {
        if (c->limits.spent == NULL)
            c->limits.spent = "there is a violation, but it takes more than the machine can do";
        r->message = d.message;
        r->is_found = true;
    } else {
        r->verdict = CHECK_FAILED;
        r->message = d.message;
        r->pc = x->claim->user_pc;
    }
    r->stats.replay_seconds += clock_cpu_seconds() - started;
}

static void note_statistics(const check *c, const encoding *e, check_result *r)
{
    check_statistics *stats = &r->stats;
    blast_statistics blasted = blast_count(e->blast);
    stats->threads = c->s->threads.size;
    stats->events = c->s->events.size;
    stats->sections = c->sections;
    stats->cells = c->m->cells.size;
    stats->reads = e->candidates->reads.size;
    stats->static_reads = e->candidates->static_reads;
    stats->rf_before = e->candidates->rf_before;
    stats->rf_after = e->candidates->rf_after;
    stats->ws_pairs = e->ws->pairs.size;
    stats->variables = (uint64_t)sat_var_count(e->solver);
    stats->clauses = blasted.clauses;
    stats->ord = ord_statistics_of(e->ord);
    stats->sat = *sat_statistics_of(e->solver);
}

static void note_cuts(const check *c, const encoding *e, const literals *cuts, check_result *r)
{
    r->cut.size = 0;
    for (uint32_t i = 0; i < cuts->size; i++) {
        const symex_cut *cut = &c->s->cuts.data[i];
        bool is_new = sat_value(e->solver, cuts->data[i]) > 0;
        for (uint32_t k = 0; k < r->cut.size && is_new; k++)
            is_new = r->cut.data[k].pc != cut->pc;
        if (is_new)
            vec_push(&r->cut, (check_cut){cut->pc, cut->iterations, cut->is_call});
    }
}

typedef struct questions {
    claim_list bad, unsupported;
    literals is_bad, is_unsupported, is_cut;
    literals is_small; /* objects whose size is not known are so small that the machine can make them */
    literals is_new;
    bool is_deeper; /* is_new: what was asked at a smaller depth was answered by no, but for executions where one is
                       true */
} questions;

static void clear_questions(questions *q)
{
    vec_clear(&q->bad);
    vec_clear(&q->unsupported);
    vec_clear(&q->is_bad);
    vec_clear(&q->is_unsupported);
    vec_clear(&q->is_cut);
    vec_clear(&q->is_new);
    vec_clear(&q->is_small);
}

static found give_up_on(const symex_claim *claim, const char *message, check_result *r)
{
    r->message = alloc_string(message);
    r->pc = claim->user_pc;
    return FOUND_UNSUPPORTED;
}

/* There is a violation: one that is sure, or if there is none, it takes a pointer of which nothing is known. */
static found show(encoding *e, const questions *q, check_result *r, execution *x)
{
    const symex_claim *claim = true_claim(e, &q->bad, &q->is_bad);
    if (claim->surely != TERM_NONE) {
        literals sure = {0};
        add_literals(e, &q->bad, true, &sure);
        sat_result answer = solve_for(e, &sure, q->is_deeper ? &q->is_new : NULL, &q->is_small);
        const symex_claim *other = answer == SAT_SATISFIABLE ? true_claim(e, &q->bad, &sure) : NULL;
        vec_clear(&sure);
        if (answer == SAT_UNSATISFIABLE)
            return give_up_on(claim, "a pointer that is made of numbers", r);
        if (other == NULL)
            return FOUND_NO_TIME;
        claim = other;
    }
    *x = encoding_read_execution(e, claim);
    return FOUND_VIOLATION;
}

/* First a violation, then anything unmodelled, then loops that were cut. */
static found ask(check *c, encoding *e, const questions *q, check_result *r, execution *x)
{
    static const literals NONE = {0};
    const literals *is_new = q->is_deeper ? &q->is_new : NULL;
    sat_result answer = solve_for(e, &q->is_bad, is_new, &q->is_small);
    if (answer == SAT_SATISFIABLE)
        return show(e, q, r, x);
    if (answer == SAT_UNSATISFIABLE)
        answer = solve_for(e, &q->is_unsupported, is_new, &NONE);
    if (answer == SAT_SATISFIABLE) {
        const symex_claim *claim = true_claim(e, &q->unsupported, &q->is_unsupported);
        return give_up_on(
            claim, claim->is_late ? "a store that is late for its object, if that does not count" : claim->message, r);
    }
    if (answer == SAT_UNSATISFIABLE)
        answer = solve_for(e, &q->is_cut, NULL, &NONE);
    if (answer == SAT_SATISFIABLE) {
        note_cuts(c, e, &q->is_cut, r);
        return FOUND_CUT;
    }
    return answer == SAT_UNSATISFIABLE ? FOUND_NOTHING : FOUND_NO_TIME;
}

static void prefer_small_objects(const check *c, encoding *e, literals *list)
{
    term_table *t = c->s->terms;
    for (uint32_t i = 0; i < c->s->objects.size; i++) {
        term size = c->s->objects.data[i].size;
        if (!term_is_constant(t, size))
            vec_push(list, encoding_literal(e, term_ule(t, size, term_constant(t, term_width(t, size), SMALL_OBJECT))));
    }
}

/* If a violation is found, *x is the execution. */
static found check_model(check *c, const model *model, check_result *r, execution *x)
{
    double started = clock_cpu_seconds();
    c->progress.model = model;
    tell_progress(c, "encoding");
    encoding *e = encoding_new(c->m, model, &c->options->ord, wants_to_stop_encoding, c);
    if (e == NULL && c->limits.spent)
        return FOUND_NO_TIME;
    if (e == NULL) {
        c->too_large = alloc_string("too large: millions of pairs of a read and a write that it may read from");
        return FOUND_NO_TIME;
    }
    questions q = {0};
    collect_claims(c, VIOLATION_KINDS & ~c->options->ignored, &q.bad);
    collect_claims(c, UNSUPPORTED_KINDS, &q.unsupported);
    collect_late_stores(c, model, &q.unsupported);
    add_literals(e, &q.bad, false, &q.is_bad);
    add_literals(e, &q.unsupported, false, &q.is_unsupported);
    for (uint32_t i = 0; i < c->s->cuts.size; i++)
        vec_push(&q.is_cut, encoding_literal(e, c->s->cuts.data[i].guard));
    prefer_small_objects(c, e, &q.is_small);
    q.is_deeper = c->done_depth > 0 && r->checked == c->done_depth;
    for (uint32_t i = 0; i < c->s->passed.size; i++)
        vec_push(&q.is_new, encoding_literal(e, c->s->passed.data[i]));
    double encoded = clock_cpu_seconds();
    c->solver = e->solver;
    c->progress.literals = (uint64_t)sat_var_count(e->solver);
    sat_set_terminate(e->solver, c, wants_to_stop);
    found answer = is_out_of_resources(c) ? FOUND_NO_TIME : ask(c, e, &q, r, x);
    r->stats.encode_seconds += encoded - started;
    r->stats.solve_seconds += clock_cpu_seconds() - encoded;
    note_statistics(c, e, r);
    clear_questions(&q);
    if (frees(c))
        encoding_free(e);
    return answer;
}

/* ---- all models ---- */

static check_result *result_of(const check *c, check_result *results, const model *model)
{
    for (uint32_t i = 0; i < c->options->model_count; i++)
        if (results[i].model == model)
            return &results[i];
    return NULL;
}

static bool is_open(const check_result *r)
{
    return r && r->verdict == CHECK_UNKNOWN;
}

static void take_answer(check *c, check_result *r, found answer, execution *x)
{
    switch (answer) {
    case FOUND_NOTHING:
        r->verdict = CHECK_SAFE;
        r->checked = c->depth;
        r->cut.size = 0;
        break;
    case FOUND_VIOLATION:
        replay(c, x, r);
        break;
    case FOUND_UNSUPPORTED:
        r->verdict = CHECK_UNSUPPORTED;
        break;
    case FOUND_CUT:
        r->checked = c->depth;
        break;
    case FOUND_NO_TIME:
        break;
    }
}

static void check_models(check *c, check_result *results)
{
    const model *order[MODEL_COUNT];
    memcpy(order, c->options->models, sizeof order);
    model_sort(order, c->options->model_count);
    for (uint32_t i = 0; i < c->options->model_count; i++) {
        check_result *r = result_of(c, results, order[i]);
        execution x = {0};
        if (!is_open(r) || is_out_of_resources(c) || c->too_large)
            continue;
        found answer = check_model(c, order[i], r, &x);
        take_answer(c, r, answer, &x);
        for (uint32_t k = 0; k < c->options->model_count; k++) {
            bool is_stronger = model_includes(r->model, results[k].model);
            bool is_weaker = model_includes(results[k].model, r->model);
            if (is_open(&results[k]) && results[k].model != r->model &&
                ((answer == FOUND_NOTHING && is_stronger) || (answer == FOUND_VIOLATION && is_weaker)))
                take_answer(c, &results[k], answer, &x);
        }
        execution_clear(&x);
    }
}

static bool any_is_open(const check_options *options, const check_result *results)
{
    for (uint32_t i = 0; i < options->model_count; i++)
        if (is_open(&results[i]))
            return true;
    return false;
}

/* Says of the models without an answer what was left. */
static void give_up(const check *c, check_result *results, const char *why)
{
    for (uint32_t i = 0; i < c->options->model_count; i++) {
        if (!is_open(&results[i]) || results[i].message)
            continue;
        results[i].verdict = results[i].checked > 0 ? CHECK_BOUNDED : CHECK_UNKNOWN;
        results[i].message = alloc_string(why);
    }
}

/* ---- random executions ---- */

static void take_sample(check *c, check_result *r, sample_result *sample)
{
    machine_options mo = machine_for(c, r->model);
    r->schedule = sample->schedule;
    r->violation = sample->violation;
    r->stats.samples += sample->instructions;
    *sample = (sample_result){0};
    if (!c->options->no_minimise)
        minimise_schedule(c->program, &mo, &r->schedule, &r->violation, MINIMISE_STEPS);
    r->verdict = CHECK_VIOLATION;
}

/* What can be done without buffers, can be done with buffers as well. */
static void sample_likewise(check *c, check_result *results, const sample_limits *limits, sample_way way)
{
    way.is_ordered = true;
    for (uint32_t i = 0; i < c->options->model_count; i++) {
        machine_options mo = machine_for(c, results[i].model);
        sample_result sample = {0};
        if (is_open(&results[i]) && sample_execution(c->program, &mo, &way, limits, &sample))
            take_sample(c, &results[i], &sample);
        vec_clear(&sample.schedule);
    }
}

/* Looks for violations in random executions, with so many instructions for each model. */
static void sample_models(check *c, check_result *results, uint64_t work)
{
    sample_limits limits = {work, budget_seconds_left(&c->limits), c->options->interrupt};
    if (c->options->no_sampling || is_out_of_resources(c))
        return;
    tell_progress(c, "sampling");
    for (uint32_t i = 0; i < c->options->model_count; i++) {
        check_result *r = &results[i];
        sample_result sample = {0};
        if (!is_open(r))
            continue;
        machine_options mo = machine_for(c, r->model);
        bool is_found = sample_executions(c->program, &mo, c->samples, &limits, &sample);
        sample_way way = sample.way;
        if (is_found) {
            take_sample(c, r, &sample);
            if (!model_is_buffered(r->model) || way.is_ordered)
                sample_likewise(c, results, &limits, way);
        }
        r->stats.samples += sample.instructions;
        vec_clear(&sample.schedule);
    }
    c->samples += work;
}

/* ---- depths ---- */

/* Would a larger bound follow any loop further? Not those that have bounds of their own, from the user. */
static bool can_go_deeper(const check *c)
{
    for (uint32_t i = 0; i < c->s->cuts.size; i++)
        if (c->s->cuts.data[i].iterations >= c->depth)
            return true;
    return false;
}

static void note_loops(const symex *s, check_result *r)
{
    r->loops.size = 0;
    for (uint32_t i = 0; i < s->loops.size; i++)
        vec_push(&r->loops, s->loops.data[i]);
}

/* What is known of the next depth: executions that this one did not cut are settled. */
static void note_done(check *c)
{
    c->done.size = 0;
    for (uint32_t i = 0; i < c->s->cuts.size; i++) {
        const symex_cut *cut = &c->s->cuts.data[i];
        uint32_t k = 0;
        if (cut->is_call)
            continue;
        while (k < c->done.size && c->done.data[k].pc != cut->pc)
            k++;
        if (k == c->done.size)
            vec_push(&c->done, (symex_done){cut->pc, cut->iterations});
        else if (cut->iterations < c->done.data[k].iterations)
            c->done.data[k].iterations = cut->iterations;
    }
    c->done_depth = c->depth;
}

/* False if there is no sense in going deeper. */
static bool check_depth(check *c, check_result *results)
{
    diag d = {0};
    symex_options so = {
        .unwind = c->depth,
        .is_exact = c->options->unwind != 0,
        .bounds = c->options->bounds,
        .bound_count = c->options->bound_count,
        .done_unwind = c->done_depth,
        .done = c->done.data,
        .done_count = c->done.size,
        .malloc_may_fail = c->options->malloc_may_fail,
        .max_events = MAX_EVENTS,
        .wants_to_stop = wants_to_stop_unrolling,
        .context = c,
    };
    double started = clock_cpu_seconds();
    c->progress.unwind = c->depth;
    tell_progress(c, "unrolling");
    symex *s = settled_run(c->program, &so, &d);
    memory *m = s ? memory_new(s, &d) : NULL;
    if (m)
        memory_stop_threads(s, m, UNSUPPORTED_KINDS | c->options->ignored);
    if (m && !c->options->no_sections)
        c->sections = sections_merge(s, m);
    if (m == NULL) {
        symex_free(s);
        c->too_large = c->limits.spent ? NULL : alloc_string(d.message);
        diag_clear(&d);
        return false;
    }
    for (uint32_t i = 0; i < c->options->model_count; i++) {
        results[i].stats.symex_seconds += clock_cpu_seconds() - started;
        if (!is_open(&results[i]))
            continue;
        results[i].stats.threads = s->threads.size;
        results[i].stats.events = s->events.size;
        note_loops(s, &results[i]);
    }
    c->s = s;
    c->m = m;
    c->progress.events = s->events.size;
    if (c->samples == 0 && s->events.size > MANY_EVENTS)
        sample_models(c, results, SAMPLE_WORK);
    check_models(c, results);
    bool goes_on = any_is_open(c->options, results) && !is_out_of_resources(c) && !c->too_large && can_go_deeper(c);
    note_done(c);
    if (goes_on || frees(c)) {
        memory_free(m);
        symex_free(s);
    }
    return goes_on;
}

void check_program(const ir_program *program, const check_options *options, check_result *results)
{
    check c = {
        .program = program,
        .options = options,
        .limits = {.started = options->started > 0 ? options->started : clock_wall_seconds(),
                   .timeout = options->timeout,
                   .max_memory = options->max_memory,
                   .interrupt = options->interrupt},
        .depth = options->unwind ? options->unwind : 1,
        .progress = {.model = options->models[0]},
    };
    for (uint32_t i = 0; i < options->model_count; i++)
        results[i] = (check_result){
            .model = options->models[i],
            .verdict = CHECK_UNKNOWN,
            .is_deepened = options->unwind == 0,
            .pc = IR_NONE,
        };
    while (check_depth(&c, results) && options->unwind == 0 && c.depth < MAX_DEPTH) {
        sample_models(&c, results, (uint64_t)SAMPLE_WORK * c.depth);
        if (!any_is_open(options, results))
            break;
        c.depth *= 2;
    }
    if (c.too_large)
        sample_models(&c, results, SAMPLE_WORK_LARGE);
    give_up(&c, results, c.limits.spent ? c.limits.spent : c.too_large ? c.too_large : "");
    free(c.too_large);
    vec_clear(&c.done);
}

void check_result_clear(check_result *r)
{
    vec_clear(&r->cut);
    vec_clear(&r->loops);
    free(r->message);
    machine_result_clear(&r->violation);
    vec_clear(&r->schedule);
}
