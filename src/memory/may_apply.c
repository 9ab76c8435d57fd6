/* What operations make of sets of numbers. */
#include "ir/ir.h"
#include "memory/may_set.h"
#include "term/value.h"

enum { MAX_COMBINATIONS = MAY_MAX_NUMBERS, MAX_BITS = 64 };

typedef struct operation {
    const term_table *terms;
    term at;
    const may_set *a, *b; /* of the children; b is NULL if there is one */
    may_mark *seen;       /* of each: what was taken in already */
    may_set *result;
    const may_space *space;
} operation;

static bool is_empty(const may_set *set)
{
    return set->numbers.size == 0 && set->objects.size == 0 && !set->is_any;
}

static bool is_finite(const may_set *set)
{
    return set->objects.size == 0 && !set->is_any;
}

static bool is_narrow(const operation *o, uint32_t child)
{
    return term_width(o->terms, term_child(o->terms, o->at, child)) <= MAX_BITS;
}

/* Few numbers, and an operation that is worth the trouble. */
static bool can_combine(const operation *o)
{
    uint64_t combinations = (uint64_t)o->a->numbers.size * (o->b ? o->b->numbers.size : 1);
    return term_operation(o->terms, o->at) <= TERM_SEXT && combinations <= MAX_COMBINATIONS &&
           term_width(o->terms, o->at) <= MAX_BITS && is_narrow(o, 0) && (o->b == NULL || is_narrow(o, 1));
}

/* How many of the child's numbers were combined before. */
static uint32_t combined_before(const may_set *child, const may_mark *seen)
{
    return child && child->forgotten == seen->forgotten ? seen->numbers : 0;
}

/* Pairs of which at least one number is new. */
static bool combine(const operation *o)
{
    const term_table *t = o->terms;
    term_op op = term_operation(t, o->at);
    uint32_t width = term_width(t, o->at), low = op == TERM_EXTRACT ? term_extract_low(t, o->at) : 0;
    uint32_t child_width = term_width(t, term_child(t, o->at, o->b ? 1 : 0));
    uint32_t old_a = combined_before(o->a, &o->seen[0]), old_b = combined_before(o->b, &o->seen[1]);
    uint64_t values[MAX_COMBINATIONS];
    may_news news = {.numbers = values};
    for (uint32_t i = o->b ? 0 : old_a; i < o->a->numbers.size; i++)
        for (uint32_t j = i < old_a ? old_b : 0; j < (o->b ? o->b->numbers.size : 1); j++) {
            uint64_t x = o->a->number_log.data[i], y = o->b ? o->b->number_log.data[j] : 0;
            values[news.number_count++] = (uint64_t)value_apply(op, width, child_width, low, x, y, 0);
        }
    return may_set_add_news(o->result, &news, o->space);
}

static bool add_objects(const operation *o, const may_set *from)
{
    may_news all = may_set_all(from);
    return may_set_add_objects(o->result, &all, o->space);
}

/* An object's number, and perhaps some of the offset, above; anything below: the object with any offset. */
static bool is_pointer_concat(const operation *o)
{
    const term_table *t = o->terms;
    return term_operation(t, o->at) == TERM_CONCAT && term_width(t, o->at) == o->space->layout.pointer_bits &&
           term_width(t, term_child(t, o->at, 1)) <= o->space->layout.offset_bits && is_finite(o->a);
}

static bool add_pointers_to_anywhere(const operation *o)
{
    bool has_grown = false;
    uint32_t offset_bits = o->space->layout.offset_bits - term_width(o->terms, term_child(o->terms, o->at, 1));
    for (uint32_t i = 0; i < o->a->numbers.size; i++) {
        uint64_t number = o->a->numbers.data[i] >> offset_bits;
        bool is_object = number > 0 && number <= o->space->object_count;
        has_grown |= is_object ? may_set_add_object(o->result, number) : may_set_add_any(o->result);
    }
    return has_grown;
}

/* Does it take a part of a pointer that tells the object, or something out of a value that may have pointers in it? A
 * set of such parts has the objects as well as the numbers: a number alone would be lost in a set that may be any
 * number, and with it the pointer that is put together again. */
static bool takes_object(const operation *o)
{
    const term_table *t = o->terms;
    ir_layout layout = o->space->layout;
    if (term_operation(t, o->at) != TERM_EXTRACT)
        return false;
    uint32_t whole = term_width(t, term_child(t, o->at, 0));
    return whole > layout.pointer_bits ||
           (whole == layout.pointer_bits && term_extract_low(t, o->at) + term_width(t, o->at) > layout.offset_bits);
}

/* Was the object's number among those that have been put in front of every offset that is known? */
static bool is_combined(const operation *o, uint64_t object)
{
    const term_table *t = o->terms;
    if (term_operation(t, o->at) != TERM_CONCAT || term_width(t, o->at) != o->space->layout.pointer_bits ||
        term_width(t, term_child(t, o->at, 1)) != o->space->layout.offset_bits || !is_finite(o->b))
        return false;
    for (uint32_t i = 0; i < o->a->numbers.size; i++)
        if (o->a->numbers.data[i] == object)
            return true;
    return false;
}

