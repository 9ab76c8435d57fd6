/* include/heddle.h: schedules that together show all that threads can do. */
#include <stdlib.h>

#include "api/budget.h"
#include "api/defaults.h"
#include "api/exit_code.h"
#include "api/found.h"
#include "api/program.h"
#include "base/alloc.h"
#include "machine/outcomes.h"
#include "machine/run.h"
#include "report/violation.h"
#include "rf/schedule.h"
#include "satdir/satdir.h"

typedef struct record {
    char *text;
    VEC(uint32_t) seen; /* satdir_seen */
    run_end end;
    char *message;
} record;

struct heddle_schedules {
    const heddle_program *program;
    const model *model;
    VEC(record) list;
    bool are_all;
    heddle_verdict verdict;
    char *message;
    heddle_error error; /* in the options; code 0: there is none */
};

static void clear_record(record *r)
{
    free(r->text);
    free(r->message);
    vec_clear(&r->seen);
}

static void forget(heddle_schedules *s)
{
    for (uint32_t i = 0; i < s->list.size; i++)
        clear_record(&s->list.data[i]);
    vec_clear(&s->list);
}

/* It ends before all is known, for this reason. */
static void give_up(heddle_schedules *s, heddle_verdict verdict, const char *why)
{
    s->are_all = false;
    if (s->verdict != HEDDLE_VIOLATION)
        s->verdict = verdict;
    free(s->message);
    s->message = alloc_string(why ? why : "");
}

/* ---- one schedule ---- */

static char *describe_end(const heddle_schedules *s, const run_result *r)
{
    strbuf text = {0};
    if (r->end == RUN_VIOLATION)
        violation_describe(s->program->ir, &r->result, &text);
    else if (r->text)
        strbuf_add(&text, r->text);
    return strbuf_take(&text);
}

/* What `heddle run` makes of the text. */
static void run_text(const heddle_schedules *s, machine *m, record *r)
{
    diag d = {0};
    schedule replay = {0};
    bool is_read = schedule_parse(r->text, "the schedule", &replay, &d);
    assert(is_read);
    (void)is_read;
    run_result result = run_once(m, &(run_options){.replay = &replay}, false);
    r->end = result.end;
    r->message = describe_end(s, &result);
    run_result_clear(&result);
    schedule_clear(&replay);
}

static void add_schedule(heddle_schedules *s, const satdir *x, const machine_options *mo)
{
    machine_options plain = {.model = s->model, .buffer_bound = DEFAULT_BUFFER_BOUND};
    machine_choices choices = {0};
    strbuf text = {0};
    record r = {0};
    uint32_t count;
    const uint32_t *seen = satdir_seen(x, &count);
    machine *m = machine_new(s->program->ir, &plain);
    rf_schedule_translate_all(s->program->ir, mo, &satdir_run(x)->choices, &choices);
    outcomes_print_schedule(m, &choices, &text);
    r.text = strbuf_take(&text);
    vec_append(&r.seen, seen, count);
    run_text(s, m, &r);
    if (r.end == RUN_VIOLATION)
        s->verdict = HEDDLE_VIOLATION;
    if (r.end == RUN_MISFIT)
        give_up(s, HEDDLE_UNKNOWN, "a schedule needs longer store buffers than `heddle run` has");
    vec_push(&s->list, r);
    vec_clear(&choices);
    machine_free(m);
}

/* ---- all of them ---- */

/* False if it is over. */
static bool take_event(heddle_schedules *s, const satdir *x, satdir_event event, const machine_options *mo)
{
    switch (event) {
    case SATDIR_NEW:
    case SATDIR_VIOLATION:
        add_schedule(s, x, mo);
        return true;
    case SATDIR_KNOWN:
        return true;
    case SATDIR_AGAIN:
        forget(s);
        s->verdict = HEDDLE_SAFE;
        s->are_all = true;
        return true;
    case SATDIR_UNSUPPORTED: {
        char *complaint = api_complaint(s->program->ir, &satdir_run(x)->result);
        give_up(s, HEDDLE_UNSUPPORTED, complaint);
        free(complaint);
        return false;
    }
    case SATDIR_PROBLEM:
        give_up(s, HEDDLE_UNKNOWN, mo->budget->spent ? mo->budget->spent : satdir_problem(x));
        return false;
    case SATDIR_DONE:
        return false;
    }
    return false;
}

