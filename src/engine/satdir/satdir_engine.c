#include "engine/satdir/satdir_engine.h"

#include "engine/driver.h"
#include "rf/schedule.h"
#include "satdir/satdir.h"

static void count(const engine_run *run, const model *model, const satdir *x)
{
    satdir_counts c = satdir_count(x);
    const check_counter COUNTERS[] = {
        {.name = "threads", .text = "threads", .count = c.threads, .is_main = true},
        {.name = "executions", .text = "executions", .count = c.executions, .is_main = true},
        {.name = "satdir_goals", .text = "goals that were tried", .count = c.goals},
        {.name = "satdir_encodings", .text = "encodings", .count = c.encodings},
        {.name = "satdir_spots", .text = "local states of threads", .count = c.spots},
        {.name = "satdir_points", .text = "nodes of the last encoding", .count = c.points},
        {.name = "satdir_rounds", .text = "rounds of loops that others can notice", .count = c.rounds},
        {.name = "variables", .text = "variables", .count = c.variables},
        {.name = "clauses", .text = "clauses", .count = c.clauses},
    };
    for (uint32_t i = 0; i < sizeof COUNTERS / sizeof *COUNTERS; i++)
        driver_count(run, model, COUNTERS[i]);
}

/* Somebody else may have found it before. False if it cannot be shown. */
static bool say_violation(const engine_run *run, const model *model, const satdir *x)
{
    machine_options mo = driver_machine_options(run, model, false);
    machine_choices schedule = {0};
    machine_result result;
    if (driver_is_known(run, model, &satdir_run(x)->result))
        return true;
    bool is_shown = rf_schedule_translate(run->program, &mo, &satdir_run(x)->choices, &schedule, &result);
    if (is_shown)
        driver_say_schedule(run, model, false, &schedule, &result);
    else
        driver_give_up(run, "a violation that cannot be shown");
    vec_clear(&schedule);
    return is_shown;
}

typedef enum next { GO_ON, BEGIN_ANEW, END } next;

static next take_event(const engine_run *run, const model *model, const satdir *x, satdir_event event)
{
    const machine_result *result = &satdir_run(x)->result;
    switch (event) {
    case SATDIR_NEW:
    case SATDIR_KNOWN:
    case SATDIR_AGAIN:
        return !budget_is_spent(run->budget) && driver_is_open(run, model) ? GO_ON : END;
    case SATDIR_VIOLATION:
        return say_violation(run, model, x) && driver_is_open(run, model) ? BEGIN_ANEW : END;
    case SATDIR_UNSUPPORTED:
        driver_say_unsupported(run, model, result->pc, result->user_pc, result->message);
        return END;
    case SATDIR_DONE:
        driver_say_safe(run, model, run->options->unwind);
        return END;
    case SATDIR_PROBLEM:
        if (run->budget->spent == NULL)
            driver_give_up(run, satdir_problem(x));
        return END;
    }
    return END;
}

/* What comes after it. A violation that is found does not count from then on. */
static next check_once(const engine_run *run, const model *model)
{
    machine_options mo = driver_machine_options(run, model, false);
    satdir *x = satdir_new(run->program, &mo);
    next then = GO_ON;
    driver_show_phase(run, "exploring", model);
    while (then == GO_ON) {
        satdir_event event = satdir_next(x);
        count(run, model, x);
        then = take_event(run, model, x, event);
    }
    satdir_free(x);
    return then;
}

void satdir_engine_run(const engine_run *run)
{
    const model *model;
    if (run->program->tracks_unset) { /* as in rf_engine.c */
        driver_give_up(run, "memory that was never set may be read");
        return;
    }
    for (uint32_t at = 0; driver_next_open(run, &at, &model);)
        while (!budget_is_spent(run->budget) && check_once(run, model) == BEGIN_ANEW)
            continue;
}
