#include "cat/plain.h"

#include "base/alloc.h"

/* A value: for each event, or for each pair of events a * count + b, is it in? */
typedef struct plain {
    const cat_model *model;
    const cat_execution *x;
    uint32_t count;
    bool **values; /* of each node, NULL as long as nobody asked */
} plain;

/* ---- what an execution gives ---- */

static const cat_event *event(const plain *p, uint32_t a)
{
    return &p->x->program->events.data[a];
}

static bool is_of_thread(const plain *p, uint32_t a, uint32_t b)
{
    return event(p, a)->thread == event(p, b)->thread && event(p, a)->thread != CAT_NO_THREAD;
}

static bool is_same_place(const plain *p, uint32_t a, uint32_t b)
{
    return p->x->places[a] == p->x->places[b] && p->x->places[a] != CAT_NO_PLACE;
}

static bool is_co(const plain *p, uint32_t a, uint32_t b)
{
    bool are_writes = event(p, a)->kind & event(p, b)->kind & CAT_WRITE;
    return are_writes && is_same_place(p, a, b) && p->x->order[a] < p->x->order[b];
}

static bool is_rf(const plain *p, uint32_t a, uint32_t b)
{
    return event(p, b)->kind & CAT_READ && p->x->sources[b] == a;
}

static bool is_fr(const plain *p, uint32_t a, uint32_t b)
{
    uint32_t w = p->x->sources[a];
    return w < p->count && is_rf(p, w, a) && is_co(p, w, b) && a != b;
}

static bool given_pair(const plain *p, cat_op op, uint32_t a, uint32_t b)
{
    switch (op) {
    case CAT_ID:
        return a == b;
    case CAT_PO:
        return is_of_thread(p, a, b) && event(p, a)->index < event(p, b)->index;
    case CAT_LOC:
        return is_same_place(p, a, b);
    case CAT_INT:
        return is_of_thread(p, a, b);
    case CAT_EXT:
        return event(p, a)->thread != event(p, b)->thread;
    case CAT_RF:
        return is_rf(p, a, b);
    case CAT_CO:
        return is_co(p, a, b);
    case CAT_FR:
        return is_fr(p, a, b);
    default:
        return false; /* CAT_EMPTY, recursion that has not begun, and what is listed or composed */
    }
}

/* Of relations that the program has as lists. */
static void add_listed(const plain *p, cat_op op, bool *value)
{
    const cat_program *program = p->x->program;
    const cat_pairs *pairs = op == CAT_ADDR   ? &program->addr
                             : op == CAT_DATA ? &program->data
                             : op == CAT_CTRL ? &program->ctrl
                             : op == CAT_AMO  ? &program->amo
                             : op == CAT_LXSX ? &program->lxsx
                                              : NULL;
    for (uint32_t i = 0; pairs && i < pairs->size; i++)
        value[pairs->data[i].from * p->count + pairs->data[i].to] = true;
}

static bool given_event(const plain *p, const cat_node *n, uint32_t a)
{
    switch (n->op) {
    case CAT_ALL:
        return true;
    case CAT_READS:
        return event(p, a)->kind & CAT_READ;
    case CAT_WRITES:
        return event(p, a)->kind & CAT_WRITE;
    case CAT_FENCES:
        return event(p, a)->kind & CAT_FENCE;
    case CAT_INITIAL:
        return event(p, a)->thread == CAT_NO_THREAD;
    case CAT_TAGGED:
        return event(p, a)->tags >> n->a & 1;
    default:
        return false;
    }
}

/* ---- what is computed ---- */

/* To the pairs from `a`, those that `a` to `m` and the pairs from `m` give. */
static void compose(const plain *p, const bool *second, uint32_t a, uint32_t m, bool *value)
{
    for (uint32_t b = 0; b < p->count; b++)
        value[a * p->count + b] |= second[m * p->count + b];
}

static bool is_in_domain(const plain *p, const bool *r, uint32_t a, bool is_range)
{
    for (uint32_t b = 0; b < p->count; b++)
        if (is_range ? r[b * p->count + a] : r[a * p->count + b])
            return true;
    return false;
}

/* The value of the first operand, NULL if there is none. */
static const bool *first_operand(const plain *p, const cat_node *n)
{
    return cat_op_operands((cat_op)n->op) ? p->values[n->a] : NULL;
}

static bool computed_event(const plain *p, const cat_node *n, uint32_t a)
{
    const bool *first = first_operand(p, n);
    switch (n->op) {
    case CAT_SET_OR:
        return first[a] || p->values[n->b][a];
    case CAT_SET_AND:
        return first[a] && p->values[n->b][a];
    case CAT_SET_MINUS:
        return first[a] && !p->values[n->b][a];
    case CAT_DOMAIN:
    case CAT_RANGE:
        return is_in_domain(p, first, a, n->op == CAT_RANGE);
    default:
        return given_event(p, n, a);
    }
}

