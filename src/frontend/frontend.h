/* From source files to a program: C is compiled by clang, LLVM's modules are linked with each other and with the
 * library models, and the result is lowered to `ir`. Everything of LLVM is gone when frontend_load returns.
 *
 * What Heddle cannot model is never an error here, because it may be unreachable: it becomes an IR_UNSUPPORTED
 * instruction that names the construct. */
#ifndef HEDDLE_FRONTEND_FRONTEND_H
#define HEDDLE_FRONTEND_FRONTEND_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/budget.h"
#include "base/diag.h"
#include "base/strbuf.h"
#include "ir/ir.h"

/* What a load has outside of this process: if another thread has to end the process in the middle of it, it calls
 * frontend_end_outside before. Starts as FRONTEND_OUTSIDE.
 *
 * A load makes copies of this process (fork), in which that other thread is gone, with every lock that it held (the
 * allocator's, say) locked for ever. So it does all it does while it holds the mutex, and the load forks while it holds
 * it itself. */
typedef struct frontend_outside {
    pthread_mutex_t mutex;
    pid_t child;        /* with its process group; 0: none */
    const char *folder; /* with temporary files; NULL: none */
} frontend_outside;

#define FRONTEND_OUTSIDE                                                                                               \
    {                                                                                                                  \
        .mutex = PTHREAD_MUTEX_INITIALIZER                                                                             \
    }

/* Ends it all; the caller holds the mutex. The load never returns after this. */
void frontend_end_outside(frontend_outside *outside);
/* For the load itself. `outside` may be NULL. */
void outside_note_folder(frontend_outside *outside, const char *folder);
void outside_forget_folder(frontend_outside *outside);
void outside_note_child(frontend_outside *outside, pid_t child);

typedef struct frontend_options {
    const char *const *files; /* .c, .i, .ll or .bc */
    uint32_t file_count;
    const char *const *clang_arguments; /* handed on as they are */
    uint32_t clang_argument_count;
    bool plain_atomics;        /* C11 atomic loads and stores order nothing */
    bool undefined_return_any; /* functions that nobody defines return any value, instead of being an error */
    bool overflow_is_error;    /* signed overflow is a violation, instead of wrapping; only C can be loaded then */
    bool unset_is_error;       /* bits that were never set are kept book of (ir/unset.h) */
    budget *budget;            /* for clang as well; NULL: no limits */
    frontend_outside *outside; /* may be NULL */
} frontend_options;

/* NULL and a diagnostic on failure. The caller frees the program with ir_program_free. */
ir_program *frontend_load(const frontend_options *options, diag *d);

/* Appends the file as it is without the headers of this machine: C is preprocessed, anything else stays what it is. */
bool frontend_preprocess(const frontend_options *options, uint32_t index, strbuf *text, diag *d);

#endif
