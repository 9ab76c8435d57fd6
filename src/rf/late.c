/* Stores that reach memory after their object's end.
 *
 * Whether an object lives is found out when a store enters its buffer, which is a read like others. But if another
 * thread ends the object while the store waits, that is an error, too, and no class shows it: nobody reads the store.
 * So every execution is asked whether such a store could arrive after such an end. The same holds for two ends of one
 * object. */
#include "rf/state.h"

/* Another execution of the same class, in which the first comes to memory before the second. */
static bool could_be(explore *x, const rf_node *first, const rf_node *second)
{
    const rf_trace *t = &x->run.trace;
    uint32_t before = x->steps.data[first - t->nodes.data], after = x->steps.data[second - t->nodes.data];
    vec_push(&x->history.edges, (history_edge){before, after});
    consistency_answer answer = consistency_check(x->consistency, &x->history, machine_model_of(x->m), x->budget);
    x->history.edges.size--;
    return answer == CONSISTENCY_YES;
}

/* Somebody else's end of the object that the node writes to, which may have come first; NULL if there is none. */
static const rf_node *find_end(explore *x, const rf_node *node)
{
    const rf_trace *t = &x->run.trace;
    uint32_t cell = places_of_life(&x->places, x->program->layout, node->address);
    for (uint32_t i = cell < x->writers.size ? x->writers.data[cell] : 0; i > 0; i = x->writers_next.data[i - 1]) {
        const rf_node *end = &t->nodes.data[x->writer_node.data[i - 1]];
        const uint32_t *arrived = rf_arrived_with(x, end);
        bool is_other = rf_thread_of(end->id) != rf_thread_of(node->id);
        if (is_other && arrived[rf_thread_of(node->id)] <= rf_number_of(node->id) && could_be(x, end, node))
            return end;
    }
    return NULL;
}

static bool waits_in_buffer(const explore *x, const rf_node *node)
{
    return node->kind == HISTORY_WRITE &&
           ir_pointer_object(x->program->layout, node->address) > x->program->globals.size;
}

bool rf_plan_late_store(explore *x, rf_plan *plan)
{
    const rf_trace *t = &x->run.trace;
    bool is_built = false;
    if (!model_is_buffered(t->model))
        return false;
    for (uint32_t i = 0; i < t->nodes.size; i++) {
        if (!waits_in_buffer(x, &t->nodes.data[i]))
            continue;
        if (!is_built)
            rf_build_whole_history(x);
        is_built = true;
        if (find_end(x, &t->nodes.data[i])) {
            rf_plan_whole(x, plan);
            return true;
        }
    }
    return false;
}
