/* Loads and stores: checking the address, what a thread sees, and where a store goes. */
#include "machine/exec.h"
#include "machine/race.h"

/* "below" rather than a huge offset. */
static int64_t signed_offset(ir_layout layout, uint64_t offset)
{
    return offset < 2 * ir_object_limit(layout) ? (int64_t)offset
                                                : (int64_t)offset - (INT64_C(1) << layout.offset_bits);
}

static outcome report_dead(step *s, const machine_object *object, uint64_t number, const char *verb)
{
    strbuf name = {0};
    step_look_dead(s, object, ir_pointer(s->m->program->layout, number, 0));
    machine_describe_place(s->m, s->state, ir_pointer(s->m->program->layout, number, 0), object->size, &name);
    outcome result = object->origin == MACHINE_FROM_HEAP
                         ? step_violation(s, PROPERTY_DEREFERENCE, "use after free: %s %s", verb, strbuf_text(&name))
                         : step_violation(s, PROPERTY_DEREFERENCE, "dangling pointer: %s %s, which no longer exists",
                                          verb, strbuf_text(&name));
    strbuf_clear(&name);
    return result;
}

static outcome report_outside(step *s, const machine_object *object, uint64_t number, int64_t offset, uint64_t size,
                              const char *verb)
{
    strbuf name = {0};
    machine_describe_place(s->m, s->state, ir_pointer(s->m->program->layout, number, 0), object->size, &name);
    outcome result =
        step_violation(s, PROPERTY_DEREFERENCE, "out of bounds: %s %llu byte%s at offset %lld of %s, which has %llu",
                       verb, (unsigned long long)size, size == 1 ? "" : "s", (long long)offset, strbuf_text(&name),
                       (unsigned long long)object->size);
    strbuf_clear(&name);
    return result;
}

static outcome report_no_object(step *s, uint64_t address, const char *verb)
{
    if (address == 0)
        return step_violation(s, PROPERTY_DEREFERENCE, "null pointer dereference: %s *NULL", verb);
    ir_id function = ir_function_at(s->m->program, address - ir_pointer_offset(s->m->program->layout, address));
    if (function != IR_NONE)
        return step_violation(s, PROPERTY_DEREFERENCE, "invalid pointer: %s the code of function %s", verb,
                              s->m->program->functions.data[function].name);
    if (address == ir_nowhere(s->m->program->layout))
        return step_violation(s, PROPERTY_DEREFERENCE,
                              "out of bounds: %s far away from the object that the pointer was made for", verb);
    if (ir_is_near_null(address))
        return step_violation(s, PROPERTY_DEREFERENCE, "null pointer dereference: %s address %llu", verb,
                              (unsigned long long)address);
    return step_violation(s, PROPERTY_DEREFERENCE, "invalid pointer: %s address 0x%llx, which is in no object", verb,
                          (unsigned long long)address);
}

/* A private object cannot be hit by a pointer that was made of a number, but only by one that came from it. */
static bool is_reachable(const step *s, const machine_object *object)
{
    const ir_program *program = s->m->program;
    if (!object->is_private)
        return true;
    uint32_t site = object->origin == MACHINE_FROM_SITE ? object->id : ir_tls_site(program, object->id);
    ir_id function = s->thread->frames.data[s->thread->frames.size - 1].function;
    return ir_origin_has(program, ir_origin_of(program, function, s->through), site);
}

const machine_object *access_object(step *s, uint64_t address, uint64_t size, access_kind kind)
{
    uint64_t number = ir_pointer_object(s->m->program->layout, address),
             offset = ir_pointer_offset(s->m->program->layout, address);
    const machine_object *object = state_object(s->state, number);
    if (object && !is_reachable(s, object))
        object = NULL;
    bool is_killed = s->thread->buffer.size > 0 && commit_kills(s, number);
    if (object && object->block && offset <= object->size && object->size - offset >= size &&
        !(kind == ACCESS_WRITE && object->is_constant) && !is_killed)
        return object;

    const char *verb = kind == ACCESS_READ ? "reading" : "writing";
    int64_t shown = signed_offset(s->m->program->layout, offset);
    if (object == NULL) {
        report_no_object(s, address, verb);
        return NULL;
    }
    if (object->block == NULL && object->origin == MACHINE_FROM_GLOBAL) {
        step_unsupported(s, "external variable `%s`, which is defined nowhere",
                         s->m->program->globals.data[object->id].name);
        return NULL;
    }
    if (object->block == NULL || is_killed) {
        report_dead(s, object, number, verb);
        return NULL;
    }
    if (shown < 0 || (uint64_t)shown > object->size || object->size - (uint64_t)shown < size) {
        report_outside(s, object, number, shown, size, verb);
        return NULL;
    }
    step_violation(s, PROPERTY_DEREFERENCE, "writing the constant %s", s->m->program->globals.data[object->id].name);
    return NULL;
}

