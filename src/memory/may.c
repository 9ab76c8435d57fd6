#include "memory/may.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/map.h"

enum { MAX_NUMBERS = 256, MAX_PLACES = 1 << 16, MAX_STRIDE_BITS = 6 };

typedef struct value_set {
    VEC(uint64_t) numbers; /* sorted */
    VEC(uint64_t) objects; /* sorted: with any offset */
    bool is_any;           /* any number that is no address */
} value_set;

typedef struct closure {
    const symex *s;
    value_set *sets;      /* by term */
    bool *is_needed;      /* by term */
    map reads;            /* variable -> event */
    may_addresses *found; /* by event */
    bool has_changed;
} closure;

/* ---- sets ---- */

#define INSERT_SORTED(vec, value, changed)                                                                             \
    do {                                                                                                               \
        uint32_t insert_at = (vec)->size;                                                                              \
        while (insert_at > 0 && (vec)->data[insert_at - 1] > (value))                                                  \
            insert_at--;                                                                                               \
        if (insert_at == 0 || (vec)->data[insert_at - 1] != (value)) {                                                 \
            vec_push((vec), (value));                                                                                  \
            memmove((vec)->data + insert_at + 1, (vec)->data + insert_at,                                              \
                    ((vec)->size - 1 - insert_at) * sizeof *(vec)->data);                                              \
            (vec)->data[insert_at] = (value);                                                                          \
            (changed) = true;                                                                                          \
        }                                                                                                              \
    } while (0)

static bool is_object(const closure *c, uint64_t number)
{
    return number > 0 && number <= c->s->objects.size;
}

static bool add_object(value_set *set, uint64_t object)
{
    bool changed = false;
    INSERT_SORTED(&set->objects, object, changed);
    return changed;
}

/* Too many numbers: only their objects are kept. */
static void forget_offsets(closure *c, value_set *set)
{
    for (uint32_t i = 0; i < set->numbers.size; i++) {
        uint64_t object = ir_pointer_object(set->numbers.data[i]);
        if (is_object(c, object))
            add_object(set, object);
        else
            set->is_any = true;
    }
    set->numbers.size = 0;
}

static bool covers(const closure *c, const value_set *set, uint64_t number)
{
    uint64_t object = ir_pointer_object(number);
    if (!is_object(c, object))
        return set->is_any;
    for (uint32_t i = 0; i < set->objects.size; i++)
        if (set->objects.data[i] == object)
            return true;
    return false;
}

static bool add_number(closure *c, value_set *set, uint64_t number)
{
    bool changed = false;
    if (covers(c, set, number))
        return false;
    INSERT_SORTED(&set->numbers, number, changed);
    if (set->numbers.size > MAX_NUMBERS)
        forget_offsets(c, set);
    return changed;
}

static bool add_set(closure *c, value_set *to, const value_set *from)
{
    bool changed = from->is_any && !to->is_any;
    to->is_any |= from->is_any;
    for (uint32_t i = 0; i < from->objects.size; i++)
        changed |= add_object(to, from->objects.data[i]);
    for (uint32_t i = 0; i < from->numbers.size; i++)
        changed |= add_number(c, to, from->numbers.data[i]);
    return changed;
}

/* ---- operations ---- */

static term apply(term_table *t, term_op op, uint32_t width, uint32_t low, term a, term b)
{
    switch (op) {
    case TERM_NOT:
        return term_not(t, a);
    case TERM_NEG:
        return term_neg(t, a);
    case TERM_AND:
        return term_and(t, a, b);
    case TERM_XOR:
        return term_xor(t, a, b);
    case TERM_ADD:
        return term_add(t, a, b);
    case TERM_MUL:
        return term_mul(t, a, b);
    case TERM_SHL:
        return term_shl(t, a, b);
    case TERM_LSHR:
        return term_lshr(t, a, b);
    case TERM_ASHR:
        return term_ashr(t, a, b);
    case TERM_UREM:
        return term_urem(t, a, b);
    case TERM_UDIV:
        return term_udiv(t, a, b);
    case TERM_SREM:
        return term_srem(t, a, b);
    case TERM_SDIV:
        return term_sdiv(t, a, b);
    case TERM_CONCAT:
        return term_concat(t, a, b);
    case TERM_EXTRACT:
        return term_extract(t, a, low, width);
    case TERM_SEXT:
        return term_sext(t, a, width);
    case TERM_EQ:
        return term_eq(t, a, b);
    case TERM_ULT:
        return term_ult(t, a, b);
    case TERM_SLT:
        return term_slt(t, a, b);
    default:
        return TERM_NONE;
    }
}

