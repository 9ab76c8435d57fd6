/* Memory that is left when the program ends (PROPERTY_LEAK), and what of it is lost (PROPERTY_LOST): no pointer leads
 * to it.
 *
 * The program ends when main returns, when a thread calls exit, _Exit or quick_exit, and when the last thread has come
 * to its end after main has left by pthread_exit; not with abort, nor where an assertion fails. What other threads
 * would have freed later is left. That an object was freed is seen as a store is: by the thread that did it at once, by
 * others when it has arrived. So the end is something that others can notice, where leaks are looked for: a step of its
 * own.
 *
 * Pointers that count are bytes at any place of global, thread-local and local variables that are still there, of heap
 * objects to which such pointers lead, and of stores that wait in a buffer; that they point into the middle, or
 * just behind the end, does not matter. Variables of main are gone when main returns, but not when somebody calls exit.
 * A local variable may be a register. One that is not needed any more is not told from what only was in the way of
 * computing something: if nothing but such a register leads to an object, it is not known whether that is lost, and not
 * modelled. So that registers are there to be looked at, threads that stop do so in a step of their own, and those of
 * threads that have stopped make this an end at which nothing is said: the same end comes before they stop.
 */
#ifndef HEDDLE_MACHINE_LEAKS_H
#define HEDDLE_MACHINE_LEAKS_H

#include "machine/exec.h"

/* Does anybody ask? */
static inline bool leaks_matter(const machine *m)
{
    return (m->options.ends & (property_bit(PROPERTY_LEAK) | property_bit(PROPERTY_LOST))) != 0;
}

/* The thread is about to end the program: GONE if that is a violation or not modelled, STAY if it takes a step of its
 * own, else NEXT. `returns`: from main, so that its variables go. */
outcome leaks_end_program(step *s, bool returns);
/* All threads have come to their ends? Then that is the end of the program. */
void leaks_look(const machine *m, const machine_state *state, machine_result *result);

#endif
