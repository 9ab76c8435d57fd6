#include <stdlib.h>

#include "memory/closure.h"

enum {
    MAX_ACCESS = 8,  /* bytes */
    MAX_CHOSEN = 16, /* writes that a choosy read listens to one by one */
};

static uint8_t pointer_bytes(const closure *c)
{
    return c->space.layout.pointer_bits / 8;
}

/* ---- places ---- */

static bool has_reads(const closure_place *place)
{
    return place->reads.size + place->choosy_reads.size > 0;
}

/* Both places come to know that they share bytes. */
static void note_overlap(closure *c, uint32_t a, uint32_t b)
{
    closure_place *x = &c->places.data[a], *y = &c->places.data[b];
    vec_push(&x->overlaps, b);
    vec_push(&y->overlaps, a);
    x->needs_known |= has_reads(y);
    x->needs_unknown |= has_reads(y);
}

static void find_overlaps(closure *c, uint32_t id)
{
    uint64_t address = c->places.data[id].address, end = address + c->places.data[id].size;
    for (uint64_t at = address - (MAX_ACCESS - 1); at != end; at++)
        for (uint64_t other = map_get(&c->place_index, at, IR_NONE); other != IR_NONE;) {
            const closure_place *place = &c->places.data[other];
            if (other != id && at + place->size > address)
                note_overlap(c, id, (uint32_t)other);
            other = c->places.data[other].next;
        }
}

static uint32_t place_at(closure *c, uint64_t address, uint8_t size)
{
    assert(size <= MAX_ACCESS);
    uint32_t first = (uint32_t)map_get(&c->place_index, address, IR_NONE);
    for (uint32_t id = first; id != IR_NONE; id = c->places.data[id].next)
        if (c->places.data[id].size == size)
            return id;
    uint32_t id = c->places.size;
    bool is_part = size != pointer_bytes(c);
    vec_push(&c->places, (closure_place){.address = address,
                                         .size = size,
                                         .next = first,
                                         .known = {.is_part = is_part},
                                         .unknown = {.is_part = is_part}});
    map_put(&c->place_index, address, id);
    find_overlaps(c, id);
    return id;
}

void closure_clear_places(closure *c)
{
    for (uint32_t i = 0; i < c->places.size; i++) {
        closure_place *place = &c->places.data[i];
        vec_clear(&place->unknown_writers);
        vec_clear(&place->reads);
        vec_clear(&place->choosy_reads);
        vec_clear(&place->overlaps);
        may_set_clear(&place->known);
        may_set_clear(&place->unknown);
    }
    vec_clear(&c->places);
    vec_clear(&c->writers);
    vec_clear(&c->chosen);
    vec_clear(&c->news);
    map_clear(&c->place_index);
}

/* ---- writes ---- */

typedef struct known_write {
    uint32_t place, thread, event;
} known_write;

static int compare_writes(const void *a, const void *b)
{
    const known_write *x = a, *y = b;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    return (x->event > y->event) - (x->event < y->event);
}

void closure_index_writes(closure *c)
{
    VEC(known_write) all = {0};
    for (uint32_t e = 0; e < c->s->events.size; e++) {
        const symex_event *event = closure_event(c, e);
        if (event->kind == SYMEX_WRITE && c->found[e].list.size > 0)
            vec_push(&all, (known_write){place_at(c, c->found[e].list.data[0], event->size), event->thread, e});
    }
    if (all.size > 0)
        qsort(all.data, all.size, sizeof *all.data, compare_writes);
    for (uint32_t i = 0; i < all.size; i++) {
        closure_place *place = &c->places.data[all.data[i].place];
        if (place->writer_count++ == 0)
            place->first_writer = i;
        vec_push(&c->writers, all.data[i].event);
    }
    vec_clear(&all);
}

void closure_link_write(closure *c, uint32_t write, uint64_t address)
{
    uint32_t place = place_at(c, address, closure_event(c, write)->size);
    vec_push(&c->places.data[place].unknown_writers, write);
    if (c->places.data[place].needs_unknown)
        closure_listen(c, closure_event(c, write)->value, LISTENS_UNKNOWN, place);
}

static void require_known(closure *c, uint32_t id)
{
    if (c->places.data[id].needs_known)
        return;
    c->places.data[id].needs_known = true;
    const closure_place place = c->places.data[id];
    for (uint32_t i = 0; i < place.writer_count; i++)
        closure_listen(c, closure_event(c, c->writers.data[place.first_writer + i])->value, LISTENS_KNOWN, id);
}

static void require_unknown(closure *c, uint32_t id)
{
    if (c->places.data[id].needs_unknown)
        return;
    c->places.data[id].needs_unknown = true;
    for (uint32_t i = 0; i < c->places.data[id].unknown_writers.size; i++)
        closure_listen(c, closure_event(c, c->places.data[id].unknown_writers.data[i])->value, LISTENS_UNKNOWN, id);
}

