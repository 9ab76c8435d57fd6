#include "rf/places.h"

void places_clear(places *p)
{
    map_clear(&p->by_word);
    vec_clear(&p->words);
    vec_clear(&p->cells);
}

static places_word *word_at(places *p, uint64_t word)
{
    const uint64_t *known = map_find(&p->by_word, word);
    if (known)
        return &p->words.data[*known];
    map_put(&p->by_word, word, p->words.size);
    vec_push(&p->words, (places_word){0});
    for (uint32_t i = 0; i < PLACES_WORD; i++)
        vec_last(&p->words)->cells[i] = PLACES_NONE;
    return vec_last(&p->words);
}

static void split(places *p, places_word *w, uint64_t word)
{
    w->is_split = true;
    for (uint32_t i = 0; i < PLACES_WORD; i++) {
        w->cells[i] = p->cells.size;
        vec_push(&p->cells, (places_cell){word * PLACES_WORD + i, 1});
    }
    p->has_changed = true;
}

static bool is_untouched(const places_word *w, uint32_t offset, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++)
        if (w->cells[offset + i] != PLACES_NONE)
            return false;
    return true;
}

static void add_cell(places *p, places_word *w, uint64_t address, uint8_t size)
{
    for (uint32_t i = 0; i < size; i++)
        w->cells[address % PLACES_WORD + i] = p->cells.size;
    vec_push(&p->cells, (places_cell){address, size});
}

/* The part of an access that is in one word. */
static uint32_t find_in_word(places *p, uint64_t address, uint8_t size, bool is_whole, uint32_t *cells)
{
    uint32_t offset = address % PLACES_WORD;
    places_word *w = word_at(p, address / PLACES_WORD);
    if (!w->is_split && is_whole && is_untouched(w, offset, size))
        add_cell(p, w, address, size);
    uint32_t first = w->cells[offset];
    if (!w->is_split && (!is_whole || first == PLACES_NONE || p->cells.data[first].address != address ||
                         p->cells.data[first].size != size))
        split(p, w, address / PLACES_WORD);
    if (!w->is_split) {
        cells[0] = first;
        return 1;
    }
    for (uint32_t i = 0; i < size; i++)
        cells[i] = w->cells[offset + i];
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
