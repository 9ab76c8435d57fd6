/* Which objects an access may hit, as far as they are private.
 *
 * What a register may point into is known from its origin (ir_origin), never from the shape of the address term: an
 * access through it hits an instance of one of these sites exactly where the address lies inside of it, and what hits
 * none of them is an access to a shared object, or, if the register can hold nothing else, a violation. Terms only
 * serve to find the instance at once where it is plain: the address is a constant; or it is a constant address moved by
 * what is not known, and no arithmetic on addresses as numbers has been at work. A pointer that was moved keeps its
 * object's number (ir_layout), so that number tells the object. */
#include "symex/context.h"

enum { MAX_TARGETS = 64 };

symex_place symex_place_of(const context *x, ir_operand operand)
{
    return (symex_place){symex_word(x, operand), symex_depends(x, operand),
                         ir_origin_of(x->s->program, x->standing.top->function, operand)};
}

static uint32_t site_of(const context *x, const symex_object *object)
{
    return object->origin == SYMEX_TLS ? ir_tls_site(x->s->program, object->id) : object->id;
}

void symex_note_instance(context *x, uint64_t number)
{
    const symex_object *object = &x->s->objects.data[number - 1];
    if (object->is_private)
        vec_push(&x->instances[site_of(x, object)], number);
}

void symex_forget_instance(context *x, uint64_t number)
{
    symex_instances *list = &x->instances[site_of(x, &x->s->objects.data[number - 1])];
    for (uint32_t i = list->size; i-- > 0;)
        if (list->data[i] == number) {
            memmove(&list->data[i], &list->data[i + 1], (list->size - i - 1) * sizeof *list->data);
            list->size--;
            return;
        }
}

/* Is it a private object of this thread that the register may point into? */
static bool is_meant(const context *x, ir_origin origin, uint64_t number)
{
    if (number == 0 || number > x->s->objects.size)
        return false;
    const symex_object *object = &x->s->objects.data[number - 1];
    return object->is_private && object->thread == x->standing.thread &&
           ir_origin_has(x->s->program, origin, site_of(x, object));
}

/* The number of the object whose address is a part of the sum; 0 if there is none. */
static uint64_t object_in_sum(const context *x, term address)
{
    const term_table *t = terms_of(x);
    ir_layout layout = x->s->program->layout;
    while (term_operation(t, address) == TERM_ADD) {
        for (uint32_t i = 0; i < 2; i++) {
            term part = term_child(t, address, i);
            uint64_t value = term_is_constant(t, part) ? (uint64_t)term_constant_value(t, part) : 0;
            uint64_t number = ir_pointer_object(layout, value);
            if (number > 0 && number <= x->s->objects.size)
                return number;
        }
        address = term_child(t, address, 0);
    }
    return 0;
}

term symex_fits(context *x, uint64_t number, term address, uint64_t size)
{
    term_table *t = terms_of(x);
    term offset = term_sub(t, address, symex_address_of(x, number)), whole = x->s->objects.data[number - 1].size;
    if (term_is_constant(t, whole)) {
        uint64_t bytes = (uint64_t)term_constant_value(t, whole);
        return bytes < size ? TERM_FALSE : term_ule(t, offset, symex_number(x, bytes - size));
    }
    term end = term_add(t, offset, symex_number(x, size));
    return term_and(t, term_ule(t, end, whole), term_ule(t, offset, end));
}

static bool is_surely_dead(const context *x, const symex_object *object, term guard)
{
    return object->dead == TERM_TRUE || guard_decides(&x->s->guards, guard, object->dead) == TERM_TRUE;
}

/* The address may lie in any instance. */
static void add_all_instances(context *x, symex_place place, uint64_t size, term guard, targets *found)
{
    guards *g = &x->s->guards;
    const uint32_t *sites = &x->s->program->origin_sites.data[place.origin.first];
    for (uint32_t i = 0; i < place.origin.count; i++)
        for (uint32_t k = 0; k < x->instances[sites[i]].size && guard != TERM_FALSE; k++) {
            uint64_t number = x->instances[sites[i]].data[k];
            const symex_object *object = &x->s->objects.data[number - 1];
            if (object->thread != x->standing.thread || is_surely_dead(x, object, guard))
                continue;
            symex_count_work(x);
            term is_here = symex_fits(x, number, place.address, size);
            term here = guard_narrow(g, guard, is_here);
            if (here == TERM_FALSE)
                continue;
            vec_push(found, (target){here, place.address, number});
            guard = guard_narrow(g, guard, term_not(terms_of(x), is_here));
        }
    if (place.origin.is_other && guard != TERM_FALSE)
        vec_push(found, (target){guard, place.address, 0});
    else
        symex_record_claim(x, PROPERTY_DEREFERENCE, guard, "invalid pointer: null, dangling or out of bounds");
}

static void add_leaf(context *x, symex_place place, uint64_t size, term guard, targets *found)
{
    term_table *t = terms_of(x);
    bool is_constant = term_is_constant(t, place.address);
    uint64_t number = 0;
    if (is_constant)
        number = ir_pointer_object(x->s->program->layout, (uint64_t)term_constant_value(t, place.address));
    else if (place.origin.count > 0 && !place.origin.is_mixed)
        number = object_in_sum(x, place.address);
    if (is_meant(x, place.origin, number))
        vec_push(found, (target){guard, place.address, number});
    else if (is_constant || number > 0 || place.origin.count == 0)
        vec_push(found, (target){guard, place.address, 0});
    else
        add_all_instances(x, place, size, guard, found);
}

/* Takes the address apart where it is a choice. */
void symex_find_targets(context *x, symex_place place, uint64_t size, targets *found)
{
    term_table *t = terms_of(x);
    guards *g = &x->s->guards;
    targets waiting = {0};
    vec_push(&waiting, (target){x->standing.guard, guard_simplify(g, x->standing.guard, place.address), 0});
    while (waiting.size > 0) {
        target at = vec_pop(&waiting);
        if (at.guard == TERM_FALSE)
            continue;
        bool is_choice = term_operation(t, at.address) == TERM_ITE && found->size < MAX_TARGETS;
        if (!is_choice) {
            add_leaf(x, (symex_place){at.address, place.depends, place.origin}, size, at.guard, found);
            continue;
        }
        term condition = term_child(t, at.address, 0);
        vec_push(&waiting,
                 (target){guard_narrow(g, at.guard, term_not(t, condition)), term_child(t, at.address, 2), 0});
        vec_push(&waiting, (target){guard_narrow(g, at.guard, condition), term_child(t, at.address, 1), 0});
    }
    vec_clear(&waiting);
}
