/* Store buffers, as docs/ground-truth.md has them: one queue per thread; or one per thread and location, with W->W
 * fences as markers. Both are one list per thread here, oldest first; what differs is which of its stores may go next.
 * Locations that overlap in part count as the same, so stores of different sizes to the
 * same bytes stay in order. */
#include "machine/race.h"

static bool is_marker(const machine_store *store)
{
    return store->kind == MACHINE_MARKER;
}

/* The end of an object concerns all its bytes. */
static bool overlap(ir_layout layout, const machine_store *a, const machine_store *b)
{
    if (a->kind == MACHINE_KILL || b->kind == MACHINE_KILL)
        return ir_pointer_object(layout, a->address) == ir_pointer_object(layout, b->address);
    return a->address < b->address + b->size && b->address < a->address + a->size;
}

/* Ends of variables do not count: every block that is left makes some. */
bool commit_buffer_is_full(const machine *m, const machine_thread *thread)
{
    uint32_t bound = m->options.buffer_bound, stores = 0;
    if (bound == 0 || thread->buffer.size < bound)
        return false;
    for (uint32_t i = 0; i < thread->buffer.size; i++)
        stores += thread->buffer.data[i].kind != MACHINE_KILL;
    return stores >= bound;
}

bool commit_is_enabled(const machine *m, const machine_thread *thread, uint32_t index)
{
    if (index >= thread->buffer.size || is_marker(&thread->buffer.data[index]))
        return false;
    if (m->options.model->buffers == MODEL_ONE_BUFFER)
        return index == 0;
    for (uint32_t earlier = 0; earlier < index; earlier++)
        if (is_marker(&thread->buffer.data[earlier]) ||
            overlap(m->program->layout, &thread->buffer.data[earlier], &thread->buffer.data[index]))
            return false;
    return true;
}

static void remove_store(step *s, uint32_t index)
{
    machine_thread *thread = s->thread;
    machine_store *stores = thread->buffer.data;
    memmove(stores + index, stores + index + 1, (thread->buffer.size - index - 1) * sizeof *stores);
    thread->buffer.size--;
    race_unbuffer(s, index);
}

/* A marker keeps later stores behind earlier ones: with none earlier, or none later, it says nothing. */
static void remove_idle_markers(step *s)
{
    while (s->thread->buffer.size > 0 && is_marker(&s->thread->buffer.data[0]))
        remove_store(s, 0);
}

void commit_fence_stores(step *s)
{
    machine_thread *thread = s->thread;
    if (thread->buffer.size == 0 || is_marker(vec_last(&thread->buffer)))
        return;
    vec_push(&thread->buffer, (machine_store){.kind = MACHINE_MARKER, .pc = s->pc});
    race_buffer_other(s);
}

bool commit_hides(const machine *m, const machine_thread *thread, uint64_t address, uint64_t size)
{
    if (m->options.model->forwards)
        return false;
    for (uint32_t i = 0; i < thread->buffer.size; i++) {
        const machine_store *store = &thread->buffer.data[i];
        if (store->address < address + size && address < store->address + store->size)
            return true;
    }
    return false;
}

bool commit_kills(const step *s, uint64_t number)
{
    const machine_thread *thread = s->thread;
    for (uint32_t i = 0; i < thread->buffer.size; i++)
        if (thread->buffer.data[i].kind == MACHINE_KILL &&
            ir_pointer_object(s->m->program->layout, thread->buffer.data[i].address) == number)
            return true;
    return false;
}

void commit_kill(step *s, uint64_t number)
{
    bool is_private = state_object(s->state, number)->is_private;
    bool is_direct = !model_is_buffered(s->m->options.model) || is_private || s->thread->atomic_depth > 0 ||
                     (s->is_alone && !commit_is_pending(s));
    if (is_direct) {
        state_kill_object(s->state, number);
    } else {
        race_buffer_other(s);
        vec_push(&s->thread->buffer, (machine_store){.kind = MACHINE_KILL,
                                                     .address = ir_pointer(s->m->program->layout, number, 0),
                                                     .pc = s->pc,
                                                     .user_pc = step_user_pc(s->m, s->thread, s->pc)});
    }
    if (!is_private)
        step_event(s, (machine_event){.kind = MACHINE_EVENT_GONE,
                                      .address = ir_pointer(s->m->program->layout, number, 0),
                                      .value = !is_direct});
}

void commit_take(step *s, uint32_t index)
{
    machine_store store = s->thread->buffer.data[index];
    quiet_note_commit(s, index);
    race_commit(s, index, &store);
    remove_store(s, index);
    remove_idle_markers(s);
    uint64_t number = ir_pointer_object(s->m->program->layout, store.address);
    const machine_object *object = state_object(s->state, number);
    s->pc = store.pc;
    if (object == NULL || object->block == NULL) {
        strbuf name = {0};
        machine_describe_place(s->m, s->state, store.address, store.size, &name);
        if (store.kind == MACHINE_KILL)
            step_violation(s, PROPERTY_FREE, "double free of %s", strbuf_text(&name));
        else
            step_violation(s, PROPERTY_DEREFERENCE,
                           "use after free: a buffered store to %s reaches memory after the object's end",
                           strbuf_text(&name));
        s->result->user_pc = store.user_pc;
        strbuf_clear(&name);
        return;
    }
    if (store.kind == MACHINE_KILL)
        state_kill_object(s->state, number);
    else
        access_write_memory(s->state, store.address, store.size, store.value, store.initialised, store.unset);
    step_event(s, (machine_event){.kind = MACHINE_EVENT_COMMIT,
                                  .user_pc = store.user_pc,
                                  .address = store.address,
                                  .size = store.size,
                                  .value = store.value});
}
