#include <stdlib.h>

#include "base/alloc.h"
#include "memory/closure.h"

enum {
    MAX_ACCESS = 8,  /* bytes */
    MAX_CHOSEN = 16, /* writes that a choosy read listens to one by one */
};

static uint8_t pointer_bytes(const closure *c)
{
    return c->space.layout.pointer_bits / 8;
}

void closure_count_work(closure *c, uint64_t numbers)
{
    enum { STEP_WORK = 6, NUMBER_WORK = 4 };
    c->is_stopped |= symex_is_stopped(c->s, STEP_WORK + numbers * NUMBER_WORK);
    c->is_over |= c->is_stopped;
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
        may_set_clear(&place->points);
        may_set_clear(&place->assembled);
        free(place->bytes);
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
    closure_count_work(c, 0);
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
    for (uint32_t i = 0; i < place.writer_count && !c->is_over; i++) {
        closure_count_work(c, 0);
        closure_listen(c, closure_event(c, c->writers.data[place.first_writer + i])->value, LISTENS_KNOWN, id);
    }
}

static void require_unknown(closure *c, uint32_t id)
{
    if (c->places.data[id].needs_unknown)
        return;
    c->places.data[id].needs_unknown = true;
    for (uint32_t i = 0; i < c->places.data[id].unknown_writers.size && !c->is_over; i++) {
        closure_count_work(c, 0);
        closure_listen(c, closure_event(c, c->places.data[id].unknown_writers.data[i])->value, LISTENS_UNKNOWN, id);
    }
}

void closure_add_to_place(closure *c, uint32_t id, const may_news *news, bool is_known)
{
    closure_place *place = &c->places.data[id];
    if (!may_set_add_news(is_known ? &place->known : &place->unknown, news, &c->space))
        return;
    may_set_add_objects(&place->points, news, &c->space);
    if (place->has_news)
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
    may_news news = {.is_any = true};
    if (event->is_alive_check || symex_initial_bytes(c->s, address, event->size, &value))
        news = (may_news){.numbers = &value, .number_count = 1};
    closure_add_to_read(c, read, &news);
}

/* ---- addresses that are put together ---- */

static uint8_t byte_of_object(ir_layout layout, uint64_t address, uint32_t byte)
{
    return (uint8_t)((address & ~ir_position_mask(layout)) >> byte * 8);
}

/* Is it one of an address' bytes that tell the object? */
static bool tells_object(const closure *c, uint32_t byte)
{
    return byte % pointer_bytes(c) >= c->space.layout.offset_bits / 8;
}

/* False if it was noted before. */
static bool note_byte(const closure *c, closure_bytes *bytes, uint32_t byte, uint8_t value)
{
    uint32_t of_address = byte % pointer_bytes(c);
    uint8_t part = byte_of_object(c->space.layout, (uint64_t)value << of_address * 8, of_address);
    uint64_t *word = &bytes->may_be[byte][part / 64], bit = UINT64_C(1) << part % 64;
    bool is_new = !(*word & bit);
    *word |= bit;
    return is_new;
}

/* Notes what is written to `from`, a place that shares bytes with `place` or is the same. */
static bool note_bytes(const closure *c, const closure_place *place, const closure_place *from, const may_news *news)
{
    bool has_grown = false;
    for (uint32_t i = 0; i < place->size; i++) {
        uint64_t at = place->address + i - from->address;
        for (uint32_t k = 0; at < from->size && tells_object(c, i) && k < news->number_count; k++)
            has_grown |= note_byte(c, place->bytes, i, (uint8_t)(news->numbers[k] >> (at * 8)));
    }
    return has_grown;
}

static void note_all_bytes(const closure *c, const closure_place *place, const closure_place *from)
{
    may_news known = may_set_all(&from->known), unknown = may_set_all(&from->unknown);
    note_bytes(c, place, from, &known);
    note_bytes(c, place, from, &unknown);
}

static bool may_be_object(const closure *c, const closure_place *place, uint32_t at, uint64_t object)
{
    ir_layout layout = c->space.layout;
    for (uint32_t i = layout.offset_bits / 8; i < pointer_bytes(c); i++) {
        uint8_t part = byte_of_object(layout, ir_pointer(layout, object, 0), i);
        if (!(place->bytes->may_be[at + i][part / 64] >> part % 64 & 1))
            return false;
    }
    return true;
}

/* An address that is read as a whole may be put together from what is written to its bytes, one by one. */
static void find_assembled(const closure *c, closure_place *place)
{
    for (uint32_t at = 0; at + pointer_bytes(c) <= place->size; at += pointer_bytes(c))
        for (uint64_t object = 1; object <= c->space.object_count; object++)
            if (may_be_object(c, place, at, object))
                may_set_add_object(&place->assembled, object);
}

