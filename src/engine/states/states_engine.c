#include "engine/states/states_engine.h"

#include <unistd.h>

#include "base/clock.h"
#include "engine/driver.h"
#include "machine/quiet.h"
#include "machine/search.h"

enum {
    FIRST_BUFFER = 16, /* stores */
    /* Of a transition, beside the machine's own, in units of base/budget.h; more where those that wait do not fit into
       caches. */
    TRANSITION_WORK = 40,
    COLD_WORK = 125,
    CACHE = 4 << 20,     /* bytes */
    FIRST_ROUND = 20000, /* transitions under one model, before others are looked at */
    PART_OF_MEMORY = 4,
};

/* The search under one model. */
typedef struct states_search {
    const engine_run *run;
    const model *model;
    machine *m;
    quiet quiet;
    search *search; /* NULL: it is over */
    /* The first violation. */
    machine_choices schedule;
    machine_result violation;
    machine_result unsupported; /* the first that was met */
    double seconds;             /* of processor time */
} states_search;

/* ---- what is found ---- */

static void note_violation(void *context, search *s, search_place at, machine_result *result)
{
    states_search *x = context;
    if (x->violation.message == NULL) {
        x->violation = *result;
        x->schedule = search_schedule(s, at);
    } else {
        machine_result_clear(result);
    }
}

static void note_unsupported(void *context, search *s, search_place at, machine_result *result)
{
    states_search *x = context;
    (void)s, (void)at;
    if (x->unsupported.message == NULL)
        x->unsupported = *result;
    else
        machine_result_clear(result);
}

static void count(const states_search *x)
{
    search_counts c = search_count(x->search);
    const check_counter COUNTERS[] = {
        {.name = "threads", .text = "threads", .count = c.threads, .is_main = true},
        {.name = "states", .text = "states", .count = c.states, .is_main = true},
        {.name = "transitions", .text = "transitions", .count = c.transitions},
        {.name = "states_waiting", .text = "states waiting", .count = c.waiting},
        {.name = "states_buffer", .text = "stores that a buffer may hold", .count = c.largest_buffer},
        {.name = "states_bytes", .text = "bytes of states", .count = search_bytes(x->search)},
        {.name = "states_seconds", .text = "searching", .is_time = true, .seconds = x->seconds},
    };
    for (uint32_t i = 0; i < sizeof COUNTERS / sizeof *COUNTERS; i++)
        driver_count(x->run, x->model, COUNTERS[i]);
}

/* ---- limits ---- */

static uint64_t memory_share(const engine_run *run)
{
    uint64_t all = run->budget->max_memory;
    if (all == 0)
        all = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    return all / PART_OF_MEMORY / run->options->model_count;
}

/* ---- one model ---- */

static void begin(states_search *x, const engine_run *run, const model *model)
{
    machine_options mo = driver_machine_options(run, model, true);
    search_options so = {
        .only_few_values = true,
        .may_grow_buffers = true,
        .listener = {.context = x, .on_violation = note_violation, .on_unsupported = note_unsupported},
    };
    so.finds_hangs = property_is_in(mo.ends, PROPERTY_LIVENESS);
    mo.buffer_bound = FIRST_BUFFER;
    /* Large steps leave out ends; and they go by who uses a variable alone, which is no synchronisation. */
    mo.quiet = mo.finds_races || mo.ends ? NULL : &x->quiet;
    *x = (states_search){.run = run, .model = model, .seconds = x->seconds};
    quiet_init(&x->quiet, run->program);
    x->m = machine_new(run->program, &mo);
    x->search = search_new(x->m, &so);
}

static void end(states_search *x)
{
    search_free(x->search);
    machine_free(x->m);
    quiet_clear(&x->quiet);
    vec_clear(&x->schedule);
    machine_result_clear(&x->violation);
    machine_result_clear(&x->unsupported);
    x->search = NULL;
    x->m = NULL;
}

/* Nothing is left to be expanded, or it cannot go on. */
static void conclude(const states_search *x)
{
    if (x->run->budget->spent)
        return;
    if (x->unsupported.message)
        driver_say_unsupported(x->run, x->model, x->unsupported.pc, x->unsupported.user_pc, x->unsupported.message);
    else if (search_problem(x->search))
        driver_give_up(x->run, search_problem(x->search));
    else
        driver_say_safe(x->run, x->model, 0);
}

/* If others are asked for, the search begins anew: some went on behind this one, and some did not. */
static bool say_violation(states_search *x)
{
    driver_say_schedule(x->run, x->model, true, &x->schedule, &x->violation);
    bool goes_on = driver_is_open(x->run, x->model) && !budget_is_spent(x->run->budget);
    if (goes_on) {
        end(x);
        begin(x, x->run, x->model);
    }
    return goes_on;
}

static uint64_t work_of_transition(const states_search *x)
{
    return search_count(x->search).waiting_bytes > CACHE ? COLD_WORK : TRANSITION_WORK;
}

/* Goes on for so many transitions. False if the search is over. */
static bool go_on(states_search *x, uint64_t transitions, uint64_t max_bytes)
{
    double started = clock_cpu_seconds();
    uint64_t before = search_count(x->search).transitions, told = before, now = before;
    bool goes_on = true;
    driver_show_phase(x->run, "searching", x->model);
    while (goes_on && now - before < transitions && x->violation.message == NULL) {
        goes_on = search_advance(x->search);
        now = search_count(x->search).transitions;
        x->run->budget->progress.states = search_count(x->search).states;
        if (budget_charge(x->run->budget, (now - told) * work_of_transition(x)) || !driver_is_open(x->run, x->model))
            return false;
        told = now;
        if (search_bytes(x->search) > max_bytes) {
            driver_give_up(x->run, "the states take too much memory");
            return false;
        }
    }
    x->seconds += clock_cpu_seconds() - started;
    count(x);
    if (x->violation.message)
        return say_violation(x);
    if (!goes_on)
        conclude(x);
    return goes_on && driver_is_open(x->run, x->model);
}

/* ---- all models ---- */

void states_engine_run(const engine_run *run)
{
    states_search searches[MODEL_COUNT] = {0};
    uint32_t count = 0, left;
    uint64_t max_bytes = memory_share(run);
    const model *model;
    for (uint32_t at = 0; driver_next_open(run, &at, &model);)
        begin(&searches[count++], run, model);
    left = count;
    /* Nobody knows which model is easy: each gets as much as all before it got. */
    for (uint64_t round = FIRST_ROUND; left > 0 && !budget_is_spent(run->budget); round *= 2)
        for (uint32_t i = 0; i < count; i++)
            if (searches[i].search && !go_on(&searches[i], round, max_bytes)) {
                end(&searches[i]);
                left--;
            }
    for (uint32_t i = 0; i < count; i++)
        end(&searches[i]);
}
