/* Making a memory: accesses and cells, splitting what overlaps in part, and the values that cells begin with. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/map.h"
#include "memory/initialised.h"
#include "memory/may.h"

/* A place that some event may access. */
typedef struct slot {
    uint64_t address;
    uint8_t size;
    uint32_t event;
} slot;

typedef VEC(slot) slots;

enum { SLOT_WORK = 10 }; /* in units of base/budget.h; sorting is most of it */

/* Events whose accesses overlap in part, directly or through others, form a class (union-find) with one piece size. */
typedef struct classes {
    uint32_t *parent; /* by event */
    uint8_t *piece;   /* by event; valid at the root */
} classes;

static uint32_t root_of(classes *c, uint32_t event)
{
    while (c->parent[event] != event) {
        c->parent[event] = c->parent[c->parent[event]];
        event = c->parent[event];
    }
    return event;
}

static uint8_t smaller(uint8_t a, uint8_t b)
{
    return a < b ? a : b;
}

static void unite(classes *c, uint32_t a, uint32_t b, uint8_t piece)
{
    a = root_of(c, a);
    b = root_of(c, b);
    uint8_t least = smaller(piece, smaller(c->piece[a], c->piece[b]));
    c->parent[b] = a;
    c->piece[a] = least;
}

static int compare_slots(const void *a, const void *b)
{
    const slot *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return x->size != y->size ? (x->size > y->size ? -1 : 1) : (x->event > y->event) - (x->event < y->event);
}

/* The largest power of two that divides the distance. */
static uint8_t granularity(uint64_t distance, uint8_t most)
{
    while (most > 1 && distance % most != 0)
        most /= 2;
    return most;
}

/* Sorted by address, a slot overlaps some earlier one exactly if it begins before the furthest end so far. */
static void find_classes(classes *c, const slots *all)
{
    for (uint32_t i = 0, widest = 0; i < all->size; i++) {
        const slot *s = &all->data[i], *w = &all->data[widest];
        bool overlaps = i > widest && s->address < w->address + w->size;
        if (overlaps && (s->address != w->address || s->size != w->size))
            unite(c, w->event, s->event, granularity(s->address - w->address, smaller(s->size, w->size)));
        else if (overlaps && (c->piece[root_of(c, w->event)] != c->piece[root_of(c, s->event)]))
            unite(c, w->event, s->event, s->size);
        if (!overlaps || s->address + s->size > w->address + w->size)
            widest = i;
    }
}

/* Until every slot agrees with its neighbours: an event in a split class splits all cells that it may hit. */
static void settle_classes(classes *c, const symex *symex, const slots *all)
{
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        for (uint32_t i = 0, widest = 0; i < all->size && !symex_is_stopped(symex, SLOT_WORK); i++) {
            const slot *s = &all->data[i], *w = &all->data[widest];
            bool overlaps = i > widest && s->address < w->address + w->size;
            uint32_t a = root_of(c, s->event), b = root_of(c, w->event);
            if (overlaps && a != b && c->piece[a] != c->piece[b]) {
                unite(c, a, b, 8);
                has_changed = true;
            }
            if (!overlaps || s->address + s->size > w->address + w->size)
                widest = i;
        }
    }
}

static void list_slots(const symex *s, const may_addresses *may, slots *all)
{
    for (uint32_t e = 0; e < s->events.size; e++)
        for (uint32_t i = 0; i < may[e].list.size && !symex_is_stopped(s, SLOT_WORK); i++)
            vec_push(all, (slot){may[e].list.data[i], s->events.data[e].size, e});
    if (all->size > 0)
        qsort(all->data, all->size, sizeof *all->data, compare_slots);
}

/* ---- cells ---- */

static void set_initial(const symex *s, memory_cell *cell)
{
    uint64_t value;
    uint32_t width = cell->size * 8u;
    if (symex_is_alive_address(s->program->layout, cell->address)) {
        cell->initial = term_constant(s->terms, 8, 1);
    } else if (symex_initial_bytes(s, cell->address, cell->size, &value)) {
        cell->initial = term_constant(s->terms, width, value);
    } else if (s->program->tracks_unset) {
        cell->initial = term_constant(s->terms, width, 0);
        cell->unset = term_constant(s->terms, width, ~(term_value)0);
    } else {
        cell->initial = term_variable(s->terms, width, "uninitialised");
    }
}

typedef struct builder {
    memory *m;
    map cells;       /* by address */
    bool is_stopped; /* the budget is spent */
} builder;

