/* include/heddle.h: events. */
#include "report/events.h"
#include "api/symbolic.h"
#include "api/text.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "memory/memory.h"

struct heddle_events {
    const model *model;
    symex *x;
    memory *m;
    memory_candidates *candidates;
    double executed, placed, found; /* seconds */
};

/* False with an error. */
static bool find(heddle_events *e, const heddle_program *program, const heddle_unroll_options *o, heddle_budget *b,
                 heddle_error *error)
{
    diag d = {0};
    double started = clock_cpu_seconds();
    e->x = symbolic_run(program, o, true, b, error);
    if (e->x == NULL)
        return false;
    double executed = clock_cpu_seconds();
    e->m = memory_new(e->x, &d);
    double placed = clock_cpu_seconds();
    if (e->m)
        e->candidates = memory_find_candidates(e->m, e->model, true);
    e->executed = executed - started;
    e->placed = placed - executed;
    e->found = clock_cpu_seconds() - placed;
    e->x->budget = NULL; /* it may not live as long */
    if (e->m && b->limits.spent == NULL)
        return true;
    symbolic_fail(b, &d, error);
    return false;
}

heddle_events *heddle_find_events(const heddle_program *program, heddle_model model,
                                  const heddle_unroll_options *options, heddle_error *error)
{
    static const heddle_unroll_options DEFAULTS = {0};
    const heddle_unroll_options *o = options ? options : &DEFAULTS;
    heddle_budget own, *b = api_budget_choose(o->budget, &own, o->timeout, o->max_memory);
    diag d = {0};
    if (api_model_given(model, &d) == NULL) {
        api_take_error(&d, error);
        return NULL;
    }
    heddle_events *e = alloc_zeroed(1, sizeof *e);
    e->model = api_model(model);
    if (find(e, program, o, b, error))
        return e;
    heddle_events_free(e);
    return NULL;
}

char *heddle_events_print(const heddle_events *e, heddle_format format, int counts_only)
{
    api_text text;
    if (format != HEDDLE_TEXT && format != HEDDLE_JSON && format != HEDDLE_DOT)
        return NULL;
    api_text_begin(&text);
    if (format == HEDDLE_JSON)
        events_print_json(e->m, e->candidates, e->model, text.stream);
    else if (format == HEDDLE_DOT)
        events_print_dot(e->m, e->candidates, e->model, text.stream);
    else
        events_print_text(e->m, e->candidates, e->model, !counts_only, text.stream);
    return api_text_end(&text);
}

heddle_counter heddle_events_counter(const heddle_events *e, size_t index)
{
    const heddle_counter COUNTERS[] = {
        {.name = "symex_seconds", .text = "symbolic execution", .value = e->executed, .is_seconds = 1},
        {.name = "cells_seconds", .text = "cells", .value = e->placed, .is_seconds = 1},
        {.name = "candidates_seconds", .text = "candidates", .value = e->found, .is_seconds = 1},
        {.name = "terms", .text = "terms", .value = term_count(e->x->terms)},
    };
    return index < sizeof COUNTERS / sizeof *COUNTERS ? COUNTERS[index] : (heddle_counter){0};
}

void heddle_events_free(heddle_events *e)
{
    if (e == NULL)
        return;
    memory_candidates_free(e->candidates);
    memory_free(e->m);
    symex_free(e->x);
    free(e);
}
