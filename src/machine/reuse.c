/* Which dead object numbers may be given to new objects: those that nothing in the state mentions any more. Any
 * bytes, at any offset, that would be a pointer to the object count as a mention, so this errs only on the side of
 * keeping a number. */
#include "machine/state.h"

static void mention_number(machine_state *state, uint64_t number, map *mentioned)
{
    if (number < state->machine->first_dynamic)
        return;
    const machine_object *object = state_object(state, number);
    if (object && object->block == NULL)
        map_put(mentioned, number, 1);
}

/* A word may hold several pointers if they are that short. */
static void mention(machine_state *state, uint64_t word, map *mentioned)
{
    ir_layout layout = state->machine->program->layout;
    for (uint32_t at = 0; at < IR_SLOT_BITS; at += layout.pointer_bits)
        mention_number(state, ir_pointer_object(layout, word >> at & ir_mask(layout.pointer_bits)), mentioned);
}

static void scan_objects(machine_state *state, const machine_objects *objects, map *mentioned)
{
    uint64_t size = state->machine->program->layout.pointer_bits / 8;
    for (uint32_t i = 0; i < objects->list.size; i++) {
        const machine_block *block = objects->list.data[i].block;
        if (block == NULL || objects->list.data[i].is_constant)
            continue;
        state->machine->scanned += block->size;
        for (uint64_t at = 0; at + size <= block->size; at++) {
            uint64_t word = 0;
            memcpy(&word, block->bytes + at, size);
            mention(state, word, mentioned);
        }
    }
}

static void scan_thread(machine_state *state, const machine_thread *thread, map *mentioned)
{
    mention(state, thread->result, mentioned);
    mention(state, thread->bulk.piece, mentioned);
    for (uint32_t i = 0; i < thread->slots.size; i++)
        mention(state, thread->slots.data[i], mentioned);
    for (uint32_t i = 0; i < thread->buffer.size; i++) {
        mention(state, thread->buffer.data[i].address, mentioned);
        mention(state, thread->buffer.data[i].value, mentioned);
    }
}

/* Frees the numbers of the thread's dead objects that are not mentioned; counts those that are. */
static void free_numbers(machine_state *state, uint32_t thread, const map *mentioned)
{
    machine_objects **objects = state_objects_of(state, thread);
    for (uint32_t k = 0; k < (*objects)->list.size; k++) {
        const machine_object *object = &(*objects)->list.data[k];
        if (!object->is_used || object->block)
            continue;
        if (map_find(mentioned, state->machine->first_dynamic + numbers_make(thread, k)))
            state->dead++;
        else
            objects_free(objects, k);
    }
}

void reuse_collect(machine_state *state)
{
    map mentioned = {0};
    for (uint32_t i = 0; i < state->objects.size; i++)
        scan_objects(state, state->objects.data[i], &mentioned);
    for (uint32_t t = 0; t < state->threads.size; t++)
        scan_thread(state, state->threads.data[t], &mentioned);
    state->dead = 0;
    for (uint32_t t = 0; t < state->threads.size; t++)
        free_numbers(state, t, &mentioned);
    map_clear(&mentioned);
}
