/* Work that is done in turns. Each piece of work is an ordinary function on a thread of its own, but only one of them,
 * or whoever gives the turns, runs at any time: whoever has the turn gives it on and waits until it comes back. So
 * nothing has to be locked, the same turns give the same result, and a function that is deep in a recursion can be
 * interrupted there and go on later.
 *
 *     turn *t = turn_new(work, argument);
 *     while (turn_give(t))          work(argument) goes on until it calls turn_back(t), or ends
 *         do_something_else();
 *     turn_free(t);
 */
#ifndef HEDDLE_BASE_TURN_H
#define HEDDLE_BASE_TURN_H

#include <stdbool.h>

typedef struct turn turn;

/* NULL if there can be no more threads. The work begins with the first turn. */
turn *turn_new(void (*work)(void *argument), void *argument);
/* Lets the work go on. False if it has ended, now or before. */
bool turn_give(turn *t);
/* For the work itself: waits for its next turn. */
void turn_back(turn *t);
/* The work has ended, or never had a turn. NULL is fine. */
void turn_free(turn *t);

#endif
