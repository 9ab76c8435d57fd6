#include "engine/deepen.h"

#include "base/clock.h"
#include "encode/axioms.h"
#include "engine/driver.h"
#include "engine/questions.h"
#include "replay/replay.h"

enum {
    MAX_DEPTH = 1 << 20,
    /* What a depth may take while the depth does not hold for loops whose end is known: then it shall, so that
     * something is known of the program before all is. */
    PATIENCE = 1000000000,
    PART_OF_TIME = 4, /* of the time that there is, that may be used for that at most */
};

typedef struct deepening {
    const engine_run *run;
    const deepen_way *way;
    budget budget; /* a part of the run's, for one depth */
    unroll u;
    encoding *e;                   /* that is being solved */
    uint64_t clauses;              /* it has, before it is solved */
    uint64_t told;                 /* work of the solver that the budget knows of */
    uint32_t checked[MODEL_COUNT]; /* by index of model: depth to which there is no violation */
    bool has_left[MODEL_COUNT];    /* by model: it cannot say more */
    const char *too_large;         /* why it cannot be encoded; NULL: it can */
} deepening;

/* ---- limits ---- */

/* What may be done at a depth. As long as nothing is known, and the depth can be made to hold for all loops, that is
 * limited. */
static void begin_budget(deepening *o)
{
    o->budget = budget_part_of(o->run->budget);
    if (o->u.cuts_known || o->u.done_depth > 0 || o->run->options->unwind != 0)
        return;
    o->budget.started = clock_wall_seconds();
    o->budget.timeout /= PART_OF_TIME;
    o->budget.max_work = PATIENCE;
}

/* The depth holds for all loops by now: there is nothing better to do. */
static void lift_limits(deepening *o)
{
    o->budget.started = o->run->budget->started;
    o->budget.timeout = o->run->budget->timeout;
    o->budget.max_work = 0;
}

/* Has this depth taken too long, while there is still time? */
static bool is_impatient(const deepening *o)
{
    return o->budget.spent && !o->run->budget->spent;
}

static bool wants_to_stop_solving(void *state)
{
    deepening *o = state;
    uint64_t work = o->way->work(o->e, &o->run->budget->progress), before = o->told;
    o->told = work;
    return budget_spend(&o->budget, work - before);
}

/* ---- statistics ---- */

void deepen_count(const engine_run *run, const model *model, const char *name, const char *text, uint64_t value)
{
    driver_count(run, model, (check_counter){.name = name, .text = text, .count = value});
}

void deepen_count_axioms(const engine_run *run, const model *model, const encoding *e)
{
    if (e->axioms == NULL)
        return;
    axioms_statistics axioms = axioms_statistics_of(e->axioms);
#define COUNT(name, description) deepen_count(run, model, "axioms_" #name, description, axioms.name);
    AXIOMS_STATISTICS(COUNT)
#undef COUNT
}

static void count_seconds(const deepening *o, const model *model, const char *name, const char *text, double value)
{
    driver_count(o->run, model, (check_counter){.name = name, .text = text, .is_time = true, .seconds = value});
}

static void count_unrolled(const deepening *o, const model *model)
{
    const symex *s = o->u.s;
    count_seconds(o, model, "unroll_seconds", "unrolling", o->u.seconds);
    driver_count(o->run, model,
                 (check_counter){.name = "threads", .text = "threads", .count = s->threads.size, .is_main = true});
    driver_count(o->run, model,
                 (check_counter){.name = "events", .text = "events", .count = s->events.size, .is_main = true});
    deepen_count(o->run, model, "sections", "critical sections taken for one step", o->u.sections);
}

static void count_encoded(const deepening *o, const model *model)
{
    const encoding *e = o->e;
    deepen_count(o->run, model, "cells", "memory cells", o->u.m->cells.size);
    deepen_count(o->run, model, "reads", "reads", e->candidates->reads.size);
    deepen_count(o->run, model, "static_reads", "reads whose value needs no rf", e->candidates->static_reads);
    deepen_count(o->run, model, "rf_before", "rf pairs before pruning", e->candidates->rf_before);
    deepen_count(o->run, model, "rf_after", "rf pairs", e->candidates->rf_after);
    deepen_count(o->run, model, "ws_pairs", "ws pairs", e->ws->pairs.size);
    deepen_count(o->run, model, "variables", "variables", (uint64_t)solver_var_count(e->clauses));
    deepen_count(o->run, model, "clauses", "clauses", blast_count(e->blast).clauses);
    deepen_count(o->run, model, "encoded_clauses", "clauses given to the solver at first", o->clauses);
    o->way->count(o->run, model, e);
}

/* ---- one model at one depth ---- */

static bool is_racy(void *context, const model *model, execution *x)
{
    const deepening *o = context;
    machine_options mo = driver_machine_options(o->run, model, false);
    mo.ends = check_leaks(o->run->options);
    machine_choices schedule = {0};
    machine_result violation = {0};
    diag d = {0};
    bool result = replay_execution(x, &mo, &schedule, &violation, NULL, &d);
    vec_clear(&schedule);
    machine_result_clear(&violation);
    diag_clear(&d);
    return result;
}

static const char *undecided(const symex_claim *claim)
{
    if (claim == NULL)
        return "this engine finds one deadlock, and the first races of executions, and does not know of others";
    return claim->property == PROPERTY_RACE
               ? "there are accesses of which this engine does not know whether they race"
               : "there is memory of which this engine does not know whether it is left or lost";
}

