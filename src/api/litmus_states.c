#include "api/litmus_states.h"

#include <stdlib.h>

#include "api/found.h"
#include "engine/final_states.h"
#include "machine/outcomes.h"
#include "report/violation.h"

void litmus_states_clear(litmus_states *states)
{
    vec_clear(&states->values);
    states->count = 0;
}

/* ---- the machine ---- */

typedef struct collection {
    const litmus_test *test;
    litmus_states *states;
} collection;

static bool is_known(const litmus_states *s, const uint64_t *values, uint32_t width)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (width == 0 || memcmp(s->values.data + (size_t)i * width, values, width * sizeof *values) == 0)
            return true;
    return false;
}

static void collect(void *context, const uint64_t *values)
{
    collection *c = context;
    uint32_t width = litmus_observed_count(c->test);
    if (!litmus_counts(c->test, values) || is_known(c->states, values, width))
        return;
    vec_append(&c->states->values, values, width);
    c->states->count++;
}

/* Are all states there? */
static bool take_end(const ir_program *program, const outcomes_result *r, diag *d)
{
    if (r->violations.size > 0) {
        strbuf what = {0};
        violation_describe(program, &r->violations.data[0].result, &what);
        diag_fail(d, STATUS_UNSUPPORTED, "%s", strbuf_text(&what));
        strbuf_clear(&what);
        return false;
    }
    if (r->end == OUTCOMES_UNSUPPORTED) {
        char *what = api_complaint(program, &r->stop);
        diag_fail(d, STATUS_UNSUPPORTED, "%s", what);
        free(what);
        return false;
    }
    if (r->end == OUTCOMES_PARTIAL)
        return diag_fail(d, STATUS_LIMIT, "a store buffer was full (see --buffer-bound)");
    return r->end == OUTCOMES_ALL || diag_fail(d, STATUS_LIMIT, "%s", r->message ? r->message : "a limit was reached");
}

static bool list_by_machine(const litmus_test *test, const ir_program *program, const model *model,
                            const litmus_states_options *o, litmus_states *states, diag *d)
{
    VEC(outcomes_place) places = {0};
    for (uint32_t i = 0; i < litmus_observed_count(test); i++) {
        const litmus_observed *place = litmus_observed_at(test, i);
        vec_push(&places, (outcomes_place){place->name, place->address, place->size, IR_NONE});
    }
    collection c = {test, states};
    machine_options mo = {.model = model, .buffer_bound = o->buffer_bound, .normalise = true};
    outcomes_options oo = {
        .places = places.data,
        .place_count = places.size,
        .max_states = o->max_states,
        .timeout = budget_seconds_left(&o->budget->limits),
        .max_memory = o->budget->limits.max_memory,
        .interrupt = &o->budget->is_cancelled,
        .on_final = collect,
        .context = &c,
    };
    machine *m = machine_new(program, &mo);
    outcomes_result r = outcomes_explore(m, &oo);
    bool is_complete = take_end(program, &r, d);
    outcomes_result_clear(&r);
    machine_free(m);
    vec_clear(&places);
    return is_complete;
}

/* ---- axioms ---- */

static bool list_by_axioms(const litmus_test *test, const ir_program *program, const model *model,
                           const litmus_states_options *o, litmus_states *states, diag *d)
{
    VEC(final_place) places = {0};
    for (uint32_t i = 0; i < litmus_observed_count(test); i++) {
        const litmus_observed *place = litmus_observed_at(test, i);
        vec_push(&places, ((final_place){place->address, (uint8_t)place->size}));
    }
    collection c = {test, states};
    bool is_complete = final_states_list(program, model, &o->budget->limits, places.data, places.size, &c, collect, d);
    vec_clear(&places);
    return is_complete;
}

/* ---- all ---- */

static int compare_rows(const void *a, const void *b, void *width)
{
    const uint64_t *first = a, *second = b;
    for (uint32_t i = 0; i < *(const uint32_t *)width; i++)
        if (first[i] != second[i])
            return first[i] < second[i] ? -1 : 1;
    return 0;
}

typedef bool list_function(const litmus_test *test, const ir_program *program, const model *model,
                           const litmus_states_options *options, litmus_states *states, diag *d);

static list_function *way_for(const model *model)
{
    return model_has_machine(model) ? list_by_machine : list_by_axioms;
}

bool litmus_states_list(const litmus_test *test, const ir_program *program, const model *model,
                        const litmus_states_options *options, litmus_states *states, diag *d)
{
    uint32_t width = litmus_observed_count(test);
    bool is_complete = way_for(model)(test, program, model, options, states, d);
    if (states->count > 1)
        qsort_r(states->values.data, states->count, width * sizeof *states->values.data, compare_rows, &width);
    return is_complete;
}
