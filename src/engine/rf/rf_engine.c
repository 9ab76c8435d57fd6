#include "engine/rf/rf_engine.h"

#include "base/clock.h"
#include "engine/driver.h"
#include "rf/explore.h"
#include "rf/schedule.h"
#include "symex/loops.h"

enum {
    FIRST_ROUND = 500, /* executions under one model, before others are looked at */
    FIRST_DEPTH = 16,  /* iterations of loops that are followed, if the user has not said how many */
    DEEPER = 4,        /* times as many are next */
};

/* The exploration under one model. */
typedef struct rf_search {
    const engine_run *run;
    const model *model;
    explore *explore; /* NULL: it is over */
    machine_bounds bounds;
    double seconds; /* of processor time */
} rf_search;

static void count(const rf_search *x)
{
    explore_counts c = explore_count(x->explore);
    const check_counter COUNTERS[] = {
        {.name = "threads", .text = "threads", .count = c.threads, .is_main = true},
        {.name = "classes", .text = "classes", .count = c.classes, .is_main = true},
        {.name = "blocked", .text = "blocked executions", .count = c.blocked},
        {.name = "rf_nodes", .text = "steps of the longest execution", .count = c.nodes},
        {.name = "rf_checks", .text = "checks of consistency", .count = c.checks.checks},
        {.name = "rf_refuted", .text = "refuted by closure", .count = c.checks.refuted_by_closure},
        {.name = "rf_refuted_late", .text = "refuted by search", .count = c.checks.refuted_by_search},
        {.name = "rf_planned", .text = "most plans that waited", .count = c.planned},
        {.name = "rf_restarts", .text = "new beginnings", .count = c.restarts},
        {.name = "rf_rate",
         .text = "classes per second",
         .count = x->seconds > 0 ? (uint64_t)((double)c.classes / x->seconds) : 0},
        {.name = "rf_seconds", .text = "exploring", .is_time = true, .seconds = x->seconds},
    };
    for (uint32_t i = 0; i < sizeof COUNTERS / sizeof *COUNTERS; i++)
        driver_count(x->run, x->model, COUNTERS[i]);
}

/* Bounds for single loops, from the user. */
static void set_bounds(machine_bounds *bounds, const engine_run *run)
{
    const check_options *o = run->options;
    for (uint32_t i = 0; i < o->bound_count; i++) {
        const ir_function *function = &run->program->functions.data[o->bounds[i].function];
        loops l;
        loops_init(&l, run->program, function);
        for (uint32_t k = 0; k < l.list.size; k++)
            if (loops_number(&l, run->program, function, k) == o->bounds[i].number)
                map_put(&bounds->by_header,
                        run->program->blocks.data[function->first_block + l.list.data[k].header].first,
                        o->bounds[i].bound);
        loops_clear(&l);
    }
}

static void begin(rf_search *x, const engine_run *run, const model *model)
{
    explore_options options = {.machine = driver_machine_options(run, model, false)};
    options.machine.bounds = &x->bounds;
    options.machine.ends = 0; /* trying out what a thread would do makes states that there are not */
    x->run = run;
    x->model = model;
    x->explore = explore_new(run->program, &options);
}

static void end(rf_search *x)
{
    explore_free(x->explore);
    x->explore = NULL;
}

/* False if it cannot be shown. */
static bool say_violation(const rf_search *x)
{
    machine_options mo = driver_machine_options(x->run, x->model, false);
    machine_choices schedule = {0};
    machine_result result;
    bool is_shown = rf_schedule_translate(x->run->program, &mo, &explore_run(x->explore)->choices, &schedule, &result);
    if (is_shown)
        driver_say_schedule(x->run, x->model, false, &schedule, &result);
    vec_clear(&schedule);
    return is_shown;
}

/* Does it go on after a violation? */
static bool is_needed(const rf_search *x, bool is_shown)
{
    if (!is_shown)
        driver_give_up(x->run, "a violation that cannot be shown");
    return is_shown && driver_is_open(x->run, x->model) && !budget_is_spent(x->run->budget);
}

/* Without those that were found. */
static void begin_again(rf_search *x)
{
    end(x);
    begin(x, x->run, x->model);
}

static void say_bounded(const rf_search *x)
{
    const machine_cuts *from = explore_cuts(x->explore);
    check_cuts cuts = {0};
    for (uint32_t i = 0; i < from->size; i++)
        vec_push(&cuts,
                 (check_cut){.pc = from->data[i].pc, .iterations = from->data[i].iterations, .unit = "iteration"});
    driver_say_bounded(x->run, x->model, x->bounds.otherwise, &cuts);
    vec_clear(&cuts);
}

