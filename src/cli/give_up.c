/* What the commands say if time, memory or patience have run out before there was anything to say. */
#include "api/exploration.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "cli/commands.h"
#include "report/result_json.h"
#include "report/visible.h"

static void print_outcomes_json(const session *s, const char *why, json *j)
{
    const options *o = s->options;
    double seconds = clock_wall_seconds() - s->budget->limits.started;
    for (uint32_t i = 0; i < o->model_count; i++) {
        heddle_exploration *e = api_exploration_without_answer(api_model_number(o->models[i]), why, seconds);
        api_exploration_json(e, j);
        heddle_exploration_free(e);
    }
}

static void print_run_json(const session *s, const char *why, json *j)
{
    ir_program *nothing = ir_program_new();
    machine *m = machine_new(nothing, &(machine_options){.model = s->options->models[0]});
    run_result r = {.end = RUN_LIMIT, .text = alloc_string(why)};
    result_json_run(j, m, &r, clock_wall_seconds() - s->budget->limits.started);
    run_result_clear(&r);
    machine_free(m);
    ir_program_free(nothing);
}

static void print_json(const session *s, const char *why)
{
    const options *o = s->options;
    json j = {0};
    result_json_begin(&j, options_command_name(o->command), o->files.data, o->files.size);
    if (o->command == COMMAND_OUTCOMES)
        print_outcomes_json(s, why, &j);
    else
        print_run_json(s, why, &j);
    result_json_end(&j);
    puts(strbuf_text(&j.text));
    strbuf_clear(&j.text);
}

int give_up(const session *s, const char *why)
{
    command c = s->options->command;
    if (c == COMMAND_CHECK)
        return give_up_check(s, why);
    if (s->options->json && (c == COMMAND_OUTCOMES || c == COMMAND_RUN))
        print_json(s, why);
    else if (c == COMMAND_OUTCOMES)
        printf("UNKNOWN: gave up: %s\n", why);
    else if (c == COMMAND_CONSISTENT)
        give_up_consistent(s, why);
    else
        fprintf(stderr, "heddle: error: gave up: %s\n", why);
    return STATUS_LIMIT;
}
