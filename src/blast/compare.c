#include "blast/circuits.h"

aig_edge circuit_equal(aig *graph, uint32_t width, const aig_edge *a, const aig_edge *b)
{
    aig_edge equal = AIG_TRUE;
    for (uint32_t i = 0; i < width; i++)
        equal = aig_and(graph, equal, aig_not(aig_xor(graph, a[i], b[i])));
    return equal;
}

/* The highest bit that differs decides. The exclusive ors are those of circuit_equal. */
aig_edge circuit_less(aig *graph, uint32_t width, const aig_edge *a, const aig_edge *b)
{
    aig_edge less = AIG_FALSE;
    for (uint32_t i = 0; i < width; i++)
        less = aig_ite(graph, aig_xor(graph, a[i], b[i]), b[i], less);
    return less;
}

/* Flipping the signs turns the signed order into the unsigned one. */
aig_edge circuit_less_signed(aig *graph, uint32_t width, const aig_edge *a, const aig_edge *b)
{
    aig_edge x[CIRCUIT_MAX_WIDTH], y[CIRCUIT_MAX_WIDTH];
    assert(width >= 1 && width <= CIRCUIT_MAX_WIDTH);
    memcpy(x, a, width * sizeof *x);
    memcpy(y, b, width * sizeof *y);
    x[width - 1] = aig_not(x[width - 1]);
    y[width - 1] = aig_not(y[width - 1]);
    return circuit_less(graph, width, x, y);
}
