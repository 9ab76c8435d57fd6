#include "engine/sample/sample_engine.h"

#include "engine/driver.h"
#include "machine/run.h"
#include "machine/visited.h"

enum {
    LONGEST = 200000,   /* instructions: an endless execution must not use up all that the others may have */
    BATCH = 1000000,    /* instructions under one model, before others get as many */
    MAX_WORK = 1 << 30, /* units of base/budget.h: who asks for samples alone wants an end */
    RECENT = 64,        /* of so many executions in a row one must be new */
};

/* A way of choosing at random; the same way gives the same execution. */
typedef struct sample_way {
    uint64_t seed;
    uint8_t stay;    /* of 256: how often the thread that went last goes on */
    bool is_ordered; /* stores reach memory at once, so that every model does what SC does */
} sample_way;

/* The executions under one model. */
typedef struct samples {
    const engine_run *run;
    const model *model;
    machine *m;
    uint64_t instructions; /* of the machines before it */
    bool is_over;
    uint64_t count;   /* of executions, which is also the number of the next way */
    uint32_t threads; /* the most in one of them */
    visited seen;
    uint32_t recent, new_recently;
} samples;

/* Some violations need threads to take turns at every step, others need one to go on for long. */
static sample_way way_of(uint64_t number)
{
    static const uint8_t STAY[] = {128, 0, 224, 248};
    return (sample_way){.seed = number, .stay = STAY[number % sizeof STAY], .is_ordered = number / sizeof STAY % 2};
}

static hash128 hash_of(const machine_choices *choices)
{
    hash128 h = hash128_start();
    for (uint32_t i = 0; i < choices->size; i++) {
        const machine_choice *c = &choices->data[i];
        hash128_word(&h, (uint64_t)c->thread << 48 | (uint64_t)c->kind << 40 | c->index);
        hash128_word(&h, c->value[0]);
    }
    return h;
}

static uint64_t instructions_of(const samples *x)
{
    return x->instructions + machine_instruction_count(x->m);
}

/* One that passes over the violations that are known by now. */
static void renew_machine(samples *x)
{
    machine_options mo = driver_machine_options(x->run, x->model, false);
    x->instructions = instructions_of(x);
    machine_free(x->m);
    x->m = machine_new(x->run->program, &mo);
}

static void count(const samples *x)
{
    const check_counter COUNTERS[] = {
        {.name = "threads", .text = "threads", .count = x->threads, .is_main = true},
        {.name = "executions", .text = "executions", .count = x->count, .is_main = true},
        {.name = "executions_seen", .text = "different executions", .count = x->seen.count},
        {.name = "samples", .text = "instructions in random executions", .count = instructions_of(x)},
    };
    for (uint32_t i = 0; i < sizeof COUNTERS / sizeof *COUNTERS; i++)
        driver_count(x->run, x->model, COUNTERS[i]);
}

/* What was seen need not be seen again. */
static void note_execution(samples *x, const machine_choices *schedule, uint64_t decisions)
{
    x->count++;
    x->new_recently += visited_add(&x->seen, hash_of(schedule));
    if (++x->recent == RECENT) {
        x->is_over |= x->new_recently == 0;
        x->recent = x->new_recently = 0;
    }
    x->is_over |= decisions == 0; /* there is no other */
}

/* The execution that the way describes. True if it violates the property. */
static bool try_way(samples *x, const sample_way *way)
{
    machine_choices schedule = {0};
    run_options ro = {
        .seed = way->seed,
        .stay = way->stay,
        .is_ordered = way->is_ordered,
        .max_instructions = LONGEST,
        .choices = &schedule,
    };
    run_result r = run_once(x->m, &ro, false);
    bool is_found = r.end == RUN_VIOLATION, knows_more = false;
    if (x->threads < machine_thread_count(r.state))
        x->threads = machine_thread_count(r.state);
    if (is_found) {
        x->count++;
        count(x);
        driver_say_schedule(x->run, x->model, false, &schedule, &r.result);
        x->is_over = !driver_is_open(x->run, x->model);
        knows_more = !x->is_over;
    } else {
        note_execution(x, &schedule, r.decisions);
    }
    vec_clear(&schedule);
    run_result_clear(&r);
    if (knows_more)
        renew_machine(x);
    return is_found;
}

/* What happens if stores reach memory at once can happen under every model. */
static void try_likewise(samples *all, uint32_t count, sample_way way)
{
    way.is_ordered = true;
    for (uint32_t i = 0; i < count; i++)
        if (driver_is_open(all[i].run, all[i].model))
            try_way(&all[i], &way);
}

static void go_on(samples *all, uint32_t count_of_models, samples *x)
{
    uint64_t end = instructions_of(x) + BATCH, before;
    driver_show_phase(x->run, "sampling", x->model);
    do {
        sample_way way = way_of(x->count);
        before = instructions_of(x);
        if (try_way(x, &way) && way.is_ordered)
            try_likewise(all, count_of_models, way);
        x->is_over |=
            instructions_of(x) == before || budget_is_spent(x->run->budget) || !driver_is_open(x->run, x->model);
    } while (!x->is_over && instructions_of(x) < end);
    count(x);
}

void sample_engine_run(const engine_run *run)
{
    samples all[MODEL_COUNT] = {0};
    uint32_t models = 0, left;
    const model *model;
    for (uint32_t at = 0; driver_next_open(run, &at, &model);) {
        machine_options mo = driver_machine_options(run, model, false);
        all[models++] = (samples){.run = run, .model = model, .m = machine_new(run->program, &mo)};
    }
    do {
        left = 0;
        for (uint32_t i = 0; i < models; i++) {
            if (!all[i].is_over)
                go_on(all, models, &all[i]);
            left += !all[i].is_over;
        }
    } while (left > 0 && run->budget->work < MAX_WORK && !budget_is_spent(run->budget));
    driver_give_up(run, "random executions have found nothing");
    for (uint32_t i = 0; i < models; i++) {
        machine_free(all[i].m);
        visited_clear(&all[i].seen);
    }
}
