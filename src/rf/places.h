/* Memory, cut into cells: bytes that are always accessed together.
 *
 * Accesses of the same bytes share a cell. When two accesses have only some of their bytes in common, all bytes of the
 * words of eight that they are in become cells of their own, and everything that was known about cells is void:
 * `has_changed` says so, and whoever explores begins anew. A word changes once at most, so that comes to an end.
 *
 * What is no memory but can be found out has a cell as well: whether an object is alive (at position 0 of its number,
 * where no object has bytes, see ir_layout), and what became of a thread (in object 0, which is NULL). */
#ifndef HEDDLE_RF_PLACES_H
#define HEDDLE_RF_PLACES_H

#include "base/map.h"
#include "base/vec.h"
#include "ir/ir.h"

enum { PLACES_WORD = 8, PLACES_NONE = UINT32_MAX };

typedef struct places_cell {
    uint64_t address;
    uint8_t size;
} places_cell;

typedef struct places_word {
    uint32_t cells[PLACES_WORD]; /* by byte; PLACES_NONE: it was not accessed */
    bool is_split;
} places_word;

typedef struct places {
    map by_word; /* address / 8 -> index into words */
    VEC(places_word) words;
    VEC(places_cell) cells;
    bool has_changed;
} places;

void places_clear(places *p);
/* The cells of an access of at most eight bytes, in ascending order, and how many they are. */
uint32_t places_find(places *p, uint64_t address, uint8_t size, uint32_t cells[PLACES_WORD]);
uint32_t places_of_life(places *p, ir_layout layout, uint64_t address);
uint32_t places_of_thread(places *p, uint32_t thread);

#endif
