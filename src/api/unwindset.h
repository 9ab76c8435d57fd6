/* Bounds of single loops, as a user writes them: "main.0:5,worker.1:3". The names are those that `heddle loops`
 * prints. */
#ifndef HEDDLE_API_UNWINDSET_H
#define HEDDLE_API_UNWINDSET_H

#include "base/diag.h"
#include "symex/symex.h"

typedef VEC(symex_bound) unwindset;

/* Appends the bounds; `text` may be NULL. False with a diagnostic if they are not of that form, or the program has no
 * such function. */
bool unwindset_parse(const ir_program *program, const char *text, unwindset *list, diag *d);

#endif
