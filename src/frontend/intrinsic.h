/* LLVM's intrinsic functions, one handler for each family. */
#ifndef HEDDLE_FRONTEND_INTRINSIC_H
#define HEDDLE_FRONTEND_INTRINSIC_H

#include "frontend/lower.h"

/* Lowers a call; `detail` is what the table says about this member of the family. */
typedef void intrinsic_handler(lowering *l, LLVMValueRef call, int detail);

typedef struct intrinsic {
    const char *name; /* without the types that overloaded ones have at the end */
    intrinsic_handler *lower;
    int detail;
} intrinsic;

/* Each table ends with an entry without a name. */
extern const intrinsic intrinsic_general_table[];
extern const intrinsic intrinsic_integer_table[];
extern const intrinsic intrinsic_float_table[];

#endif