static uint32_t cell_at(builder *b, uint64_t address, uint8_t size)
{
    memory *m = b->m;
    const uint64_t *known = map_find(&b->cells, address);
    if (known)
        return (uint32_t)*known;
    map_put(&b->cells, address, m->cells.size);
    vec_push(&m->cells, (memory_cell){.address = address, .size = size, .unset = SYMEX_ALL_SET});
    set_initial(m->s, vec_last(&m->cells));
    return m->cells.size - 1;
}

/* Events, and the places that they may hit, take their time. */
static bool is_stopped(builder *b)
{
    enum { PLACE_WORK = 60 };
    b->is_stopped |= symex_is_stopped(b->m->s, PLACE_WORK);
    return b->is_stopped;
}

/* Is the address one of those that it may be? True at once if there is only one and it is constant. */
static term is_valid(builder *b, const symex_event *event, const may_addresses *may)
{
    const symex *s = b->m->s;
    term_table *t = s->terms;
    term result = TERM_FALSE;
    if (term_is_constant(t, event->address))
        return may->list.size > 0 ? TERM_TRUE : TERM_FALSE;
    for (uint32_t i = 0; i < may->list.size && !is_stopped(b); i++)
        result =
            term_or(t, result,
                    term_eq(t, event->address, term_constant(t, s->program->layout.pointer_bits, may->list.data[i])));
    /* Where an object's size is not known, being inside of it is a condition, too. */
    for (uint32_t i = 0; i < may->list.size && !event->is_alive_check && !is_stopped(b); i++) {
        uint64_t address = may->list.data[i];
        term size = s->objects.data[ir_pointer_object(s->program->layout, address) - 1].size;
        if (term_is_constant(t, size))
            continue;
        term end = term_constant(t, s->program->layout.pointer_bits,
                                 ir_pointer_offset(s->program->layout, address) + event->size);
        term is_here = term_eq(t, event->address, term_constant(t, s->program->layout.pointer_bits, address));
        result = term_and(t, result, term_implies(t, is_here, term_ule(t, end, size)));
    }
    return result;
}

static symex_claim *add_claim(memory *m, uint32_t id, term condition, char *message)
{
    const symex *s = m->s;
    const symex_event *event = &s->events.data[id];
    term bad = term_and(s->terms, event->guard, condition);
    bad = term_and(s->terms, bad, symex_counts(s, event->block));
    if (bad == TERM_FALSE) {
        free(message);
        return NULL;
    }
    vec_push(&m->claims, (symex_claim){
                             .property = event->is_free ? PROPERTY_FREE : PROPERTY_DEREFERENCE,
                             .goes_on = true,
                             .guard = bad,
                             .surely = TERM_NONE,
                             .thread = event->thread,
                             .position = symex_position_of(s, id),
                             .block = event->block,
                             .pc = event->pc,
                             .user_pc = event->user_pc,
                             .message = message,
                         });
    return vec_last(&m->claims);
}

/* Does the address have the number of an object that it was made from, or none? */
static term is_told(const symex *s, const symex_event *event, const may_addresses *may)
{
    term_table *t = s->terms;
    ir_layout layout = s->program->layout;
    term object = term_extract(t, event->address, layout.offset_bits, ir_object_bits(layout));
    uint64_t nowhere = ir_pointer_object(layout, ir_nowhere(layout));
    term result = term_or(t, term_eq(t, object, term_constant(t, ir_object_bits(layout), 0)),
                          term_eq(t, object, term_constant(t, ir_object_bits(layout), nowhere)));
    for (uint32_t i = 0; i < may->objects.size; i++)
        result = term_or(t, result, term_eq(t, object, term_constant(t, ir_object_bits(layout), may->objects.data[i])));
    return result;
}

/* That the address is none of an object. What is not known comes first: the thread may stop at the other claim. */
static void claim_inside(memory *m, uint32_t id, const may_addresses *may, term valid)
{
    term_table *t = m->s->terms;
    const symex_event *event = &m->s->events.data[id];
    bool is_known = term_is_constant(t, event->address) || may->is_exact;
    term bad = term_not(t, valid), told = is_known ? TERM_TRUE : is_told(m->s, event, may);
    symex_claim *residue =
        add_claim(m, id, term_and(t, bad, term_not(t, told)), alloc_string("a pointer that is made of numbers"));
    if (residue)
        residue->is_unsupported = residue->is_residue = true;
    symex_claim *claim = add_claim(m, id, bad, alloc_string("invalid pointer: null, dangling or out of bounds"));
    if (claim && !is_known)
        claim->surely = term_and(t, claim->guard, told);
}

