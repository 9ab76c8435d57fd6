#include "engine/driver.h"

#include <assert.h>
#include <malloc.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/turn.h"
#include "engine/confirm.h"
#include "engine/portfolio.h"

/* An engine, and its part in the work. */
typedef struct part {
    engine_run run;
    budget budget;
    turn *turn;
    bool has_begun, has_ended;
    char *why; /* it can say no more; NULL: it has not said so */
} part;

/* Something not modelled was reached; whether the answer rests on it, others may find out. */
typedef struct doubt {
    char *message; /* NULL: there is none */
    ir_id pc;
} doubt;

struct driver {
    const ir_program *program;
    const check_options *options;
    budget *whole;
    check_result *results;
    const model *order[MODEL_COUNT]; /* in which to look at them */
    part parts[ENGINE_COUNT];
    uint32_t part_count;
    doubt doubts[MODEL_COUNT]; /* by result */
    uint64_t proved;           /* work that was done while an engine could still prove something */
    uint64_t patience;         /* how much work others may do once there is a doubt; 0: there is none */
};

/* What others may do to find an answer where one engine has met something that it does not model: as much as was done
 * so far, and this. */
static const uint64_t PATIENCE = 200000000;
/* What engines that prove nothing may do when the others have given up. */
static const uint64_t LAST_TRIES = 50000000;

/* ---- results ---- */

static bool is_open(const check_result *r)
{
    return r->verdict == CHECK_UNKNOWN && !r->is_found;
}

uint32_t driver_index_of(const engine_run *run, const model *model)
{
    uint32_t i = 0;
    while (run->options->models[i] != model)
        i++;
    assert(i < run->options->model_count);
    return i;
}

static check_result *open_result(const engine_run *run, const model *model)
{
    check_result *r = &run->driver->results[driver_index_of(run, model)];
    return is_open(r) ? r : NULL;
}

static bool any_is_open(const driver *d)
{
    for (uint32_t i = 0; i < d->options->model_count; i++)
        if (is_open(&d->results[i]))
            return true;
    return false;
}

/* Only some engines know models that have no machine. */
static bool knows(const engine *e, const model *model)
{
    return model_has_machine(model) || e->is_axiomatic;
}

/* What only a machine knows: what is left when the program ends, and, since a machine that replays an execution is told
 * only values, whether something was ever set. NULL: nothing of that is asked for. */
static const char *takes_machine(const check_options *o)
{
    if (check_finds_unset(o))
        return "what depends on values that were never set";
    return check_leaks(o) ? "what is left when the program ends" : NULL;
}

bool driver_is_open(const engine_run *run, const model *model)
{
    return knows(run->engine, model) && (model_has_machine(model) || takes_machine(run->options) == NULL) &&
           open_result(run, model) != NULL;
}

bool driver_next_open(const engine_run *run, uint32_t *at, const model **model)
{
    while (*at < run->options->model_count) {
        *model = run->driver->order[(*at)++];
        if (driver_is_open(run, *model))
            return true;
    }
    return false;
}

const machine_known *driver_known(const engine_run *run, const model *model)
{
    return check_known(&run->driver->results[driver_index_of(run, model)]);
}

bool driver_is_known(const engine_run *run, const model *model, const machine_result *violation)
{
    return known_has(run->program, driver_known(run, model), known_of(violation));
}

void driver_show_phase(const engine_run *run, const char *phase, const model *model)
{
    run->budget->progress.phase = phase;
    run->budget->progress.model = model->name;
}

/* ---- what engines can say ---- */

static property_set wanted(const check_options *o)
{
    return (property_default() | o->extra) & ~o->ignored;
}

static property_set blind(const engine *e, const check_options *o)
{
    return e->blind | (check_is_weak(o) ? e->strong : 0);
}

static bool can_prove(const engine *e, const check_options *o)
{
    return e->proves && (wanted(o) & (blind(e, o) | e->unsure)) == 0;
}

/* Is there nothing that the engine could find? */
static bool is_beyond(const engine *e, const check_options *o)
{
    return (wanted(o) & ~blind(e, o)) == 0;
}

/* Is it beyond those who follow loops as far as the user says, and not beyond this one? */
static bool is_for(const engine *e, const check_options *o)
{
    property_set beyond = 0;
    for (uint32_t i = 0; i < ENGINE_COUNT; i++)
        if (engine_at(i)->is_bounded)
            beyond |= blind(engine_at(i), o);
    return (wanted(o) & beyond) != 0 && can_prove(e, o);
}

