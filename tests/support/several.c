#include "support/several.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "engine/driver.h"
#include "machine/search.h"
#include "support/agree.h"
#include "support/random_programs.h"

enum { MAX_STATES = 100000, BUFFER_BOUND = 64, CHECK_SECONDS = 20 };

/* Texts, each once. */
typedef VEC(char *) text_set;

static bool has(const text_set *set, const char *text)
{
    for (uint32_t i = 0; i < set->size; i++)
        if (strcmp(set->data[i], text) == 0)
            return true;
    return false;
}

static void clear(text_set *set)
{
    for (uint32_t i = 0; i < set->size; i++)
        free(set->data[i]);
    vec_clear(set);
}

static void add_place(const ir_program *program, ir_id pc, strbuf *out)
{
    const ir_location *at = &program->locations.data[program->code.data[pc].location];
    strbuf_addf(out, "%u.%u", at->line, at->column);
}

/* Property and place, without the help of machine/known.h but for states, which have no place. */
static void note(text_set *set, const ir_program *program, const machine_result *violation)
{
    strbuf text = {0}, one = {0}, two = {0};
    const property_row *row = property_row_of(violation->violated);
    if (row->shape != PROPERTY_END)
        add_place(program, violation->user_pc, &one);
    if (row->shape == PROPERTY_PAIR)
        add_place(program, violation->other.user_pc, &two);
    bool is_turned = strcmp(strbuf_text(&one), strbuf_text(&two)) > 0;
    strbuf_addf(&text, "%s %s %s %llx", row->name, strbuf_text(is_turned ? &two : &one),
                strbuf_text(is_turned ? &one : &two), (unsigned long long)violation->lines);
    if (!has(set, strbuf_text(&text)))
        vec_push(set, alloc_string(strbuf_text(&text)));
    strbuf_clear(&text);
    strbuf_clear(&one);
    strbuf_clear(&two);
}

/* ---- the machine ---- */

typedef struct reference {
    const ir_program *program;
    text_set found;
    VEC(machine_known *) known; /* what hides others until it is known: races, after which a thread stops, and hangs */
    bool begins_anew, is_open;
} reference;

static void note_violation(void *context, search *s, search_place at, machine_result *result)
{
    reference *r = context;
    uint32_t before = r->found.size;
    (void)s, (void)at;
    note(&r->found, r->program, result);
    if (r->found.size > before && !property_row_of(result->violated)->stops) {
        machine_known *known = alloc_bytes(sizeof *known);
        *known = known_of(result);
        known->next = r->known.size > 0 ? *vec_last(&r->known) : NULL;
        vec_push(&r->known, known);
        r->begins_anew = true;
    }
    machine_result_clear(result);
}

static void note_unsupported(void *context, search *s, search_place at, machine_result *result)
{
    reference *r = context;
    (void)s, (void)at;
    r->is_open = true;
    machine_result_clear(result);
}

static void search_all(reference *r, const model *model, uint32_t extra)
{
    machine_options mo = {
        .model = model,
        .buffer_bound = BUFFER_BOUND,
        .normalise = true,
        .finds_races = extra >> PROPERTY_RACE & 1,
        .ends = extra & property_ends(),
        .finds_all = true,
        .known = r->known.size > 0 ? *vec_last(&r->known) : NULL,
    };
    search_options so = {
        .nondet_high = 1,
        .max_states = MAX_STATES,
        .finds_hangs = extra >> PROPERTY_LIVENESS & 1,
        .listener = {.context = r, .on_violation = note_violation, .on_unsupported = note_unsupported},
    };
    machine *m = machine_new(r->program, &mo);
    search *s = search_new(m, &so);
    r->begins_anew = false;
    while (search_advance(s))
        continue;
    search_counts c = search_count(s);
    r->is_open |= search_problem(s) || c.buffers_were_cut || c.values_were_cut;
    search_free(s);
    machine_free(m);
}

/* ---- comparing ---- */

static bool is_subset(const text_set *some, const text_set *all, const char *whose, strbuf *report)
{
    bool is_one = true;
    for (uint32_t i = 0; i < some->size; i++)
        if (!has(all, some->data[i])) {
            strbuf_addf(report, "only %s: %s\n", whose, some->data[i]);
            is_one = false;
        }
    return is_one;
}

static void compare(const ir_program *program, uint32_t extra, const check_result *check, several_result *r,
                    strbuf *report)
{
    text_set found = {0};
    reference machine = {.program = program};
    do
        search_all(&machine, check->model, extra);
    while (machine.begins_anew && !machine.is_open);
    for (uint32_t i = 0; i < check->violations.size; i++)
        note(&found, program, &check->violations.data[i]->result);
    bool is_complete = check->verdict == CHECK_SAFE || (check->violations.size > 0 && check->rest == CHECK_SAFE);
    bool is_failed = check->verdict == CHECK_FAILED || (check->violations.size > 0 && check->rest == CHECK_FAILED);
    bool is_right = !is_failed && found.size == check->violations.size &&
                    (machine.is_open || is_subset(&found, &machine.found, "check", report)) &&
                    (!is_complete || is_subset(&machine.found, &found, "machine", report));
    if (!is_right) {
        r->different++;
        strbuf_addf(report, "under %s: check has %u, machine %u; %s\n", check->model->name, check->violations.size,
                    machine.found.size, check->message ? check->message : "");
    } else if (!is_complete || machine.is_open) {
        r->open++;
    } else {
        r->equal++;
        r->violations += machine.found.size;
        r->many += machine.found.size > 1;
    }
    for (uint32_t i = 0; i < machine.known.size; i++)
        free(machine.known.data[i]);
    vec_clear(&machine.known);
    clear(&machine.found);
    clear(&found);
}

static void check(const ir_program *program, const family *family, const char *engines, several_result *r,
                  strbuf *report)
{
    budget limits = {.started = clock_wall_seconds(), .timeout = CHECK_SECONDS};
    check_options co = {
        .model_count = MODEL_MACHINE_COUNT,
        .engines = agree_engines(engines),
        .budget = &limits,
        .extra = family->extra,
        .unwind = family->unwind,
        .finds_all = true,
    };
    check_result results[MODEL_MACHINE_COUNT];
    memcpy(co.models, MODELS, MODEL_MACHINE_COUNT * sizeof *MODELS);
    check_program(program, &co, results);
    for (uint32_t i = 0; i < co.model_count; i++) {
        compare(program, family->extra, &results[i], r, report);
        check_result_clear(&results[i]);
    }
}

several_result several_on_programs(const family *family, uint64_t first, uint64_t count, const char *engines, FILE *out)
{
    several_result r = {0};
    for (uint64_t seed = first; seed < first + count; seed++) {
        strbuf text = {0}, report = {0};
        diag d = {0};
        family->generate(seed, &text);
        ir_program *program = agree_load(family, &text, random_programs_data_model(seed), &d);
        r.programs++;
        if (program)
            check(program, family, engines, &r, &report);
        else
            strbuf_addf(&report, "does not load: %s\n", d.message ? d.message : "no file");
        r.different += program == NULL;
        if (report.size > 0)
            fprintf(out, "%s, seed %llu, %s:\n%s%s\n", family->name, (unsigned long long)seed,
                    engines ? engines : "default", strbuf_text(&report), strbuf_text(&text));
        diag_clear(&d);
        ir_program_free(program);
        strbuf_clear(&text);
        strbuf_clear(&report);
    }
    return r;
}
