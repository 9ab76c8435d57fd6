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

static void mark_needed(closure *c, term t)
{
    if (c->is_needed[t])
        return;
    c->is_needed[t] = true;
    c->values[t].set.is_part = term_width(c->s->terms, t) != c->space.layout.pointer_bits;
    set_pending(c, t);
    vec_push(&c->needed, t);
}

/* Marks the term and all that it is made of. A condition chooses between values, but is none. */
static void need(closure *c, term t)
{
    const term_table *terms = c->s->terms;
    uint32_t next = c->needed.size;
    mark_needed(c, t);
    for (; next < c->needed.size; next++) {
        term at = c->needed.data[next];
        for (uint32_t i = term_operation(terms, at) == TERM_ITE; i < term_arity(terms, at); i++) {
            add_listener(c, term_child(terms, at, i), LISTENS_TERM, at);
            mark_needed(c, term_child(terms, at, i));
        }
    }
}

void closure_add_to_read(closure *c, uint32_t read, const may_news *news)
{
    term variable = closure_event(c, read)->value;
    if (may_set_add_news(&c->values[variable].set, news, &c->space))
        set_pending(c, variable);
}

static void update_addresses(closure *c, uint32_t id, const may_news *news);

/* What the listener listens to may be more than before. */
static void tell(closure *c, const may_news *news, closure_listener_kind kind, uint32_t id)
{
    closure_count_work(c, may_news_count(news));
    switch (kind) {
    case LISTENS_TERM:
        set_pending(c, id);
        break;
    case LISTENS_ADDRESS:
        update_addresses(c, id, news);
        break;
    case LISTENS_READ:
        closure_add_to_read(c, id, news);
        break;
    case LISTENS_KNOWN:
    case LISTENS_UNKNOWN:
        closure_add_to_place(c, id, news, kind == LISTENS_KNOWN);
        break;
    }
}