static bool is_finite(const value_set *set)
{
    return !set->is_any && set->objects.size == 0;
}

/* The operation on every combination of numbers, if they are few; false if that cannot be done. */
static bool combine(closure *c, term at, const value_set *a, const value_set *b)
{
    term_table *t = c->s->terms;
    uint32_t wa = term_width(t, term_child(t, at, 0));
    uint32_t wb = b ? term_width(t, term_child(t, at, 1)) : 1;
    uint32_t nb = b ? b->numbers.size : 1;
    if (!is_finite(a) || (b && !is_finite(b)) || (uint64_t)a->numbers.size * nb > MAX_NUMBERS || wa > 64 || wb > 64 ||
        term_width(t, at) > 64)
        return false;
    term_op op = term_operation(t, at);
    uint32_t low = op == TERM_EXTRACT ? term_extract_low(t, at) : 0;
    for (uint32_t i = 0; i < a->numbers.size; i++)
        for (uint32_t j = 0; j < nb; j++) {
            term x = term_constant(t, wa, a->numbers.data[i]);
            term y = b ? term_constant(t, wb, b->numbers.data[j]) : TERM_NONE;
            term result = apply(t, op, term_width(t, at), low, x, y);
            if (result == TERM_NONE || !term_is_constant(t, result))
                return false;
            add_number(c, &c->sets[at], (uint64_t)term_constant_value(t, result));
        }
    return true;
}

/* An object's number above, anything below: the object with any offset. */
static bool is_pointer_concat(const closure *c, term at, const value_set *high)
{
    const term_table *t = c->s->terms;
    return term_operation(t, at) == TERM_CONCAT && term_width(t, at) == IR_SLOT_BITS &&
           term_width(t, term_child(t, at, 1)) == IR_OFFSET_BITS && is_finite(high);
}

/* What is left when the exact values are not known: the objects that take part. */
static void keep_objects(closure *c, term at, const value_set *child)
{
    value_set *set = &c->sets[at];
    for (uint32_t i = 0; i < child->objects.size; i++)
        add_object(set, child->objects.data[i]);
    for (uint32_t i = 0; i < child->numbers.size; i++) {
        uint64_t object = ir_pointer_object(child->numbers.data[i]);
        if (is_object(c, object))
            add_object(set, object);
    }
}

static void evaluate(closure *c, term at)
{
    const term_table *t = c->s->terms;
    value_set *set = &c->sets[at];
    switch (term_operation(t, at)) {
    case TERM_CONSTANT:
        if (term_width(t, at) <= 64)
            add_number(c, set, (uint64_t)term_constant_value(t, at));
        else
            set->is_any = true;
        return;
    case TERM_VARIABLE:
        if (!map_find(&c->reads, at))
            set->is_any = true;
        return;
    case TERM_ITE:
        add_set(c, set, &c->sets[term_child(t, at, 1)]);
        add_set(c, set, &c->sets[term_child(t, at, 2)]);
        return;
    default:
        break;
    }
    uint32_t arity = term_arity(t, at);
    const value_set *a = &c->sets[term_child(t, at, 0)];
    const value_set *b = arity > 1 ? &c->sets[term_child(t, at, 1)] : NULL;
    if (arity <= 2 && combine(c, at, a, b))
        return;
    if (is_pointer_concat(c, at, a)) {
        for (uint32_t i = 0; i < a->numbers.size; i++) {
            if (is_object(c, a->numbers.data[i]))
                add_object(set, a->numbers.data[i]);
            else
                set->is_any = true;
        }
        return;
    }
    for (uint32_t i = 0; i < arity; i++)
        keep_objects(c, at, &c->sets[term_child(t, at, i)]);
    if (set->objects.size == 0)
        set->is_any = true;
}

/* ---- addresses ---- */