bool access_is_visible(const step *s, const machine_object *object, access_kind kind)
{
    if (object->is_private || object->is_constant)
        return false;
    /* A store to an object that lives for ever only enters the thread's own buffer. One that may be freed is
     * visible, since whether it is still alive is. */
    return kind == ACCESS_READ || !model_is_buffered(s->m->options.model) || object->origin != MACHINE_FROM_GLOBAL;
}

static bool has_bit(const uint8_t *bits, uint64_t i)
{
    return bits == NULL || (bits[i / 8] >> (i % 8) & 1);
}

static void copy_byte(uint64_t *value, uint8_t *initialised, uint32_t to, uint64_t byte, bool is_initialised)
{
    *value = (*value & ~(UINT64_C(0xff) << to * 8)) | byte << to * 8;
    *initialised = (uint8_t)((*initialised & ~(1u << to)) | (unsigned)is_initialised << to);
}

uint64_t access_view(const step *s, const machine_object *object, uint64_t address, uint8_t size, uint8_t *initialised,
                     bool *from_buffer)
{
    uint64_t offset = ir_pointer_offset(s->m->program->layout, address), value = 0;
    const machine_block *block = object->block;
    quiet_note_read(s, address);
    memcpy(&value, block->bytes + offset, size);
    *initialised = 0xff;
    for (uint32_t i = 0; block->initialised && i < size; i++)
        if (!has_bit(block->initialised, offset + i))
            *initialised &= (uint8_t) ~(1u << i);
    *from_buffer = false;
    for (uint32_t n = 0; n < s->thread->buffer.size; n++) {
        const machine_store *store = &s->thread->buffer.data[n];
        for (uint32_t i = 0; i < store->size; i++)
            if (store->address + i - address < size) {
                copy_byte(&value, initialised, (uint32_t)(store->address + i - address), store->value >> i * 8 & 0xff,
                          store->initialised >> i & 1);
                *from_buffer = true;
            }
    }
    return value;
}

uint64_t access_view_unset(const step *s, const machine_object *object, uint64_t address, uint8_t size)
{
    uint64_t offset = ir_pointer_offset(s->m->program->layout, address), unset = 0;
    if (!s->m->program->tracks_unset)
        return 0;
    if (object->block->unset)
        memcpy(&unset, object->block->unset + offset, size);
    for (uint32_t n = 0; n < s->thread->buffer.size; n++) {
        const machine_store *store = &s->thread->buffer.data[n];
        for (uint32_t i = 0; i < store->size; i++)
            if (store->address + i - address < size) {
                uint64_t to = (store->address + i - address) * 8;
                unset = (unset & ~(UINT64_C(0xff) << to)) | (store->unset >> i * 8 & 0xff) << to;
            }
    }
    return unset;
}

static void write_unset(machine_block *block, uint64_t offset, uint8_t size, uint64_t unset)
{
    if (block->unset == NULL && unset == 0)
        return;
    for (uint32_t i = 0; i < size; i++)
        objects_set_unset(block, offset + i, (uint8_t)(unset >> i * 8));
}

void access_write_memory(machine_state *state, uint64_t address, uint8_t size, uint64_t value, uint8_t initialised,
                         uint64_t unset)
{
    ir_layout layout = state->machine->program->layout;
    uint64_t offset = ir_pointer_offset(layout, address);
    machine_block *block = objects_writable_block(state_change_object(state, ir_pointer_object(layout, address)));
    memcpy(block->bytes + offset, &value, size);
    write_unset(block, offset, size, unset);
    if (block->initialised == NULL)
        return;
    for (uint32_t i = 0; i < size; i++) {
        uint64_t at = offset + i;
        uint8_t bit = (uint8_t)(1u << at % 8);
        if (initialised >> i & 1)
            block->initialised[at / 8] |= bit;
        else
            block->initialised[at / 8] &= (uint8_t)~bit;
        block->has_copies |= !(initialised >> i & 1);
    }
}

