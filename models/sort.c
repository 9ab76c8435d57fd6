/* Sorting and searching. */
#include "internal.h"

#include <stdlib.h>

typedef struct order {
    int (*compare)(const void *, const void *);
    int (*compare_with)(const void *, const void *, void *); /* if not NULL, used instead, with the argument */
    void *argument;
} order;

static int compare(const order *o, const void *one, const void *other)
{
    return o->compare_with ? o->compare_with(one, other, o->argument) : o->compare(one, other);
}

/* By insertion: the arrays of programs that can be checked are small. */
static void sort(char *items, size_t count, size_t size, const order *o)
{
    char item[size + 1];
    for (size_t i = 1; i < count; i++) {
        __heddle_memcpy(item, items + i * size, size);
        size_t hole = i;
        for (; hole > 0 && compare(o, items + (hole - 1) * size, item) > 0; hole--)
            __heddle_memcpy(items + hole * size, items + (hole - 1) * size, size);
        if (hole != i)
            __heddle_memcpy(items + hole * size, item, size);
    }
}

void qsort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    sort(items, count, size, &(order){.compare = compare});
}

void qsort_r(void *items, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *argument)
{
    sort(items, count, size, &(order){.compare_with = compare, .argument = argument});
}

void *bsearch(const void *key, const void *items, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    const char *first = items;
    while (count > 0) {
        const char *middle = first + count / 2 * size;
        int difference = compare(key, middle);
        if (difference == 0)
            return (void *)middle;
        if (difference > 0) {
            first = middle + size;
            count--;
        }
        count /= 2;
    }
    return NULL;
}
