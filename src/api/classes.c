/* include/heddle.h: classes of executions. */
#include <stdlib.h>

#include "api/budget.h"
#include "api/defaults.h"
#include "api/exit_code.h"
#include "api/found.h"
#include "api/program.h"
#include "api/text.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "report/classes.h"
#include "report/result_json.h"
#include "rf/explore.h"

/* Nodes of a thread: more are cut off. */
enum { LONGEST_THREAD = 10000 };

struct heddle_classes {
    const heddle_program *program;
    const model *model;
    machine_options machine_options;
    VEC(class_record) list;
    bool are_all;
    double seconds;
    heddle_verdict verdict;
    char *message;
    heddle_error error; /* in the options; code 0: there is none */
};

/* ---- exploring ---- */

/* What stops a thread is followed up, so that classes in which others go on are seen; but not where an object has
 * ended, which explorations do not follow (rf/trace.c). */
static property_set followed(void)
{
    return property_stopping() & ~property_bit(PROPERTY_DEREFERENCE) & ~property_bit(PROPERTY_FREE);
}

/* What stopped a thread in the last execution, if that is a violation: the execution once more, where it counts. */
static machine_result find_violation(const heddle_classes *c, const rf_run *run)
{
    machine_result result = {0};
    bool has_stopped = false;
    for (uint32_t i = 0; i < machine_thread_count(run->state); i++)
        has_stopped |= machine_status_of(run->state, i) == MACHINE_STOPPED;
    if (!has_stopped)
        return result;
    machine_options mo = {.model = c->model, .is_traced = true};
    machine *m = machine_new(c->program->ir, &mo);
    machine_state *state = machine_start(m);
    for (uint32_t i = 0; i < run->choices.size && result.end == MACHINE_OK; i++)
        result = machine_take(m, state, &run->choices.data[i]);
    machine_state_free(state);
    machine_free(m);
    return result;
}

static void add_class(heddle_classes *c, const rf_run *run, const machine_result *violation)
{
    machine_result found = {0};
    class_record record;
    if (violation == NULL)
        found = find_violation(c, run);
    const machine_result *shown = found.end == MACHINE_VIOLATION ? &found : violation;
    class_record_take(&record, run, shown);
    vec_push(&c->list, record);
    if (shown)
        c->verdict = HEDDLE_VIOLATION;
    machine_result_clear(&found);
}

static void forget(heddle_classes *c)
{
    for (uint32_t i = 0; i < c->list.size; i++)
        class_record_clear(&c->list.data[i]);
    vec_clear(&c->list);
}

/* It ends before all is known, for this reason. */
static void give_up(heddle_classes *c, heddle_verdict verdict, char *why)
{
    c->are_all = false;
    if (c->verdict != HEDDLE_VIOLATION)
        c->verdict = verdict;
    free(c->message);
    c->message = why;
}

static char *message_of(const char *why)
{
    return alloc_string(why ? why : "");
}

/* False if it is over. */
static bool take_event(heddle_classes *c, explore *x, explore_event event, const budget *limits)
{
    const rf_run *run = explore_run(x);
    switch (event) {
    case EXPLORE_CLASS:
    case EXPLORE_BLOCKED:
        add_class(c, run, NULL);
        return true;
    case EXPLORE_VIOLATION:
        add_class(c, run, &run->result);
        c->are_all = false;
        return true;
    case EXPLORE_UNSUPPORTED:
        give_up(c, HEDDLE_UNSUPPORTED, api_complaint(c->program->ir, &run->result));
        return false;
    case EXPLORE_AGAIN:
        forget(c);
        c->verdict = HEDDLE_SAFE;
        c->are_all = true;
        return true;
    case EXPLORE_DONE:
        if (explore_was_cut(x))
            give_up(c, HEDDLE_BOUNDED, message_of("a thread goes on for too long"));
        return false;
    case EXPLORE_PROBLEM:
        give_up(c, HEDDLE_UNKNOWN, message_of(limits->spent ? limits->spent : explore_problem(x)));
        return false;
    }
    return false;
}

static void explore_classes(heddle_classes *c, budget *limits, uint64_t max_classes)
{
    explore_options options = {.machine = c->machine_options, .max_nodes = LONGEST_THREAD};
    explore *x = explore_new(c->program->ir, &options);
    bool goes_on = true;
    while (goes_on) {
        explore_event event = explore_next(x);
        if (c->list.size >= max_classes && event <= EXPLORE_VIOLATION) {
            give_up(c, HEDDLE_UNKNOWN, message_of("there are more classes (see --max-classes)"));
            break;
        }
        goes_on = take_event(c, x, event, limits);
        if (goes_on && budget_is_spent(limits)) {
            give_up(c, HEDDLE_UNKNOWN, message_of(limits->spent));
            break;
        }
    }
    explore_free(x);
}

