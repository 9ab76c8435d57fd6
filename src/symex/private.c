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
static term initial_value(context *x, uint64_t number, uint64_t offset, uint8_t size)
{
    uint64_t value;
    if (symex_initial_bytes(x->s, ir_pointer(x->s->program->layout, number, offset), size, &value))
        return term_constant(terms_of(x), size * 8u, value);
    /* It is there from the object's beginning, whatever path asks for it first. */
    term any = symex_record_choice(x, (uint8_t)(size * 8), "uninitialised");
    symex_choice *choice = vec_last(&x->s->choices);
    choice->guard = x->s->objects.data[number - 1].guard;
    choice->place = ir_pointer(x->s->program->layout, number, offset);
    return any;
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
        o->cells.data[at] = (private_cell){cell.offset, 1, term_extract(terms_of(x), cell.value, 0, 8)};
        for (uint8_t i = 1; i < cell.size; i++)
            insert_cell(o, at + i,
                        (private_cell){cell.offset + i, 1, term_extract(terms_of(x), cell.value, i * 8u, 8)});
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

/* What the bytes hold, whatever path led here. */
static term read_bytes(context *x, uint64_t number, uint64_t offset, uint8_t size)
{
    private_object *o = object_of(x, number);
    cut_cells(x, o, offset, size);
    fill_gaps(x, number, o, offset, size);
    term result = TERM_NONE;
    for (uint32_t at = find_cell(o, offset); at < o->cells.size && o->cells.data[at].offset < offset + size; at++) {
        term part = o->cells.data[at].value;
        result = result == TERM_NONE ? part : term_concat(terms_of(x), part, result);
    }
    return result;
}

term symex_private_read(context *x, uint64_t number, uint64_t offset, uint8_t size)
{
    return guard_simplify(&x->s->guards, x->standing.guard, read_bytes(x, number, offset, size));
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

static bool holds_already(context *x, uint64_t number, uint64_t offset, uint8_t size, term value)
{
    const private_object *o = object_of(x, number);
    uint32_t at = find_cell(o, offset);
    return at < o->cells.size && o->cells.data[at].offset == offset && o->cells.data[at].size == size &&
           o->cells.data[at].value == value;
}

void symex_private_write(context *x, uint64_t number, uint64_t offset, uint8_t size, term value)
{
    bool is_own = number > x->standing.effects.first_object;
    if (holds_already(x, number, offset, size, value))
        return;
    if (x->standing.guard != x->s->objects.data[number - 1].guard) {
        term old = read_bytes(x, number, offset, size);
        value = term_ite(terms_of(x), x->standing.guard, value, old);
        if (!is_own && value != old)
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
