/* What cat/evaluate.h does, inside. */
#ifndef HEDDLE_CAT_SESSION_H
#define HEDDLE_CAT_SESSION_H

#include "cat/evaluate.h"
#include "cat/relation.h"

/* What a node's value depends on. */
typedef enum session_class {
    SESSION_LOCAL,   /* whether a pair is in it, on these two events alone */
    SESSION_STATIC,  /* on which events there are, and what the program says of them */
    SESSION_DYNAMIC, /* on the execution */
} session_class;

/* Costs of derivations, see cost.c; those of a set are a row. */
typedef uint32_t session_cost;

struct cat_session {
    const cat_model *model;
    const cat_program *program;
    const cat_execution *x; /* the one that is being looked at */
    cat_size size;
    bool places_are_fixed;
    uint8_t *classes;      /* session_class of each node */
    uint64_t **values;     /* of nodes that are needed; of others NULL */
    uint64_t **news;       /* of nodes of groups: what the last round added */
    uint64_t *scratch;     /* a relation */
    uint32_t *axiom_steps; /* how many steps have to be done before an axiom can be tested */
    session_cost **costs;  /* of each node, made when first needed */
    bool *has_cost;        /* are they those of this execution? */
};

enum {
    SESSION_NO_COST = UINT32_MAX, /* of what is not in the value */
    SESSION_MAX_COST = 1 << 30,   /* as much, or more */
};

static inline const cat_node *session_node(const cat_session *s, uint32_t node)
{
    return &s->model->nodes.data[node];
}

static inline bool session_is_set(const cat_session *s, uint32_t node)
{
    return cat_node_type(s->model, node) == CAT_SET;
}

/* The words of a node's value. */
static inline size_t session_words(const cat_session *s, uint32_t node)
{
    return session_is_set(s, node) ? cat_set_words(s->size) : cat_relation_words(s->size);
}

static inline const cat_event *session_event(const cat_session *s, uint32_t a)
{
    return &s->program->events.data[a];
}

static inline bool session_is_initial(const cat_session *s, uint32_t a)
{
    return cat_event_is_initial(session_event(s, a));
}

/* Is the pair in the value? Of a set, `b` does not count. */
static inline bool session_has(const cat_session *s, uint32_t node, uint32_t a, uint32_t b)
{
    return session_is_set(s, node) ? cat_bits_have(s->values[node], a)
                                   : cat_relation_has(s->size, s->values[node], a, b);
}

/* Is it a composition with [S] on that side? Those are restrictions, and need no event in between. */
static inline bool session_restricts_first(const cat_session *s, const cat_node *n)
{
    return n->op == CAT_THEN && session_node(s, n->a)->op == CAT_ID_OF;
}

static inline bool session_restricts_second(const cat_session *s, const cat_node *n)
{
    return n->op == CAT_THEN && session_node(s, n->b)->op == CAT_ID_OF;
}

/* classify.c */
void session_classify(cat_session *s);
/* given.c: the value of a node without operands. */
void session_give(cat_session *s, uint32_t node);
/* compute.c: the value of a node from those of its operands, into `out`, which is none of them. */
void session_compute(cat_session *s, uint32_t node, uint64_t *out);
/* fixpoint.c: the values of all nodes of a group. */
void session_compute_group(cat_session *s, const cat_group *group);
/* evaluate.c: does the test of an axiom hold whose node has its value, or its negation? */
bool session_tests(cat_session *s, const cat_axiom *axiom);
/* cost.c: costs of a node and of all that it needs, whose values are known. */
void session_find_costs(cat_session *s, uint32_t node);
static inline session_cost session_cost_of(const cat_session *s, uint32_t node, uint32_t a, uint32_t b)
{
    return s->costs[node][session_is_set(s, node) ? a : (size_t)a * s->size.count + b];
}
/* The cost of two derivations. */
session_cost session_add_costs(session_cost a, session_cost b);
/* cycles.c: the events that make the test of an axiom fail, that is, a cycle, a pair, or an event, without those in
 * `without`; the cheapest. False if there are none any more. */
typedef VEC(uint32_t) session_events;
bool session_find_failure(cat_session *s, const cat_axiom *axiom, const uint64_t *without, session_events *out);
/* derive.c: facts that make the axiom fail. `events` are those of session_find_failure, none if the axiom is negated.
 */
void session_derive(cat_session *s, const cat_axiom *axiom, const session_events *events, cat_reason *out);
/* facts.c: facts that say all of the execution; and sorting out what a reason has twice. */
void session_tell_all(const cat_session *s, cat_reason *out);
void session_tidy(const cat_session *s, cat_reason *reason);

#endif