/* ---- what engines say ---- */

/* To free gigabytes takes seconds, which nobody has who ends the process: then nothing follows the last answer, nor the
 * end of the budget. */
static void rest_if_done(const engine_run *run)
{
    if (run->options->leaves_memory && (!any_is_open(run->driver) || run->budget->spent))
        run->budget->end_turn(run->budget->context);
}

static void take_safe(check_result *r, uint32_t depth)
{
    r->verdict = CHECK_SAFE;
    r->checked = depth;
    r->cut.size = 0;
}

/* What it says of all executions is heard; else the reason is noted. */
static bool can_say(const engine_run *run)
{
    if (can_prove(run->engine, run->options))
        return true;
    driver_give_up(run, "only the engine `states` can tell that some of the properties hold");
    return false;
}

/* What happens under the smaller model happens under the larger one. But a thread that goes on for ever may find an end
 * there; and what is known of the larger one need not happen under the smaller. */
static bool says_it_of(const driver *d, const check_result *larger, const check_result *smaller)
{
    return model_includes(larger->model, smaller->model) && !property_is_in(wanted(d->options), PROPERTY_LIVENESS) &&
           known_has_all(d->program, check_known(smaller), check_known(larger));
}

void driver_say_safe(const engine_run *run, const model *model, uint32_t depth)
{
    driver *d = run->driver;
    check_result *r = open_result(run, model);
    if (r == NULL || !can_say(run))
        return;
    take_safe(r, depth);
    r->engine = run->engine->name;
    for (uint32_t i = 0; i < d->options->model_count; i++)
        if (is_open(&d->results[i]) && says_it_of(d, r, &d->results[i]))
            take_safe(&d->results[i], depth);
    rest_if_done(run);
}

void driver_say_bounded(const engine_run *run, const model *model, uint32_t depth, const check_cuts *cuts)
{
    check_result *r = open_result(run, model);
    if (r == NULL || r->checked > depth || !can_say(run))
        return;
    r->checked = depth;
    r->cut.size = 0;
    vec_append(&r->cut, cuts->data, cuts->size);
}

/* What is found is confirmed at once, at nobody's cost: no other engine need look for it any more. Even when the budget
 * is spent the turn does not end in between, or what the machine has already shown would be lost. Returns the budget as
 * it is to be afterwards. */
static budget keep_turn(const engine_run *run, const model *model)
{
    budget before = *run->budget;
    run->budget->turn_end = 0;
    run->budget->end_turn = NULL;
    driver_show_phase(run, "replaying", model);
    return before;
}

static void go_on(const engine_run *run, const budget *before)
{
    run->budget->turn_end = before->turn_end;
    run->budget->end_turn = before->end_turn;
    run->budget->work = before->work;
    run->budget->asked_at = before->asked_at;
}

/* Who has found the last violation, or why there is no answer. */
static void note_engine(const engine_run *run, check_result *r)
{
    r->engine = run->engine->name;
    if (r->violations.size > 0 && (*vec_last(&r->violations))->engine == NULL)
        (*vec_last(&r->violations))->engine = r->engine;
}

static void confirm(const engine_run *run, check_result *r, execution *x)
{
    double started = clock_cpu_seconds();
    budget before = keep_turn(run, r->model);
    confirm_execution(run->program, run->options, run->budget, x, r);
    go_on(run, &before);
    note_engine(run, r);
    driver_count(
        run, r->model,
        (check_counter){
            .name = "replay_seconds", .text = "replay", .is_time = true, .seconds = clock_cpu_seconds() - started});
}

/* Is it something that only a machine can show? */
static bool is_for_machines(const check_options *o, const symex_claim *claim)
{
    return claim->property == PROPERTY_RACE || property_is_in(check_leaks(o), claim->property);
}

static bool is_known(const driver *d, const check_result *r, const execution *x)
{
    return known_has(d->program, check_known(r), execution_violation(x->s, x->claim));
}

