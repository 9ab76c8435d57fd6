#include "support/agree.h"

#include <stdlib.h>
#include <unistd.h>

#include "frontend/frontend.h"
#include "machine/outcomes.h"
#include "support/generate.h"
#include "support/random_programs.h"

enum { MAX_STATES = 100000, BUFFER_BOUND = 64, CHECK_SECONDS = 20 };

/* -1: cannot say, else whether there is a violation. */
static int machine_says(const ir_program *program, machine_model model)
{
    machine_options mo = {.model = model, .buffer_bound = BUFFER_BOUND, .normalise = true};
    outcomes_options oo = {.max_states = MAX_STATES, .nondet_high = 1, .nondet_is_given = true};
    machine *m = machine_new(program, &mo);
    outcomes_result r = outcomes_explore(m, &oo);
    int answer = r.violations.size > 0 ? 1 : r.end == OUTCOMES_ALL ? 0 : -1;
    outcomes_result_clear(&r);
    machine_free(m);
    return answer;
}

static agree_verdict judge(int machine, const check_result *check)
{
    if (check->verdict == CHECK_FAILED)
        return AGREE_DIFFERENT;
    if (check->verdict == CHECK_VIOLATION)
        return machine < 0 ? AGREE_OPEN : machine ? AGREE_VIOLATION : AGREE_VALUES;
    if (check->verdict != CHECK_SAFE || machine < 0)
        return AGREE_OPEN;
    return machine ? AGREE_DIFFERENT : AGREE_SAFE;
}

static void compare(const ir_program *program, const ord_options *options, agree_result *r, strbuf *report)
{
    check_options co = {
        .models = {MACHINE_SC, MACHINE_TSO, MACHINE_PSO},
        .model_count = MACHINE_MODEL_COUNT,
        .no_sampling = true, /* it is the machine's answer already */
        .timeout = CHECK_SECONDS,
        .ord = *options,
    };
    check_result results[MACHINE_MODEL_COUNT];
    check_program(program, &co, results);
    for (uint32_t i = 0; i < MACHINE_MODEL_COUNT; i++) {
        int machine = machine_says(program, results[i].model);
        agree_verdict verdict = judge(machine, &results[i]);
        r->count[verdict]++;
        if (verdict == AGREE_DIFFERENT)
            strbuf_addf(report, "%s: check %d, machine %d %s\n", machine_model_name(results[i].model),
                        results[i].verdict, machine, results[i].message ? results[i].message : "");
        check_result_clear(&results[i]);
    }
}

agree_result agree_on_programs(uint64_t first, uint64_t count, const ord_options *options, FILE *out)
{
    agree_result r = {0};
    for (uint64_t seed = first; seed < first + count; seed++) {
        strbuf text = {0}, report = {0};
        diag d = {0};
        generate_program(seed, &text);
        char *name = random_programs_write(&text);
        const char *data_model = random_programs_data_model(seed);
        frontend_options load = {.files = (const char *const[]){name},
                                 .file_count = 1,
                                 .clang_arguments = &data_model,
                                 .clang_argument_count = 1};
        ir_program *program = name ? frontend_load(&load, &d) : NULL;
        r.programs++;
        if (program)
            compare(program, options, &r, &report);
        else
            strbuf_addf(&report, "does not load: %s\n", d.message ? d.message : "no file");
        r.count[AGREE_DIFFERENT] += program == NULL;
        if (report.size > 0)
            fprintf(out, "seed %llu (%s):\n%s%s\n", (unsigned long long)seed, data_model, strbuf_text(&report),
                    strbuf_text(&text));
        fflush(out);
        diag_clear(&d);
        ir_program_free(program);
        if (name)
            unlink(name);
        free(name);
        strbuf_clear(&text);
        strbuf_clear(&report);
    }
    return r;
}
