/* Settled globals: those that nobody writes once there are several threads, as the kind of a mutex or the size of a
 * queue. What may be written where is known only after symbolic execution; so it is run again with that knowledge, in
 * which reads of settled bytes have known values, whole branches fall away, and more bytes may be settled. */
#ifndef HEDDLE_MEMORY_SETTLED_H
#define HEDDLE_MEMORY_SETTLED_H

#include "symex/symex.h"

/* Symbolic execution, again and again as long as that makes it smaller. NULL with a diagnostic if a limit is hit. */
symex *settled_run(const ir_program *program, const symex_options *options, diag *d);

#endif
