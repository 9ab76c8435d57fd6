#include "engine/confirm.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "cat/plain.h"
#include "engine/circle.h"
#include "machine/hangs.h"
#include "replay/minimise.h"

enum {
    BUFFER_BOUND = 4096,     /* a thread that stores for ever must not do so */
    MINIMISE_STEPS = 500000, /* of the machine */
    HANG_STATES = 100000,
};

machine_options confirm_machine_options(const check_options *options, const model *model, bool is_normalised,
                                        budget *budget)
{
    return (machine_options){
        .model = model,
        .malloc_may_fail = options->malloc_may_fail,
        .ignored = options->ignored,
        .finds_races = check_finds_races(options) && model_has_machine(model),
        .ends = options->extra & property_ends() & ~options->ignored,
        .buffer_bound = BUFFER_BOUND,
        .normalise = is_normalised,
        .budget = budget,
    };
}

/* A schedule that says where objects lie stays as it is. */
static void simplify(const ir_program *program, const check_options *options, const machine_options *mo,
                     check_result *r)
{
    if (!options->no_minimise && model_has_machine(mo->model) && r->schedule.data[0].kind != MACHINE_OBJECT)
        minimise_schedule(program, mo, &r->schedule, &r->violation, MINIMISE_STEPS);
    r->is_normalised = mo->normalise;
    r->verdict = CHECK_VIOLATION;
}

/* Under a model that is known by axioms, an execution that an engine of such models has found must fulfil them; any
 * other one is sequentially consistent, and allowed. */
static bool is_axiomatic(const execution *x)
{
    return x->axioms.symbolic.size > 0;
}

static bool is_allowed(const execution *x, const cat_model *model)
{
    cat_execution view = axiom_execution_view(&x->axioms);
    return model && cat_execution_is_valid(&view) && cat_plain_allows(model, &view);
}

static void fail(const execution *x, check_result *r, char *message)
{
    r->verdict = CHECK_FAILED;
    r->message = message;
    r->pc = x->claim->user_pc;
}

void confirm_execution(const ir_program *program, const check_options *options, budget *budget, execution *x,
                       check_result *r)
{
    diag d = {0};
    machine_options mo = confirm_machine_options(options, r->model, false, budget);
    cat_model *axioms = is_axiomatic(x) ? cat_load(r->model->cat, &d) : NULL;
    replay_told told = {0};
    mo.ends &= property_bit(x->claim->property); /* else it may get there by waking up for no reason */
    x->model = r->model;
    if (is_axiomatic(x) && !is_allowed(x, axioms)) {
        fail(x, r, alloc_string("an execution that violates the property does not fulfil the axioms of the model"));
        diag_clear(&d);
    } else if (replay_execution(x, &mo, &r->schedule, &r->violation, &told, &d)) {
        simplify(program, options, &mo, r);
        if (axioms)
            circle_find(x, &told, axioms, &r->circle);
    } else if (d.status == STATUS_LIMIT) {
        r->message = d.message;
        r->is_found = true;
    } else {
        fail(x, r, d.message);
    }
    vec_clear(&told);
    cat_free(axioms);
}

static machine_result run(machine *m, const machine_choices *schedule)
{
    machine_state *state = machine_start(m);
    machine_result result = {.end = MACHINE_OK};
    for (uint32_t i = 0; i < schedule->size && result.end == MACHINE_OK; i++)
        result = machine_take(m, state, &schedule->data[i]);
    machine_state_free(state);
    return result;
}

/* A hang is not seen by the machine, but by what can come after it: without the numbers of objects that a search uses
 * again there may be no end of that. */
static machine_result try_schedule(const ir_program *program, const machine_options *mo, machine_choices *schedule)
{
    machine *m = machine_new(program, mo);
    machine_result result = run(m, schedule);
    if (result.end == MACHINE_OK && property_is_in(mo->ends, PROPERTY_LIVENESS))
        result = hangs_confirm(m, schedule, mo->normalise ? 0 : HANG_STATES);
    machine_free(m);
    return result;
}

bool confirm_schedule(const ir_program *program, const check_options *options, budget *budget, bool is_normalised,
                      machine_choices *schedule, check_result *r)
{
    machine_options mo = confirm_machine_options(options, r->model, is_normalised, budget);
    machine_result result = try_schedule(program, &mo, schedule);
    if (result.end != MACHINE_VIOLATION) {
        machine_result_clear(&result);
        return false;
    }
    r->schedule = *schedule;
    r->violation = result;
    *schedule = (machine_choices){0};
    simplify(program, options, &mo, r);
    return true;
}
