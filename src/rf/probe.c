#include "rf/probe.h"

static void set_memory(const rf_run *r, machine_state *state, const rf_reads *given)
{
    for (uint32_t i = 0; i < given->size; i++) {
        const places_cell *cell = &r->places->cells.data[given->data[i].cell];
        machine_poke(state, cell->address, cell->size, given->data[i].value);
    }
}

/* Steps that wait wake up if they must. */
static bool find_choice(const rf_run *r, const machine_state *state, uint32_t thread, machine_choice *choice)
{
    *choice = (machine_choice){.thread = (uint16_t)thread, .kind = MACHINE_STEP};
    if (machine_choice_is_enabled(r->m, state, choice))
        return true;
    choice->kind = MACHINE_WAKE;
    return machine_choice_is_enabled(r->m, state, choice);
}

/* A trace in which nothing has happened. */
static void begin_probe(rf_run *r)
{
    rf_trace_copy(&r->probe, &r->base_trace);
    r->probe.nodes.size = 0;
    for (uint32_t i = 0; i < r->probe.threads.size; i++)
        r->probe.threads.data[i].nodes.size = r->probe.threads.data[i].waiting.size = 0;
    for (uint32_t i = 0; i < r->probe.memory.size; i++)
        r->probe.memory.data[i] = RF_NONE;
    r->probe.is_listening = true;
}

static machine_end take_choice(rf_run *r, machine_state *state, const machine_choice *choice)
{
    r->is_probing = true;
    rf_trace_begin_choice(&r->probe, NULL, (hash128){0});
    machine_result result = machine_take(r->m, state, choice);
    rf_trace_end_choice(&r->probe);
    r->is_probing = false;
    machine_end end = result.end;
    machine_result_clear(&result);
    return end;
}

rf_probe_result rf_probe_step(rf_run *r, const machine_state *before, uint32_t thread, const rf_reads *given,
                              hash128 *after)
{
    rf_probe_result p = {.end = MACHINE_NOT_ENABLED};
    machine_state *state = machine_state_copy(before);
    machine_choice choice;
    machine_forget_races(state); /* who has released what is there is not known */
    set_memory(r, state, given);
    if (find_choice(r, state, thread, &choice)) {
        begin_probe(r);
        p.end = take_choice(r, state, &choice);
        if (after)
            *after = machine_thread_hash(r->m, state, thread);
        if (rf_trace_length(&r->probe, thread) > 0)
            p.node = rf_trace_node_of(&r->probe, rf_make_id(thread, 0));
    }
    machine_state_free(state);
    return p;
}