void driver_say_execution(const engine_run *run, const model *model, execution *x)
{
    driver *d = run->driver;
    check_result *r = open_result(run, model);
    if (r)
        confirm(run, r, x);
    for (uint32_t i = 0; i < d->options->model_count; i++)
        if (is_open(&d->results[i]) && model_includes(d->results[i].model, model) && d->results[i].model != model &&
            !is_known(d, &d->results[i], x) &&
            (!is_for_machines(d->options, x->claim) || model_has_machine(d->results[i].model)))
            confirm(run, &d->results[i], x);
    rest_if_done(run);
}

void driver_say_schedule(const engine_run *run, const model *model, bool is_normalised, machine_choices *schedule,
                         machine_result *violation)
{
    check_result *r = open_result(run, model);
    if (r && !driver_is_known(run, model, violation)) {
        budget before = keep_turn(run, model);
        /* As it is shown, if possible: without the numbers of objects that the search uses again. */
        bool is_confirmed =
            confirm_schedule(run->program, run->options, run->budget, false, schedule, r) ||
            (is_normalised && confirm_schedule(run->program, run->options, run->budget, true, schedule, r));
        go_on(run, &before);
        if (is_confirmed) {
            note_engine(run, r);
        } else if (run->budget->spent == NULL) {
            r->verdict = CHECK_FAILED;
            r->message = alloc_string("a schedule that violates the property does not do so again");
            r->pc = violation->user_pc;
        }
    }
    vec_clear(schedule);
    machine_result_clear(violation);
    rest_if_done(run);
}

static uint64_t work_so_far(const driver *d)
{
    uint64_t work = 0;
    for (uint32_t i = 0; i < d->part_count; i++)
        work += d->parts[i].budget.work;
    return work;
}

static void conclude_unsupported(driver *d, uint32_t i)
{
    check_result *r = &d->results[i];
    r->verdict = CHECK_UNSUPPORTED;
    r->message = d->doubts[i].message;
    r->pc = d->doubts[i].pc;
    d->doubts[i].message = NULL;
}

void driver_say_unsupported(const engine_run *run, const model *model, ir_id pc, ir_id user_pc, const char *message)
{
    bool is_modelled_by_nobody = run->program->code.data[pc].op == IR_UNSUPPORTED;
    driver *d = run->driver;
    check_result *r = open_result(run, model);
    if (r == NULL)
        return;
    uint32_t i = (uint32_t)(r - d->results);
    if (d->doubts[i].message == NULL)
        d->doubts[i] = (doubt){alloc_string(message), user_pc};
    if (is_modelled_by_nobody) {
        r->engine = run->engine->name;
        conclude_unsupported(d, i);
        rest_if_done(run);
    } else if (d->patience == 0) {
        d->patience = 2 * work_so_far(d) + PATIENCE;
    }
}

void driver_give_up(const engine_run *run, const char *why)
{
    for (uint32_t i = 0; i < run->driver->part_count; i++) {
        part *p = &run->driver->parts[i];
        if (&p->run == run && p->why == NULL)
            p->why = alloc_string(why);
    }
}

void driver_note_loops(const engine_run *run, const model *model, const symex *s)
{
    check_result *r = open_result(run, model);
    if (r == NULL)
        return;
    r->loops.size = 0;
    vec_append(&r->loops, s->loops.data, s->loops.size);
}

void driver_count(const engine_run *run, const model *model, check_counter counter)
{
    driver *d = run->driver;
    check_result *r = &d->results[driver_index_of(run, model)];
    uint32_t k = 0;
    counter.engine = run->engine->name;
    while (k < r->counters.size && strcmp(r->counters.data[k].name, counter.name) != 0)
        k++;
    if (k == r->counters.size)
        vec_push(&r->counters, counter);
    else
        r->counters.data[k] = counter;
}

machine_options driver_machine_options(const engine_run *run, const model *model, bool is_normalised)
{
    return confirm_machine_options(run->options, model, driver_known(run, model), is_normalised, run->budget);
}

/* ---- turns ---- */

static void begin_part(void *context)
{
    part *p = context;
    p->run.engine->run(&p->run);
}

static void end_turn(void *context)
{
    part *p = context;
    turn_back(p->turn);
}

/* With bounds of the user's, only engines that are there for them can say something about them. */
static bool takes_part(const check_options *o, uint32_t index)
{
    const engine *e = engine_at(index);
    if (o->engines)
        return o->engines >> index & 1;
    return !e->is_extra && !is_beyond(e, o) &&
           ((o->unwind == 0 && o->bound_count == 0) || e->is_bounded || is_for(e, o));
}

