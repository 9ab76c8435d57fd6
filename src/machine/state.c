#include "machine/state.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "machine/exec.h"
#include "machine/undo.h"

/* ---- blocks ---- */

static size_t mask_bytes(uint64_t size)
{
    return (size_t)(size / 8 + 1);
}

static machine_block *block_new(uint64_t size, bool is_initialised)
{
    machine_block *block = alloc_zeroed(1, sizeof *block + size);
    block->references = 1;
    block->size = size;
    block->initialised = is_initialised ? NULL : alloc_zeroed(1, mask_bytes(size));
    return block;
}

static void block_release(machine_block *block)
{
    if (block && --block->references == 0) {
        free(block->initialised);
        free(block);
    }
}

static machine_block *block_clone(const machine_block *block)
{
    machine_block *clone = alloc_bytes(sizeof *clone + block->size);
    memcpy(clone, block, sizeof *clone + block->size);
    clone->references = 1;
    if (block->initialised) {
        clone->initialised = alloc_bytes(mask_bytes(block->size));
        memcpy(clone->initialised, block->initialised, mask_bytes(block->size));
    }
    return clone;
}

machine_block *state_writable_block(machine_object *object)
{
    if (object->block->references > 1) {
        machine_block *clone = block_clone(object->block);
        block_release(object->block);
        object->block = clone;
    }
    object->block->has_hash = false;
    return object->block;
}

static hash128 block_hash(machine_block *block)
{
    if (!block->has_hash) {
        hash128 h = hash128_start();
        hash128_bytes(&h, block->bytes, block->size);
        if (block->initialised)
            hash128_bytes(&h, block->initialised, mask_bytes(block->size));
        block->hash = h;
        block->has_hash = true;
    }
    return block->hash;
}

/* ---- objects ---- */

uint32_t state_owner(const machine *m, uint64_t number, uint64_t *k)
{
    number = given_inside(&m->given, number);
    *k = 0;
    return number < m->first_dynamic ? UINT32_MAX : numbers_owner(number - m->first_dynamic, k);
}

machine_object *state_object(const machine_state *state, uint64_t number)
{
    if (number - 1 < state->globals.size)
        return &state->globals.data[number - 1];
    uint64_t k;
    uint32_t thread = state_owner(state->machine, number, &k);
    if (thread >= MACHINE_MAX_THREADS)
        return NULL;
    const machine_objects *objects = &state->objects[thread];
    return k < objects->size && objects->data[k].is_used ? &objects->data[k] : NULL;
}

/* The first of the thread's numbers that nothing uses: which one it is of them. */
static uint32_t find_free_number(machine_state *state, uint32_t thread)
{
    const machine_objects *objects = &state->objects[thread];
    uint32_t k = state->first_free[thread];
    while (k < objects->size && objects->data[k].is_used)
        k++;
    state->first_free[thread] = k;
    return k;
}

static uint64_t take_free_number(machine_state *state, uint32_t thread, machine_object **object)
{
    machine_objects *objects = &state->objects[thread];
    uint64_t first = state->machine->first_dynamic, last = ir_last_object(state->machine->program->layout);
    bool is_collecting = state->machine->options.normalise ? state->dead > 0 : state->dead > MACHINE_DEAD_BEFORE_REUSE;
    bool may_collect = state->machine->given.above == 0 && !state->machine->options.is_traced;
    if (is_collecting && may_collect)
        reuse_collect(state);
    uint32_t k = find_free_number(state, thread);
    if (first + numbers_make(thread, k) > last && state->dead > 0 && may_collect) {
        reuse_collect(state);
        k = find_free_number(state, thread);
    }
    uint64_t number = first + numbers_make(thread, k);
    if (number > last)
        return 0;
    if (k == objects->size)
        vec_push(objects, (machine_object){0});
    *object = &objects->data[k];
    return number;
}

/* How many objects of the thread have their numbers from what was given: all but thread-local ones and arguments. */
static uint32_t count_given(const machine_state *state, uint32_t thread)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < state->objects[thread].size; i++) {
        uint8_t origin = state->objects[thread].data[i].origin;
        count += state->objects[thread].data[i].is_used && (origin == MACHINE_FROM_SITE || origin == MACHINE_FROM_HEAP);
    }
    return count;
}