heddle_classes *heddle_classify(const heddle_program *program, heddle_model model,
                                const heddle_classes_options *options)
{
    static const heddle_classes_options DEFAULTS = {0};
    const heddle_classes_options *o = options ? options : &DEFAULTS;
    heddle_classes *c = alloc_zeroed(1, sizeof *c);
    heddle_budget own, *b = api_budget_choose(o->budget, &own, o->timeout, o->max_memory);
    diag d = {0};
    double started = clock_wall_seconds();
    c->program = program;
    c->message = alloc_string("");
    c->are_all = true;
    c->model = api_machine_given(model, &d);
    if (c->model == NULL) {
        give_up(c, HEDDLE_UNKNOWN, message_of(d.message));
        api_take_error(&d, &c->error);
        return c;
    }
    c->machine_options = (machine_options){.model = c->model, .ignored = followed(), .budget = &b->limits};
    if (program->missing)
        give_up(c, HEDDLE_UNKNOWN, message_of(program->missing));
    else
        explore_classes(c, &b->limits, o->max_classes ? o->max_classes : DEFAULT_MAX_CLASSES);
    c->machine_options.budget = NULL;
    c->seconds = clock_wall_seconds() - started;
    return c;
}

/* ---- reading ---- */

heddle_verdict heddle_classes_verdict(const heddle_classes *c)
{
    return c->verdict;
}

const char *heddle_classes_message(const heddle_classes *c)
{
    return c->message;
}

const heddle_error *heddle_classes_error(const heddle_classes *c)
{
    return c->error.exit_code ? &c->error : NULL;
}

int heddle_classes_exit_code(const heddle_classes *c)
{
    return c->error.exit_code ? c->error.exit_code : exit_code_of_verdict(c->verdict);
}

int heddle_classes_are_all(const heddle_classes *c)
{
    return c->are_all;
}

size_t heddle_class_count(const heddle_classes *c)
{
    return c->list.size;
}

heddle_end heddle_class_end(const heddle_classes *c, size_t i)
{
    static const heddle_end ENDS[] = {
        [CLASS_FINISHED] = HEDDLE_END_FINISHED,
        [CLASS_DEADLOCK] = HEDDLE_END_DEADLOCK,
        [CLASS_BLOCKED] = HEDDLE_END_BLOCKED,
        [CLASS_VIOLATION] = HEDDLE_END_VIOLATION,
    };
    return ENDS[c->list.data[i].end];
}

const char *heddle_class_message(const heddle_classes *c, size_t i)
{
    return c->list.data[i].message;
}

size_t heddle_class_read_count(const heddle_classes *c, size_t i)
{
    return c->list.data[i].sources.size;
}

heddle_read heddle_class_read(const heddle_classes *c, size_t i, size_t read)
{
    const recording_step *step = &c->list.data[i].reads.steps.data[read];
    const class_source *source = &c->list.data[i].sources.data[read];
    return (heddle_read){
        .thread = step->thread,
        .who = step->who,
        .file = step->file,
        .line = step->line,
        .place = step->place,
        .value = step->value,
        .text = step->action,
        .is_initial = source->is_initial,
        .source_thread = source->thread,
        .source_file = source->file,
        .source_line = source->line,
    };
}

/* ---- showing ---- */

char *heddle_class_text(const heddle_classes *c, size_t i, int color)
{
    trace t;
    api_text text;
    trace_init(&t, api_text_begin(&text), (style){.is_on = color});
    class_print(&c->list.data[i], &t);
    trace_clear(&t);
    return api_text_end(&text);
}

static const char *verdict_word(heddle_verdict verdict)
{
    static const char *const WORDS[] = {"SAFE", "VIOLATION", "BOUNDED", "UNKNOWN", "UNSUPPORTED"};
    return WORDS[verdict];
}

static void add_json(json *j, const heddle_classes *c)
{
    json_begin(j, '{');
    json_key(j, "model");
    json_string(j, c->model->name);
    json_key(j, "verdict");
    json_string(j, verdict_word(c->verdict));
    json_key(j, "are_all");
    json_bool(j, c->are_all);
    json_key(j, "seconds");
    json_double(j, c->seconds);
    if (*c->message) {
        json_key(j, "message");
        json_string(j, c->message);
    }
    json_key(j, "classes");
    json_begin(j, '[');
    for (uint32_t i = 0; i < c->list.size; i++)
        class_json(&c->list.data[i], j);
    json_end(j, ']');
    json_end(j, '}');
}

char *heddle_classes_json(const heddle_classes *const *list, size_t count)
{
    json j = {0};
    const heddle_program *program = count > 0 ? list[0]->program : NULL;
    result_json_begin(&j, "classes", program ? (const char *const *)program->files.data : NULL,
                      program ? program->files.size : 0);
    for (size_t i = 0; i < count; i++)
        if (list[i]->model)
            add_json(&j, list[i]);
    result_json_end(&j);
    return strbuf_take(&j.text);
}

void heddle_classes_free(heddle_classes *c)
{
    if (c == NULL)
        return;
    forget(c);
    heddle_error_clear(&c->error);
    free(c->message);
    free(c);
}