/* The objects of a child, with any offset. Where it does not depend on the other child which ones, those that were
 * seen are there already. */
static bool blur_objects(const operation *o, const may_set *unknown)
{
    bool has_grown = false, is_first = unknown == o->a;
    if (term_operation(o->terms, o->at) != TERM_CONCAT) {
        may_news news = may_set_news(unknown, o->seen[is_first ? 0 : 1]);
        news.number_count = 0;
        return may_set_add_objects(o->result, &news, o->space);
    }
    for (uint32_t i = 0; i < unknown->objects.size; i++)
        if (!is_first || !is_combined(o, unknown->objects.data[i]))
            has_grown |= may_set_add_object(o->result, unknown->objects.data[i]);
    return has_grown;
}

/* Not all values are known: for those that are not, the objects that take part, with any offset. */
static bool blur(const operation *o, const may_set *unknown, const may_set *other)
{
    bool has_grown = blur_objects(o, unknown);
    if (other)
        has_grown |= add_objects(o, other);
    if (unknown->is_any)
        has_grown |= may_set_add_any(o->result);
    return has_grown;
}

static bool blur_all(const operation *o)
{
    bool has_grown = add_objects(o, o->a);
    if (o->b)
        has_grown |= add_objects(o, o->b);
    return o->result->objects.size > 0 ? has_grown : may_set_add_any(o->result);
}

static bool has_objects(const may_set *set, const may_space *space)
{
    may_set objects = {0};
    may_news all = may_set_all(set);
    bool has = set->objects.size > 0 || may_set_add_objects(&objects, &all, space);
    may_set_clear(&objects);
    return has;
}

/* An input, moved by a number, cut or put together: still any number. What is moved by an input is where it was. */
static bool spread_wild(const operation *o)
{
    term_op op = term_operation(o->terms, o->at);
    bool is_wild = o->a->is_wild || (o->b && o->b->is_wild);
    bool keeps = op == TERM_ADD || op == TERM_EXTRACT || op == TERM_CONCAT;
    if (!is_wild || !keeps || has_objects(o->a, o->space) || (o->b && has_objects(o->b, o->space)))
        return false;
    return may_set_add_wild(o->result);
}

static bool add_unknown(const operation *o, bool is_exact)
{
    bool is_a_known = is_finite(o->a), is_b_known = o->b == NULL || is_finite(o->b), has_grown = false;
    if (is_exact && is_a_known && is_b_known)
        return false;
    if (is_pointer_concat(o))
        return add_pointers_to_anywhere(o);
    if (!is_exact)
        return blur_all(o);
    if (!is_a_known)
        has_grown |= blur(o, o->a, o->b);
    if (!is_b_known)
        has_grown |= blur(o, o->b, o->a);
    return has_grown;
}

/* Numbers count as seen if they were combined. */
static void note_seen(const operation *o, bool is_exact)
{
    o->seen[0] = may_set_mark(o->a);
    if (o->b)
        o->seen[1] = may_set_mark(o->b);
    for (uint32_t i = 0; i < 2 && !is_exact; i++)
        o->seen[i].numbers = 0;
}

static bool operate(const operation *o)
{
    if (is_empty(o->a) || (o->b && is_empty(o->b)))
        return false;
    if (spread_wild(o))
        return true;
    bool is_exact = can_combine(o), has_grown = is_exact && combine(o);
    if (takes_object(o))
        has_grown |= add_objects(o, o->a);
    has_grown |= add_unknown(o, is_exact);
    note_seen(o, is_exact);
    return has_grown;
}

/* What is new in the set of a child. */
static bool take_in(may_value *value, const may_set *child, uint32_t which, const may_space *space)
{
    may_news news = may_set_news(child, value->seen[which]);
    value->seen[which] = may_set_mark(child);
    return may_set_add_news(&value->set, &news, space);
}

bool may_set_apply(may_value *values, const term_table *terms, term at, const may_space *space)
{
    may_value *value = &values[at];
    uint32_t arity = term_arity(terms, at);
    if (term_is_constant(terms, at))
        return term_width(terms, at) <= MAX_BITS
                   ? may_set_add_number(&value->set, (uint64_t)term_constant_value(terms, at), space)
                   : may_set_add_any(&value->set);
    if (term_operation(terms, at) == TERM_ITE)
        return take_in(value, &values[term_child(terms, at, 1)].set, 0, space) |
               take_in(value, &values[term_child(terms, at, 2)].set, 1, space);
    return operate(&(operation){
        .terms = terms,
        .at = at,
        .a = &values[term_child(terms, at, 0)].set,
        .b = arity > 1 ? &values[term_child(terms, at, 1)].set : NULL,
        .seen = value->seen,
        .result = &value->set,
        .space = space,
    });
}
