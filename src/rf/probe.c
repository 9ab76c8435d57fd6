/* What would a node do if it read something else? The thread's step is taken in a copy of the state before the node, in
 * which memory has other values. */
#include "rf/state.h"

static void set_memory(const explore *x, machine_state *state, const rf_reads *given)
{
    for (uint32_t i = 0; i < given->size; i++) {
        const places_cell *cell = &x->places.cells.data[given->data[i].cell];
        machine_poke(state, cell->address, cell->size, given->data[i].value);
    }
}

static void take_node(explore *x, const rf_node *node, rf_variant *v)
{
    v->kind = node->kind;
    for (uint32_t i = 0; i < node->read_count; i++)
        vec_push(&v->reads, x->probe.reads.data[node->first_read + i]);
    for (uint32_t i = 0; i < node->write_count; i++)
        vec_push(&v->writes, x->probe.writes.data[node->first_write + i]);
}

/* Steps that wait wake up if they must. */
static bool find_choice(const explore *x, const machine_state *state, uint32_t thread, machine_choice *choice)
{
    *choice = (machine_choice){.thread = (uint16_t)thread, .kind = MACHINE_STEP};
    if (machine_choice_is_enabled(x->m, state, choice))
        return true;
    choice->kind = MACHINE_WAKE;
    return machine_choice_is_enabled(x->m, state, choice);
}

bool rf_probe(explore *x, const machine_state *before, rf_id id, const rf_reads *given, rf_variant *v)
{
    uint32_t thread = rf_thread_of(id);
    machine_state *state = machine_state_copy(before);
    machine_choice choice;
    set_memory(x, state, given);
    v->id = id;
    v->reads.size = v->writes.size = 0;
    bool happens = find_choice(x, state, thread, &choice);
    if (happens) {
        rf_trace_copy(&x->probe, &x->run.base_trace);
        x->probe.nodes.size = 0;
        for (uint32_t i = 0; i < x->probe.threads.size; i++)
            x->probe.threads.data[i].nodes.size = x->probe.threads.data[i].waiting.size = 0;
        for (uint32_t i = 0; i < x->probe.memory.size; i++)
            x->probe.memory.data[i] = RF_NONE;
        x->probe.is_listening = true;
        x->is_probing = true;
        rf_trace_begin_choice(&x->probe, NULL);
        machine_result result = machine_take(x->m, state, &choice);
        rf_trace_end_choice(&x->probe);
        x->is_probing = false;
        if (result.end == MACHINE_NEEDS_VALUE)
            x->problem = "reads memory that was never set";
        machine_result_clear(&result);
        happens = rf_trace_length(&x->probe, thread) > 0;
        if (happens)
            take_node(x, rf_trace_node_of(&x->probe, rf_make_id(thread, 0)), v);
    }
    machine_state_free(state);
    return happens;
}
