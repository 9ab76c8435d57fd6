#include "rf/places.h"

void places_clear(places *p)
{
    map_clear(&p->by_word);
    vec_clear(&p->words);
    vec_clear(&p->cells);
}

static uint32_t new_word(places *p, uint64_t address, uint8_t size)
{
    uint64_t word = address / PLACES_WORD;
    map_put(&p->by_word, word, p->words.size);
    vec_push(&p->words, (places_word){
                            .offset = (uint8_t)(address % PLACES_WORD),
                            .size = size,
                            .first_cell = p->cells.size,
                        });
    vec_push(&p->cells, (places_cell){address, size});
    return p->words.size - 1;
}

static void split(places *p, places_word *w, uint64_t word)
{
    w->is_split = true;
    w->first_cell = p->cells.size;
    for (uint32_t i = 0; i < PLACES_WORD; i++)
        vec_push(&p->cells, (places_cell){word * PLACES_WORD + i, 1});
    p->has_changed = true;
}

/* The part of an access that is in one word. */
static uint32_t find_in_word(places *p, uint64_t address, uint8_t size, bool is_whole, uint32_t *cells)
{
    uint64_t word = address / PLACES_WORD;
    uint8_t offset = (uint8_t)(address % PLACES_WORD);
    uint64_t *known = map_find(&p->by_word, word);
    uint64_t index = known ? *known : new_word(p, address, size);
    places_word *w = &p->words.data[index];
    if (!w->is_split && (!is_whole || w->offset != offset || w->size != size))
        split(p, w, word);
    if (!w->is_split) {
        cells[0] = w->first_cell;
        return 1;
    }
    for (uint32_t i = 0; i < size; i++)
        cells[i] = w->first_cell + offset + i;
    return size;
}

uint32_t places_find(places *p, uint64_t address, uint8_t size, uint32_t cells[PLACES_WORD])
{
    uint64_t room = PLACES_WORD - address % PLACES_WORD;
    assert(size > 0 && size <= PLACES_WORD);
    if (size <= room)
        return find_in_word(p, address, size, true, cells);
    uint32_t count = find_in_word(p, address, (uint8_t)room, false, cells);
    return count + find_in_word(p, address + room, (uint8_t)(size - room), false, cells + count);
}

static uint32_t single_cell(places *p, uint64_t address)
{
    uint32_t cells[PLACES_WORD];
    places_find(p, address, 1, cells);
    return cells[0];
}

uint32_t places_of_life(places *p, ir_layout layout, uint64_t address)
{
    return single_cell(p, ir_pointer_object(layout, address) << layout.offset_bits);
}

uint32_t places_of_thread(places *p, uint32_t thread)
{
    return single_cell(p, (uint64_t)(thread + 1) * PLACES_WORD);
}
