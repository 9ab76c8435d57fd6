/* The axioms over a partial execution: some accesses are known to be executed and where, some reads have been given
 * their write. Two orders are kept, as the definition has them:
 *
 *   coherence  over accesses: po-loc, rf, ws, fr;
 *   global     over nodes (events; those of one atomic block are one): ppo, fences, rf (under TSO and PSO only between
 *              threads), ws, fr, starts and joins.
 *
 * Both are acyclic at all times: what would close a cycle is refused. What is known only grows, so a refusal is
 * final. */
#ifndef HEDDLE_TESTS_AXIOMS_H
#define HEDDLE_TESTS_AXIOMS_H

#include "memory/memory.h"
#include "support/known.h"
#include "support/relation.h"

#define AXIOMS_OPEN UINT32_MAX          /* of a read: no write is chosen yet */
#define AXIOMS_INITIAL (UINT32_MAX - 1) /* the initial value */

typedef struct axioms {
    const memory *mem;
    const known *known;
    const model *model;
    uint32_t *node;   /* by event */
    uint32_t *source; /* by access, of a read: the write it reads from, AXIOMS_OPEN or AXIOMS_INITIAL */
    relation coherence, global;
    VEC(uint32_t) placed; /* accesses that are executed, with known address */
} axioms;

void axioms_init(axioms *a, const memory *mem, const known *known, const model *model);
void axioms_clear(axioms *a);
void axioms_save(axioms *a);
void axioms_restore(axioms *a);

/* Adds all that follows from what is known. False if the axioms refuse it. */
bool axioms_update(axioms *a);
/* Reads from the write (an access, or AXIOMS_INITIAL); false if that is refused at once. */
bool axioms_read_from(axioms *a, uint32_t read, uint32_t write);
/* Could the placed read still read from there? Cheap and not complete: false is sure. */
bool axioms_could_read(const axioms *a, uint32_t read, uint32_t write);
/* w is before w2 in ws; both are placed at the same address. */
bool axioms_order_writes(axioms *a, uint32_t w, uint32_t w2);
/* Is it known that a is before b, as accesses to one place? */
bool axioms_is_before(const axioms *a, uint32_t x, uint32_t y);

static inline uint64_t axioms_address(const axioms *a, uint32_t access)
{
    return (uint64_t)a->known->values[a->mem->accesses.data[access].address];
}

#endif
