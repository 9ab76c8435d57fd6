/* Which dead object numbers may be given to new objects: those that nothing in the state mentions any more. Any
 * bytes, at any offset, that would be a pointer to the object count as a mention, so this errs only on the side of
 * keeping a number. */
#include "machine/state.h"
#include "machine/words.h"

/* A search for mentions of dead objects. */
typedef struct scan {
    machine_state *state;
    ir_layout layout;
    uint64_t least, beyond; /* no number of a dead object is less, or not less */
    map mentioned;
} scan;

static void note_dead(scan *s, uint32_t thread)
{
    const machine_objects *objects = *state_objects_of(s->state, thread);
    for (uint32_t k = 0; k < objects->list.size; k++) {
        if (!objects->list.data[k].is_used || objects->list.data[k].block)
            continue;
        uint64_t number = s->state->machine->first_dynamic + numbers_make(thread, k);
        s->least = number < s->least ? number : s->least;
        s->beyond = number >= s->beyond ? number + 1 : s->beyond;
    }
}

/* Most words are no pointers to what is dead; that shows at once. */
static scan scan_begin(machine_state *state)
{
    scan s = {.state = state, .layout = state->machine->program->layout, .least = UINT64_MAX};
    for (uint32_t t = 0; t < state->threads.size; t++)
        note_dead(&s, t);
    if (state->machine->given.above > 0) { /* numbers are not what they are inside */
        s.least = state->machine->first_dynamic;
        s.beyond = UINT64_MAX;
    }
    return s;
}

static void mention_number(scan *s, uint64_t number)
{
    const machine_object *object = state_object(s->state, number);
    if (object && object->block == NULL)
        map_put(&s->mentioned, number, 1);
}

/* A word may hold several pointers if they are that short. */
static inline void mention(scan *s, uint64_t word)
{
    for (uint32_t at = 0; at < IR_SLOT_BITS; at += s->layout.pointer_bits) {
        uint64_t number = ir_pointer_object(s->layout, word >> at & ir_mask(s->layout.pointer_bits));
        if (number >= s->least && number < s->beyond)
            mention_number(s, number);
    }
}

static void see_word(void *context, uint64_t word)
{
    mention(context, word);
}

static void scan_objects(scan *s, const machine_objects *objects)
{
    uint64_t size = s->layout.pointer_bits / 8;
    for (uint32_t i = 0; i < objects->list.size; i++) {
        const machine_block *block = objects->list.data[i].block;
        if (block == NULL || objects->list.data[i].is_constant)
            continue;
        s->state->machine->scanned += block->size;
        words_each(block, size, see_word, s);
    }
}

static void scan_thread(scan *s, const machine_thread *thread)
{
    mention(s, thread->result);
    mention(s, thread->bulk.piece);
    for (uint32_t i = 0; i < thread->slots.size; i++)
        mention(s, thread->slots.data[i]);
    for (uint32_t i = 0; i < thread->buffer.size; i++) {
        mention(s, thread->buffer.data[i].address);
        mention(s, thread->buffer.data[i].value);
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
    scan s = scan_begin(state);
    for (uint32_t i = 0; i < state->objects.size; i++)
        scan_objects(&s, state->objects.data[i]);
    for (uint32_t t = 0; t < state->threads.size; t++)
        scan_thread(&s, state->threads.data[t]);
    state->dead = 0;
    for (uint32_t t = 0; t < state->threads.size; t++)
        free_numbers(state, t, &s.mentioned);
    map_clear(&s.mentioned);
}