void closure_add_to_place(closure *c, uint32_t id, const may_set *set, bool is_known)
{
    closure_place *place = &c->places.data[id];
    if (!may_set_add_all(is_known ? &place->known : &place->unknown, set, &c->space) || place->has_news)
        return;
    place->has_news = true;
    vec_push(&c->news, id);
    c->has_work = true;
}

/* ---- reads ---- */

static void add_initial(closure *c, uint32_t read, uint64_t address)
{
    const symex_event *event = closure_event(c, read);
    uint64_t value = 1;
    may_set set = {0};
    if (event->is_alive_check || symex_initial_bytes(c->s, address, event->size, &value))
        may_set_add_number(&set, value, &c->space);
    else
        may_set_add_any(&set);
    closure_add_to_read(c, read, &set);
    may_set_clear(&set);
}

/* What each byte of an address may be, as far as it tells the object: all of it but the bits of the offset. */
typedef struct object_bytes {
    uint64_t address; /* where the address lies */
    ir_layout layout;
    bool may_be[MAX_ACCESS][UINT8_MAX + 1];
} object_bytes;

static uint8_t byte_of_object(ir_layout layout, uint64_t address, uint32_t byte)
{
    return (uint8_t)((address & ~ir_position_mask(layout)) >> byte * 8);
}

static void note_byte(object_bytes *bytes, uint32_t byte, uint8_t value)
{
    bytes->may_be[byte][byte_of_object(bytes->layout, (uint64_t)value << byte * 8, byte)] = true;
}

static void add_bytes(object_bytes *bytes, const closure_place *place, const may_set *set)
{
    for (uint32_t i = 0; i < bytes->layout.pointer_bits / 8u; i++) {
        uint64_t at = bytes->address + i - place->address;
        for (uint32_t k = 0; at < place->size && k < set->numbers.size; k++)
            note_byte(bytes, i, (uint8_t)(set->numbers.data[k] >> (at * 8)));
    }
}

static void add_place_bytes(object_bytes *bytes, const closure_place *place)
{
    add_bytes(bytes, place, &place->known);
    add_bytes(bytes, place, &place->unknown);
}

/* An address that is read as a whole, at `address`, may be put together from what is written to its bytes, one by
 * one. */
static void add_assembled(const closure *c, const closure_place *place, uint64_t address, may_set *part)
{
    ir_layout layout = c->space.layout;
    object_bytes bytes = {.address = address, .layout = layout};
    add_place_bytes(&bytes, place);
    for (uint32_t i = 0; i < place->overlaps.size; i++)
        add_place_bytes(&bytes, &c->places.data[place->overlaps.data[i]]);
    for (uint32_t i = layout.offset_bits / 8; i < pointer_bytes(c); i++) {
        uint64_t value;
        if (symex_initial_bytes(c->s, address + i, 1, &value))
            note_byte(&bytes, i, (uint8_t)value);
    }
    for (uint64_t object = 1; object <= c->space.object_count; object++) {
        bool may_be = true;
        for (uint32_t i = layout.offset_bits / 8; i < pointer_bytes(c); i++)
            may_be &= bytes.may_be[i][byte_of_object(layout, ir_pointer(layout, object, 0), i)];
        if (may_be)
            may_set_add_object(part, object);
    }
}

/* Of what is written to another place that shares bytes with the read's, a part: it may be any number, or point
 * anywhere the whole does, or where several such parts together do. */
static void add_part(closure *c, uint32_t read, const closure_place *place, const closure_place *other)
{
    if (other->writer_count + other->unknown_writers.size == 0)
        return;
    may_set part = {.is_any = true};
    for (uint8_t at = 0; other->size < pointer_bytes(c) && at + pointer_bytes(c) <= place->size; at += pointer_bytes(c))
        add_assembled(c, place, place->address + at, &part);
    may_set_add_objects(&part, &other->known, &c->space);
    may_set_add_objects(&part, &other->unknown, &c->space);
    closure_add_to_read(c, read, &part);
    may_set_clear(&part);
}

/* The last of the first `count` writes of one thread that is executed whenever the read is; `count` if none is, or if
 * it is too far back to matter. */
static uint32_t find_shadow(const closure *c, const uint32_t *writes, uint32_t count, uint32_t read)
{
    for (uint32_t i = count; i-- > 0 && count - i <= MAX_CHOSEN;)
        if (guard_decides(&c->s->guards, closure_event(c, read)->guard, closure_event(c, writes[i])->guard) ==
            TERM_TRUE)
            return i;
    return count;
}

/* Adds the writes of one thread that the read can see to `chosen`; false if they are too many. */
static bool choose_from_thread(closure *c, const uint32_t *writes, uint32_t count, uint32_t read, closure_list *shadows)
{
    bool is_own = closure_event(c, writes[0])->thread == closure_event(c, read)->thread;
    if (is_own)
        count = order_count_earlier(writes, count, read);
    uint32_t before = is_own ? count : order_count_before(&c->order, writes, count, read);
    uint32_t start = find_shadow(c, writes, before, read);
    if (start < before)
        vec_push(shadows, writes[start]);
    else
        start = 0;
    for (uint32_t i = start; i < count && c->chosen.size <= MAX_CHOSEN; i++)
        if (i < before || !order_is_before(&c->order, read, writes[i]))
            vec_push(&c->chosen, writes[i]);
    return c->chosen.size <= MAX_CHOSEN;
}

