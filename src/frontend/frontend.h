/* From source files to a program: C is compiled by clang, LLVM's modules are linked with each other and with the
 * library models, and the result is lowered to `ir`. Everything of LLVM is gone when frontend_load returns.
 *
 * What Heddle cannot model is never an error here, because it may be unreachable: it becomes an IR_UNSUPPORTED
 * instruction that names the construct. */
#ifndef HEDDLE_FRONTEND_FRONTEND_H
#define HEDDLE_FRONTEND_FRONTEND_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/strbuf.h"
#include "ir/ir.h"

typedef struct frontend_options {
    const char *const *files; /* .c, .i, .ll or .bc */
    uint32_t file_count;
    const char *const *clang_arguments; /* handed on as they are */
    uint32_t clang_argument_count;
    bool plain_atomics;        /* C11 atomic loads and stores order nothing */
    bool undefined_return_any; /* functions that nobody defines return any value, instead of being an error */
} frontend_options;

/* NULL and a diagnostic on failure. The caller frees the program with ir_program_free. */
ir_program *frontend_load(const frontend_options *options, diag *d);

/* Appends the file as it is without the headers of this machine: C is preprocessed, anything else stays what it is. */
bool frontend_preprocess(const frontend_options *options, uint32_t index, strbuf *text, diag *d);

#endif
