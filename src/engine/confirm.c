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

machine_options confirm_machine_options(const check_options *options, const model *model, const machine_known *known,
                                        bool is_normalised, budget *budget)
{
    return (machine_options){
        .model = model,
        .malloc_may_fail = options->malloc_may_fail,
        .ignored = options->ignored,
        .finds_races = check_finds_races(options) && model_has_machine(model),
        .ends = options->extra & property_ends() & ~options->ignored,
        .finds_all = options->finds_all,
        .known = known,
        .buffer_bound = BUFFER_BOUND,
        .normalise = is_normalised,
        .budget = budget,
    };
}

/* A schedule that says where objects lie stays as it is. */
static void simplify(const ir_program *program, const check_options *options, const machine_options *mo,
                     check_violation *v)
{
    if (!options->no_minimise && model_has_machine(mo->model) && v->schedule.data[0].kind != MACHINE_OBJECT)
        minimise_schedule(program, mo, &v->schedule, &v->result, MINIMISE_STEPS);
    v->is_normalised = mo->normalise;
}

/* Where all are asked for, the next one may be found. */
static void add_violation(const check_options *options, check_result *r, check_violation found)
{
    check_violation *v = alloc_bytes(sizeof *v);
    *v = found;
    v->key = known_of(&v->result);
    v->key.next = check_known(r);
    vec_push(&r->violations, v);
    if (!options->finds_all)
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
    machine_options mo = confirm_machine_options(options, r->model, check_known(r), false, budget);
    check_violation v = {0};
    cat_model *axioms = is_axiomatic(x) ? cat_load(r->model->cat, &d) : NULL;
    replay_told told = {0};
    /* What violates something else may get there by waking up for no reason: that is no deadlock. */
    mo.ends &= model_has_machine(r->model) ? check_leaks(options) | property_bit(x->claim->property) : 0;
    x->model = r->model;
    if (is_axiomatic(x) && !is_allowed(x, axioms)) {
        fail(x, r, alloc_string("an execution that violates the property does not fulfil the axioms of the model"));
        diag_clear(&d);
    } else if (replay_execution(x, &mo, &v.schedule, &v.result, &told, &d)) {
        simplify(program, options, &mo, &v);
        if (axioms)
            circle_find(x, &told, axioms, &v.circle);
        add_violation(options, r, v);
        v.schedule = (machine_choices){0};
    } else if (d.status == STATUS_LIMIT) {
        r->message = d.message;
        r->is_found = true;
    } else {
        fail(x, r, d.message);
    }
    vec_clear(&v.schedule);
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
    machine_options mo = confirm_machine_options(options, r->model, check_known(r), is_normalised, budget);
    machine_result result = try_schedule(program, &mo, schedule);
    if (result.end != MACHINE_VIOLATION || known_has(program, mo.known, known_of(&result))) {
        machine_result_clear(&result);
        return false;
    }
    check_violation v = {.schedule = *schedule, .result = result};
    *schedule = (machine_choices){0};
    simplify(program, options, &mo, &v);
    add_violation(options, r, v);
    return true;
}
