/* Atomic blocks that do not come to their end. Nobody ever sees anything of a block whose thread stops or waits for
 * ever in it: it is as if the thread had stopped before the block. So while a thread is in an atomic block of the
 * user's, the state remembers what it was before. The blocks of the library models always end; they do not pay for
 * this.
 *
 * The memory of a state is no part of it: two states that differ only in it are equal. Nothing is lost by that, since
 * what the others do after the block is undone they can do before it begins. */
#ifndef HEDDLE_MACHINE_UNDO_H
#define HEDDLE_MACHINE_UNDO_H

#include "machine/state.h"

struct machine_undo {
    uint32_t references;
    machine_state *before;
};

/* Remembers the state as it is now. */
void undo_note(machine_state *state);
void undo_forget(machine_state *state);
/* Makes the state what it was, but for the thread, which stops; false if nothing is remembered. */
bool undo_block(machine_state *state, uint32_t thread, machine_thread_status status);

#endif
