/* The objects of one maker: the globals, or what one thread has made, each at the place that its number says.
 *
 * Tables and the bytes of objects (blocks) are shared between states by reference count, and cloned by the first
 * writer. A table keeps the sum of its objects' hashes.
 *
 * Invariant: `hash` is the sum over all objects but those in `changed`, which are the ones with `is_changed`. Who
 * writes to an object or its block comes through objects_change, which takes it out of the sum. */
#ifndef HEDDLE_MACHINE_OBJECTS_H
#define HEDDLE_MACHINE_OBJECTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/vec.h"

typedef enum machine_origin {
    MACHINE_FROM_GLOBAL, /* id: global */
    MACHINE_FROM_SITE,   /* id: site */
    MACHINE_FROM_HEAP,   /* id: pc of the user's call */
    MACHINE_FROM_TLS,    /* id: global */
    MACHINE_FROM_ARGUMENTS,
} machine_origin;

/* The bytes of an object. `initialised` has a bit per byte, set if it was written; NULL if all were. `unset` has a byte
 * per byte, with the bits that are unset, where book is kept of them (ir/unset.h); NULL if none are. */
typedef struct machine_block {
    uint32_t references;
    bool has_copies; /* bytes that were not set were copied into it */
    uint64_t size;
    hash128 hash; /* of the bytes, if an object has it that has not changed since */
    uint8_t *initialised;
    uint8_t *unset;
    uint8_t bytes[];
} machine_block;

typedef struct machine_object {
    machine_block *block; /* NULL: dead or never used */
    uint64_t size;
    uint32_t id;      /* by origin */
    uint8_t origin;   /* machine_origin */
    bool is_private;  /* no other thread can reach it */
    bool is_constant; /* a write is an error */
    bool is_used;     /* false: the number is free */
    bool is_changed;
} machine_object;

typedef struct machine_objects {
    uint32_t references;
    uint32_t first_free; /* all places before this one are taken */
    VEC(machine_object) list;
    VEC(uint32_t) changed;
    hash128 hash;
} machine_objects;

machine_objects *objects_new(void);
machine_objects *objects_share(machine_objects *objects);
void objects_release(machine_objects *objects);

/* The table at *at, cloned if it is shared: for adding and removing objects. */
machine_objects *objects_writable(machine_objects **at);
/* The object at that place of the table at *at, for writing: to its block only if that is objects_writable_block. */
machine_object *objects_change(machine_objects **at, uint32_t place);
/* A new object there: at a free place, or the one after the last. Its bytes are zero, or not initialised. */
machine_object *objects_make(machine_objects **at, uint32_t place, uint64_t size, bool is_initialised);
/* The object's block for writing; the object comes from objects_change. */
machine_block *objects_writable_block(machine_object *object);
/* The bits of one byte that are unset. The block is one for writing. */
void objects_set_unset(machine_block *block, uint64_t offset, uint8_t unset);
/* All bits are. */
void objects_unset_all(machine_block *block);
/* Ends the object's life; it comes from objects_change. */
void objects_kill(machine_object *object);
/* The place of a dead object is free again. */
void objects_free(machine_objects **at, uint32_t place);

/* O(what has changed since). Constants do not count. */
hash128 objects_hash(machine_objects *objects);
/* Of the bytes of an object that lives, and no constant. */
hash128 objects_content_hash(const machine_object *object);
/* For asserts: is the sum what it would be if all of it was computed now? O(bytes). */
bool objects_is_valid(const machine_objects *objects);
/* About how much memory the table takes that it does not share with others. O(objects). */
uint64_t objects_bytes(const machine_objects *objects);

#endif
