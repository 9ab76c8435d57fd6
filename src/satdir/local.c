#include "satdir/local.h"

#include "machine/state.h"

hash128 local_key(machine *m, machine_state *state, uint32_t thread)
{
    hash128 key = machine_thread_hash(m, state, thread);
    const machine_thread *t = state->threads.data[thread];
    hash128_word(&key, t->status);
    hash128_word(&key, t->atomic_depth);
    hash128_word(&key, t->children);
    hash128_word(&key, (*state_objects_of(state, thread))->list.size);
    hash128_word(&key, t->locals.size);
    for (uint32_t i = 0; i < t->locals.size; i++)
        hash128_word(&key, t->locals.data[i]);
    for (uint32_t i = 0; i < t->tls.size; i++)
        if (t->tls.data[i]) {
            hash128_word(&key, i);
            hash128_word(&key, t->tls.data[i]);
        }
    return key;
}