/* That the address is none of an object, or one of a variable that is defined nowhere. */
static void claim_validity(memory *m, uint32_t id, const may_addresses *may, term valid)
{
    const symex *s = m->s;
    const symex_event *event = &s->events.data[id];
    if (valid != TERM_TRUE)
        claim_inside(m, id, may, valid);
    for (uint32_t i = 0; i < may->list.size && !event->is_alive_check; i++) {
        const symex_object *object = &s->objects.data[ir_pointer_object(s->program->layout, may->list.data[i]) - 1];
        if (object->origin != SYMEX_GLOBAL || !s->program->globals.data[object->id].is_undefined)
            continue;
        strbuf message = {0};
        strbuf_addf(&message, "external variable `%s`, which is defined nowhere",
                    s->program->globals.data[object->id].name);
        symex_claim *claim =
            add_claim(m, id,
                      term_eq(s->terms, event->address,
                              term_constant(s->terms, s->program->layout.pointer_bits, may->list.data[i])),
                      strbuf_take(&message));
        if (claim)
            claim->is_unsupported = true;
    }
}

/* The accesses of one event: one, or one per piece. */
static void add_accesses(builder *b, uint32_t id, const may_addresses *may, uint8_t piece)
{
    memory *m = b->m;
    const symex *s = m->s;
    term_table *t = s->terms;
    symex_event event = s->events.data[id];
    term valid = is_valid(b, &event, may);
    if (id < s->first_last) /* else somebody has been there, who waits there now */
        claim_validity(m, id, may, valid);
    term guard = term_and(t, event.guard, valid);
    if (guard == TERM_FALSE)
        return;
    for (uint8_t part = 0; part < event.size; part += piece) {
        memory_access access = {
            .event = id,
            .is_write = event.kind == SYMEX_WRITE,
            .size = piece,
            .guard = guard,
            .address = term_add(t, event.address, term_constant(t, s->program->layout.pointer_bits, part)),
            .value = term_extract(t, event.value, part * 8u, piece * 8u),
            .unset = event.unset == SYMEX_ALL_SET ? (term)SYMEX_ALL_SET
                                                  : term_extract(t, event.unset, part * 8u, piece * 8u),
            .first_cell = m->may.size,
            .cell_count = may->list.size,
        };
        for (uint32_t i = 0; i < may->list.size; i++)
            vec_push(&m->may, cell_at(b, may->list.data[i] + part, piece));
        vec_push(&m->accesses, access);
    }
}

memory *memory_new(const symex *s, diag *d)
{
    may_addresses *may = may_find_addresses(s, d);
    if (may == NULL)
        return NULL;
    memory *m = alloc_zeroed(1, sizeof *m);
    m->s = s;
    m->first_access = alloc_bytes(((size_t)s->events.size + 1) * sizeof(uint32_t));
    classes c = {alloc_bytes((s->events.size + 1) * sizeof(uint32_t)), alloc_bytes(s->events.size + 1)};
    for (uint32_t e = 0; e < s->events.size; e++) {
        c.parent[e] = e;
        c.piece[e] = s->events.data[e].size;
    }
    slots all = {0};
    list_slots(s, may, &all);
    find_classes(&c, &all);
    settle_classes(&c, s, &all);
    builder b = {.m = m};
    for (uint32_t e = 0; e < s->events.size && !is_stopped(&b); e++) {
        m->first_access[e] = m->accesses.size;
        uint8_t kind = s->events.data[e].kind;
        if (kind == SYMEX_READ || kind == SYMEX_WRITE)
            add_accesses(&b, e, &may[e], c.piece[root_of(&c, e)]);
    }
    m->first_access[s->events.size] = m->accesses.size;
    memory_check_initialised(m, may);
    may_free(may, s->events.size);
    vec_clear(&all);
    map_clear(&b.cells);
    free(c.parent);
    free(c.piece);
    if (!b.is_stopped) {
        assert(memory_is_valid(m));
        return m;
    }
    diag_fail(d, STATUS_LIMIT, "stopped while cells were made");
    memory_free(m);
    return NULL;
}

void memory_free(memory *m)
{
    if (m == NULL)
        return;
    for (uint32_t i = 0; i < m->claims.size; i++)
        free(m->claims.data[i].message);
    for (uint32_t i = 0; i < m->races.size; i++)
        free(m->races.data[i].message);
    vec_clear(&m->races);
    vec_clear(&m->accesses);
    vec_clear(&m->cells);
    vec_clear(&m->may);
    vec_clear(&m->claims);
    free(m->first_access);
    free(m);
}