static void search(heddle_schedules *s, budget *limits)
{
    machine_options mo = {.model = s->model, .budget = limits};
    satdir *x = satdir_new(s->program->ir, &mo);
    while (take_event(s, x, satdir_next(x), &mo))
        if (budget_is_spent(limits)) {
            give_up(s, HEDDLE_UNKNOWN, limits->spent);
            break;
        }
    satdir_free(x);
}

/* An execution shows something new when it is made; what it shows may be in those that come later as well. */
static void drop_superfluous(heddle_schedules *s)
{
    VEC(uint32_t) shown = {0}; /* by number: how often */
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->list.size; i++)
        for (uint32_t k = 0; k < s->list.data[i].seen.size; k++) {
            uint32_t number = s->list.data[i].seen.data[k];
            if (number >= shown.size)
                vec_resize(&shown, number + 1);
            shown.data[number]++;
        }
    for (uint32_t i = 0; i < s->list.size; i++) {
        record *r = &s->list.data[i];
        for (uint32_t k = 0; k < r->seen.size; k++)
            shown.data[r->seen.data[k]]--;
        bool is_needed = r->end != RUN_COMPLETE;
        for (uint32_t k = 0; k < r->seen.size && !is_needed; k++)
            is_needed = shown.data[r->seen.data[k]] == 0;
        for (uint32_t k = 0; k < r->seen.size && is_needed; k++)
            shown.data[r->seen.data[k]]++;
        if (is_needed)
            s->list.data[kept++] = *r;
        else
            clear_record(r);
    }
    s->list.size = kept;
    vec_clear(&shown);
}

heddle_schedules *heddle_find_schedules(const heddle_program *program, heddle_model model,
                                        const heddle_schedules_options *options)
{
    static const heddle_schedules_options DEFAULTS = {0};
    const heddle_schedules_options *o = options ? options : &DEFAULTS;
    heddle_schedules *s = alloc_zeroed(1, sizeof *s);
    heddle_budget own, *b = api_budget_choose(o->budget, &own, o->timeout, o->max_memory);
    diag d = {0};
    s->program = program;
    s->message = alloc_string("");
    s->are_all = true;
    s->model = api_machine_given(model, &d);
    if (s->model == NULL) {
        give_up(s, HEDDLE_UNKNOWN, d.message);
        api_take_error(&d, &s->error);
    } else if (program->missing) {
        give_up(s, HEDDLE_UNKNOWN, program->missing);
    } else {
        search(s, &b->limits);
        drop_superfluous(s);
    }
    return s;
}

/* ---- reading ---- */

heddle_verdict heddle_schedules_verdict(const heddle_schedules *s)
{
    return s->verdict;
}

const char *heddle_schedules_message(const heddle_schedules *s)
{
    return s->message;
}

const heddle_error *heddle_schedules_error(const heddle_schedules *s)
{
    return s->error.exit_code ? &s->error : NULL;
}

int heddle_schedules_exit_code(const heddle_schedules *s)
{
    return s->error.exit_code ? s->error.exit_code : exit_code_of_verdict(s->verdict);
}

int heddle_schedules_are_all(const heddle_schedules *s)
{
    return s->are_all;
}

size_t heddle_schedule_count(const heddle_schedules *s)
{
    return s->list.size;
}

const char *heddle_schedule_text(const heddle_schedules *s, size_t i)
{
    return s->list.data[i].text;
}

heddle_end heddle_schedule_end(const heddle_schedules *s, size_t i)
{
    return api_end(s->list.data[i].end);
}

const char *heddle_schedule_message(const heddle_schedules *s, size_t i)
{
    return s->list.data[i].message;
}

void heddle_schedules_free(heddle_schedules *s)
{
    if (s == NULL)
        return;
    forget(s);
    heddle_error_clear(&s->error);
    free(s->message);
    free(s);
}