static uint64_t number_outside(machine_state *state, uint32_t thread, machine_origin origin, uint64_t inside)
{
    given *g = &state->machine->given;
    bool is_given = g->above > 0 && (origin == MACHINE_FROM_SITE || origin == MACHINE_FROM_HEAP);
    return given_number(g, thread, is_given ? count_given(state, thread) : UINT32_MAX, inside);
}

uint64_t state_new_object(machine_state *state, uint32_t thread, uint64_t size, machine_origin origin, uint32_t id,
                          bool is_zeroed)
{
    machine_object *object = NULL;
    uint64_t number = take_free_number(state, thread, &object);
    if (number == 0)
        return 0;
    number = number_outside(state, thread, origin, number);
    *object = (machine_object){
        .block = block_new(size, is_zeroed || size == 0),
        .size = size,
        .id = id,
        .origin = (uint8_t)origin,
        .is_used = true,
    };
    return number;
}

void state_kill_object(machine_state *state, machine_object *object)
{
    block_release(object->block);
    object->block = NULL;
    state->dead++;
}

/* ---- threads ---- */

machine_thread *machine_thread_new(ir_id entry)
{
    machine_thread *thread = alloc_zeroed(1, sizeof *thread);
    thread->references = 1;
    thread->entry = entry;
    return thread;
}

static void thread_release(machine_thread *thread)
{
    if (--thread->references > 0)
        return;
    vec_clear(&thread->frames);
    vec_clear(&thread->slots);
    vec_clear(&thread->locals);
    vec_clear(&thread->buffer);
    vec_clear(&thread->tls);
    free(thread);
}

void state_replace_thread(machine_state *state, uint32_t index, machine_thread *thread)
{
    thread_release(state->threads.data[index]);
    state->threads.data[index] = thread;
}

#define COPY_VEC(to, from)                                                                                             \
    do {                                                                                                               \
        memset(&(to), 0, sizeof(to));                                                                                  \
        vec_append(&(to), (from).data, (from).size);                                                                   \
    } while (0)

machine_thread *state_writable_thread(machine_state *state, uint32_t index)
{
    machine_thread *old = state->threads.data[index];
    if (old->references == 1) {
        old->has_hash = false;
        return old;
    }
    machine_thread *clone = alloc_bytes(sizeof *clone);
    *clone = *old;
    clone->references = 1;
    clone->has_hash = false;
    COPY_VEC(clone->frames, old->frames);
    COPY_VEC(clone->slots, old->slots);
    COPY_VEC(clone->locals, old->locals);
    COPY_VEC(clone->buffer, old->buffer);
    COPY_VEC(clone->tls, old->tls);
    old->references--;
    state->threads.data[index] = clone;
    return clone;
}

/* Two threads with equal hashes behave the same from here on: what only serves reports (where a buffered store
 * came from) is left out. */
static hash128 compute_thread_hash(const machine_thread *thread)
{
    hash128 start = hash128_start(), *h = &start;
    hash128_word(h, (uint64_t)thread->status | (uint64_t)thread->is_detached << 8 | (uint64_t)thread->is_joined << 9 |
                        (uint64_t)thread->atomic_depth << 16);
    hash128_word(h, thread->result);
    hash128_word(h, thread->bulk.done);
    hash128_word(h, thread->bulk.piece);
    hash128_word(h, (uint64_t)thread->bulk.initialised << 1 | thread->bulk.has_piece);
    hash128_word(h, (uint64_t)thread->frames.size << 32 | thread->slots.size);
    for (uint32_t i = 0; i < thread->frames.size; i++) {
        hash128_word(h, (uint64_t)thread->frames.data[i].function << 32 | thread->frames.data[i].pc);
        hash128_word(h, thread->frames.data[i].first_local);
    }
    for (uint32_t i = 0; i < thread->slots.size; i++)
        hash128_word(h, thread->slots.data[i]);
    hash128_word(h, (uint64_t)thread->locals.size << 32 | thread->buffer.size);
    for (uint32_t i = 0; i < thread->locals.size; i++)
        hash128_word(h, thread->locals.data[i]);
    for (uint32_t i = 0; i < thread->buffer.size; i++) {
        const machine_store *store = &thread->buffer.data[i];
        hash128_word(h, store->address);
        hash128_word(h, store->value);
        hash128_word(h, (uint64_t)store->kind << 16 | (uint64_t)store->size << 8 | store->initialised);
    }
    return start;
}

