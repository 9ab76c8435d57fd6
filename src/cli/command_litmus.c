/* `heddle check` and `heddle outcomes` of litmus tests: one test in the words of herd7, or many, a line each. A test
 * that cannot be read does not stop the others. */
#include <stdlib.h>

#include "cli/commands.h"
#include "report/visible.h"

typedef VEC(heddle_litmus *) answers;

typedef struct summary {
    size_t allowed, forbidden, unknown, violated;
} summary;

bool litmus_is_asked(const options *o)
{
    if (o->command != COMMAND_CHECK && o->command != COMMAND_OUTCOMES)
        return false;
    for (uint32_t i = 0; i < o->files.size; i++)
        if (!heddle_is_litmus_file(o->files.data[i]))
            return false;
    return o->files.size > 0;
}

static void count(summary *sum, const heddle_litmus *l)
{
    int is_observed = heddle_litmus_is_observed(l);
    sum->unknown += is_observed < 0;
    sum->allowed += is_observed > 0;
    sum->forbidden += is_observed == 0;
    sum->violated += heddle_litmus_verdict(l) == HEDDLE_VIOLATION;
}

/* A message that begins with a file and line is whole. */
static void print_failure(const heddle_litmus *l)
{
    report_foreign_error(&(heddle_error){heddle_litmus_exit_code(l), (char *)(uintptr_t)heddle_litmus_message(l)});
}

static void tell(const session *s, const heddle_litmus *l)
{
    bool is_one = s->options->files.size == 1;
    if (s->options->json)
        return;
    if (heddle_litmus_is_observed(l) < 0 && heddle_litmus_exit_code(l) == STATUS_BAD_INPUT) {
        print_failure(l);
        return;
    }
    if (s->options->quiet && !is_one)
        return;
    char *text = is_one ? heddle_litmus_text(l) : heddle_litmus_line(l);
    if (is_one)
        fputs(text, stdout);
    else
        visible_print(stdout, text);
    fputs(is_one ? "" : "\n", stdout);
    free(text);
}

/* One test says its name by itself, but not its model. */
static void tell_model(const session *s, const char *model)
{
    unsigned models = s->options->models;
    if (s->options->files.size == 1 && !s->options->json && (models & (models - 1)))
        printf("under %s:\n", model);
}

/* Takes over the answer. */
static int add(const session *s, answers *all, summary *sum, heddle_litmus *l)
{
    watch_hold(s->watch);
    if (heddle_litmus_model(l))
        tell_model(s, heddle_litmus_model(l));
    tell(s, l);
    watch_release(s->watch);
    count(sum, l);
    int code = heddle_litmus_exit_code(l);
    if (s->options->json)
        vec_push(all, l);
    else
        heddle_litmus_free(l);
    return code;
}

static int run_file(const session *s, const char *file, answers *all, summary *sum)
{
    const options *o = s->options;
    heddle_error error = {0};
    heddle_load_options load = {.files = &file, .file_count = 1, .budget = s->budget};
    heddle_program *program = heddle_load_with(&load, &error);
    if (program == NULL) {
        int code = add(s, all, sum, heddle_litmus_failed(file, &error));
        heddle_error_clear(&error);
        return code;
    }
    heddle_litmus_options lo = {
        .engines = o->engines,
        .cat = o->cat,
        .max_states = o->max_states ? o->max_states : UINT64_MAX,
        .buffer_bound = options_buffer_bound(o),
        .budget = s->budget,
        .advanced = o->advanced,
    };
    int code = EXIT_SAFE;
    for (unsigned m = 0; heddle_model_name((heddle_model)m) != NULL; m++)
        if (options_has_model(o, (heddle_model)m))
            code = exit_code_worse(code, add(s, all, sum, heddle_litmus_run(program, (heddle_model)m, &lo)));
    heddle_program_free(program);
    return code;
}

static void print_json(const answers *all)
{
    char *text = heddle_litmus_json((const heddle_litmus *const *)all->data, all->size);
    puts(text);
    free(text);
}

/* Options that say something about C programs, or ask for what a litmus test does not have. NULL: none is given. */
static const char *find_pointless(const options *o)
{
    const struct {
        const char *name;
        bool is_given;
    } POINTLESS[] = {
        {"html", o->html},
        {"sarif", o->sarif},
        {"witness", o->witness},
        {"dot", o->dot},
        {"svcomp", o->svcomp},
        {"observe", o->observe},
        {"unwind", o->unwind},
        {"unwindset", o->unwindset},
        {"save-schedule", o->save_schedule},
        {"debug-bundle", o->debug_bundle},
        {"atomics", o->plain_atomics},
        {"trace", o->trace},
    };
    for (size_t i = 0; i < sizeof POINTLESS / sizeof *POINTLESS; i++)
        if (POINTLESS[i].is_given)
            return POINTLESS[i].name;
    return NULL;
}

int command_litmus(const session *s)
{
    const options *o = s->options;
    diag d = {0};
    const char *pointless = find_pointless(o);
    if (pointless) {
        diag_fail(&d, STATUS_BAD_INPUT, "--%s is not for litmus tests", pointless);
        watch_end(s->watch);
        return report_error(&d);
    }
    answers all = {0};
    summary sum = {0};
    int code = EXIT_SAFE;
    for (uint32_t i = 0; i < o->files.size; i++)
        code = exit_code_worse(code, run_file(s, o->files.data[i], &all, &sum));
    watch_end(s->watch);
    if (o->json)
        print_json(&all);
    else if (o->files.size > 1)
        printf("%u tests: %zu allowed, %zu forbidden, %zu unknown, %zu violated\n", o->files.size, sum.allowed,
               sum.forbidden, sum.unknown, sum.violated);
    for (uint32_t i = 0; i < all.size; i++)
        heddle_litmus_free(all.data[i]);
    vec_clear(&all);
    return code;
}
