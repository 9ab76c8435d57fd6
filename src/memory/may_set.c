#include "memory/may_set.h"

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

/* `missing`: in ascending order, and none is in the list. From the back, so that each number moves once. */
static void merge_missing(may_numbers *list, const uint64_t *missing, uint32_t count)
{
    uint32_t old = list->size, at = old + count;
    vec_reserve(list, at);
    list->size = at;
    while (count > 0)
        list->data[--at] = old > 0 && list->data[old - 1] > missing[count - 1] ? list->data[--old] : missing[--count];
}

/* The first place at or after `at` whose number is not below `number`: what is looked for is mostly near. */
static uint32_t skip_below(const may_numbers *list, uint32_t at, uint64_t number)
{
    while (at < list->size && list->data[at] < number)
        at++;
    return at;
}

static int compare_numbers(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void may_numbers_sort(may_numbers *list)
{
    bool is_sorted = true;
    for (uint32_t i = 1; i < list->size && is_sorted; i++)
        is_sorted = list->data[i - 1] < list->data[i];
    if (is_sorted)
        return;
    qsort(list->data, list->size, sizeof *list->data, compare_numbers);
    uint32_t kept = 1;
    for (uint32_t i = 1; i < list->size; i++)
        if (list->data[i] != list->data[kept - 1])
            list->data[kept++] = list->data[i];
    list->size = kept;
}

void may_numbers_merge(may_numbers *list, const uint64_t *numbers, uint32_t count, may_numbers *fresh)
{
    uint32_t first = fresh->size;
    for (uint32_t i = 0, at = 0; i < count; i++) {
        at = skip_below(list, at, numbers[i]);
        if (at == list->size || list->data[at] != numbers[i])
            vec_push(fresh, numbers[i]);
    }
    merge_missing(list, fresh->data + first, fresh->size - first);
}

/* ---- sets ---- */

void may_set_clear(may_set *set)
{
    vec_clear(&set->numbers);
    vec_clear(&set->objects);
    vec_clear(&set->number_log);
    vec_clear(&set->object_log);
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
    if (!may_numbers_insert(&set->objects, object))
        return false;
    vec_push(&set->object_log, object);
    return true;
}

/* Numbers that come together mostly point into the same object. */
static bool add_objects_of(may_set *to, const uint64_t *numbers, uint32_t count, const may_space *space)
{
    bool has_grown = false;
    for (uint32_t word = 0; word < MAX_WORDS; word++) {
        uint64_t last = 0;
        for (uint32_t i = 0; i < count; i++) {
            uint64_t object = object_in(numbers[i], word, space);
            if (object > 0 && object != last)
                has_grown |= may_set_add_object(to, object);
            last = object;
        }
    }
    return has_grown;
}

/* Too many numbers: only their objects are kept. */
static void forget_offsets(may_set *set, const may_space *space)
{
    add_objects_of(set, set->numbers.data, set->numbers.size, space);
    for (uint32_t i = 0; i < set->numbers.size; i++)
        if (object_in(set->numbers.data[i], 0, space) == 0)
            set->is_any = true;
    set->numbers.size = 0;
    set->number_log.size = 0;
    set->forgotten++;
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
    vec_push(&set->number_log, number);
    if (set->numbers.size > MAY_MAX_NUMBERS)
        forget_offsets(set, space);
    return true;
}

/* More at once than are inserted one by one. */
enum { MANY = 8 };

static bool add_numbers(may_set *to, const uint64_t *numbers, uint32_t count, const may_space *space)
{
    bool has_grown = false;
    if (count < MANY || to->numbers.size + count > MAY_MAX_NUMBERS) {
        for (uint32_t i = 0; i < count; i++)
            has_grown |= may_set_add_number(to, numbers[i], space);
        return has_grown;
    }
    may_numbers sorted = {0};
    for (uint32_t i = 0; i < count; i++)
        if (!covers(to, numbers[i], space))
            vec_push(&sorted, numbers[i]);
    may_numbers_sort(&sorted);
    uint32_t had = to->number_log.size;
    may_numbers_merge(&to->numbers, sorted.data, sorted.size, &to->number_log);
    vec_clear(&sorted);
    return to->number_log.size > had;
}

static bool add_objects(may_set *to, const uint64_t *objects, uint32_t count)
{
    uint32_t had = to->object_log.size;
    for (uint32_t i = 0; i < count && count < MANY; i++)
        may_set_add_object(to, objects[i]);
    if (count >= MANY) {
        may_numbers sorted = {0};
        vec_append(&sorted, objects, count);
        may_numbers_sort(&sorted);
        may_numbers_merge(&to->objects, sorted.data, sorted.size, &to->object_log);
        vec_clear(&sorted);
    }
    return to->object_log.size > had;
}

bool may_set_add_news(may_set *to, const may_news *news, const may_space *space)
{
    bool has_grown = (news->is_any && may_set_add_any(to)) | (news->is_wild && may_set_add_wild(to));
    has_grown |= add_objects(to, news->objects, news->object_count);
    return has_grown | add_numbers(to, news->numbers, news->number_count, space);
}

bool may_set_add_objects(may_set *to, const may_news *news, const may_space *space)
{
    bool has_grown = add_objects_of(to, news->numbers, news->number_count, space);
    return has_grown | add_objects(to, news->objects, news->object_count);
}

/* ---- news ---- */

may_mark may_set_mark(const may_set *set)
{
    return (may_mark){set->number_log.size, set->object_log.size, set->forgotten, set->is_any, set->is_wild};
}

/* What is all new comes sorted. */
may_news may_set_news(const may_set *set, may_mark since)
{
    uint32_t numbers = since.forgotten == set->forgotten ? since.numbers : 0;
    may_news news = {
        .number_count = set->number_log.size - numbers,
        .object_count = set->object_log.size - since.objects,
        .is_any = set->is_any && !since.is_any,
        .is_wild = set->is_wild && !since.is_wild,
    };
    if (news.number_count > 0)
        news.numbers = numbers == 0 ? set->numbers.data : set->number_log.data + numbers;
    if (news.object_count > 0)
        news.objects = since.objects == 0 ? set->objects.data : set->object_log.data + since.objects;
    return news;
}

bool may_news_are_none(const may_news *news)
{
    return news->number_count + news->object_count == 0 && !news->is_any && !news->is_wild;
}