static hash128 thread_hash(machine_thread *thread)
{
    if (!thread->has_hash) {
        thread->hash = compute_thread_hash(thread);
        thread->has_hash = true;
    }
    assert(memcmp(&thread->hash, &(hash128[]){compute_thread_hash(thread)}, sizeof thread->hash) == 0);
    return thread->hash;
}

/* ---- states ---- */

static void copy_objects(machine_objects *to, const machine_objects *from)
{
    COPY_VEC(*to, *from);
    for (uint32_t i = 0; i < to->size; i++)
        if (to->data[i].block)
            to->data[i].block->references++;
}

static void clear_objects(machine_objects *objects)
{
    for (uint32_t i = 0; i < objects->size; i++)
        block_release(objects->data[i].block);
    vec_clear(objects);
}

void state_stop_thread(machine_state *state, uint32_t index, machine_thread_status status)
{
    machine_thread *thread = state_writable_thread(state, index);
    thread->status = (uint8_t)status;
    thread->frames.size = 0;
    thread->slots.size = 0;
    if (thread->atomic_depth > 0) {
        thread->atomic_depth = 0;
        state->atomic_owner = IR_NONE;
    }
}

machine_state *machine_state_copy(const machine_state *state)
{
    machine_state *copy = alloc_zeroed(1, sizeof *copy);
    copy->machine = state->machine;
    copy->dead = state->dead;
    copy->atomic_owner = state->atomic_owner;
    copy->undo = state->undo;
    if (copy->undo)
        copy->undo->references++;
    copy_objects(&copy->globals, &state->globals);
    COPY_VEC(copy->threads, state->threads);
    for (uint32_t t = 0; t < copy->threads.size; t++) {
        copy->threads.data[t]->references++;
        copy_objects(&copy->objects[t], &state->objects[t]);
        copy->first_free[t] = state->first_free[t];
    }
    return copy;
}

void machine_state_free(machine_state *state)
{
    if (state == NULL)
        return;
    for (uint32_t t = 0; t < state->threads.size; t++) {
        thread_release(state->threads.data[t]);
        clear_objects(&state->objects[t]);
    }
    vec_clear(&state->threads);
    clear_objects(&state->globals);
    undo_forget(state);
    free(state);
}

static uint64_t bytes_of_objects(const machine_objects *objects)
{
    uint64_t bytes = objects->capacity * sizeof *objects->data;
    for (uint32_t i = 0; i < objects->size; i++)
        if (objects->data[i].block && objects->data[i].block->references == 1)
            bytes += sizeof(machine_block) + objects->data[i].block->size;
    return bytes;
}

static uint64_t bytes_of_thread(const machine_thread *t)
{
    if (t->references > 1)
        return 0;
    return sizeof *t + t->frames.capacity * sizeof *t->frames.data + t->slots.capacity * sizeof *t->slots.data +
           t->locals.capacity * sizeof *t->locals.data + t->buffer.capacity * sizeof *t->buffer.data +
           t->tls.capacity * sizeof *t->tls.data;
}

uint64_t machine_state_bytes(const machine_state *state)
{
    uint64_t bytes = sizeof *state + bytes_of_objects(&state->globals) + state->threads.capacity * sizeof(void *);
    for (uint32_t t = 0; t < state->threads.size; t++)
        bytes += bytes_of_objects(&state->objects[t]) + bytes_of_thread(state->threads.data[t]);
    return bytes;
}

static void hash_objects(hash128 *h, const machine_objects *objects)
{
    for (uint32_t i = 0; i < objects->size; i++) {
        const machine_object *object = &objects->data[i];
        if (!object->is_used)
            continue;
        hash128_word(h, i);
        hash128_word(h, (uint64_t)object->origin << 32 | object->id);
        if (object->block) {
            hash128 content = block_hash(object->block);
            hash128_word(h, content.a);
            hash128_word(h, content.b);
        }
    }
}

hash128 machine_state_hash(machine_state *state)
{
    hash128 h = hash128_start();
    hash128_word(&h, state->atomic_owner);
    for (uint32_t i = 0; i < state->globals.size; i++) {
        if (state->globals.data[i].is_constant)
            continue;
        hash128 content = block_hash(state->globals.data[i].block);
        hash128_word(&h, content.a);
        hash128_word(&h, content.b);
    }
    for (uint32_t t = 0; t < state->threads.size; t++) {
        hash128 thread = thread_hash(state->threads.data[t]);
        hash128_word(&h, thread.a);
        hash128_word(&h, thread.b);
        hash_objects(&h, &state->objects[t]);
    }
    return h;
}

