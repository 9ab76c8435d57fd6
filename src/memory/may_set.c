#include "memory/may_set.h"

#include "ir/ir.h"

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

static bool is_object(uint64_t number, uint32_t object_count)
{
    return number > 0 && number <= object_count;
}

bool may_set_add_any(may_set *set)
{
    bool has_grown = !set->is_any;
    set->is_any = true;
    return has_grown;
}

bool may_set_add_object(may_set *set, uint64_t object)
{
    return may_numbers_insert(&set->objects, object);
}

static bool add_objects_of(may_set *to, const may_numbers *numbers, uint32_t object_count)
{
    bool has_grown = false;
    for (uint32_t i = 0; i < numbers->size; i++) {
        uint64_t object = ir_pointer_object(numbers->data[i]);
        if (is_object(object, object_count))
            has_grown |= may_set_add_object(to, object);
    }
    return has_grown;
}

/* Too many numbers: only their objects are kept. */
static void forget_offsets(may_set *set, uint32_t object_count)
{
    add_objects_of(set, &set->numbers, object_count);
    for (uint32_t i = 0; i < set->numbers.size; i++)
        if (!is_object(ir_pointer_object(set->numbers.data[i]), object_count))
            set->is_any = true;
    set->numbers.size = 0;
}

static bool covers(const may_set *set, uint64_t number, uint32_t object_count)
{
    uint64_t object = ir_pointer_object(number);
    return is_object(object, object_count) ? contains(&set->objects, object) : set->is_any && !set->is_part;
}

bool may_set_add_number(may_set *set, uint64_t number, uint32_t object_count)
{
    if (covers(set, number, object_count) || !may_numbers_insert(&set->numbers, number))
        return false;
    if (set->numbers.size > MAX_NUMBERS)
        forget_offsets(set, object_count);
    return true;
}

bool may_set_add_all(may_set *to, const may_set *from, uint32_t object_count)
{
    bool has_grown = from->is_any && may_set_add_any(to);
    for (uint32_t i = 0; i < from->objects.size; i++)
        has_grown |= may_set_add_object(to, from->objects.data[i]);
    for (uint32_t i = 0; i < from->numbers.size; i++)
        has_grown |= may_set_add_number(to, from->numbers.data[i], object_count);
    return has_grown;
}

bool may_set_add_objects(may_set *to, const may_set *from, uint32_t object_count)
{
    bool has_grown = add_objects_of(to, &from->numbers, object_count);
    for (uint32_t i = 0; i < from->objects.size; i++)
        has_grown |= may_set_add_object(to, from->objects.data[i]);
    return has_grown;
}