static bool may_access(const closure *c, const symex_event *event, uint64_t number)
{
    const symex_object *object = &c->s->objects.data[number - 1];
    if (object->origin == SYMEX_FUNCTION || object->is_private)
        return false;
    /* What lives for ever is checked, too, if its address is not known: it never is found dead. A free with an unknown
     * address must hit the heap. */
    if (event->is_alive_check)
        return event->kind == SYMEX_READ || object->origin == SYMEX_HEAP ||
               term_is_constant(c->s->terms, event->address);
    return !(event->kind == SYMEX_WRITE && object->is_constant);
}

static uint64_t largest_size(const closure *c, uint64_t number)
{
    return (uint64_t)term_upper_bound(c->s->terms, c->s->objects.data[number - 1].size);
}

static bool fits(const closure *c, const symex_event *event, uint64_t address)
{
    uint64_t number = ir_pointer_object(address), offset = ir_pointer_offset(address);
    if (!is_object(c, number) || !may_access(c, event, number))
        return false;
    if (event->is_alive_check)
        return offset == SYMEX_ALIVE_OFFSET;
    uint64_t size = largest_size(c, number);
    return offset <= size && size - offset >= event->size;
}

static void add_address(closure *c, uint32_t id, uint64_t address)
{
    if (fits(c, &c->s->events.data[id], address))
        INSERT_SORTED(&c->found[id].list, address, c->has_changed);
}

/* All offsets in the object that agree with the low bits of the address that are known. */
static void add_object_places(closure *c, uint32_t id, uint64_t number)
{
    const symex_event *event = &c->s->events.data[id];
    term_table *t = c->s->terms;
    if (event->is_alive_check) {
        add_address(c, id, ir_pointer(number, SYMEX_ALIVE_OFFSET));
        return;
    }
    uint64_t step = 1, first = 0;
    for (uint32_t bits = 1; bits <= MAX_STRIDE_BITS; bits++) {
        term low = term_extract(t, event->address, 0, bits);
        if (!term_is_constant(t, low))
            break;
        step = UINT64_C(1) << bits;
        first = (uint64_t)term_constant_value(t, low);
    }
    uint64_t size = largest_size(c, number);
    for (uint64_t offset = first; offset + event->size <= size && c->found[id].list.size <= MAX_PLACES; offset += step)
        add_address(c, id, ir_pointer(number, offset));
}

static void find_places(closure *c, uint32_t id)
{
    const symex_event *event = &c->s->events.data[id];
    const value_set *set = &c->sets[event->address];
    for (uint32_t i = 0; i < set->numbers.size; i++)
        add_address(c, id, set->numbers.data[i]);
    for (uint32_t i = 0; i < set->objects.size; i++)
        if (may_access(c, event, set->objects.data[i]))
            add_object_places(c, id, set->objects.data[i]);
}

/* ---- the closure ---- */

static bool is_access(const symex_event *event)
{
    return event->kind == SYMEX_READ || event->kind == SYMEX_WRITE;
}

static bool overlap(const closure *c, uint32_t a, uint32_t b)
{
    const may_addresses *x = &c->found[a], *y = &c->found[b];
    uint8_t xs = c->s->events.data[a].size, ys = c->s->events.data[b].size;
    for (uint32_t i = 0, j = 0; i < x->list.size && j < y->list.size;) {
        if (x->list.data[i] + xs <= y->list.data[j])
            i++;
        else if (y->list.data[j] + ys <= x->list.data[i])
            j++;
        else
            return true;
    }
    return false;
}

/* Which terms matter: those that addresses are made of, and, if one is a value read, everything that is written. */
static bool mark_needed(closure *c)
{
    const symex *s = c->s;
    const term_table *t = s->terms;
    bool has_unknown = false, has_read = false;
    for (uint32_t i = 0; i < s->events.size; i++)
        if (is_access(&s->events.data[i])) {
            c->is_needed[s->events.data[i].address] = true;
            has_unknown |= !term_is_constant(t, s->events.data[i].address);
        }
    if (!has_unknown)
        return false;
    for (int round = 0; round < 2; round++) {
        for (term at = term_count(t); at-- > 0;) {
            if (!c->is_needed[at])
                continue;
            has_read |= map_find(&c->reads, at) != NULL;
            for (uint32_t i = 0; i < term_arity(t, at); i++)
                c->is_needed[term_child(t, at, i)] = true;
        }
        for (uint32_t i = 0; has_read && i < s->events.size; i++)
            if (s->events.data[i].kind == SYMEX_WRITE)
                c->is_needed[s->events.data[i].value] = true;
    }
    return true;
}

