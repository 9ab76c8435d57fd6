#include "support/weak_agrees.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "engine/driver.h"
#include "frontend/frontend.h"
#include "litmus/litmus.h"
#include "support/generate_weak.h"
#include "support/plain_axioms.h"
#include "support/random_programs.h"

enum { CHECK_SECONDS = 20, MOST_EXECUTIONS = 20000 };

static check_result check(const char *engine, const ir_program *program, const model *model)
{
    bool is_idl = engine && strcmp(engine, "clock-idl") == 0;
    budget limits = {.started = clock_wall_seconds(), .timeout = CHECK_SECONDS};
    check_options options = {.models = {model}, .model_count = 1, .budget = &limits, .clock_idl = is_idl};
    if (engine)
        options.engines = 1u << engine_index(is_idl ? "clock" : engine);
    check_result result;
    check_program(program, &options, &result);
    return result;
}

static void compare(const char *engine, const ir_program *program, const model *model, weak_agrees_result *r,
                    strbuf *report)
{
    check_result checked = check(engine, program, model);
    int plain = plain_axioms_find_violation(program, model, MOST_EXECUTIONS);
    bool is_safe = checked.verdict == CHECK_SAFE, is_violation = checked.verdict == CHECK_VIOLATION;
    if (checked.verdict == CHECK_FAILED || (is_safe && plain == 1) || (is_violation && plain == 0)) {
        r->different++;
        strbuf_addf(report, "%s: check %d, axioms %d %s\n", model->name, checked.verdict, plain,
                    checked.message ? checked.message : "");
    } else if (plain < 0 || (!is_safe && !is_violation)) {
        r->open++;
    } else {
        r->safe += is_safe;
        r->violations += is_violation;
    }
    check_result_clear(&checked);
}

static void compare_all(const char *engine, const ir_program *program, weak_agrees_result *r, strbuf *report)
{
    for (uint32_t i = 0; i < MODEL_COUNT; i++)
        if (MODELS[i]->cat && MODELS[i] != &MODEL_Cat)
            compare(engine, program, MODELS[i], r, report);
}

static ir_program *load(const strbuf *text, diag *d)
{
    char *file = random_programs_write(text);
    const char *files[] = {file};
    frontend_options options = {.files = files, .file_count = 1};
    ir_program *program = file ? frontend_load(&options, d) : NULL;
    if (file)
        unlink(file);
    free(file);
    return program;
}

weak_agrees_result weak_agrees_on_programs(const char *engine, uint64_t first, uint64_t count, FILE *out)
{
    weak_agrees_result r = {0};
    for (uint64_t seed = first; seed < first + count; seed++) {
        strbuf text = {0}, report = {0};
        diag d = {0};
        generate_weak(seed, &text);
        ir_program *program = load(&text, &d);
        if (program == NULL) {
            r.different++;
            strbuf_addf(&report, "does not load: %s\n", d.message);
        }
        if (program)
            compare_all(engine, program, &r, &report);
        if (report.size > 0)
            fprintf(out, "seed %llu\n%s%s", (unsigned long long)seed, strbuf_text(&report), strbuf_text(&text));
        ir_program_free(program);
        strbuf_clear(&text);
        strbuf_clear(&report);
        diag_clear(&d);
    }
    return r;
}

void weak_agrees_on_litmus(const char *engine, const char *file, weak_agrees_result *r, FILE *out)
{
    diag d = {0};
    strbuf report = {0};
    litmus_test *test = litmus_read_file(file, &d);
    ir_program *program = test ? litmus_program(test, true, &d) : NULL;
    if (program)
        compare_all(engine, program, r, &report);
    else
        r->open++;
    if (report.size > 0)
        fprintf(out, "%s\n%s", file, strbuf_text(&report));
    ir_program_free(program);
    litmus_free(test);
    strbuf_clear(&report);
    diag_clear(&d);
}
