#include "cat/evaluate.h"

#include "base/alloc.h"
#include "cat/session.h"

/* ---- values ---- */

static uint64_t *new_words(const cat_session *s, uint32_t node)
{
    return alloc_zeroed(session_words(s, node) + 1, sizeof(uint64_t));
}

static void allocate_group(cat_session *s, const cat_group *group)
{
    for (uint32_t i = 0; i < group->nodes.size; i++) {
        s->values[group->nodes.data[i]] = new_words(s, group->nodes.data[i]);
        s->news[group->nodes.data[i]] = new_words(s, group->nodes.data[i]);
    }
}

static void run_step(cat_session *s, cat_step step)
{
    if (step.is_group)
        session_compute_group(s, &s->model->groups.data[step.index]);
    else if (cat_op_operands((cat_op)session_node(s, step.index)->op))
        session_compute(s, step.index, s->values[step.index]);
    else
        session_give(s, step.index);
}

static bool is_dynamic(const cat_session *s, cat_step step)
{
    uint32_t node = step.is_group ? s->model->groups.data[step.index].nodes.data[0] : step.index;
    return s->classes[node] == SESSION_DYNAMIC;
}

static void run_dynamic_steps(cat_session *s, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        if (is_dynamic(s, s->model->steps.data[i]))
            run_step(s, s->model->steps.data[i]);
}

/* ---- sessions ---- */

static void run_static_steps(cat_session *s, const uint32_t *fixed_places)
{
    cat_execution x = {.program = s->program, .places = fixed_places};
    s->x = &x;
    for (uint32_t i = 0; i < s->model->steps.size; i++) {
        cat_step step = s->model->steps.data[i];
        if (step.is_group)
            allocate_group(s, &s->model->groups.data[step.index]);
        else
            s->values[step.index] = new_words(s, step.index);
        if (!is_dynamic(s, step))
            run_step(s, step);
    }
    s->x = NULL;
}

static bool is_step_of(const cat_session *s, cat_step step, uint32_t node)
{
    return step.is_group ? session_node(s, node)->group == step.index : step.index == node;
}

static void find_axiom_steps(cat_session *s)
{
    for (uint32_t i = 0; i < s->model->axioms.size; i++) {
        uint32_t step = 0;
        while (!is_step_of(s, s->model->steps.data[step], s->model->axioms.data[i].node))
            step++;
        s->axiom_steps[i] = step + 1;
    }
}

cat_session *cat_session_create(const cat_model *model, const cat_program *program, const uint32_t *fixed_places)
{
    uint32_t count = model->nodes.size + 1;
    cat_session *s = alloc_bytes(sizeof *s);
    *s = (cat_session){
        .model = model,
        .program = program,
        .size = cat_size_of(program->events.size),
        .places_are_fixed = fixed_places,
        .classes = alloc_zeroed(count, sizeof *s->classes),
        .values = alloc_zeroed(count, sizeof *s->values),
        .news = alloc_zeroed(count, sizeof *s->news),
        .costs = alloc_zeroed(count, sizeof *s->costs),
        .has_cost = alloc_zeroed(count, sizeof *s->has_cost),
        .axiom_steps = alloc_zeroed(model->axioms.size + 1, sizeof *s->axiom_steps),
    };
    s->scratch = alloc_zeroed(cat_relation_words(s->size) + 1, sizeof *s->scratch);
    session_classify(s);
    run_static_steps(s, fixed_places);
    find_axiom_steps(s);
    return s;
}

void cat_session_free(cat_session *s)
{
    if (!s)
        return;
    for (uint32_t i = 0; i < s->model->nodes.size; i++) {
        free(s->values[i]);
        free(s->news[i]);
        free(s->costs[i]);
    }
    free(s->classes);
    free(s->values);
    free(s->news);
    free(s->costs);
    free(s->has_cost);
    free(s->axiom_steps);
    free(s->scratch);
    free(s);
}

/* ---- axioms ---- */

static bool holds(const cat_session *s, const cat_axiom *axiom)
{
    const uint64_t *value = s->values[axiom->node];
    switch ((cat_test)axiom->test) {
    case CAT_ACYCLIC:
        return cat_relation_is_acyclic(s->size, value);
    case CAT_IRREFLEXIVE:
        return cat_relation_is_irreflexive(s->size, value);
    default:
        return cat_bits_are_empty(session_words(s, axiom->node), value);
    }
}

bool session_tests(cat_session *s, const cat_axiom *axiom)
{
    return holds(s, axiom) != axiom->is_negated;
}

bool cat_session_allows(cat_session *s, const cat_execution *execution)
{
    uint32_t done = 0;
    bool allows = true;
    s->x = execution;
    for (uint32_t i = 0; i < s->model->axioms.size && allows; i++) {
        const cat_axiom *axiom = &s->model->axioms.data[i];
        if (axiom->is_flag)
            continue;
        if (s->axiom_steps[i] > done) {
            run_dynamic_steps(s, done, s->axiom_steps[i]);
            done = s->axiom_steps[i];
        }
        allows = session_tests(s, axiom);
    }
    return allows;
}

bool cat_session_test(cat_session *s, const cat_execution *execution, uint32_t axiom)
{
    s->x = execution;
    run_dynamic_steps(s, 0, s->axiom_steps[axiom]);
    return session_tests(s, &s->model->axioms.data[axiom]);
}

/* ---- reasons ---- */

static void forget_costs(cat_session *s)
{
    for (uint32_t i = 0; i < s->model->nodes.size; i++)
        if (s->classes[i] == SESSION_DYNAMIC)
            s->has_cost[i] = false;
}

static void add_reason(cat_session *s, uint32_t axiom, const session_events *events, cat_reasons *reasons)
{
    cat_reason reason = {.axiom = axiom};
    vec_append(&reason.events, events->data, events->size);
    session_derive(s, &s->model->axioms.data[axiom], events, &reason);
    session_tidy(s, &reason);
    vec_push(reasons, reason);
}

/* Reasons for one axiom that fails, until there are `end` of all. */
static void explain_axiom(cat_session *s, uint32_t index, uint32_t end, cat_reasons *reasons)
{
    const cat_axiom *axiom = &s->model->axioms.data[index];
    session_events events = {0};
    uint64_t *used = alloc_zeroed(s->size.words + 1, sizeof *used);
    if (axiom->is_negated)
        add_reason(s, index, &events, reasons);
    else
        session_find_costs(s, axiom->node);
    while (!axiom->is_negated && reasons->size < end && session_find_failure(s, axiom, used, &events)) {
        add_reason(s, index, &events, reasons);
        for (uint32_t i = 0; i < events.size; i++)
            cat_bits_add(used, events.data[i]);
    }
    vec_clear(&events);
    free(used);
}

bool cat_session_explain(cat_session *s, const cat_execution *execution, uint32_t limit, cat_reasons *reasons)
{
    uint32_t end = reasons->size + (limit ? limit : 1);
    bool allows = true;
    s->x = execution;
    run_dynamic_steps(s, 0, s->model->step_count);
    forget_costs(s);
    for (uint32_t i = 0; i < s->model->axioms.size && reasons->size < end; i++) {
        const cat_axiom *axiom = &s->model->axioms.data[i];
        if (axiom->is_flag || session_tests(s, axiom))
            continue;
        allows = false;
        explain_axiom(s, i, end, reasons);
    }
    return allows;
}

void cat_reasons_clear(cat_reasons *reasons)
{
    for (uint32_t i = 0; i < reasons->size; i++) {
        vec_clear(&reasons->data[i].events);
        vec_clear(&reasons->data[i].facts);
    }
    vec_clear(reasons);
}
