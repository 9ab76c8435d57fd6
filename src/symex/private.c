/* Objects that no other thread can reach: their bytes are plain values. A store under a guard keeps the old value
 * where the guard does not hold. The same for all objects while there is only one thread (access.c). */
#include "base/alloc.h"
#include "symex/context.h"

static private_object *object_of(context *x, uint64_t number)
{
    if (x->privates.size < x->s->objects.size)
        vec_resize(&x->privates, x->s->objects.size);
    return &x->privates.data[number - 1];
}

/* The first cell that ends after `offset`. */
static uint32_t find_cell(const private_object *o, uint64_t offset)
{
    uint32_t low = 0, high = o->cells.size;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (o->cells.data[middle].offset + o->cells.data[middle].size <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void insert_cell(private_object *o, uint32_t at, private_cell cell)
{
    vec_push(&o->cells, cell);
    memmove(&o->cells.data[at + 1], &o->cells.data[at], (o->cells.size - 1 - at) * sizeof cell);
    o->cells.data[at] = cell;
}

/* What bytes hold before anything is stored: those of a global or the template of a thread-local, zeros, or any. */
static symex_value initial_value(context *x, uint64_t number, uint64_t offset, uint8_t size)
{
    uint64_t value;
    if (symex_initial_bytes(x->s, ir_pointer(x->s->program->layout, number, offset), size, &value))
        return symex_plain(term_constant(terms_of(x), size * 8u, value));
    if (x->s->program->tracks_unset)
        return (symex_value){term_constant(terms_of(x), size * 8u, 0), DEPENDS_NONE,
                             term_constant(terms_of(x), size * 8u, ~(term_value)0)};
    /* It is there from the object's beginning, whatever path asks for it first. */
    term any = symex_record_choice(x, (uint8_t)(size * 8), "uninitialised");
    symex_choice *choice = vec_last(&x->s->choices);
    choice->guard = x->s->objects.data[number - 1].guard;
    choice->place = ir_pointer(x->s->program->layout, number, offset);
    return symex_plain(any);
}

/* A part of what a cell holds depends on what all of it does. */
static private_cell byte_of(const context *x, private_cell cell, uint8_t i)
{
    term byte = term_extract(terms_of(x), cell.value.value, i * 8u, 8), unset = cell.value.unset;
    if (unset != SYMEX_ALL_SET)
        unset = symex_unset_of_bits(x, term_extract(terms_of(x), unset, i * 8u, 8));
    return (private_cell){cell.offset + i, 1, {byte, cell.value.depends, unset}};
}

/* Cuts the cells that the range touches only in part into bytes. */
static void cut_cells(context *x, private_object *o, uint64_t offset, uint8_t size)
{
    for (uint32_t at = find_cell(o, offset); at < o->cells.size && o->cells.data[at].offset < offset + size;) {
        private_cell cell = o->cells.data[at];
        bool is_inside = cell.offset >= offset && cell.offset + cell.size <= offset + size;
        if (is_inside || cell.size == 1) {
            at++;
            continue;
        }
        o->cells.data[at] = byte_of(x, cell, 0);
        for (uint8_t i = 1; i < cell.size; i++)
            insert_cell(o, at + i, byte_of(x, cell, i));
    }
}

/* Makes cells for the bytes of the range that have none. */
static void fill_gaps(context *x, uint64_t number, private_object *o, uint64_t offset, uint8_t size)
{
    uint32_t at = find_cell(o, offset);
    if (at == o->cells.size || o->cells.data[at].offset >= offset + size) {
        insert_cell(o, at, (private_cell){offset, size, initial_value(x, number, offset, size)});
        return;
    }
    for (uint64_t byte = offset; byte < offset + size;) {
        at = find_cell(o, byte);
        if (at < o->cells.size && o->cells.data[at].offset <= byte) {
            byte = o->cells.data[at].offset + o->cells.data[at].size;
            continue;
        }
        insert_cell(o, at, (private_cell){byte, 1, initial_value(x, number, byte, 1)});
        byte++;
    }
}

/* Which bits are unset of a value, and of the part that comes before it in memory, behind each other. */
static term join_unset(const context *x, symex_value part, symex_value before)
{
    if (part.unset == SYMEX_ALL_SET && before.unset == SYMEX_ALL_SET)
        return SYMEX_ALL_SET;
    term_table *t = terms_of(x);
    return term_concat(t, symex_unset_bits(x, part.unset, term_width(t, part.value)),
                       symex_unset_bits(x, before.unset, term_width(t, before.value)));
}

/* What the bytes hold, whatever path led here. */
static symex_value read_bytes(context *x, uint64_t number, uint64_t offset, uint8_t size)
{
    private_object *o = object_of(x, number);
    cut_cells(x, o, offset, size);
    fill_gaps(x, number, o, offset, size);
    symex_value result = symex_plain(TERM_NONE);
    for (uint32_t at = find_cell(o, offset); at < o->cells.size && o->cells.data[at].offset < offset + size; at++) {
        symex_value part = o->cells.data[at].value;
        result.unset = result.value == TERM_NONE ? part.unset : join_unset(x, part, result);
        result.value = result.value == TERM_NONE ? part.value : term_concat(terms_of(x), part.value, result.value);
        result.depends = symex_depend_both(x, result.depends, part.depends);
    }
    return result;
}

symex_value symex_private_read(context *x, uint64_t number, uint64_t offset, uint8_t size)
{
    symex_value result = read_bytes(x, number, offset, size);
    result.value = guard_simplify(&x->s->guards, x->standing.guard, result.value);
    if (result.unset != SYMEX_ALL_SET)
        result.unset = symex_unset_of_bits(x, guard_simplify(&x->s->guards, x->standing.guard, result.unset));
    return result;
}

bool symex_private_is_known(context *x, uint64_t number, uint64_t offset, uint8_t size)
{
    const symex_object *object = &x->s->objects.data[number - 1];
    if (object->origin == SYMEX_GLOBAL || object->origin == SYMEX_TLS || object->is_zeroed || object->bytes)
        return true;
    const private_object *o = object_of(x, number);
    uint64_t at = offset;
    for (uint32_t i = find_cell(o, offset); i < o->cells.size && o->cells.data[i].offset <= at; i++)
        at = o->cells.data[i].offset + o->cells.data[i].size;
    return at >= offset + size;
}

/* The cell of just these bytes, if it holds the value already; else NULL. */
static private_cell *find_holding(context *x, uint64_t number, uint64_t offset, uint8_t size, symex_value value)
{
    const private_object *o = object_of(x, number);
    uint32_t at = find_cell(o, offset);
    bool holds = at < o->cells.size && o->cells.data[at].offset == offset && o->cells.data[at].size == size &&
                 o->cells.data[at].value.value == value.value && o->cells.data[at].value.unset == value.unset;
    return holds ? &o->cells.data[at] : NULL;
}

void symex_private_write(context *x, uint64_t number, uint64_t offset, uint8_t size, symex_value value)
{
    bool is_own = number > x->standing.effects.first_object,
         is_partial = x->standing.guard != x->s->objects.data[number - 1].guard;
    private_cell *same = find_holding(x, number, offset, size, value);
    if (same) {
        depends old = is_partial ? same->value.depends : value.depends;
        same->value.depends = symex_depend_choice(x, x->standing.guard, value.depends, old);
        return;
    }
    if (is_partial) {
        symex_value old = read_bytes(x, number, offset, size);
        value = symex_choose(x, x->standing.guard, value, old);
        if (!is_own && (value.value != old.value || value.unset != old.unset))
            symex_note_effect(x);
    } else if (!is_own) {
        symex_note_effect(x);
    }
    private_object *o = object_of(x, number);
    cut_cells(x, o, offset, size);
    uint32_t at = find_cell(o, offset), end = at;
    while (end < o->cells.size && o->cells.data[end].offset < offset + size)
        end++;
    if (end > at) {
        memmove(&o->cells.data[at], &o->cells.data[end], (o->cells.size - end) * sizeof(private_cell));
        o->cells.size -= end - at;
    }
    insert_cell(o, at, (private_cell){offset, size, value});
}
