/* Variables in the order in which they were last bumped: a doubly linked list ("variable move to front").
 *
 * Invariant: stamp grows strictly from `first` to `last`, and every variable after `search` is assigned; so the next
 * decision is found by walking back from `search`. */
#ifndef HEDDLE_SAT_QUEUE_H
#define HEDDLE_SAT_QUEUE_H

#include <stdint.h>

#include "base/vec.h"

#define QUEUE_END UINT32_MAX

typedef struct queue_link {
    uint32_t previous, next;
    uint64_t stamp;
} queue_link;

typedef struct queue {
    VEC(queue_link) links;
    uint32_t first, last, search;
    uint64_t stamped;
} queue;

static inline void queue_init(queue *q)
{
    *q = (queue){.first = QUEUE_END, .last = QUEUE_END, .search = QUEUE_END};
}

static inline void queue_append(queue *q, uint32_t variable)
{
    assert(variable < q->links.size && q->last != variable);
    q->links.data[variable] = (queue_link){q->last, QUEUE_END, ++q->stamped};
    if (q->last == QUEUE_END)
        q->first = variable;
    else
        q->links.data[q->last].next = variable;
    q->last = variable;
}

static inline void queue_remove(queue *q, uint32_t variable)
{
    assert(variable < q->links.size);
    queue_link link = q->links.data[variable];
    if (link.previous == QUEUE_END)
        q->first = link.next;
    else
        q->links.data[link.previous].next = link.next;
    if (link.next == QUEUE_END)
        q->last = link.previous;
    else
        q->links.data[link.next].previous = link.previous;
}

/* Adds the next variable; it is unassigned. */
static inline void queue_add(queue *q)
{
    uint32_t variable = q->links.size;
    vec_push(&q->links, (queue_link){0});
    queue_append(q, variable);
    q->search = variable;
}

/* `variable` lost its value. */
static inline void queue_unassigned(queue *q, uint32_t variable)
{
    if (q->links.data[variable].stamp > q->links.data[q->search].stamp)
        q->search = variable;
}

static inline void queue_bump(queue *q, uint32_t variable, bool assigned)
{
    if (q->last == variable)
        return;
    if (q->search == variable)
        q->search = q->links.data[variable].previous == QUEUE_END ? q->links.data[variable].next
                                                                  : q->links.data[variable].previous;
    queue_remove(q, variable);
    queue_append(q, variable);
    if (!assigned)
        q->search = variable;
}

#endif
