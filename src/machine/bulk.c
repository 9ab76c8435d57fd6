/* memcpy, memmove and memset: many accesses in one instruction. Each piece is read and written by itself, so other
 * threads can come in between; how far the instruction has got is kept in the thread (machine_bulk). */
#include "machine/exec.h"
#include "machine/race.h"

static uint64_t largest_power_below(uint64_t n)
{
    return UINT64_C(1) << (63 - __builtin_clzll(n));
}

/* The next piece of `size` bytes after the first `done`, in ascending order: pieces of `piece` bytes, then what is
 * left in powers of two. */
static void ascending_piece(uint64_t size, uint64_t piece, uint64_t done, uint64_t *at, uint8_t *length)
{
    uint64_t left = size - done;
    *at = done;
    *length = (uint8_t)(left >= piece ? piece : largest_power_below(left));
}

/* The same pieces, last first. */
static void descending_piece(uint64_t size, uint64_t piece, uint64_t done, uint64_t *at, uint8_t *length)
{
    uint64_t end = size - done, whole = size - size % piece;
    uint64_t rest = end > whole ? end - whole : 0;
    *length = (uint8_t)(rest ? rest & -rest : piece);
    *at = end - *length;
}

/* One part of a copy: reading a piece, or writing the piece just read. */
static outcome copy_part(step *s, const ir_instruction *in)
{
    uint64_t to = step_value(s, in->a), from = step_value(s, in->b), size = step_value(s, in->c);
    machine_bulk *bulk = &s->thread->bulk;
    uint64_t at;
    uint8_t length;
    if (in->op == IR_MEMMOVE && to > from)
        descending_piece(size, in->aux, bulk->done, &at, &length);
    else
        ascending_piece(size, in->aux, bulk->done, &at, &length);
    if (!bulk->has_piece) {
        s->through = in->b;
        const machine_object *object = access_object(s, from + at, length, ACCESS_READ);
        if (object == NULL)
            return GONE;
        if (!step_may_act(s) && access_is_visible(s, object, ACCESS_READ))
            return STAY;
        if (commit_is_pending(s) && commit_hides(s->m, s->thread, from + at, length))
            return STAY;
        bool from_buffer;
        bulk->piece = access_view(s, object, from + at, length, &bulk->initialised, &from_buffer);
        bulk->unset = access_view_unset(s, object, from + at, length);
        bulk->has_piece = true;
        if (!object->is_private && !object->is_constant)
            step_event(s, (machine_event){.kind = MACHINE_EVENT_READ,
                                          .address = from + at,
                                          .size = length,
                                          .value = bulk->piece,
                                          .from_buffer = from_buffer,
                                          .is_unset = bulk->unset != 0});
        return race_read(s, object, from + at, length, from_buffer) == NEXT ? REPEAT : GONE;
    }
    s->unset = bulk->unset;
    outcome o = access_store(s, to + at, length, bulk->piece, bulk->initialised);
    s->unset = 0;
    if (o != NEXT)
        return o;
    bulk->unset = 0;
    bulk->has_piece = false;
    bulk->piece = 0;
    bulk->initialised = 0;
    bulk->done += length;
    return REPEAT;
}

static outcome set_part(step *s, const ir_instruction *in)
{
    uint64_t to = step_value(s, in->a), byte = step_value(s, in->b) & 0xff, size = step_value(s, in->c);
    uint64_t at;
    uint8_t length;
    ascending_piece(size, in->aux, s->thread->bulk.done, &at, &length);
    uint64_t value = (byte * UINT64_C(0x0101010101010101)) & ir_mask((uint8_t)(length * 8));
    s->unset = (unset_stored(s) * UINT64_C(0x0101010101010101)) & ir_mask((uint8_t)(length * 8));
    outcome o = access_store(s, to + at, length, value, 0xff);
    s->unset = 0;
    if (o != NEXT)
        return o;
    s->thread->bulk.done += length;
    return REPEAT;
}

static bool overlaps(const step *s, const ir_instruction *in, uint64_t size)
{
    uint64_t to = step_value(s, in->a), from = step_value(s, in->b);
    return in->op == IR_MEMCPY && to != from && to < from + size && from < to + size;
}

outcome bulk_execute(step *s, const ir_instruction *in)
{
    uint64_t size = step_value(s, in->c);
    machine_bulk *bulk = &s->thread->bulk;
    if (bulk->done == 0 && !bulk->has_piece && overlaps(s, in, size))
        return step_violation(s, PROPERTY_DEREFERENCE, "memcpy between overlapping objects");
    if (bulk->done < size)
        return in->op == IR_MEMSET ? set_part(s, in) : copy_part(s, in);
    *bulk = (machine_bulk){0};
    return NEXT;
}