/* Leaves out what one of `shadows`, which the read must see or see overwritten, surely overwrites. */
static void drop_shadowed(closure *c, const closure_list *shadows)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->chosen.size; i++) {
        bool is_shadowed = false;
        for (uint32_t k = 0; k < shadows->size && !is_shadowed; k++)
            is_shadowed = order_is_before(&c->order, c->chosen.data[i], shadows->data[k]);
        if (!is_shadowed)
            c->chosen.data[kept++] = c->chosen.data[i];
    }
    c->chosen.size = kept;
}

static uint32_t end_of_thread(const closure *c, const uint32_t *writes, uint32_t count)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (closure_event(c, writes[middle])->thread == closure_event(c, writes[0])->thread)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Sets `chosen` to the writes with constant addresses that a read at that one place can see; false if they are too
 * many to tell apart. */
static bool choose_writes(closure *c, const closure_place *place, uint32_t read, bool *sees_initial)
{
    const uint32_t *writes = c->writers.data + place->first_writer;
    uint32_t count = place->writer_count;
    closure_list shadows = {0};
    bool are_few = true;
    c->chosen.size = 0;
    while (count > 0 && are_few) {
        uint32_t end = end_of_thread(c, writes, count);
        are_few = choose_from_thread(c, writes, end, read, &shadows);
        writes += end;
        count -= end;
    }
    drop_shadowed(c, &shadows);
    *sees_initial = shadows.size == 0;
    vec_clear(&shadows);
    return are_few;
}

static void link_choosy(closure *c, uint32_t read, uint32_t id, bool sees_initial)
{
    vec_push(&c->places.data[id].choosy_reads, read);
    require_unknown(c, id);
    closure_add_to_read(c, read, &c->places.data[id].unknown);
    for (uint32_t i = 0; i < c->chosen.size; i++)
        closure_listen(c, closure_event(c, c->chosen.data[i])->value, LISTENS_READ, read);
    if (sees_initial)
        add_initial(c, read, c->places.data[id].address);
}

static void link_plainly(closure *c, uint32_t read, uint32_t id)
{
    vec_push(&c->places.data[id].reads, read);
    require_known(c, id);
    require_unknown(c, id);
    closure_add_to_read(c, read, &c->places.data[id].known);
    closure_add_to_read(c, read, &c->places.data[id].unknown);
    add_initial(c, read, c->places.data[id].address);
}

void closure_link_read(closure *c, uint32_t read, uint64_t address, bool is_single)
{
    uint32_t id = place_at(c, address, closure_event(c, read)->size);
    bool sees_initial = true;
    if (is_single && choose_writes(c, &c->places.data[id], read, &sees_initial))
        link_choosy(c, read, id, sees_initial);
    else
        link_plainly(c, read, id);
    for (uint32_t i = 0; i < c->places.data[id].overlaps.size; i++) {
        uint32_t other = c->places.data[id].overlaps.data[i];
        require_known(c, other);
        require_unknown(c, other);
        add_part(c, read, &c->places.data[id], &c->places.data[other]);
    }
}

/* ---- news ---- */

static void tell(closure *c, const closure_list *reads, const may_set *set)
{
    for (uint32_t i = 0; i < reads->size; i++)
        closure_add_to_read(c, reads->data[i], set);
}

void closure_count_work(closure *c)
{
    enum { WORK_BETWEEN_QUESTIONS = 1024 };
    if (++c->work % WORK_BETWEEN_QUESTIONS || c->s->wants_to_stop == NULL)
        return;
    c->is_stopped |= c->s->wants_to_stop(c->s->context);
    c->is_over |= c->is_stopped;
}

static void tell_parts(closure *c, const closure_list *reads, const closure_place *place, const closure_place *other)
{
    for (uint32_t i = 0; i < reads->size && !c->is_over; i++) {
        closure_count_work(c);
        add_part(c, reads->data[i], place, other);
    }
}

void closure_spread_news(closure *c)
{
    while (c->news.size > 0 && !c->is_over) {
        closure_place *place = &c->places.data[vec_pop(&c->news)];
        place->has_news = false;
        tell(c, &place->reads, &place->known);
        tell(c, &place->reads, &place->unknown);
        tell(c, &place->choosy_reads, &place->unknown);
        for (uint32_t i = 0; i < place->overlaps.size; i++) {
            const closure_place *other = &c->places.data[place->overlaps.data[i]];
            tell_parts(c, &other->reads, other, place);
            tell_parts(c, &other->choosy_reads, other, place);
        }
    }
}
