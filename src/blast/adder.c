#include "blast/circuits.h"

/* The carry is the operand's bit where both agree, and the carry in elsewhere: as an if-then-else it becomes six
 * clauses that share the exclusive or with the sum. */
aig_edge circuit_add(aig *graph, uint32_t width, const aig_edge *a, const aig_edge *b, aig_edge carry, aig_edge *sum)
{
    for (uint32_t i = 0; i < width; i++) {
        aig_edge differ = aig_xor(graph, a[i], b[i]);
        sum[i] = aig_xor(graph, differ, carry);
        carry = aig_ite(graph, differ, carry, a[i]);
    }
    return carry;
}

aig_edge circuit_subtract(aig *graph, uint32_t width, const aig_edge *a, const aig_edge *b, aig_edge *difference)
{
    aig_edge inverted[CIRCUIT_MAX_WIDTH];
    assert(width <= CIRCUIT_MAX_WIDTH);
    for (uint32_t i = 0; i < width; i++)
        inverted[i] = aig_not(b[i]);
    return circuit_add(graph, width, a, inverted, AIG_TRUE, difference);
}

void circuit_negate(aig *graph, uint32_t width, const aig_edge *a, aig_edge *result)
{
    aig_edge zero[CIRCUIT_MAX_WIDTH] = {AIG_FALSE};
    circuit_subtract(graph, width, zero, a, result);
}

void circuit_choose(aig *graph, uint32_t width, aig_edge condition, const aig_edge *then, const aig_edge *otherwise,
                    aig_edge *result)
{
    for (uint32_t i = 0; i < width; i++)
        result[i] = aig_ite(graph, condition, then[i], otherwise[i]);
}