void closure_listen(closure *c, term t, closure_listener_kind kind, uint32_t id)
{
    need(c, t);
    add_listener(c, t, kind, id);
    may_news all = may_set_all(&c->values[t].set);
    tell(c, &all, kind, id);
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

/* The step between two addresses of the event in an object and the first offset, as far as the low bits of its address
 * are known. */
static uint64_t find_stride(const closure *c, const symex_event *event, uint64_t *first)
{
    term_table *t = c->s->terms;
    uint64_t step = 1;
    *first = 0;
    for (uint32_t bits = 1; bits <= MAX_STRIDE_BITS; bits++) {
        term low = term_extract(t, event->address, 0, bits);
        if (!term_is_constant(t, low))
            break;
        step = UINT64_C(1) << bits;
        *first = (uint64_t)term_constant_value(t, low);
    }
    return step;
}

/* Addresses in these objects, in ascending order; too many are not listed to the end. */
static void list_in_objects(const closure *c, const symex_event *event, const may_numbers *objects, may_numbers *list)
{
    uint64_t first = 0, step = event->is_alive_check || objects->size == 0 ? 1 : find_stride(c, event, &first);
    for (uint32_t i = 0; i < objects->size; i++) {
        uint64_t number = objects->data[i];
        if (!may_access(c, event, number))
            continue;
        if (event->is_alive_check) {
            vec_push(list, symex_alive_address(c->s->program->layout, number));
            continue;
        }
        uint64_t size = largest_size(c, number);
        for (uint64_t offset = first; offset + event->size <= size && list->size <= MAX_PLACES; offset += step)
            vec_push(list, ir_pointer(c->s->program->layout, number, offset));
    }
}

/* The news in ascending order: numbers that fit, and objects. */
static void sort_news(const closure *c, const symex_event *event, const may_news *news, may_numbers *numbers,
                      may_numbers *objects)
{
    for (uint32_t i = 0; i < news->number_count; i++)
        if (fits(c, event, news->numbers[i]))
            vec_push(numbers, news->numbers[i]);
    for (uint64_t number = 1; news->is_wild && number <= c->s->objects.size; number++)
        vec_push(objects, number);
    if (!news->is_wild)
        vec_append(objects, news->objects, news->object_count);
    may_numbers_sort(numbers);
    may_numbers_sort(objects);
}

/* Adds what is new in the set of the event's address; to `fresh`, too, what was no address of it before. */
static void add_addresses(closure *c, uint32_t id, const may_news *news, may_numbers *fresh)
{
    const symex_event *event = closure_event(c, id);
    may_numbers numbers = {0}, objects = {0}, inside = {0};
    sort_news(c, event, news, &numbers, &objects);
    list_in_objects(c, event, &objects, &inside);
    closure_count_work(c, inside.size / 2);
    may_numbers_merge(&c->found[id].list, numbers.data, numbers.size, fresh);
    may_numbers_merge(&c->found[id].list, inside.data, inside.size, fresh);
    vec_clear(&numbers);
    vec_clear(&objects);
    vec_clear(&inside);
}

static void link_read(closure *c, uint32_t id, const uint64_t *addresses, uint32_t count)
{
    for (uint32_t i = 0; i < count && !c->is_over; i++)
        closure_link_read(c, id, addresses[i], c->found[id].list.size == 1);
}

/* The set of the event's address has grown. */
static void update_addresses(closure *c, uint32_t id, const may_news *news)
{
    const symex_event *event = closure_event(c, id);
    may_numbers fresh = {0};
    uint32_t had = c->found[id].list.size;
    uint64_t first = had > 0 ? c->found[id].list.data[0] : 0;
    add_addresses(c, id, news, &fresh);
    c->is_over |= c->found[id].list.size > MAX_PLACES;
    if (c->is_linked[id] && fresh.size > 0) {
        if (had == 1)
            link_read(c, id, &first, 1);
        link_read(c, id, fresh.data, fresh.size);
    }
    for (uint32_t i = 0; event->kind == SYMEX_WRITE && i < fresh.size && !c->is_over; i++)
        closure_link_write(c, id, fresh.data[i]);
    vec_clear(&fresh);
}

/* ---- the closure ---- */

/* What a variable may be but for what its read is told. */
static void evaluate_variable(closure *c, term t)
{
    may_set *set = &c->values[t].set;
    uint32_t read = (uint32_t)map_get(&c->reads, t, IR_NONE);
    if (read == IR_NONE && map_find(&c->inputs, t))
        may_set_add_wild(set);
    else if (read == IR_NONE)
        may_set_add_any(set);
    else if (!c->is_linked[read])
        link_read(c, read, c->found[read].list.data, c->found[read].list.size);
    if (read != IR_NONE)
        c->is_linked[read] = true;
}

/* Brings the set of a term up to date, and tells its listeners. */
static void evaluate(closure *c, term t)
{
    may_value *value = &c->values[t];
    if (term_operation(c->s->terms, t) == TERM_VARIABLE)
        evaluate_variable(c, t);
    else
        may_set_apply(c->values, c->s->terms, t, &c->space);
    may_news news = may_set_news(&value->set, value->told);
    value->told = may_set_mark(&value->set);
    closure_count_work(c, may_news_count(&news));
    if (may_news_are_none(&news))
        return;
    for (uint32_t i = c->first[t]; i != IR_NONE; i = c->listeners.data[i].next)
        tell(c, &news, c->listeners.data[i].kind, c->listeners.data[i].id);
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
        .values = alloc_zeroed(terms, sizeof(may_value)),
        .is_needed = alloc_zeroed(terms, sizeof(bool)),
        .first = alloc_bytes(terms * sizeof(uint32_t)),
        .pending = alloc_zeroed(terms / WORD_BITS + 1, sizeof(uint64_t)),
        .is_linked = alloc_zeroed(events, sizeof(bool)),
        .found = alloc_zeroed(events, sizeof(may_addresses)),
    };
    memset(c.first, 0xff, terms * sizeof(uint32_t));
    return c;
}

static void finish(closure *c)
{
    for (uint32_t i = 0; i < c->needed.size; i++)
        may_set_clear(&c->values[c->needed.data[i]].set);
    free(c->values);
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
    for (uint32_t i = 0; i < c->s->events.size; i++) {
        const symex_event *event = closure_event(c, i);
        closure_count_work(c, 1);
        if (event->kind == SYMEX_READ)
            map_put(&c->reads, event->value, i);
        if (!is_access(event))
            continue;
        bool is_known = term_is_constant(c->s->terms, event->address);
        uint64_t address = is_known ? (uint64_t)term_constant_value(c->s->terms, event->address) : 0;
        if (is_known && fits(c, event, address))
            vec_push(&c->found[i].list, address);
        has_unknown |= !is_known;
    }
    return has_unknown;
}

static void keep_origin(closure *c, uint32_t id)
{
    const may_set *set = &c->values[closure_event(c, id)->address].set;
    may_numbers *origin = &c->found[id].objects;
    c->found[id].is_exact = !set->is_any && set->objects.size == 0;
    for (uint64_t number = 1; set->is_wild && number <= c->s->objects.size; number++)
        vec_push(origin, number);
    if (set->is_wild)
        return;
    may_set objects = {0};
    may_news all = may_set_all(set);
    may_set_add_objects(&objects, &all, &c->space);
    vec_append(origin, objects.objects.data, objects.objects.size);
    may_set_clear(&objects);
}

static void find_other_addresses(closure *c)
{
    model weakest = model_in_common(c->s->is_weak);
    order_init(&c->order, c->s, &weakest);
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
