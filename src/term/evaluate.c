#include "term/evaluate.h"

#include "base/alloc.h"
#include "term/table.h"
#include "term/walk.h"

struct term_evaluation {
    const term_table *table;
    VEC(term_value) values; /* by term; valid where the walk has been */
    VEC(term_value) inputs; /* by variable number; 0 where none was given */
    term_walk walk;
    uint32_t computed; /* terms of walk.order whose values are valid */
};

term_evaluation *term_evaluation_new(const term_table *table)
{
    term_evaluation *evaluation = alloc_zeroed(1, sizeof *evaluation);
    evaluation->table = table;
    return evaluation;
}

void term_evaluation_free(term_evaluation *evaluation)
{
    if (evaluation == NULL)
        return;
    vec_clear(&evaluation->values);
    vec_clear(&evaluation->inputs);
    term_walk_clear(&evaluation->walk);
    free(evaluation);
}

void term_evaluation_reset(term_evaluation *evaluation)
{
    evaluation->walk.order.size = 0;
    evaluation->walk.marks.size = 0;
    evaluation->computed = 0;
    evaluation->inputs.size = 0;
}

void term_evaluation_assign(term_evaluation *evaluation, term variable, term_value value)
{
    assert(!term_walk_visited(&evaluation->walk, variable));
    uint32_t number = term_variable_number(evaluation->table, variable);
    if (number >= evaluation->inputs.size)
        vec_resize(&evaluation->inputs, number + 1);
    evaluation->inputs.data[number] = value & value_mask(width_of(evaluation->table, variable));
}

static term_value compute(const term_evaluation *evaluation, term a)
{
    const term_table *table = evaluation->table;
    const term_node *node = node_of(table, a);
    if (node->op == TERM_CONSTANT)
        return term_constant_value(table, a);
    if (node->op == TERM_VARIABLE)
        return node->a < evaluation->inputs.size ? evaluation->inputs.data[node->a] : 0;
    uint32_t arity = term_op_arity((term_op)node->op);
    const term_value *values = evaluation->values.data;
    term last = arity == 1 ? node->a : arity == 2 ? node->b : node->c;
    return value_apply((term_op)node->op, node->width, width_of(table, last), node->aux, values[node->a],
                       arity >= 2 ? values[node->b] : 0, arity >= 3 ? values[node->c] : 0);
}

term_value term_evaluate(term_evaluation *evaluation, term a)
{
    if (evaluation->values.size < term_count(evaluation->table))
        vec_resize(&evaluation->values, term_count(evaluation->table));
    term_walk_add(&evaluation->walk, evaluation->table, a);
    for (; evaluation->computed < evaluation->walk.order.size; evaluation->computed++) {
        term next = evaluation->walk.order.data[evaluation->computed];
        evaluation->values.data[next] = compute(evaluation, next);
    }
    return evaluation->values.data[a];
}