/* Not where the user has said how far loops are to be followed. */
static bool can_go_deeper(const rf_search *x)
{
    const machine_cuts *cuts = explore_cuts(x->explore);
    bool is_cut = false;
    for (uint32_t i = 0; i < cuts->size; i++)
        is_cut |= map_find(&x->bounds.by_header, cuts->data[i].pc) == NULL;
    return is_cut && x->run->options->unwind == 0 && x->bounds.otherwise <= UINT32_MAX / DEEPER;
}

/* All classes were seen. If loops were cut, it begins anew and follows them further. */
static bool conclude(rf_search *x)
{
    if (!explore_was_cut(x->explore)) {
        driver_say_safe(x->run, x->model, x->run->options->unwind);
        return false;
    }
    say_bounded(x);
    bool goes_on = can_go_deeper(x);
    if (goes_on) {
        x->bounds.otherwise *= DEEPER;
        begin_again(x);
    }
    return goes_on;
}

/* Only some are found: threads that wait do not tell apart classes. */
static bool is_deadlock(const rf_search *x)
{
    return property_is_in(x->run->options->extra, PROPERTY_DEADLOCK) && explore_run(x->explore)->was_deadlock;
}

/* The choices of the execution lead to a state that is none if it is a known one. */
static bool take_deadlock(const rf_search *x)
{
    return is_needed(x, say_violation(x) || x->run->options->finds_all);
}

/* Somebody else may have found it before. */
static bool take_violation(rf_search *x)
{
    bool is_known = driver_is_known(x->run, x->model, &explore_run(x->explore)->result);
    bool goes_on = is_needed(x, is_known || say_violation(x));
    if (goes_on)
        begin_again(x);
    return goes_on;
}

/* False if the exploration is over. */
static bool take_event(rf_search *x, explore_event event)
{
    const machine_result *result = &explore_run(x->explore)->result;
    switch (event) {
    case EXPLORE_CLASS:
    case EXPLORE_BLOCKED:
        return !is_deadlock(x) || take_deadlock(x);
    case EXPLORE_AGAIN:
        return true;
    case EXPLORE_VIOLATION:
        return take_violation(x);
    case EXPLORE_UNSUPPORTED:
        driver_say_unsupported(x->run, x->model, result->pc, result->user_pc, result->message);
        return false;
    case EXPLORE_DONE:
        return conclude(x);
    case EXPLORE_PROBLEM:
        if (x->run->budget->spent == NULL)
            driver_give_up(x->run, explore_problem(x->explore));
        return false;
    }
    return false;
}

/* Goes on for so many executions. False if the exploration is over. */
static bool go_on(rf_search *x, uint64_t executions)
{
    double started = clock_cpu_seconds();
    bool goes_on = true;
    driver_show_phase(x->run, "exploring", x->model);
    for (uint64_t i = 0; i < executions && goes_on; i++) {
        explore_event event = explore_next(x->explore);
        x->run->budget->progress.states = explore_count(x->explore).classes;
        if (event != EXPLORE_VIOLATION && (budget_is_spent(x->run->budget) || !driver_is_open(x->run, x->model)))
            return false;
        x->seconds += i + 1 == executions || event >= EXPLORE_VIOLATION ? clock_cpu_seconds() - started : 0;
        count(x);
        goes_on = take_event(x, event);
    }
    return goes_on && driver_is_open(x->run, x->model);
}

void rf_engine_run(const engine_run *run)
{
    rf_search searches[MODEL_COUNT] = {0};
    uint32_t count = 0, left;
    const model *model;
    if (run->program->tracks_unset) { /* its histories have no source for what was never set */
        driver_give_up(run, "memory that was never set may be read");
        return;
    }
    for (uint32_t at = 0; driver_next_open(run, &at, &model); count++) {
        searches[count].bounds.otherwise = run->options->unwind ? run->options->unwind : FIRST_DEPTH;
        set_bounds(&searches[count].bounds, run);
        begin(&searches[count], run, model);
    }
    left = count;
    /* Nobody knows which model is easy: each gets as much as all before it got. */
    for (uint64_t round = FIRST_ROUND; left > 0 && !budget_is_spent(run->budget); round *= 2)
        for (uint32_t i = 0; i < count; i++)
            if (searches[i].explore && !go_on(&searches[i], round)) {
                end(&searches[i]);
                left--;
            }
    for (uint32_t i = 0; i < count; i++) {
        end(&searches[i]);
        map_clear(&searches[i].bounds.by_header);
    }
}
