/* Whose turn is it? Nobody knows beforehand which engine is best for a program, so they share the work: the next turn
 * is that of the engine whose work so far has cost least; among equals the first in the table. With n engines of price
 * 1 the answer then takes at most n times the work of the best one, and a turn.
 *
 * An engine with a higher price is there for what it mostly finds soon or not at all. What it does first costs its
 * price, and what it does later a multiple of that: it comes to an end, too, but the others do not pay much for it.
 *
 * A turn is a part of what the engine has done so far, so that turns are few, but no more is lost by the last one. */
#ifndef HEDDLE_ENGINE_PORTFOLIO_H
#define HEDDLE_ENGINE_PORTFOLIO_H

#include <stdbool.h>
#include <stdint.h>

typedef struct portfolio_share {
    uint64_t work; /* done so far */
    uint32_t price;
    bool has_ended;
} portfolio_share;

/* Index of the next one, or `count` if all have ended. */
uint32_t portfolio_next(const portfolio_share *shares, uint32_t count);
/* How much work its turn is. */
uint64_t portfolio_turn(const portfolio_share *share);

#endif
