/* Is an execution allowed by a model, and if not, why? For callers that ask often.
 *
 * A *session* is for one model and one program. What depends on the program alone is computed once; then every
 * execution costs a pass over the rest of the model with bit matrices (cat/relation.h).
 *
 * If an axiom fails there are *reasons*: each a set of facts that together make the axiom fail, whatever else the
 * execution does and whichever further events happen. So a caller may exclude all executions with these facts at once.
 * Facts are few where they can be: derivations are the cheapest by number of facts, cycles the cheapest by the same
 * measure. What a fact says, of events a and b:
 *
 *   EVENT(a)         a happens. There is one for every event that the reason needs, fences in between too, but for
 *                    initial writes, which always happen;
 *   RF(a, b)         b reads from a;
 *   CO(a, b)         a and b write the same place, a first. Never with an initial write: that it is first is known;
 *   SAME(a, b)       both access the same place. Not if RF or CO of the same reason say so; and with an initial write
 *                    only if no event of the reason reads from that, which would be named in its stead;
 *   DIFFERENT(a, b)  they access different places;
 *   NOT_RF(a, b)     b does not read from a;
 *   NO_OTHERS        nothing happens but the events of this program.
 *
 * Program order, dependencies, atomic pairs, tags, kinds and threads are no facts: they are as they are if the events
 * happen. If places are fixed (a session is told so), places are no facts either. Why reasons are right:
 *
 *   - that a pair is in `rf`, `co`, `loc` is the fact RF, CO, SAME. That (r, w) is in `fr` are RF(s, r), CO(s, w), or,
 *     if s is initial, RF(s, r), SAME(r, w);
 *   - union, intersection, composition, closure, domain and range are monotone: the facts of the pairs from which a
 *     pair was derived are enough, if the events in between happen. A pair of a fixed point has a derivation of finite
 *     depth, which is the one shown;
 *   - a pair of `A \ B` needs the facts of A, and those for which it is not in B: it is not in `rf` by NOT_RF, not in
 *     `co` by CO the other way round or DIFFERENT, not in `loc` by DIFFERENT, not in `fr` by the read's RF and because
 *     its source is not before the write; not in a union by both, not in an intersection by one of both, not in a
 *     composition because for every event in between one half is missing, not in a closure because what is reached has
 *     no edge to what is not, and not in a set accordingly. The last ones hold only for the events that there are:
 *     NO_OTHERS. Where a pair is not in a fixed point, the reason is the whole execution;
 *   - a negated axiom fails for want of something: the reason is the whole execution. */
#ifndef HEDDLE_CAT_EVALUATE_H
#define HEDDLE_CAT_EVALUATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "cat/execution.h"
#include "cat/model.h"

typedef enum cat_fact_kind {
    CAT_FACT_EVENT,
    CAT_FACT_RF,
    CAT_FACT_CO,
    CAT_FACT_SAME,
    CAT_FACT_DIFFERENT,
    CAT_FACT_NOT_RF,
    CAT_FACT_NO_OTHERS,
} cat_fact_kind;

typedef struct cat_fact {
    cat_fact_kind kind;
    uint32_t a, b; /* of SAME and DIFFERENT a < b; 0 where there is none */
} cat_fact;

typedef struct cat_reason {
    uint32_t axiom;
    VEC(uint32_t) events; /* the cycle, each once; or the event or the two events that should not be related */
    VEC(cat_fact) facts;  /* sorted by kind, a, b; none twice */
} cat_reason;

typedef VEC(cat_reason) cat_reasons;

typedef struct cat_session cat_session;

/* Both must live as long as the session. `fixed_places` are the places of all executions to come, or NULL if they may
 * differ; the array is not needed any more afterwards. */
cat_session *cat_session_create(const cat_model *model, const cat_program *program, const uint32_t *fixed_places);
void cat_session_free(cat_session *session);

/* Do all axioms hold that forbid something? */
bool cat_session_allows(cat_session *session, const cat_execution *execution);
/* The same. If not, adds up to `limit` reasons, at least one, cheap ones first; of one axiom those that share no event
 * as far as there are some. */
bool cat_session_explain(cat_session *session, const cat_execution *execution, uint32_t limit, cat_reasons *reasons);
/* Is the axiom fulfilled, or, for a flag, is it raised? */
bool cat_session_test(cat_session *session, const cat_execution *execution, uint32_t axiom);

void cat_reasons_clear(cat_reasons *reasons);
/* "RF(3,5)" */
void cat_fact_print(cat_fact fact, strbuf *out);

#endif
