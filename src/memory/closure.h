/* Closing the sets of may.h over what threads store and read: inside the module.
 *
 * Sets belong to terms; only those of terms that some address depends on are computed. When a set grows, its listeners
 * are told what is new: terms that are made of it, accesses whose address it is, and what is stored where. So each
 * number and each object goes each way once, however often a set grows.
 *
 * What is stored where goes through *places*: (address, size) that writes may hit and reads may hit. A place gathers
 * the values of its writes and hands them on to its reads. A read that may hit one place only is choosy: of the writes
 * whose address is constant, it listens to just those that it can see under some memory model (the rules are those of
 * candidates.c, in the order that all models have). So in a part of the program that runs alone, a read sees the last
 * write. */
#ifndef HEDDLE_MEMORY_CLOSURE_H
#define HEDDLE_MEMORY_CLOSURE_H

#include "base/map.h"
#include "memory/may.h"
#include "memory/may_set.h"
#include "memory/order.h"

typedef enum closure_listener_kind {
    LISTENS_TERM,    /* is made of it */
    LISTENS_ADDRESS, /* event: it is the address */
    LISTENS_READ,    /* event: may read it */
    LISTENS_KNOWN,   /* place: is written by a write with a constant address */
    LISTENS_UNKNOWN, /* place: is written by another write */
} closure_listener_kind;

typedef struct closure_listener {
    closure_listener_kind kind;
    uint32_t id;
    uint32_t next; /* in `listeners`, or IR_NONE */
} closure_listener;

typedef VEC(uint32_t) closure_list;

/* What each byte at a place may be, as far as it is a byte of an address and tells the object. */
typedef struct closure_bytes {
    uint64_t may_be[8][(UINT8_MAX + 1) / 64]; /* by byte of the place: a bit per value */
} closure_bytes;

typedef struct closure_place {
    uint64_t address;
    uint8_t size;
    bool has_news;                       /* `known` or `unknown` has grown since the reads were told */
    bool needs_known, needs_unknown;     /* some read wants to know */
    uint32_t next;                       /* another place at the same address, or IR_NONE */
    uint32_t first_writer, writer_count; /* in `writers`: constant addresses, by thread and then in program order */
    closure_list unknown_writers;
    closure_list reads, choosy_reads; /* events */
    closure_list overlaps;            /* places of another address or size that share bytes with this one */
    may_set known, unknown;           /* what is written */
    may_set points;                   /* only objects: those that the written values point into */
    may_set assembled;                /* only objects: of addresses that may be put together here from pieces */
    closure_bytes *bytes;             /* NULL as long as nothing may be put together */
    may_mark known_told, unknown_told, points_told, assembled_told;
} closure_place;

typedef struct closure {
    const symex *s;
    may_space space;
    bool is_stopped; /* the budget is spent */
    order order;
    uint32_t term_count;
    may_value *values;    /* by term */
    bool *is_needed;      /* by term */
    uint32_t *first;      /* by term: of its listeners, or IR_NONE */
    uint64_t *pending;    /* a bit per term */
    bool has_work;        /* something is pending, or some place has news */
    bool is_over;         /* an access may hit too many places */
    bool *is_linked;      /* by event: a read whose value is needed, and which its places know */
    may_addresses *found; /* by event */
    map reads;            /* variable -> event */
    map inputs;           /* variables that are inputs of the program */
    map place_index;      /* address -> place */
    VEC(closure_listener) listeners;
    VEC(closure_place) places;
    closure_list news;    /* places that have news */
    closure_list writers; /* events */
    closure_list chosen;  /* writers that one read can see */
    closure_list needed;  /* terms whose sets are computed */
} closure;

/* ---- may.c ---- */

static inline const symex_event *closure_event(const closure *c, uint32_t event)
{
    return &c->s->events.data[event];
}

/* From now on, and at once if it is known already, the listener is told what `t` may be. */
void closure_listen(closure *c, term t, closure_listener_kind kind, uint32_t id);
void closure_add_to_read(closure *c, uint32_t read, const may_news *news);

/* ---- closure_places.c ---- */

/* Every write that has a constant address gets its place; `found` has that address. */
void closure_index_writes(closure *c);
/* A write with an unknown address may hit this one. */
void closure_link_write(closure *c, uint32_t write, uint64_t address);
/* A read whose value is needed may hit this address; is_single: and no other, as far as is known. */
void closure_link_read(closure *c, uint32_t read, uint64_t address, bool is_single);
/* A value that is written to the place has grown. */
void closure_add_to_place(closure *c, uint32_t id, const may_news *news, bool is_known);
/* Tells reads what is new at their places. */
void closure_spread_news(closure *c);
/* Counts a step in which so many numbers and objects are handed on, and gives up if the budget is spent. */
void closure_count_work(closure *c, uint64_t numbers);
void closure_clear_places(closure *c);

#endif
