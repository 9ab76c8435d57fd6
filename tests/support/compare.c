#include "support/compare.h"

#include <stdio.h>

#include "base/alloc.h"
#include "frontend/frontend.h"
#include "memory/settled.h"
#include "support/enumerate.h"
#include "support/no_forwarding.h"

enum { OPTION_LINES = 80, DEFAULT_UNWIND = 4, DEFAULT_HIGH = 3 };

/* The word after `option` in the line; the caller frees it. */
static char *argument_of(const char *line, const char *option)
{
    const char *at = strstr(line, option);
    if (at == NULL)
        return NULL;
    at += strlen(option);
    at += strspn(at, " ");
    return strndup(at, strcspn(at, " \n"));
}

compare_options compare_read_options(const char *path)
{
    compare_options o = {
        .unwind = DEFAULT_UNWIND,
        .nondet_high = DEFAULT_HIGH,
        .max_states = 3000000,
        .max_steps = 2000000,
        .settles = true,
    };
    char text[4096];
    FILE *file = fopen(path, "r");
    for (int i = 0; file && i < OPTION_LINES && fgets(text, sizeof text, file); i++) {
        if (!strstr(text, "Options:"))
            continue;
        char *observe = argument_of(text, "--observe "), *unwind = argument_of(text, "--unwind ");
        char *range = argument_of(text, "--nondet ");
        if (observe)
            o.observe = observe;
        if (unwind)
            o.unwind = (uint32_t)strtoul(unwind, NULL, 10);
        if (range) {
            char *end;
            o.nondet_low = strtoll(range, &end, 10);
            o.nondet_high = *end ? strtoll(end + 2, NULL, 10) : o.nondet_low;
        }
        free(unwind);
        free(range);
    }
    if (file)
        fclose(file);
    return o;
}

static bool has_line(char *const *lines, uint32_t count, const char *line)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(lines[i], line) == 0)
            return true;
    return false;
}

/* Is every outcome of the axioms one of the machine's? */
static bool is_part(const enumerate_result *axioms, const outcomes_result *machine)
{
    for (uint32_t i = 0; i < axioms->finals.size; i++)
        if (!has_line(machine->finals.data, machine->finals.size, axioms->finals.data[i]))
            return false;
    return true;
}

/* The machine lists outcomes only if something is observed. */
static compare_verdict judge(const outcomes_result *machine, const enumerate_result *axioms, bool observes)
{
    bool violates = machine->violations.size > 0;
    if (machine->end != OUTCOMES_ALL && machine->end != OUTCOMES_UNSUPPORTED)
        return COMPARE_GAVE_UP;
    if (machine->end == OUTCOMES_UNSUPPORTED || axioms->has_unsupported)
        return machine->end == OUTCOMES_UNSUPPORTED && axioms->has_unsupported ? COMPARE_EQUAL : COMPARE_DIFFERENT;
    if (axioms->goes_on_after_violation)
        return violates ? COMPARE_EQUAL : COMPARE_DIFFERENT;
    if ((observes && !is_part(axioms, machine)) || (axioms->has_violation && !violates))
        return COMPARE_DIFFERENT;
    if (axioms->gave_up)
        return COMPARE_GAVE_UP;
    bool has_all = !observes || axioms->finals.size == machine->finals.size;
    if (violates == axioms->has_violation && has_all)
        return COMPARE_EQUAL;
    return axioms->is_cut ? COMPARE_BOUNDED : COMPARE_DIFFERENT;
}

static void list_missing(strbuf *report, const char *who, char *const *lines, uint32_t count, char *const *others,
                         uint32_t other_count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!has_line(others, other_count, lines[i]))
            strbuf_addf(report, "  only %s: %s\n", who, lines[i]);
}

static void explain(strbuf *report, const char *name, const model *model, compare_verdict verdict,
                    const outcomes_result *machine, const enumerate_result *axioms)
{
    static const char *const WORDS[] = {"equal", "bounded", "gave up", "DIFFERENT"};
    strbuf_addf(report, "%s %s: %s; machine %u outcomes, %llu states%s%s; axioms %u outcomes, %llu steps%s%s\n", name,
                model->name, WORDS[verdict], machine->finals.size, (unsigned long long)machine->states,
                machine->violations.size ? ", violation" : "",
                machine->end == OUTCOMES_UNSUPPORTED ? ", unsupported" : "", axioms->finals.size,
                (unsigned long long)axioms->steps, axioms->has_violation ? ", violation" : "",
                axioms->has_unsupported ? ", unsupported" : "");
    if (verdict != COMPARE_DIFFERENT)
        return;
    if (axioms->has_violation && machine->violations.size == 0)
        strbuf_addf(report, "  only axioms: %s\n", axioms->violation);
    list_missing(report, "machine", machine->finals.data, machine->finals.size, axioms->finals.data,
                 axioms->finals.size);
    list_missing(report, "axioms", axioms->finals.data, axioms->finals.size, machine->finals.data,
                 machine->finals.size);
}

static compare_verdict fail(strbuf *report, const char *name, const char *message)
{
    strbuf_addf(report, "%s: %s\n", name, message ? message : "failed");
    return COMPARE_DIFFERENT;
}

compare_verdict compare_program(const ir_program *program, const char *name, const model *model,
                                const compare_options *options, strbuf *report)
{
    diag d = {0};
    outcomes_places places = {0};
    if (options->observe && !outcomes_find_places(program, options->observe, &places, &d))
        return fail(report, name, d.message);
    symex_options symex_options = {.unwind = options->unwind, .cuts_sizes = true};
    symex *s = options->settles ? settled_run(program, &symex_options, &d) : symex_run(program, &symex_options, &d);
    memory *mem = s ? memory_new(s, &d) : NULL;
    if (mem == NULL) {
        symex_free(s);
        outcomes_places_clear(&places);
        return fail(report, name, d.message);
    }
    machine_options machine_options = {.model = model, .buffer_bound = 64, .normalise = true};
    machine *m = machine_new(program, &machine_options);
    outcomes_options outcomes_options = {
        .places = places.list.data,
        .place_count = places.list.size,
        .max_states = options->max_states,
        .nondet_low = options->nondet_low,
        .nondet_high = options->nondet_high,
        .nondet_is_given = true,
    };
    outcomes_result by_machine = outcomes_explore(m, &outcomes_options);
    memory_candidates *candidates = memory_find_candidates(mem, model, true);
    enumerate_result by_axioms = enumerate_executions(mem, candidates, m, &outcomes_options, options->max_steps);
    compare_verdict verdict = judge(&by_machine, &by_axioms, places.list.size > 0);
    explain(report, name, model, verdict, &by_machine, &by_axioms);
    enumerate_result_clear(&by_axioms);
    outcomes_result_clear(&by_machine);
    memory_candidates_free(candidates);
    memory_free(mem);
    symex_free(s);
    machine_free(m);
    outcomes_places_clear(&places);
    return verdict;
}

compare_verdict compare_file(const char *path, const compare_options *options, strbuf *report)
{
    diag d = {0};
    frontend_options frontend_options = {.files = &path,
                                         .file_count = 1,
                                         .clang_arguments = &options->data_model,
                                         .clang_argument_count = options->data_model != NULL};
    ir_program *program = frontend_load(&frontend_options, &d);
    if (program == NULL)
        return fail(report, path, d.message);
    compare_verdict worst = COMPARE_EQUAL;
    for (int i = 0; i < TESTED_COUNT; i++) {
        compare_verdict verdict = compare_program(program, path, tested_model(i), options, report);
        worst = verdict > worst ? verdict : worst;
    }
    ir_program_free(program);
    return worst;
}
