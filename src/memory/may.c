#include "memory/may.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "memory/closure.h"

enum { MAX_PLACES = 1 << 16, MAX_STRIDE_BITS = 6, WORD_BITS = 64 };

/* ---- terms ---- */

static void set_pending(closure *c, term t)
{
    c->pending[t / WORD_BITS] |= UINT64_C(1) << t % WORD_BITS;
    c->has_work = true;
}

static void add_listener(closure *c, term t, closure_listener_kind kind, uint32_t id)
{
    vec_push(&c->listeners, (closure_listener){kind, id, c->first[t]});
    c->first[t] = c->listeners.size - 1;
}

/* Marks the term and all that it is made of. A condition chooses between values, but is none. */
static void need(closure *c, term t)
{
    const term_table *terms = c->s->terms;
    vec_push(&c->needed, t);
    while (c->needed.size > 0) {
        term at = vec_pop(&c->needed);
        if (c->is_needed[at])
            continue;
        c->is_needed[at] = true;
        set_pending(c, at);
        for (uint32_t i = term_operation(terms, at) == TERM_ITE; i < term_arity(terms, at); i++) {
            add_listener(c, term_child(terms, at, i), LISTENS_TERM, at);
            vec_push(&c->needed, term_child(terms, at, i));
        }
    }
}

void closure_add_to_read(closure *c, uint32_t read, const may_set *set)
{
    term variable = closure_event(c, read)->value;
    if (may_set_add_all(&c->sets[variable], set, &c->space))
        set_pending(c, variable);
}

static void update_addresses(closure *c, uint32_t id);

/* `t` may be more than before. */
static void tell(closure *c, term t, closure_listener_kind kind, uint32_t id)
{
    switch (kind) {
    case LISTENS_TERM:
        set_pending(c, id);
        break;
    case LISTENS_ADDRESS:
        update_addresses(c, id);
        break;
    case LISTENS_READ:
        closure_add_to_read(c, id, &c->sets[t]);
        break;
    case LISTENS_KNOWN:
    case LISTENS_UNKNOWN:
        closure_add_to_place(c, id, &c->sets[t], kind == LISTENS_KNOWN);
        break;
    }
}

void closure_listen(closure *c, term t, closure_listener_kind kind, uint32_t id)
{
    need(c, t);
    add_listener(c, t, kind, id);
    tell(c, t, kind, id);
}

/* ---- addresses ---- */

static bool is_access(const symex_event *event)
{
    return event->kind == SYMEX_READ || event->kind == SYMEX_WRITE;
}

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
    uint64_t number = ir_pointer_object(c->s->program->layout, address),
             offset = ir_pointer_offset(c->s->program->layout, address);
    if (number == 0 || number > c->s->objects.size || !may_access(c, event, number))
        return false;
    if (event->is_alive_check)
        return symex_is_alive_address(c->s->program->layout, address);
    uint64_t size = largest_size(c, number);
    return offset <= size && size - offset >= event->size;
}

/* Adds it also to `fresh`, if it is new. */
static void add_address(closure *c, uint32_t id, uint64_t address, may_numbers *fresh)
{
    if (fits(c, closure_event(c, id), address) && may_numbers_insert(&c->found[id].list, address))
        vec_push(fresh, address);
}