/* What a read may see: what the writes that may hit it write, and what was there before. Values of another width, or
 * only a part of one, may be any number or point anywhere their parts do. */
static void flow_into_read(closure *c, uint32_t id)
{
    const symex *s = c->s;
    const symex_event *read = &s->events.data[id];
    if (!c->is_needed[read->value])
        return;
    value_set *set = &c->sets[read->value];
    for (uint32_t w = 0; w < s->events.size; w++) {
        const symex_event *write = &s->events.data[w];
        if (write->kind != SYMEX_WRITE || !overlap(c, id, w))
            continue;
        if (write->size == read->size) {
            c->has_changed |= add_set(c, set, &c->sets[write->value]);
            continue;
        }
        value_set partial = {.is_any = true};
        const value_set *whole = &c->sets[write->value];
        for (uint32_t i = 0; i < whole->objects.size; i++)
            add_object(&partial, whole->objects.data[i]);
        for (uint32_t i = 0; i < whole->numbers.size; i++)
            if (is_object(c, ir_pointer_object(whole->numbers.data[i])))
                add_object(&partial, ir_pointer_object(whole->numbers.data[i]));
        c->has_changed |= add_set(c, set, &partial);
        vec_clear(&partial.objects);
    }
    for (uint32_t i = 0; i < c->found[id].list.size; i++) {
        uint64_t address = c->found[id].list.data[i], value = 0;
        const symex_object *object = &s->objects.data[ir_pointer_object(address) - 1];
        bool has_bytes = object->origin == SYMEX_GLOBAL || object->origin == SYMEX_TLS;
        if (has_bytes)
            memcpy(&value, s->program->globals.data[object->id].bytes + ir_pointer_offset(address), read->size);
        if (read->is_alive_check)
            value = 1;
        if (has_bytes || object->is_zeroed || read->is_alive_check)
            c->has_changed |= add_number(c, set, value);
        else
            c->has_changed |= !set->is_any, set->is_any = true;
    }
}

static bool close_all(closure *c, diag *d)
{
    const symex *s = c->s;
    uint32_t count = term_count(s->terms);
    do {
        c->has_changed = false;
        for (term at = 0; at < count; at++)
            if (c->is_needed[at])
                evaluate(c, at);
        for (uint32_t i = 0; i < s->events.size; i++) {
            if (!is_access(&s->events.data[i]) || term_is_constant(s->terms, s->events.data[i].address))
                continue;
            find_places(c, i);
            if (c->found[i].list.size > MAX_PLACES)
                return diag_fail(d, STATUS_LIMIT, "an access may hit more than %d places", MAX_PLACES);
        }
        for (uint32_t i = 0; i < s->events.size; i++)
            if (s->events.data[i].kind == SYMEX_READ)
                flow_into_read(c, i);
    } while (c->has_changed);
    return true;
}

may_addresses *may_find_addresses(const symex *s, diag *d)
{
    uint32_t count = term_count(s->terms);
    closure c = {
        .s = s,
        .sets = alloc_zeroed(count, sizeof(value_set)),
        .is_needed = alloc_zeroed(count, sizeof(bool)),
        .found = alloc_zeroed(s->events.size, sizeof(may_addresses)),
    };
    for (uint32_t i = 0; i < s->events.size; i++) {
        const symex_event *event = &s->events.data[i];
        if (event->kind == SYMEX_READ)
            map_put(&c.reads, event->value, i);
        if (is_access(event) && term_is_constant(s->terms, event->address))
            add_address(&c, i, (uint64_t)term_constant_value(s->terms, event->address));
    }
    bool ok = !mark_needed(&c) || close_all(&c, d);
    for (term at = 0; at < count; at++) {
        vec_clear(&c.sets[at].numbers);
        vec_clear(&c.sets[at].objects);
    }
    free(c.sets);
    free(c.is_needed);
    map_clear(&c.reads);
    if (!ok) {
        may_free(c.found, s->events.size);
        return NULL;
    }
    return c.found;
}

void may_free(may_addresses *addresses, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        vec_clear(&addresses[i].list);
    free(addresses);
}
