#include "machine/undo.h"

#include <stdlib.h>

#include "base/alloc.h"

void undo_note(machine_state *state)
{
    undo_forget(state);
    machine_undo *undo = alloc_zeroed(1, sizeof *undo);
    undo->references = 1;
    undo->before = machine_state_copy(state);
    state->undo = undo;
}

void undo_forget(machine_state *state)
{
    machine_undo *undo = state->undo;
    state->undo = NULL;
    if (undo == NULL || --undo->references > 0)
        return;
    machine_state_free(undo->before);
    free(undo);
}

bool undo_block(machine_state *state, uint32_t thread, machine_thread_status status)
{
    if (state->undo == NULL)
        return false;
    machine_state *before = machine_state_copy(state->undo->before), after = *state;
    *state = *before;
    *before = after;
    machine_state_free(before);
    state_stop_thread(state, thread, status);
    return true;
}

void machine_undo_block(machine_state *state, uint32_t thread)
{
    undo_block(state, thread, machine_status_of(state, thread));
}