static void start_bytes(closure *c, closure_place *place)
{
    place->bytes = alloc_zeroed(1, sizeof *place->bytes);
    note_all_bytes(c, place, place);
    for (uint32_t i = 0; i < place->overlaps.size; i++)
        note_all_bytes(c, place, &c->places.data[place->overlaps.data[i]]);
    for (uint32_t i = 0; i < place->size; i++) {
        uint64_t value;
        if (tells_object(c, i) && symex_initial_bytes(c->s, place->address + i, 1, &value))
            note_byte(c, place->bytes, i, (uint8_t)value);
    }
    find_assembled(c, place);
}

/* ---- values that are seen in part ---- */

static bool is_written(const closure_place *place)
{
    return place->writer_count + place->unknown_writers.size > 0;
}

static bool may_assemble(const closure *c, const closure_place *place, const closure_place *other)
{
    return other->size < pointer_bytes(c) && place->size >= pointer_bytes(c);
}

/* Of what is written to another place that shares bytes with the read's, a part: it may be any number, or point
 * anywhere the whole does, or where several such parts together do. */
static void add_part(closure *c, uint32_t read, closure_place *place, const closure_place *other)
{
    if (!is_written(other))
        return;
    may_news part = may_set_all(&other->points);
    part.is_any = true;
    closure_add_to_read(c, read, &part);
    if (!may_assemble(c, place, other))
        return;
    if (place->bytes == NULL)
        start_bytes(c, place);
    may_news assembled = may_set_all(&place->assembled);
    closure_add_to_read(c, read, &assembled);
}

/* ---- what a read can see ---- */

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

static void add_set_to_read(closure *c, uint32_t read, const may_set *set)
{
    may_news all = may_set_all(set);
    closure_add_to_read(c, read, &all);
}

static void link_choosy(closure *c, uint32_t read, uint32_t id, bool sees_initial)
{
    vec_push(&c->places.data[id].choosy_reads, read);
    require_unknown(c, id);
    add_set_to_read(c, read, &c->places.data[id].unknown);
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
    add_set_to_read(c, read, &c->places.data[id].known);
    add_set_to_read(c, read, &c->places.data[id].unknown);
    add_initial(c, read, c->places.data[id].address);
}

void closure_link_read(closure *c, uint32_t read, uint64_t address, bool is_single)
{
    closure_count_work(c, 0);
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

static void tell(closure *c, const closure_list *reads, const may_news *news)
{
    if (may_news_are_none(news))
        return;
    for (uint32_t i = 0; i < reads->size && !c->is_over; i++) {
        closure_count_work(c, may_news_count(news));
        closure_add_to_read(c, reads->data[i], news);
    }
}

static void tell_all(closure *c, const closure_place *place, const may_news *news)
{
    tell(c, &place->reads, news);
    tell(c, &place->choosy_reads, news);
}

/* What is put together at `place`, after news at one that shares bytes with it or is the same. */
static void tell_assembled(closure *c, closure_place *place, const closure_place *from, const may_news *known,
                           const may_news *unknown)
{
    if (place->bytes == NULL)
        start_bytes(c, place);
    else if (note_bytes(c, place, from, known) | note_bytes(c, place, from, unknown))
        find_assembled(c, place);
    may_news news = may_set_news(&place->assembled, place->assembled_told);
    place->assembled_told = may_set_mark(&place->assembled);
    tell_all(c, place, &news);
}

static void spread(closure *c, closure_place *place)
{
    may_news known = may_set_news(&place->known, place->known_told),
             unknown = may_set_news(&place->unknown, place->unknown_told),
             part = may_set_news(&place->points, place->points_told);
    part.is_any = !place->points_told.is_any;
    place->has_news = false;
    place->known_told = may_set_mark(&place->known);
    place->unknown_told = may_set_mark(&place->unknown);
    place->points_told = may_set_mark(&place->points);
    place->points_told.is_any = true;
    tell(c, &place->reads, &known);
    tell_all(c, place, &unknown);
    if (place->bytes)
        tell_assembled(c, place, place, &known, &unknown);
    for (uint32_t i = 0; i < place->overlaps.size && !c->is_over; i++) {
        closure_place *other = &c->places.data[place->overlaps.data[i]];
        tell_all(c, other, &part);
        if (has_reads(other) && (other->bytes || may_assemble(c, other, place)))
            tell_assembled(c, other, place, &known, &unknown);
    }
}

void closure_spread_news(closure *c)
{
    while (c->news.size > 0 && !c->is_over)
        spread(c, &c->places.data[vec_pop(&c->news)]);
}