static void add_parts(driver *d)
{
    for (uint32_t i = 0; i < ENGINE_COUNT; i++) {
        if (!takes_part(d->options, i))
            continue;
        part *p = &d->parts[d->part_count++];
        p->budget = budget_part_of(d->whole);
        p->budget.end_turn = end_turn;
        p->budget.context = p;
        p->budget.progress.engine = engine_at(i)->name;
        p->run = (engine_run){d->program, d->options, &p->budget, d, engine_at(i)};
        p->turn = turn_new(begin_part, p);
        p->has_ended = p->turn == NULL;
        if (p->has_ended)
            p->why = alloc_string("there can be no more threads");
    }
}

static void free_part(part *p)
{
    if (p->turn && p->has_begun && !p->has_ended) {
        p->budget.spent = "no longer needed";
        p->has_ended = !turn_give(p->turn);
    }
    turn_free(p->turn);
    free(p->why);
}

static void give_turn(const driver *d, part *p)
{
    portfolio_share share = {.work = p->budget.work};
    p->budget.turn_end = p->budget.work + portfolio_turn(&share);
    p->has_begun = true;
    p->has_ended = !turn_give(p->turn);
    if (p->has_ended)
        malloc_trim(0);
    if (d->options->on_progress)
        d->options->on_progress(d->options->context, &p->budget.progress);
}

static bool can_anybody_prove(const driver *d)
{
    for (uint32_t i = 0; i < d->part_count; i++)
        if (!d->parts[i].has_ended && can_prove(d->parts[i].run.engine, d->options))
            return true;
    return false;
}

static bool is_anything_known(const driver *d)
{
    for (uint32_t i = 0; i < d->options->model_count; i++)
        if (is_open(&d->results[i]) && d->results[i].checked == 0)
            return false;
    return true;
}

/* Of all models without an answer: they have none unless somebody finds one soon. */
static bool is_all_in_doubt(const driver *d)
{
    for (uint32_t i = 0; i < d->options->model_count; i++)
        if (is_open(&d->results[i]) && d->doubts[i].message == NULL)
            return false;
    return true;
}

/* Is there a point in going on? Engines that prove nothing do so for a while if nothing is known. */
static bool is_worth_it(const driver *d)
{
    if (!any_is_open(d) || (is_all_in_doubt(d) && work_so_far(d) > d->patience))
        return false;
    if (can_anybody_prove(d) || d->options->engines)
        return true;
    return !is_anything_known(d) && work_so_far(d) < d->proved + LAST_TRIES;
}

static void take_turns(driver *d)
{
    while (is_worth_it(d) && !budget_is_spent(d->whole)) {
        portfolio_share shares[ENGINE_COUNT];
        for (uint32_t i = 0; i < d->part_count; i++)
            shares[i] = (portfolio_share){
                .work = d->parts[i].budget.work,
                .price = d->parts[i].run.engine->price,
                .has_ended = d->parts[i].has_ended,
            };
        uint32_t next = portfolio_next(shares, d->part_count);
        if (next == d->part_count)
            break;
        give_turn(d, &d->parts[next]);
        if (can_anybody_prove(d))
            d->proved = work_so_far(d);
    }
}

/* ---- the end ---- */

/* Names of engines, as a list: of those that were asked, or of those that know the model. */
static void add_names(const driver *d, const model *model, strbuf *out)
{
    const char *comma = "";
    for (uint32_t i = 0; i < (model ? ENGINE_COUNT : d->part_count); i++) {
        const engine *e = model ? engine_at(i) : d->parts[i].run.engine;
        if (model && !knows(e, model))
            continue;
        strbuf_addf(out, "%s%s", comma, e->name);
        comma = ", ";
    }
}

static bool does_anybody_know(const driver *d, const model *model)
{
    for (uint32_t i = 0; i < d->part_count; i++)
        if (knows(d->parts[i].run.engine, model))
            return true;
    return false;
}

/* What the engine says that comes closest to a proof, which is the last one. */
static const char *last_words(const driver *d)
{
    const char *why = "";
    for (uint32_t i = 0; i < d->part_count; i++)
        if (d->parts[i].why && (d->parts[i].run.engine->proves || *why == '\0'))
            why = d->parts[i].why;
    return why;
}

