/* Sorting by an integer key: least significant digit first, stable, skipping the digits in which all keys agree. */
#ifndef HEDDLE_SAT_SORT_H
#define HEDDLE_SAT_SORT_H

#include <stdint.h>

#include "base/vec.h"

typedef struct sort_item {
    uint64_t key;
    uint32_t value;
} sort_item;

typedef VEC(sort_item) sort_items;

/* Sorts by ascending key. `scratch` is any vector to work in; its content is lost. */
void sort_by_key(sort_items *items, sort_items *scratch);

#endif