static void start_globals(machine_state *state, const ir_program *program)
{
    for (uint32_t i = 0; i < program->globals.size; i++) {
        const ir_global *global = &program->globals.data[i];
        machine_object object = {
            .block = global->is_undefined ? NULL : block_new(global->size, true),
            .size = global->size,
            .id = i,
            .origin = MACHINE_FROM_GLOBAL,
            .is_constant = global->is_constant || global->is_undefined,
            .is_used = true,
        };
        if (object.block && global->size)
            memcpy(object.block->bytes, global->bytes, global->size);
        vec_push(&state->globals, object);
    }
}

/* argv = { "program", NULL }, and the same array's end as envp. */
static uint64_t make_arguments(machine_state *state)
{
    static const char name[] = "program";
    uint64_t text = state_new_object(state, 0, sizeof name, MACHINE_FROM_ARGUMENTS, 0, true);
    memcpy(state_object(state, text)->block->bytes, name, sizeof name);
    uint64_t word = state->machine->program->layout.pointer_bits / 8;
    uint64_t vector = state_new_object(state, 0, 2 * word, MACHINE_FROM_ARGUMENTS, 0, true);
    uint64_t first = ir_pointer(state->machine->program->layout, text, 0);
    memcpy(state_object(state, vector)->block->bytes, &first, word);
    return vector;
}

machine_state *machine_start(machine *m)
{
    const ir_program *program = m->program;
    machine_state *state = alloc_zeroed(1, sizeof *state);
    state->machine = m;
    given_clear(&m->given);
    state->atomic_owner = IR_NONE;
    start_globals(state, program);

    const ir_function *entry = &program->functions.data[program->main];
    machine_thread *thread = machine_thread_new(program->main);
    vec_push(&state->threads, thread);
    vec_resize(&thread->slots, entry->slots);
    vec_push(&thread->frames, (machine_frame){
                                  .function = program->main,
                                  .pc = program->blocks.data[entry->first_block].first,
                              });
    if (entry->parameters.size > 0) {
        uint64_t vector = make_arguments(state);
        uint64_t environment = program->layout.pointer_bits / 8;
        uint64_t values[] = {1, ir_pointer(program->layout, vector, 0),
                             ir_pointer(program->layout, vector, environment)};
        for (uint32_t i = 0; i < entry->parameters.size && i < sizeof values / sizeof *values; i++)
            thread->slots.data[entry->parameters.data[i].reg] = values[i];
    }
    return state;
}

machine *machine_new(const ir_program *program, const machine_options *options)
{
    machine *m = alloc_zeroed(1, sizeof *m);
    m->program = program;
    m->options = *options;
    if (m->options.model == NULL)
        m->options.model = MODELS[0];
    m->first_dynamic = (uint64_t)program->globals.size + program->functions.size + 1;
    m->thread_return = ir_find_function(program, "__heddle_thread_return");
    liveness_init(&m->live, program);
    return m;
}

void machine_free(machine *m)
{
    if (m == NULL)
        return;
    liveness_clear(&m->live);
    given_clear(&m->given);
    map_clear(&m->thread_numbers);
    free(m);
}

const ir_program *machine_program(const machine *m)
{
    return m->program;
}

const model *machine_model_of(const machine *m)
{
    return m->options.model;
}

uint64_t machine_instruction_count(const machine *m)
{
    return m->instructions;
}

uint32_t machine_thread_count(const machine_state *state)
{
    return state->threads.size;
}

machine_thread_status machine_status_of(const machine_state *state, uint32_t thread)
{
    return state->threads.data[thread]->status;
}

bool machine_is_complete(const machine_state *state)
{
    for (uint32_t t = 0; t < state->threads.size; t++) {
        const machine_thread *thread = state->threads.data[t];
        if (thread->status == MACHINE_RUNNING || thread->status == MACHINE_STOPPED || thread->buffer.size > 0)
            return false;
    }
    return true;
}

bool machine_is_deadlock(const machine_state *state)
{
    bool somebody_waits = false;
    for (uint32_t t = 0; t < state->threads.size; t++) {
        uint8_t status = state->threads.data[t]->status;
        if (status == MACHINE_STOPPED || status == MACHINE_FAILED || status == MACHINE_EXITED)
            return false;
        somebody_waits |= status == MACHINE_RUNNING;
    }
    return somebody_waits;
}

