#include "machine/run.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/random.h"

void run_result_clear(run_result *result)
{
    machine_result_clear(&result->result);
    free(result->text);
    strbuf_clear(&result->schedule);
    machine_state_free(result->state);
    *result = (run_result){0};
}

/* Small values are the interesting ones, so half of the time only the low bits are random. */
static void choose_value(random_source *random, machine_choice *choice)
{
    choice->has_value = true;
    choice->value[0] = random_word(random);
    choice->value[1] = random_word(random);
    if (random_below(random, 2)) {
        choice->value[0] = random_below(random, 4);
        choice->value[1] = 0;
    }
}

static void note_deadlock(const machine *m, run_result *r)
{
    strbuf text = {0};
    for (uint32_t t = 0; t < machine_thread_count(r->state); t++)
        if (machine_status_of(r->state, t) == MACHINE_RUNNING) {
            strbuf_add(&text, text.size ? "; " : "");
            machine_describe_wait(m, r->state, t, &text);
        }
    r->text = strbuf_take(&text);
}

static run_end end_without_choices(const machine *m, run_result *r)
{
    if (machine_is_complete(r->state))
        return RUN_COMPLETE;
    if (machine_is_deadlock(r->state)) {
        note_deadlock(m, r);
        return RUN_DEADLOCK;
    }
    for (uint32_t t = 0; t < machine_thread_count(r->state); t++)
        if (machine_status_of(r->state, t) == MACHINE_STOPPED)
            return RUN_BLOCKED;
    return RUN_EXITED;
}

static const machine_choice *find_commit(const machine_choices *choices)
{
    for (uint32_t i = 0; i < choices->size; i++)
        if (choices->data[i].kind == MACHINE_COMMIT)
            return &choices->data[i];
    return NULL;
}

/* One of the thread's choices; NULL: it has none. */
static const machine_choice *find_of_thread(const machine_choices *choices, uint32_t thread, random_source *random)
{
    const machine_choice *found = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < choices->size; i++)
        if (choices->data[i].thread == thread && random_below(random, ++count) == 0)
            found = &choices->data[i];
    return found;
}

/* `choice` is the last one, and is replaced by the next. */
static bool next_random(const machine *m, run_result *r, const run_options *options, random_source *random,
                        machine_choices *choices, machine_choice *choice)
{
    bool progress, bounded;
    choices->size = 0;
    machine_choices_of(m, r->state, choices, &progress, &bounded);
    if (!progress) {
        r->end = end_without_choices(m, r);
        return false;
    }
    r->decisions += choices->size > 1;
    const machine_choice *next = options->is_ordered ? find_commit(choices) : NULL;
    if (next == NULL && options->stay > 0 && random_below(random, UINT8_MAX + 1) < options->stay)
        next = find_of_thread(choices, choice->thread, random);
    *choice = next ? *next : choices->data[random_below(random, choices->size)];
    return true;
}

/* Why the thread cannot do what the line says. */
static void describe_misfit(const machine *m, const machine_state *state, const schedule_line *line, strbuf *out)
{
    uint32_t thread = line->choice.thread;
    if (thread >= machine_thread_count(state)) {
        strbuf_addf(out, "T%u has not started", thread);
    } else if (line->choice.kind == MACHINE_COMMIT) {
        strbuf_addf(out, "T%u has no buffered store%s%s that could go next", thread, line->place ? " to " : "",
                    line->place ? line->place : "");
    } else if (machine_status_of(state, thread) != MACHINE_RUNNING) {
        strbuf_addf(out, "T%u has ended", thread);
    } else {
        machine_describe_wait(m, state, thread, out);
    }
}

static bool next_scheduled(const machine *m, run_result *r, const schedule *replay, machine_choices *choices,
                           machine_choice *choice)
{
    if (r->steps >= replay->lines.size) {
        bool progress, bounded;
        choices->size = 0;
        machine_choices_of(m, r->state, choices, &progress, &bounded);
        r->end = progress ? RUN_UNFINISHED : end_without_choices(m, r);
        return false;
    }
    const schedule_line *line = &replay->lines.data[r->steps];
    if (schedule_resolve(m, r->state, line, choice) && machine_choice_is_enabled(m, r->state, choice))
        return true;
    strbuf text = {0};
    strbuf_addf(&text, "line %u of the schedule is not possible here: ", line->line);
    describe_misfit(m, r->state, line, &text);
    r->text = strbuf_take(&text);
    r->end = RUN_MISFIT;
    return false;
}

static bool is_over(const run_options *options, const run_result *r, uint64_t instructions, double started)
{
    if (options->max_steps && r->steps >= options->max_steps)
        return true;
    if (options->max_instructions && instructions >= options->max_instructions)
        return true;
    if (options->interrupt && *options->interrupt)
        return true;
    /* At every step: it may be a million instructions. */
    return options->timeout > 0 && clock_wall_seconds() - started > options->timeout;
}

/* Makes the choice, with a value if it needs one. False if the run is over. */
static bool take(machine *m, run_result *r, random_source *random, machine_choice *choice, bool records)
{
    strbuf line = {0};
    if (records)
        schedule_print_choice(m, r->state, choice, &line);
    r->result = machine_take(m, r->state, choice);
    if (r->result.end == MACHINE_NEEDS_VALUE) {
        machine_result_clear(&r->result);
        choose_value(random, choice);
        r->decisions++;
        strbuf_clear(&line);
        if (records)
            schedule_print_choice(m, r->state, choice, &line);
        r->result = machine_take(m, r->state, choice);
    }
    strbuf_add(&r->schedule, strbuf_text(&line));
    strbuf_clear(&line);
    r->steps++;
    switch (r->result.end) {
    case MACHINE_VIOLATION:
        r->end = RUN_VIOLATION;
        return false;
    case MACHINE_UNSUPPORTED:
        r->end = RUN_UNSUPPORTED;
        return false;
    case MACHINE_LIMIT:
        r->end = RUN_LIMIT;
        return false;
    default:
        return true;
    }
}

run_result run_once(machine *m, const run_options *options, bool records)
{
    run_result r = {.state = machine_start(m)};
    random_source random = random_seeded(options->seed);
    machine_choices choices = {0};
    machine_choice choice = {0};
    double started = clock_wall_seconds();
    uint64_t before = machine_instruction_count(m);
    if (records)
        schedule_print_header(machine_model_of(m), &r.schedule);
    for (;;) {
        if (is_over(options, &r, machine_instruction_count(m) - before, started)) {
            r.end = RUN_UNFINISHED;
            break;
        }
        bool has_choice = options->replay ? next_scheduled(m, &r, options->replay, &choices, &choice)
                                          : next_random(m, &r, options, &random, &choices, &choice);
        if (!has_choice)
            break;
        bool goes_on = take(m, &r, &random, &choice, records);
        if (options->choices)
            vec_push(options->choices, choice);
        if (!goes_on)
            break;
    }
    vec_clear(&choices);
    return r;
}
