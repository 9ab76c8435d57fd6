#include "memory/may_set.h"

enum { MAX_NUMBERS = 256 };

/* Where the number is in the list, or belongs. */
static uint32_t find_place(const may_numbers *list, uint64_t number)
{
    uint32_t low = 0, high = list->size;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (list->data[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool contains(const may_numbers *list, uint64_t number)
{
    uint32_t at = find_place(list, number);
    return at < list->size && list->data[at] == number;
}

bool may_numbers_insert(may_numbers *list, uint64_t number)
{
    uint32_t at = find_place(list, number);
    if (at < list->size && list->data[at] == number)
        return false;
    vec_push(list, number);
    memmove(list->data + at + 1, list->data + at, (list->size - 1 - at) * sizeof *list->data);
    list->data[at] = number;
    return true;
}

void may_set_clear(may_set *set)
{
    vec_clear(&set->numbers);
    vec_clear(&set->objects);
}

enum { MAX_WORDS = 2 };

/* The object that a number points into; of a number that is wider than an address, one of its words. 0: into none. */
static uint64_t object_in(uint64_t number, uint32_t word, const may_space *space)
{
    ir_layout layout = space->layout;
    if (word * layout.pointer_bits >= IR_SLOT_BITS)
        return 0;
    number = number >> word * layout.pointer_bits & ir_mask(layout.pointer_bits);
    uint64_t object = ir_pointer_object(layout, number);
    return object <= space->object_count ? object : 0;
}

bool may_set_add_any(may_set *set)
{
    bool has_grown = !set->is_any;
    set->is_any = true;
    return has_grown;
}

bool may_set_add_wild(may_set *set)
{
    bool has_grown = !set->is_wild;
    set->is_wild = true;
    return may_set_add_any(set) | has_grown;
}

bool may_set_add_object(may_set *set, uint64_t object)
{
    return may_numbers_insert(&set->objects, object);
}

static bool add_objects_of(may_set *to, const may_numbers *numbers, const may_space *space)
{
    bool has_grown = false;
    for (uint32_t i = 0; i < numbers->size; i++) {
        for (uint32_t word = 0; word < MAX_WORDS; word++) {
            uint64_t object = object_in(numbers->data[i], word, space);
            if (object > 0)
                has_grown |= may_set_add_object(to, object);
        }
    }
    return has_grown;
}

/* Too many numbers: only their objects are kept. */
static void forget_offsets(may_set *set, const may_space *space)
{
    add_objects_of(set, &set->numbers, space);
    for (uint32_t i = 0; i < set->numbers.size; i++)
        if (object_in(set->numbers.data[i], 0, space) == 0)
            set->is_any = true;
    set->numbers.size = 0;
}

static bool covers(const may_set *set, uint64_t number, const may_space *space)
{
    bool has_object = false;
    for (uint32_t word = 0; word < MAX_WORDS; word++) {
        uint64_t object = object_in(number, word, space);
        has_object |= object > 0;
        if (object > 0 && !contains(&set->objects, object))
            return false;
    }
    return has_object || (set->is_any && !set->is_part);
}

bool may_set_add_number(may_set *set, uint64_t number, const may_space *space)
{
    if (covers(set, number, space) || !may_numbers_insert(&set->numbers, number))
        return false;
    if (set->numbers.size > MAX_NUMBERS)
        forget_offsets(set, space);
    return true;
}

bool may_set_add_all(may_set *to, const may_set *from, const may_space *space)
{
    bool has_grown = (from->is_any && may_set_add_any(to)) | (from->is_wild && may_set_add_wild(to));
    for (uint32_t i = 0; i < from->objects.size; i++)
        has_grown |= may_set_add_object(to, from->objects.data[i]);
    for (uint32_t i = 0; i < from->numbers.size; i++)
        has_grown |= may_set_add_number(to, from->numbers.data[i], space);
    return has_grown;
}

bool may_set_add_objects(may_set *to, const may_set *from, const may_space *space)
{
    bool has_grown = add_objects_of(to, &from->numbers, space);
    for (uint32_t i = 0; i < from->objects.size; i++)
        has_grown |= may_set_add_object(to, from->objects.data[i]);
    return has_grown;
}
