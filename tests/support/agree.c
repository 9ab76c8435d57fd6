#include "support/agree.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "engine/driver.h"
#include "frontend/frontend.h"
#include "machine/outcomes.h"
#include "support/naive_hangs.h"
#include "support/random_programs.h"

enum { MAX_STATES = 100000, BUFFER_BOUND = 64, CHECK_SECONDS = 20 };

/* -1: cannot say, else whether there is a violation. */
static int machine_says(const ir_program *program, const model *model, uint32_t ignored, uint32_t extra)
{
    if (extra >> PROPERTY_LIVENESS & 1)
        return naive_hangs(program, model);
    machine_options mo = {
        .model = model,
        .buffer_bound = BUFFER_BOUND,
        .ignored = ignored,
        .ends = extra & (property_bit(PROPERTY_LEAK) | property_bit(PROPERTY_LOST)),
        .normalise = true,
    };
    outcomes_options oo = {.max_states = MAX_STATES, .nondet_high = 1, .nondet_is_given = true};
    machine *m = machine_new(program, &mo);
    outcomes_result r = outcomes_explore(m, &oo);
    bool is_wrong = r.violations.size > 0 || (extra >> PROPERTY_DEADLOCK & 1 && r.deadlocks.size > 0);
    int answer = is_wrong ? 1 : r.end == OUTCOMES_ALL ? 0 : -1;
    outcomes_result_clear(&r);
    machine_free(m);
    return answer;
}

/* What the program says of itself: 0 safe, 1 violation, -1 nothing. */
static int expected_of(const strbuf *text)
{
    if (strstr(strbuf_text(text), FAMILY_SAFE))
        return 0;
    return strstr(strbuf_text(text), FAMILY_VIOLATION) ? 1 : -1;
}

static agree_verdict judge(int machine, const check_result *check, int expected)
{
    if (check->verdict == CHECK_FAILED)
        return AGREE_DIFFERENT;
    if (expected >= 0 &&
        ((check->verdict == CHECK_SAFE && expected) || (check->verdict == CHECK_VIOLATION && !expected)))
        return AGREE_DIFFERENT;
    if (expected >= 0 && machine >= 0 && machine != expected)
        return AGREE_DIFFERENT;
    if (check->verdict == CHECK_VIOLATION)
        return machine < 0 ? AGREE_OPEN : machine ? AGREE_VIOLATION : AGREE_VALUES;
    if (check->verdict != CHECK_SAFE || machine < 0)
        return AGREE_OPEN;
    return machine ? AGREE_DIFFERENT : AGREE_SAFE;
}

uint32_t agree_engines(const char *names)
{
    uint32_t engines = 0;
    for (const char *at = names; at && *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ','))
        engines |= 1u << engine_index(at);
    return engines;
}

static void compare(const ir_program *program, const family *family, const agree_setup *setup, uint32_t ignored,
                    int expected, agree_result *r, strbuf *report)
{
    budget limits = {.started = clock_wall_seconds(), .timeout = CHECK_SECONDS};
    check_options co = {
        .models = {setup->only},
        .model_count = setup->only ? 1 : MODEL_MACHINE_COUNT,
        .engines = agree_engines(setup->engines),
        .budget = &limits,
        .ignored = ignored,
        .extra = family->extra,
        .unwind = family->unwind,
        .ord = setup->ord,
        .refine_cadical = setup->refine_cadical,
        .clock_idl = setup->clock_idl,
    };
    check_result results[MODEL_MACHINE_COUNT];
    if (setup->only == NULL)
        memcpy(co.models, MODELS, MODEL_MACHINE_COUNT * sizeof *MODELS);
    check_program(program, &co, results);
    for (uint32_t i = 0; i < co.model_count; i++) {
        int machine = machine_says(program, results[i].model, ignored, family->extra);
        agree_verdict verdict = judge(machine, &results[i], expected);
        r->count[verdict]++;
        if (verdict == AGREE_DIFFERENT)
            strbuf_addf(report, "%s: check %d, machine %d %s\n", results[i].model->name, results[i].verdict, machine,
                        results[i].message ? results[i].message : "");
        check_result_clear(&results[i]);
    }
}

ir_program *agree_load(const family *family, const strbuf *text, const char *data_model, diag *d)
{
    char *source = random_programs_write(text), *bitcode = NULL;
    const char *argument = family->clang_argument, *arguments[] = {data_model, argument};
    bool is_bitcode = argument && strncmp(argument, "-O", 2) == 0;
    if (source && is_bitcode)
        bitcode = random_programs_compile(source, data_model, argument);
    const char *file = is_bitcode ? bitcode : source;
    frontend_options options = {.files = &file,
                                .file_count = 1,
                                .overflow_is_error = family->extra >> PROPERTY_OVERFLOW & 1,
                                .unset_is_error = family->extra >> PROPERTY_UNINITIALISED & 1,
                                .clang_arguments = arguments,
                                .clang_argument_count = is_bitcode ? 0
                                                        : argument ? 2
                                                                   : 1};
    ir_program *program = file ? frontend_load(&options, d) : NULL;
    if (source)
        unlink(source);
    if (bitcode)
        unlink(bitcode);
    free(source);
    free(bitcode);
    return program;
}

agree_result agree_on_programs(const family *family, uint64_t first, uint64_t count, const agree_setup *setup,
                               FILE *out)
{
    agree_result r = {0};
    for (uint64_t seed = first; seed < first + count; seed++) {
        strbuf text = {0}, report = {0};
        diag d = {0};
        const char *data_model = random_programs_data_model(seed);
        uint32_t ignored = family->ignored ? family->ignored(seed) : 0;
        family->generate(seed, &text);
        ir_program *program = agree_load(family, &text, data_model, &d);
        r.programs++;
        if (program)
            compare(program, family, setup, ignored, expected_of(&text), &r, &report);
        else
            strbuf_addf(&report, "does not load: %s\n", d.message ? d.message : "no file");
        r.count[AGREE_DIFFERENT] += program == NULL;
        if (report.size > 0)
            fprintf(out, "%s, seed %llu (%s, ignored %#x):\n%s%s\n", family->name, (unsigned long long)seed, data_model,
                    ignored, strbuf_text(&report), strbuf_text(&text));
        fflush(out);
        diag_clear(&d);
        ir_program_free(program);
        strbuf_clear(&text);
        strbuf_clear(&report);
    }
    return r;
}
