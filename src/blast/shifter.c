#include "blast/circuits.h"

/* One stage per bit of the distance that matters, each shifting by a power of two or not at all. Distances from the
 * width on are caught where one stage alone exceeds it, and otherwise shift everything out by themselves. */
void circuit_shift_right(aig *graph, uint32_t width, const aig_edge *a, const aig_edge *distance, aig_edge fill,
                         aig_edge *result)
{
    memcpy(result, a, width * sizeof *result);
    aig_edge is_too_far = AIG_FALSE;
    for (uint32_t stage = 0; stage < width; stage++) {
        bool is_within = stage < 31 && (UINT32_C(1) << stage) < width;
        if (!is_within) {
            is_too_far = aig_or(graph, is_too_far, distance[stage]);
            continue;
        }
        uint32_t step = UINT32_C(1) << stage;
        for (uint32_t i = 0; i < width; i++)
            result[i] = aig_ite(graph, distance[stage], i + step < width ? result[i + step] : fill, result[i]);
    }
    for (uint32_t i = 0; i < width; i++)
        result[i] = aig_ite(graph, is_too_far, fill, result[i]);
}

static void reverse(uint32_t width, const aig_edge *a, aig_edge *result)
{
    for (uint32_t i = 0; i < width; i++)
        result[i] = a[width - 1 - i];
}

void circuit_shift_left(aig *graph, uint32_t width, const aig_edge *a, const aig_edge *distance, aig_edge *result)
{
    aig_edge mirrored[CIRCUIT_MAX_WIDTH] = {AIG_FALSE}, shifted[CIRCUIT_MAX_WIDTH] = {AIG_FALSE};
    assert(width <= CIRCUIT_MAX_WIDTH);
    reverse(width, a, mirrored);
    circuit_shift_right(graph, width, mirrored, distance, AIG_FALSE, shifted);
    reverse(width, shifted, result);
}
