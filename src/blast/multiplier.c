#include "blast/circuits.h"

static bool is_constant(uint32_t width, const aig_edge *a)
{
    for (uint32_t i = 0; i < width; i++)
        if (!aig_is_constant(a[i]))
            return false;
    return true;
}

/* sum += a * 2^shift, or -= with `minus`. */
static void accumulate(aig *graph, uint32_t width, const aig_edge *a, uint32_t shift, bool minus, aig_edge *sum)
{
    aig_edge result[CIRCUIT_MAX_WIDTH];
    uint32_t count = width - shift;
    if (minus)
        circuit_subtract(graph, count, sum + shift, a, result);
    else
        circuit_add(graph, count, sum + shift, a, AIG_FALSE, result);
    memcpy(sum + shift, result, count * sizeof *sum);
}

/* Writes the constant with digits 0, 1, -1, no two neighbours of which are nonzero: a third of the digits need an
 * adder on average, and never more than half. */
static void multiply_by_constant(aig *graph, uint32_t width, const aig_edge *a, const aig_edge *constant,
                                 aig_edge *product)
{
    bool carry = false;
    for (uint32_t i = 0; i < width; i++) {
        bool bit = constant[i] == AIG_TRUE, next = i + 1 < width && constant[i + 1] == AIG_TRUE;
        bool is_odd = bit != carry;
        if (is_odd)
            accumulate(graph, width, a, i, next, product);
        carry = is_odd ? next : bit && carry;
    }
}

void circuit_multiply(aig *graph, uint32_t width, const aig_edge *a, const aig_edge *b, aig_edge *product)
{
    assert(width <= CIRCUIT_MAX_WIDTH);
    for (uint32_t i = 0; i < width; i++)
        product[i] = AIG_FALSE;
    if (is_constant(width, b)) {
        multiply_by_constant(graph, width, a, b, product);
        return;
    }
    if (is_constant(width, a)) {
        multiply_by_constant(graph, width, b, a, product);
        return;
    }
    for (uint32_t i = 0; i < width; i++) {
        aig_edge row[CIRCUIT_MAX_WIDTH];
        for (uint32_t j = 0; i + j < width; j++)
            row[j] = aig_and(graph, a[j], b[i]);
        accumulate(graph, width, row, i, false, product);
    }
}