/* What was found out about the model at this depth. */
static void tell(deepening *o, const model *model, question_answer answer, question_result *r)
{
    switch (answer) {
    case QUESTION_NOTHING:
        driver_say_safe(o->run, model, o->u.depth);
        break;
    case QUESTION_VIOLATION:
        driver_say_execution(o->run, model, &r->x);
        break;
    case QUESTION_UNDECIDED:
        driver_give_up(o->run, undecided(r->claim));
        o->has_left[driver_index_of(o->run, model)] = true;
        break;
    case QUESTION_UNSUPPORTED:
        driver_say_unsupported(o->run, model, r->claim->pc, r->claim->user_pc, r->message);
        o->has_left[driver_index_of(o->run, model)] = true;
        break;
    case QUESTION_CUT:
        o->checked[driver_index_of(o->run, model)] = o->u.depth;
        driver_say_bounded(o->run, model, o->u.depth, &r->cuts);
        break;
    case QUESTION_NO_TIME:
        break;
    }
}

static question_answer ask_once(deepening *o, const model *model, question_result *r)
{
    questions q;
    questions_init(&q, &o->u, o->e,
                   o->u.done_depth > 0 && o->checked[driver_index_of(o->run, model)] == o->u.done_depth,
                   driver_known(o->run, model));
    q.is_racy = is_racy;
    q.context = o;
    question_answer answer = budget_is_spent(&o->budget) ? QUESTION_NO_TIME : questions_ask(&q, r);
    questions_clear(&q);
    return answer;
}

/* Asks again after a violation as long as the model stays open. */
static void ask(deepening *o, const model *model)
{
    double seconds = 0;
    question_answer answer;
    do {
        question_result r = {0};
        double started = clock_cpu_seconds();
        driver_show_phase(o->run, "solving", model);
        answer = ask_once(o, model, &r);
        seconds += clock_cpu_seconds() - started;
        count_seconds(o, model, "solve_seconds", "solving", seconds);
        count_encoded(o, model);
        tell(o, model, answer, &r);
        execution_clear(&r.x);
        vec_clear(&r.cuts);
    } while (answer == QUESTION_VIOLATION && driver_is_open(o->run, model));
}

static void check_model(deepening *o, const model *model)
{
    double started = clock_cpu_seconds();
    driver_show_phase(o->run, "encoding", model);
    o->e = o->way->encode(o->run, o->u.m, model);
    if (o->e == NULL) {
        if (o->budget.spent == NULL)
            o->too_large = "too large: millions of pairs of a read and a write that it may read from";
        return;
    }
    o->clauses = solver_clause_count(o->e->clauses);
    o->run->budget->progress.literals = (uint64_t)solver_var_count(o->e->clauses);
    o->told = 0;
    encoding_set_terminate(o->e, o, wants_to_stop_solving);
    count_seconds(o, model, "encode_seconds", "encoding", clock_cpu_seconds() - started);
    ask(o, model);
    encoding_free(o->e);
    o->e = NULL;
}

/* ---- depths ---- */

static void check_models(deepening *o)
{
    const model *model;
    for (uint32_t at = 0; driver_next_open(o->run, &at, &model);)
        if (!o->has_left[driver_index_of(o->run, model)] && !o->too_large && !budget_is_spent(&o->budget))
            check_model(o, model);
}

static bool has_more_to_say(const deepening *o)
{
    const model *model;
    for (uint32_t at = 0; driver_next_open(o->run, &at, &model);)
        if (!o->has_left[driver_index_of(o->run, model)])
            return true;
    return false;
}

static void note_unrolled(const deepening *o)
{
    const model *model;
    o->run->budget->progress.events = o->u.s->events.size;
    for (uint32_t at = 0; driver_next_open(o->run, &at, &model);) {
        count_unrolled(o, model);
        driver_note_loops(o->run, model, o->u.s);
    }
}

/* From the first depth on, which then holds for all loops. */
static void begin_again(deepening *o)
{
    o->u.cuts_known = true;
    o->u.depth = 1;
}

/* False if there is no sense in going deeper. */
static bool check_depth(deepening *o)
{
    diag d = {0};
    o->run->budget->progress.unwind = o->u.depth;
    begin_budget(o);
    driver_show_phase(o->run, "unrolling", o->run->options->models[0]);
    if (!unroll_program(&o->u, &d)) {
        if (o->budget.spent == NULL)
            driver_give_up(o->run, d.message);
        diag_clear(&d);
        if (!is_impatient(o))
            return false;
        begin_again(o);
        return true;
    }
    if (o->u.cuts_known)
        lift_limits(o);
    note_unrolled(o);
    check_models(o);
    if (is_impatient(o)) {
        begin_again(o);
        return true;
    }
    bool goes_on = has_more_to_say(o) && !budget_is_spent(o->run->budget) && !o->too_large &&
                   o->run->options->unwind == 0 && o->u.depth < MAX_DEPTH && unroll_can_go_deeper(&o->u);
    if (o->too_large)
        driver_give_up(o->run, o->too_large);
    unroll_note_done(&o->u);
    o->u.depth *= 2;
    return goes_on;
}

void deepen_run(const engine_run *run, const deepen_way *way)
{
    deepening o = {.run = run, .way = way};
    unroll_init(&o.u, run->program, run->options, &o.budget);
    while (check_depth(&o))
        continue;
    unroll_clear(&o.u);
}