static bool computed_pair(const plain *p, const cat_node *n, uint32_t a, uint32_t b)
{
    const bool *first = first_operand(p, n);
    uint32_t at = a * p->count + b;
    switch (n->op) {
    case CAT_OR:
        return first[at] || p->values[n->b][at];
    case CAT_AND:
        return first[at] && p->values[n->b][at];
    case CAT_MINUS:
        return first[at] && !p->values[n->b][at];
    case CAT_CROSS:
        return first[a] && p->values[n->b][b];
    case CAT_ID_OF:
        return a == b && first[a];
    case CAT_INVERSE:
        return first[b * p->count + a];
    case CAT_PLUS:
        return first[at];
    default:
        return given_pair(p, (cat_op)n->op, a, b);
    }
}

/* `value` is empty, or `first` itself: then it gets all paths, by Warshall's algorithm. */
static void compose_all(const plain *p, const bool *first, const bool *second, bool *value)
{
    for (uint32_t m = 0; m < p->count; m++)
        for (uint32_t a = 0; a < p->count; a++)
            if (first[a * p->count + m])
                compose(p, second, a, m, value);
}

static void close_pairs(const plain *p, bool *value)
{
    compose_all(p, value, value, value);
}

static bool *compute(const plain *p, const cat_node *n)
{
    bool is_set = cat_op_type((cat_op)n->op) == CAT_SET;
    bool *value = alloc_zeroed((size_t)p->count * p->count + 1, sizeof *value);
    for (uint32_t a = 0; a < p->count; a++) {
        if (is_set)
            value[a] = computed_event(p, n, a);
        for (uint32_t b = 0; b < p->count && !is_set; b++)
            value[a * p->count + b] = computed_pair(p, n, a, b);
    }
    add_listed(p, (cat_op)n->op, value);
    if (n->op == CAT_PLUS)
        close_pairs(p, value);
    if (n->op == CAT_THEN)
        compose_all(p, p->values[n->a], p->values[n->b], value);
    return value;
}

static void set_value(plain *p, uint32_t node, bool *value)
{
    free(p->values[node]);
    p->values[node] = value;
}

/* From nothing, all nodes again and again, until the names have what their bodies have. */
static void compute_group(plain *p, const cat_group *group)
{
    size_t size = (size_t)p->count * p->count * sizeof(bool);
    bool changed;
    for (uint32_t i = 0; i < group->rec_count; i++)
        set_value(p, group->nodes.data[i], compute(p, &p->model->nodes.data[group->nodes.data[i]]));
    do {
        changed = false;
        for (uint32_t i = group->rec_count; i < group->nodes.size; i++)
            set_value(p, group->nodes.data[i], compute(p, &p->model->nodes.data[group->nodes.data[i]]));
        for (uint32_t i = 0; i < group->rec_count; i++) {
            uint32_t node = group->nodes.data[i];
            const bool *body = p->values[p->model->nodes.data[node].a];
            changed |= memcmp(p->values[node], body, size) != 0;
            memcpy(p->values[node], body, size);
        }
    } while (changed);
}

static void compute_all(plain *p)
{
    for (uint32_t i = 0; i < p->model->steps.size; i++) {
        cat_step step = p->model->steps.data[i];
        if (step.is_group)
            compute_group(p, &p->model->groups.data[step.index]);
        else
            set_value(p, step.index, compute(p, &p->model->nodes.data[step.index]));
    }
}

/* ---- axioms ---- */

static bool is_irreflexive(const plain *p, const bool *value)
{
    for (uint32_t a = 0; a < p->count; a++)
        if (value[a * p->count + a])
            return false;
    return true;
}

static bool is_empty(const plain *p, const bool *value)
{
    for (uint32_t i = 0; i < p->count * p->count; i++)
        if (value[i])
            return false;
    return true;
}

static bool is_acyclic(const plain *p, const bool *value)
{
    bool *closed = vec_duplicate(value, (size_t)p->count * p->count + 1);
    close_pairs(p, closed);
    bool result = is_irreflexive(p, closed);
    free(closed);
    return result;
}

static bool is_fulfilled(const plain *p, const cat_axiom *axiom)
{
    const bool *value = p->values[axiom->node];
    bool holds = axiom->test == CAT_ACYCLIC       ? is_acyclic(p, value)
                 : axiom->test == CAT_IRREFLEXIVE ? is_irreflexive(p, value)
                                                  : is_empty(p, value);
    return holds != axiom->is_negated;
}

void cat_plain_test(const cat_model *model, const cat_execution *execution, bool *results)
{
    plain p = {model, execution, execution->program->events.size, alloc_zeroed(model->nodes.size + 1, sizeof(bool *))};
    compute_all(&p);
    for (uint32_t i = 0; i < model->axioms.size; i++)
        results[i] = is_fulfilled(&p, &model->axioms.data[i]);
    for (uint32_t i = 0; i < model->nodes.size; i++)
        free(p.values[i]);
    free(p.values);
}

bool cat_plain_allows(const cat_model *model, const cat_execution *execution)
{
    bool allows = true, *results = alloc_zeroed(model->axioms.size + 1, sizeof *results);
    cat_plain_test(model, execution, results);
    for (uint32_t i = 0; i < model->axioms.size; i++)
        allows &= results[i] || model->axioms.data[i].is_flag;
    free(results);
    return allows;
}
