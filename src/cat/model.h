/* Axiomatic memory models, in the language `cat` of herd7: as they are understood after reading.
 *
 * A model is a list of axioms about relations that are computed from an execution (cat/execution.h). What is left of
 * the text are expressions: functions, procedures, conditions and `try` are gone, names are resolved, and equal
 * expressions are one node. A node is a set of events or a relation between events.
 *
 * Invariants: operands have smaller numbers than their node, but for what recursion binds: a node CAT_REC stands for a
 * relation (or set) of a `let rec`, its value is the least one for which it equals its body. All nodes that depend on
 * one another in that way are one *group*, and `steps` names each node after all that it needs, each group as one step.
 * Bodies are monotone in the nodes of their group.
 *
 * What an expression means is said once, at its operator below; who evaluates keeps to that (cat/plain.h literally,
 * cat/evaluate.h fast). docs/cat.md says what of the language is understood. */
#ifndef HEDDLE_CAT_MODEL_H
#define HEDDLE_CAT_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/vec.h"
#include "cat/tags.h"

typedef enum cat_type { CAT_SET, CAT_RELATION } cat_type;

/* Identifier, type, number of operands. */
#define CAT_OPS(O)                                                                                                     \
    /* sets */                                                                                                         \
    O(NONE, SET, 0)    /* nothing */                                                                                   \
    O(ALL, SET, 0)     /* `_`, all events */                                                                           \
    O(READS, SET, 0)   /* R */                                                                                         \
    O(WRITES, SET, 0)  /* W, with initial ones */                                                                      \
    O(FENCES, SET, 0)  /* F */                                                                                         \
    O(INITIAL, SET, 0) /* IW */                                                                                        \
    O(TAGGED, SET, 0)  /* events that have the tag `tag` */                                                            \
    O(SET_OR, SET, 2)                                                                                                  \
    O(SET_AND, SET, 2)                                                                                                 \
    O(SET_MINUS, SET, 2)                                                                                               \
    O(DOMAIN, SET, 1) /* events that come first in a pair of a relation */                                             \
    O(RANGE, SET, 1)  /* second */                                                                                     \
    O(SET_REC, SET, 0)                                                                                                 \
    /* relations that are given */                                                                                     \
    O(EMPTY, RELATION, 0)                                                                                              \
    O(ID, RELATION, 0)                                                                                                 \
    O(PO, RELATION, 0)  /* of one thread, the first earlier */                                                         \
    O(LOC, RELATION, 0) /* both access the same place; also with itself */                                             \
    O(INT, RELATION, 0) /* of one thread, also with itself; initial writes are of none */                              \
    O(EXT, RELATION, 0) /* of two threads, or one of them is initial and the other is not */                           \
    O(ADDR, RELATION, 0)                                                                                               \
    O(DATA, RELATION, 0)                                                                                               \
    O(CTRL, RELATION, 0) /* to all that is behind the branch, fences too */                                            \
    O(AMO, RELATION, 0)  /* read and write of one atomic instruction */                                                \
    O(LXSX, RELATION, 0) /* a load-exclusive and its successful store-exclusive */                                     \
    O(RF, RELATION, 0)                                                                                                 \
    O(CO, RELATION, 0) /* total on the writes of each place, initial ones first */                                     \
    O(FR, RELATION, 0) /* a read, and what overwrites its source: (rf^-1; co) without pairs of an event with itself */ \
    /* relations that are computed */                                                                                  \
    O(OR, RELATION, 2)                                                                                                 \
    O(AND, RELATION, 2)                                                                                                \
    O(MINUS, RELATION, 2)                                                                                              \
    O(THEN, RELATION, 2)    /* a; b */                                                                                 \
    O(CROSS, RELATION, 2)   /* S * T, of two sets */                                                                   \
    O(ID_OF, RELATION, 1)   /* [S], of a set */                                                                        \
    O(INVERSE, RELATION, 1) /* ^-1 */                                                                                  \
    O(PLUS, RELATION, 1)    /* +, transitive closure */                                                                \
    O(REC, RELATION, 0)

typedef enum cat_op {
#define O(id, type, count) CAT_##id,
    CAT_OPS(O)
#undef O
        CAT_OP_COUNT
} cat_op;

enum { CAT_NO_GROUP = UINT32_MAX };

typedef struct cat_node {
    uint8_t op;     /* cat_op */
    uint32_t a, b;  /* operands, nodes; of CAT_TAGGED a is the cat_tag; of CAT_REC and CAT_SET_REC a is the body */
    uint32_t group; /* that it is a part of */
} cat_node;

/* A fixed point: nodes in the order in which to compute them, the CAT_REC and CAT_SET_REC first. */
typedef struct cat_group {
    VEC(uint32_t) nodes;
    uint32_t rec_count;
    uint32_t end; /* all that it needs has smaller numbers */
} cat_group;

typedef struct cat_step {
    bool is_group;
    uint32_t index; /* of the node or the group */
} cat_step;

typedef enum cat_test { CAT_ACYCLIC, CAT_IRREFLEXIVE, CAT_IS_EMPTY } cat_test;

typedef struct cat_axiom {
    uint8_t test; /* cat_test */
    bool is_negated;
    bool is_flag;  /* forbids nothing: an execution for which the test (or its negation) holds has the flag */
    uint32_t node; /* for CAT_IS_EMPTY a relation or a set */
    char *name;    /* behind `as`, or made of the place in the text; never NULL */
} cat_axiom;

typedef struct cat_model {
    char *title; /* never NULL */
    VEC(cat_node) nodes;
    VEC(cat_group) groups;
    VEC(cat_step) steps; /* just what some axiom or flag needs */
    uint32_t step_count; /* of these, those that axioms need which are no flags; they come first */
    VEC(cat_axiom) axioms;
} cat_model;

/* How `include "NAME"` finds its text, beyond what is built in: a string that the reader frees, or NULL. `from` is the
 * file that includes. */
typedef struct cat_includes {
    char *(*read)(void *context, const char *name, const char *from);
    void *context;
} cat_includes;

/* Reads a model. `name` is for messages, which begin "NAME:LINE:COLUMN: ". NULL if something is wrong
 * (STATUS_BAD_INPUT) or not understood (STATUS_UNSUPPORTED). `includes` may be NULL. */
cat_model *cat_read(const char *name, const char *text, const cat_includes *includes, diag *d);
/* The built-in model of that name, in upper or lower case, or the model in the file of that name; what it includes is
 * in the same folder or built in. */
cat_model *cat_load(const char *name_or_path, diag *d);
void cat_free(cat_model *model);

/* Is the name one of a model that is built in? The names, for messages: "sc, tso, …". */
bool cat_is_builtin(const char *name);
const char *cat_builtin_names(void);

/* The tags that some axiom depends on, flags aside, as bits; and whose they are: the architecture that all those have
 * in common that belong to one, CAT_ANY if there is none. */
uint64_t cat_model_uses(const cat_model *model);
cat_architecture cat_model_architecture(const cat_model *model);

cat_type cat_op_type(cat_op op);
uint32_t cat_op_operands(cat_op op);
static inline cat_type cat_node_type(const cat_model *model, uint32_t node)
{
    return cat_op_type((cat_op)model->nodes.data[node].op);
}

#endif
