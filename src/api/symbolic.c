#include "api/symbolic.h"

#include "api/defaults.h"
#include "api/unwindset.h"

enum { MAX_EVENTS = 10000000 };

void symbolic_fail(const heddle_budget *b, diag *d, heddle_error *error)
{
    if (b->limits.spent) {
        diag_clear(d);
        diag_fail(d, STATUS_LIMIT, "gave up: %s", b->limits.spent);
    }
    api_take_error(d, error);
}

static symex *execute(const ir_program *ir, const heddle_unroll_options *o, const unwindset *bounds,
                      bool records_dependencies, heddle_budget *b, diag *d)
{
    symex_options so = {
        .unwind = o->unwind ? o->unwind : DEFAULT_UNWIND,
        .is_exact = o->unwind != 0,
        .bounds = bounds->data,
        .bound_count = bounds->size,
        .malloc_may_fail = o->malloc_may_fail,
        .records_dependencies = records_dependencies,
        .max_events = MAX_EVENTS,
        .budget = &b->limits,
    };
    return symex_run(ir, &so, d);
}

symex *symbolic_run(const heddle_program *program, const heddle_unroll_options *o, bool records_dependencies,
                    heddle_budget *b, heddle_error *error)
{
    diag d = {0};
    unwindset bounds = {0};
    symex *x = NULL;
    bool is_spent = budget_is_spent(&b->limits);
    if (!is_spent && api_is_loaded(program, &d) && unwindset_parse(program->ir, o->unwindset, &bounds, &d))
        x = execute(program->ir, o, &bounds, records_dependencies, b, &d);
    vec_clear(&bounds);
    if (x == NULL)
        symbolic_fail(b, &d, error);
    return x;
}
