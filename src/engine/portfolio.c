#include "engine/portfolio.h"

enum {
    SHORTEST_TURN = 100000, /* about a millisecond */
    LONGEST_TURN = 2000000,
    PART_OF_WORK = 8,
    EARLY_WORK = 1000000, /* of an engine with a price, at that price; ... */
    LATE = 4,             /* ... then at so many times the price */
};

static uint64_t cost(const portfolio_share *share)
{
    uint64_t late = share->price > 1 && share->work > EARLY_WORK ? share->work - EARLY_WORK : 0;
    return (share->work + (LATE - 1) * late) * share->price;
}

uint32_t portfolio_next(const portfolio_share *shares, uint32_t count)
{
    uint32_t next = count;
    for (uint32_t i = 0; i < count; i++)
        if (!shares[i].has_ended && (next == count || cost(&shares[i]) < cost(&shares[next])))
            next = i;
    return next;
}

uint64_t portfolio_turn(const portfolio_share *share)
{
    uint64_t turn = share->work / PART_OF_WORK;
    if (turn < SHORTEST_TURN)
        return SHORTEST_TURN;
    return turn < LONGEST_TURN ? turn : LONGEST_TURN;
}
