#include "support/classes_programs.h"

#include <stdlib.h>
#include <unistd.h>

#include "frontend/frontend.h"
#include "support/random_programs.h"

/* An execution that is explored takes longer than a state that is visited. */
enum { VISITED_PER_CLASS = 8 };

static ir_program *load(const strbuf *text, diag *d)
{
    const char *arguments[] = {"-w"};
    char *source = random_programs_write(text);
    const char *file = source;
    frontend_options options = {
        .files = &file, .file_count = 1, .clang_arguments = arguments, .clang_argument_count = 1};
    ir_program *program = source ? frontend_load(&options, d) : NULL;
    if (source)
        unlink(source);
    free(source);
    return program;
}

static void tell(const generate_classes_kind *kind, uint64_t seed, const model *m, const strbuf *report, FILE *out)
{
    strbuf text = {0};
    generate_classes(kind, seed, 1, &text);
    fprintf(out, "%s, seed %llu, %s:\n%s%s\n", kind->name, (unsigned long long)seed, m->name, strbuf_text(report),
            strstr(strbuf_text(&text), "static void *thread"));
    fflush(out);
    strbuf_clear(&text);
}

static void compare(const ir_program *program, const generate_classes_kind *kind, uint64_t seed,
                    const classes_setup *setup, classes_result *r, FILE *out)
{
    for (uint32_t i = 0; i < MODEL_MACHINE_COUNT; i++) {
        classes_compare_options options = {
            .model = MODELS[i],
            .observed = GENERATE_CLASSES_OBSERVED,
            .is_endless = kind->is_endless,
            .max_visited = setup->max_visited,
            .max_classes = setup->max_visited / VISITED_PER_CLASS,
        };
        strbuf report = {0};
        uint64_t classes;
        classes_verdict verdict = classes_compare(program, &options, &classes, &report);
        r->count[i][verdict]++;
        if (verdict == CLASSES_SAME) {
            r->classes[i] += classes;
            r->most[i] = classes > r->most[i] ? classes : r->most[i];
        }
        if (verdict >= CLASSES_REPEATED || (setup->tells_all && verdict == CLASSES_REFUSED))
            tell(kind, seed, MODELS[i], &report, out);
        strbuf_clear(&report);
    }
}

static void compare_batch(const generate_classes_kind *kind, uint64_t first, uint32_t count, const classes_setup *setup,
                          classes_result *r, FILE *out)
{
    strbuf text = {0};
    diag d = {0};
    generate_classes(kind, first, count, &text);
    ir_program *program = load(&text, &d);
    if (program == NULL)
        fprintf(out, "%s, seed %llu: %s\n", kind->name, (unsigned long long)first, d.message ? d.message : "no file");
    for (uint32_t i = 0; program && i < count; i++) {
        char name[16];
        snprintf(name, sizeof name, "main%u", i);
        program->main = ir_find_function(program, name);
        compare(program, kind, first + i, setup, r, out);
        r->programs++;
    }
    ir_program_free(program);
    diag_clear(&d);
    strbuf_clear(&text);
}

classes_result classes_compare_programs(const generate_classes_kind *kind, uint64_t first, uint64_t count,
                                        const classes_setup *setup, FILE *out)
{
    classes_result r = {0};
    for (uint64_t done = 0; done < count; done += setup->batch) {
        uint64_t left = count - done;
        compare_batch(kind, first + done, left < setup->batch ? (uint32_t)left : setup->batch, setup, &r, out);
    }
    return r;
}