/* Why there is no answer. */
static char *reason(const driver *d, const model *model)
{
    const char *words = last_words(d);
    const char *what = model_has_machine(model) ? NULL : takes_machine(d->options);
    bool is_silent = *words == '\0' && d->whole->spent == NULL;
    if (what == NULL && is_silent && !model_has_machine(model) && check_finds_races(d->options))
        what = "whether there are data races";
    strbuf why = {0};
    if (what) {
        strbuf_addf(&why, "%s is decided under " MODEL_MACHINE_NAMES " only", what);
    } else if (d->whole->spent) {
        strbuf_add(&why, d->whole->spent);
    } else if (!does_anybody_know(d, model)) {
        add_names(d, NULL, &why);
        strbuf_addf(&why, " gave up on %s, which has no machine and is decided by ", model->name);
        add_names(d, model, &why);
    } else {
        strbuf_add(&why, words);
    }
    return strbuf_take(&why);
}

static void conclude(driver *d)
{
    for (uint32_t i = 0; i < d->options->model_count; i++) {
        check_result *r = &d->results[i];
        if (is_open(r) && d->doubts[i].message) {
            conclude_unsupported(d, i);
        } else if (is_open(r)) {
            r->verdict = r->checked > 0 ? CHECK_BOUNDED : CHECK_UNKNOWN;
            r->message = reason(d, r->model);
        }
    }
}

static int compare_places(const ir_program *program, ir_id one, ir_id two)
{
    if (one == IR_NONE || two == IR_NONE)
        return (one != IR_NONE) - (two != IR_NONE);
    const ir_location *a = &program->locations.data[program->code.data[one].location];
    const ir_location *b = &program->locations.data[program->code.data[two].location];
    int files = strcmp(a->file, b->file);
    if (files != 0)
        return files;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->column > b->column) - (a->column < b->column);
}

/* The first of its places if it has two, or the second. */
static ir_id place_of(const ir_program *program, const check_violation *v, bool is_second)
{
    bool is_turned = v->key.other != IR_NONE && compare_places(program, v->key.user_pc, v->key.other) > 0;
    return is_turned == is_second ? v->key.user_pc : v->key.other;
}

static int compare_violations(const ir_program *program, const check_violation *a, const check_violation *b)
{
    int first = compare_places(program, place_of(program, a, false), place_of(program, b, false));
    int second = compare_places(program, place_of(program, a, true), place_of(program, b, true));
    if (first != 0 || second != 0)
        return first != 0 ? first : second;
    if (a->key.violated != b->key.violated)
        return a->key.violated < b->key.violated ? -1 : 1;
    return strcmp(a->result.message, b->result.message);
}

/* What has no place comes first. There are few of them. */
static void sort_violations(const ir_program *program, check_result *r)
{
    for (uint32_t i = 1; i < r->violations.size; i++)
        for (uint32_t k = i; k > 0; k--) {
            check_violation **pair = &r->violations.data[k - 1], *other = pair[1];
            if (compare_violations(program, pair[0], other) <= 0)
                break;
            pair[1] = pair[0];
            pair[0] = other;
        }
}

static void note_violations(driver *d)
{
    for (uint32_t i = 0; i < d->options->model_count; i++) {
        check_result *r = &d->results[i];
        if (r->violations.size == 0)
            continue;
        r->rest = d->options->finds_all ? r->verdict : CHECK_UNKNOWN;
        r->verdict = CHECK_VIOLATION;
        sort_violations(d->program, r);
    }
}

void check_program(const ir_program *program, const check_options *options, check_result *results)
{
    budget no_limits = {.started = clock_wall_seconds()};
    driver d = {
        .program = program,
        .options = options,
        .whole = options->budget ? options->budget : &no_limits,
        .results = results,
    };
    for (uint32_t i = 0; i < options->model_count; i++)
        results[i] = (check_result){
            .model = options->models[i],
            .verdict = CHECK_UNKNOWN,
            .pc = IR_NONE,
        };
    memcpy(d.order, options->models, sizeof d.order);
    model_sort(d.order, options->model_count);
    add_parts(&d);
    take_turns(&d);
    conclude(&d);
    note_violations(&d);
    for (uint32_t i = 0; i < d.part_count && !options->leaves_memory; i++)
        free_part(&d.parts[i]);
    for (uint32_t i = 0; i < options->model_count; i++)
        free(d.doubts[i].message);
}