/* All offsets in the object that agree with the low bits of the address that are known. */
static void add_object(closure *c, uint32_t id, uint64_t number, may_numbers *fresh)
{
    const symex_event *event = closure_event(c, id);
    term_table *t = c->s->terms;
    if (event->is_alive_check) {
        add_address(c, id, symex_alive_address(c->s->program->layout, number), fresh);
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
        add_address(c, id, ir_pointer(c->s->program->layout, number, offset), fresh);
}

static void link_read(closure *c, uint32_t id, const uint64_t *addresses, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        closure_link_read(c, id, addresses[i], c->found[id].list.size == 1);
}

/* The set of the event's address has grown. */
static void update_addresses(closure *c, uint32_t id)
{
    const symex_event *event = closure_event(c, id);
    const may_set *set = &c->sets[event->address];
    may_numbers fresh = {0};
    uint32_t had = c->found[id].list.size;
    uint64_t first = had > 0 ? c->found[id].list.data[0] : 0;
    for (uint32_t i = 0; i < set->numbers.size; i++)
        add_address(c, id, set->numbers.data[i], &fresh);
    for (uint32_t i = 0; i < set->objects.size; i++)
        if (may_access(c, event, set->objects.data[i]))
            add_object(c, id, set->objects.data[i], &fresh);
    for (uint64_t number = 1; set->is_wild && number <= c->s->objects.size; number++)
        if (may_access(c, event, number))
            add_object(c, id, number, &fresh);
    c->is_over |= c->found[id].list.size > MAX_PLACES;
    if (c->is_linked[id] && fresh.size > 0) {
        if (had == 1)
            link_read(c, id, &first, 1);
        link_read(c, id, fresh.data, fresh.size);
    }
    for (uint32_t i = 0; event->kind == SYMEX_WRITE && i < fresh.size; i++)
        closure_link_write(c, id, fresh.data[i]);
    vec_clear(&fresh);
}

/* ---- the closure ---- */

/* Brings the set of a term up to date, and tells its listeners. */
static void evaluate(closure *c, term t)
{
    bool has_grown = true;
    if (term_operation(c->s->terms, t) != TERM_VARIABLE) {
        has_grown = may_set_apply(c->sets, c->s->terms, t, &c->space);
    } else {
        uint32_t read = (uint32_t)map_get(&c->reads, t, IR_NONE);
        if (read == IR_NONE && map_find(&c->inputs, t))
            may_set_add_wild(&c->sets[t]);
        else if (read == IR_NONE)
            may_set_add_any(&c->sets[t]);
        else if (!c->is_linked[read])
            link_read(c, read, c->found[read].list.data, c->found[read].list.size);
        if (read != IR_NONE)
            c->is_linked[read] = true;
    }
    for (uint32_t i = c->first[t]; has_grown && i != IR_NONE; i = c->listeners.data[i].next)
        tell(c, t, c->listeners.data[i].kind, c->listeners.data[i].id);
}

/* In ascending order, each round: mostly, values are made before they are used. */
static void close_all(closure *c)
{
    while (c->has_work && !c->is_over) {
        c->has_work = false;
        for (uint32_t word = 0; word * WORD_BITS < c->term_count; word++)
            while (c->pending[word] && !c->is_over) {
                uint32_t bit = (uint32_t)__builtin_ctzll(c->pending[word]);
                c->pending[word] &= c->pending[word] - 1;
                closure_count_work(c);
                evaluate(c, word * WORD_BITS + bit);
            }
        closure_spread_news(c);
    }
}

static closure start(const symex *s)
{
    uint32_t terms = term_count(s->terms), events = s->events.size;
    closure c = {
        .s = s,
        .space = {s->program->layout, s->objects.size},
        .term_count = terms,
        .sets = alloc_zeroed(terms, sizeof(may_set)),
        .is_needed = alloc_zeroed(terms, sizeof(bool)),
        .first = alloc_bytes(terms * sizeof(uint32_t)),
        .pending = alloc_zeroed(terms / WORD_BITS + 1, sizeof(uint64_t)),
        .is_linked = alloc_zeroed(events, sizeof(bool)),
        .found = alloc_zeroed(events, sizeof(may_addresses)),
    };
    memset(c.first, 0xff, terms * sizeof(uint32_t));
    for (term t = 0; t < terms; t++)
        c.sets[t].is_part = term_width(s->terms, t) != s->program->layout.pointer_bits;
    model weakest = model_in_common();
    order_init(&c.order, s, &weakest);
    return c;
}

static void finish(closure *c)
{
    for (term t = 0; t < c->term_count; t++)
        may_set_clear(&c->sets[t]);
    free(c->sets);
    free(c->is_needed);
    free(c->first);
    free(c->pending);
    free(c->is_linked);
    map_clear(&c->reads);
    map_clear(&c->inputs);
    vec_clear(&c->listeners);
    vec_clear(&c->needed);
    closure_clear_places(c);
    order_clear(&c->order);
}

/* Constant addresses are known at once; false if there are no others. */
static bool find_constant_addresses(closure *c)
{
    bool has_unknown = false;
    may_numbers fresh = {0};
    for (uint32_t i = 0; i < c->s->events.size; i++) {
        const symex_event *event = closure_event(c, i);
        if (event->kind == SYMEX_READ)
            map_put(&c->reads, event->value, i);
        if (is_access(event) && term_is_constant(c->s->terms, event->address))
            add_address(c, i, (uint64_t)term_constant_value(c->s->terms, event->address), &fresh);
        else
            has_unknown |= is_access(event);
    }
    vec_clear(&fresh);
    return has_unknown;
}

static void keep_origin(closure *c, uint32_t id)
{
    const may_set *set = &c->sets[closure_event(c, id)->address];
    may_set objects = {0};
    c->found[id].is_exact = !set->is_any && set->objects.size == 0;
    for (uint64_t number = 1; set->is_wild && number <= c->s->objects.size; number++)
        may_set_add_object(&objects, number);
    may_set_add_objects(&objects, set, &c->space);
    c->found[id].objects = objects.objects;
}

static void find_other_addresses(closure *c)
{
    closure_index_writes(c);
    for (uint32_t i = 0; i < c->s->choices.size; i++)
        if (c->s->choices.data[i].is_input)
            map_put(&c->inputs, c->s->choices.data[i].variable, true);
    for (uint32_t i = 0; i < c->s->events.size; i++) {
        const symex_event *event = closure_event(c, i);
        if (is_access(event) && !term_is_constant(c->s->terms, event->address))
            closure_listen(c, event->address, LISTENS_ADDRESS, i);
    }
    close_all(c);
    for (uint32_t i = 0; i < c->s->events.size; i++) {
        const symex_event *event = closure_event(c, i);
        if (is_access(event) && !term_is_constant(c->s->terms, event->address))
            keep_origin(c, i);
    }
}

may_addresses *may_find_addresses(const symex *s, diag *d)
{
    closure c = start(s);
    if (find_constant_addresses(&c))
        find_other_addresses(&c);
    finish(&c);
    if (!c.is_over)
        return c.found;
    if (c.is_stopped)
        diag_fail(d, STATUS_LIMIT, "stopped while addresses were found");
    else
        diag_fail(d, STATUS_LIMIT, "an access may hit more than %d places", MAX_PLACES);
    may_free(c.found, s->events.size);
    return NULL;
}

void may_free(may_addresses *addresses, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        vec_clear(&addresses[i].list);
        vec_clear(&addresses[i].objects);
    }
    free(addresses);
}
