/* What C means on a machine that is known by axioms alone: how accesses with a C11 order, fences, and the operations of
 * the thread library become accesses and fences of the architecture that the model is about, as C compilers translate
 * them (docs/weak-models.md has the table).
 *
 *   AArch64   acquire and seq_cst loads are `ldar` (A), release and seq_cst stores `stlr` (L), atomic instructions have
 *             both by their order; fences are `dmb`: ld for acquire, all others full.
 *   Power     `lwsync` before a release, `sync` before what is seq_cst; after an acquire, a branch that depends on what
 *             was read, and `isync`.
 *   RISC-V    fences around loads and stores; atomic instructions with aq and rl.
 *   SPARC, Alpha   full fences where an order is asked for.
 *   x86       `mfence` behind a seq_cst store; atomic instructions are locked; fences weaker than seq_cst are none.
 *   C11       the model is about C itself: accesses and fences have their orders as tags.
 *
 * Fences that the program names (by inline assembly, or the kernel's names) are themselves where the architecture has
 * them, and otherwise the weakest fence of the architecture that orders what they order. */
#ifndef HEDDLE_ENCODE_MAPPING_H
#define HEDDLE_ENCODE_MAPPING_H

#include "cat/model.h"
#include "ir/ir.h"

typedef enum mapping_kind { MAPPING_LOAD, MAPPING_STORE, MAPPING_UPDATE_READ, MAPPING_UPDATE_WRITE } mapping_kind;

/* Tags of an access, and of fences around it; 0: none. An update has its fences before its read and after its write. */
typedef struct mapping_access {
    uint64_t tags, before, after;
    bool branches; /* before the fence after it: the fence is behind a branch that depends on what was read */
} mapping_access;

/* What the program's accesses and fences become: what they are, if they are instructions of an architecture; those of C
 * are compiled for the model of that name, or, if it is none of those that are built in, by the tags that it uses. */
cat_architecture mapping_architecture(const ir_program *program, const cat_model *model, const char *name);

mapping_access mapping_of_access(cat_architecture a, mapping_kind kind, ir_order order);
/* 0 if the fence is nothing to the architecture. */
uint64_t mapping_of_fence(cat_architecture a, ir_fence fence);
/* What the thread library's operations are: a full fence of every architecture. */
uint64_t mapping_full_fence(void);
/* Of the accesses by which threads are started and waited for. */
uint64_t mapping_of_thread(cat_architecture a);

#endif
