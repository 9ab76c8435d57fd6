#include "sat/sort.h"

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS, KEY_BITS = 64, INSERTION_LIMIT = 40 };

static void insertion_sort(sort_item *items, uint32_t size)
{
    for (uint32_t i = 1; i < size; i++) {
        sort_item item = items[i];
        uint32_t j = i;
        for (; j > 0 && items[j - 1].key > item.key; j--)
            items[j] = items[j - 1];
        items[j] = item;
    }
}

static void sort_by_digit(const sort_item *from, sort_item *to, uint32_t size, unsigned shift)
{
    uint32_t start[DIGITS] = {0};
    for (uint32_t i = 0; i < size; i++)
        start[(from[i].key >> shift) % DIGITS]++;
    uint32_t sum = 0;
    for (unsigned digit = 0; digit < DIGITS; digit++) {
        uint32_t count = start[digit];
        start[digit] = sum;
        sum += count;
    }
    for (uint32_t i = 0; i < size; i++)
        to[start[(from[i].key >> shift) % DIGITS]++] = from[i];
}

void sort_by_key(sort_items *items, sort_items *scratch)
{
    uint32_t size = items->size;
    if (size <= INSERTION_LIMIT) {
        insertion_sort(items->data, size);
        return;
    }
    uint64_t all = UINT64_MAX, any = 0;
    for (uint32_t i = 0; i < size; i++) {
        all &= items->data[i].key;
        any |= items->data[i].key;
    }
    vec_resize(scratch, size);
    for (unsigned shift = 0; shift < KEY_BITS; shift += DIGIT_BITS) {
        if (((all ^ any) >> shift) % DIGITS == 0)
            continue;
        sort_by_digit(items->data, scratch->data, size, shift);
        sort_items swapped = *items;
        *items = *scratch;
        *scratch = swapped;
    }
}