/* The bytes that were read without ever having been written get their value now, for good: in the newest buffered
 * store they came from, or in memory. */
static void settle_uninitialised(step *s, uint64_t address, uint8_t size, uint8_t initialised, uint64_t value)
{
    for (uint32_t i = 0; i < size; i++) {
        if (initialised >> i & 1)
            continue;
        uint64_t byte = value >> i * 8 & 0xff;
        machine_store *newest = NULL;
        for (uint32_t n = 0; n < s->thread->buffer.size; n++)
            if (address + i - s->thread->buffer.data[n].address < s->thread->buffer.data[n].size)
                newest = &s->thread->buffer.data[n];
        if (newest)
            copy_byte(&newest->value, &newest->initialised, (uint32_t)(address + i - newest->address), byte, true);
        else
            access_write_memory(s->state, address + i, 1, byte, 1, 0);
    }
}

outcome access_load(step *s, uint64_t address, uint8_t size, uint64_t *value)
{
    const machine_object *object = access_object(s, address, size, ACCESS_READ);
    if (object == NULL)
        return GONE;
    if (!step_may_act(s) && access_is_visible(s, object, ACCESS_READ))
        return STAY;
    if (commit_is_pending(s) && commit_hides(s->m, s->thread, address, size))
        return STAY;
    uint8_t initialised;
    bool from_buffer;
    *value = access_view(s, object, address, size, &initialised, &from_buffer);
    uint8_t all = (uint8_t)((1u << size) - 1);
    uint64_t unset = 0;
    if (s->m->program->tracks_unset) {
        unset = access_view_unset(s, object, address, size);
        unset_note_read(s, unset);
    } else if ((initialised & all) != all) {
        uint64_t chosen[2];
        outcome o = step_take_value(s, (uint8_t)(size * 8), chosen);
        if (o == GONE)
            s->result->address = address;
        if (o != NEXT)
            return o;
        for (uint32_t i = 0; i < size; i++)
            if (!(initialised >> i & 1))
                *value = (*value & ~(UINT64_C(0xff) << i * 8)) | (chosen[0] & UINT64_C(0xff) << i * 8);
        settle_uninitialised(s, address, size, initialised, *value);
    }
    if (!object->is_private && !object->is_constant)
        step_event(s, (machine_event){.kind = MACHINE_EVENT_READ,
                                      .address = address,
                                      .size = size,
                                      .value = *value,
                                      .from_buffer = from_buffer,
                                      .is_unset = unset != 0});
    return race_read(s, object, address, size, from_buffer);
}

outcome access_store(step *s, uint64_t address, uint8_t size, uint64_t value, uint8_t initialised)
{
    const machine_object *object = access_object(s, address, size, ACCESS_WRITE);
    if (object == NULL)
        return GONE;
    if (!step_may_act(s) && access_is_visible(s, object, ACCESS_WRITE))
        return STAY;
    /* A lonely thread needs no buffer: starting another thread would empty it anyway. */
    bool is_direct = object->is_private || s->thread->atomic_depth > 0 || (s->is_alone && !commit_is_pending(s));
    bool is_buffered = model_is_buffered(s->m->options.model) && !is_direct;
    if (is_buffered) {
        if (!s->is_unbounded && commit_buffer_is_full(s->m, s->thread))
            return STAY;
        machine_store store = {.address = address,
                               .value = value,
                               .size = size,
                               .initialised = initialised,
                               .unset = s->unset,
                               .pc = s->pc};
        store.user_pc = step_user_pc(s->m, s->thread, s->pc);
        vec_push(&s->thread->buffer, store);
        quiet_note_buffered(s, address);
    } else {
        quiet_note_write(s, address);
        access_write_memory(s->state, address, size, value, initialised, s->unset);
    }
    if (!object->is_private)
        step_event(s, (machine_event){.kind = is_buffered ? MACHINE_EVENT_BUFFERED : MACHINE_EVENT_WRITE,
                                      .address = address,
                                      .size = size,
                                      .value = value});
    return race_write(s, object, address, size, is_buffered);
}