bool machine_peek(const machine_state *state, uint64_t address, uint8_t size, uint64_t *value)
{
    const machine_object *object = state_object(state, ir_pointer_object(state->machine->program->layout, address));
    uint64_t offset = ir_pointer_offset(state->machine->program->layout, address);
    *value = 0;
    if (object == NULL || object->block == NULL || offset > object->size || object->size - offset < size)
        return false;
    memcpy(value, object->block->bytes + offset, size);
    return true;
}

bool machine_poke(machine_state *state, uint64_t address, uint8_t size, uint64_t value)
{
    machine_object *object = state_object(state, ir_pointer_object(state->machine->program->layout, address));
    uint64_t offset = ir_pointer_offset(state->machine->program->layout, address);
    if (object == NULL || object->block == NULL || offset > object->size || object->size - offset < size)
        return false;
    access_write_memory(object, offset, size, value, UINT8_MAX);
    return true;
}

static void hash_private_objects(hash128 *h, const machine_objects *objects)
{
    for (uint32_t i = 0; i < objects->size; i++)
        if (objects->data[i].is_private && objects->data[i].block) {
            hash128 content = block_hash(objects->data[i].block);
            hash128_word(h, i);
            hash128_word(h, content.a ^ content.b);
        }
}

hash128 machine_thread_hash(machine *m, machine_state *state, uint32_t thread)
{
    const machine_thread *t = state->threads.data[thread];
    hash128 h = hash128_start();
    hash128_word(&h, t->bulk.done << 1 | t->bulk.has_piece);
    hash128_word(&h, t->bulk.piece);
    for (uint32_t f = 0; f < t->frames.size; f++) {
        const machine_frame *frame = &t->frames.data[f];
        const uint64_t *live = liveness_at(&m->live, frame->function, frame->pc, f + 1 < t->frames.size);
        uint32_t count = m->program->functions.data[frame->function].slots;
        hash128_word(&h, (uint64_t)frame->function << 32 | frame->pc);
        for (uint32_t i = 0; i < count; i++)
            if (live[i / 64] >> (i % 64) & 1) {
                hash128_word(&h, i);
                hash128_word(&h, t->slots.data[frame->base + i]);
            }
    }
    hash_private_objects(&h, &state->objects[thread]);
    return h;
}

void machine_result_clear(machine_result *result)
{
    free(result->message);
    *result = (machine_result){0};
}

bool machine_buffered(const machine_state *state, uint32_t thread, uint64_t address, uint8_t size, uint64_t *value)
{
    const machine_thread *t = state->threads.data[thread];
    for (uint32_t i = t->buffer.size; i-- > 0;) {
        const machine_store *store = &t->buffer.data[i];
        if (store->address == address && store->size == size) {
            *value = store->value;
            return true;
        }
    }
    return false;
}

bool machine_find_local(const machine_state *state, uint64_t address, ir_id *site, uint32_t *instance)
{
    uint64_t number = ir_pointer_object(state->machine->program->layout, address), k;
    const machine_object *object = state_object(state, number);
    if (object == NULL || object->block == NULL || object->origin != MACHINE_FROM_SITE || object->block->has_copies)
        return false;
    const machine_objects *objects = &state->objects[state_owner(state->machine, number, &k)];
    *site = object->id;
    *instance = 0;
    for (uint64_t i = 0; i < k; i++)
        *instance += objects->data[i].origin == MACHINE_FROM_SITE && objects->data[i].id == object->id;
    return true;
}

uint32_t machine_waiting_count(const machine_state *state, uint32_t thread)
{
    return state->threads.data[thread]->buffer.size;
}

machine_waiting machine_waiting_at(const machine_state *state, uint32_t thread, uint32_t index)
{
    const machine_store *store = &state->threads.data[thread]->buffer.data[index];
    return (machine_waiting){.address = store->address, .size = store->size, .is_fence = store->kind == MACHINE_MARKER};
}

ir_id machine_next_pc(const machine_state *state, uint32_t thread)
{
    const machine_thread *t = state->threads.data[thread];
    return t->status == MACHINE_RUNNING ? t->frames.data[t->frames.size - 1].pc : IR_NONE;
}

uint32_t machine_atomic_owner(const machine_state *state)
{
    return state->atomic_owner;
}
