/* LLVM modules on their way to being lowered: read, linked, simplified. A module_set owns one LLVM context and
 * everything in it. */
#ifndef HEDDLE_FRONTEND_MODULE_H
#define HEDDLE_FRONTEND_MODULE_H

#include <stdbool.h>

#include <llvm-c/Core.h>

#include "base/diag.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "frontend/frontend.h"

typedef struct module_entry {
    LLVMModuleRef module;
    const char *file; /* the user's input it came from */
} module_entry;

typedef struct module_set {
    LLVMContextRef context;
    VEC(module_entry) entries; /* one per input, until module_link_all */
    LLVMModuleRef linked;
    strbuf problem; /* what LLVM reported last */
} module_set;

/* The mark that tells library models from user code after linking: a function attribute, and for variables a
 * section. */
#define MODULE_MODEL_MARK "heddle-model"

/* A call of this keeps the variable whose address it has in memory; it has no code. */
#define MODULE_KEEP "__heddle_keep"

/* Where the program starts, if it has something to run after main. */
#define MODULE_PROCESS "__heddle_process"
/* The model that counts threads then; called before each of them is started. */
#define MODULE_THREAD_COMES "__heddle_thread_comes"

/* Where the statement begins that another thread is to execute (models/include/heddle_prelude.h). */
#define MODULE_ASYNC_BEGIN "__heddle_async_begin"

void module_set_init(module_set *set);
void module_set_clear(module_set *set);

/* Compiles or reads every input file. */
bool module_load_inputs(module_set *set, const frontend_options *options, diag *d);

/* Reads LLVM assembly or bitcode from `path`; messages call it `file`. */
bool module_read(module_set *set, const char *path, const char *file, diag *d);

/* Whether no type that the module uses contains itself. */
bool module_check_types(LLVMModuleRef module, const char *file, diag *d);

/* Whether LLVM survives the file: for input that was not made by clang just now. */
bool module_rehearse(const char *file, const frontend_options *options, diag *d);

/* Makes `linked` out of the inputs and the models that they need. */
bool module_link_all(module_set *set, diag *d);

/* Takes functions that are missing from definitions that are only `inline`, as far as there are any. */
void module_add_inline_functions(module_set *set, const frontend_options *options);

/* Adds MODULE_PROCESS where it is needed. Before the models are linked: it names some of them. */
void module_add_process(LLVMModuleRef module);

/* Lets threads end anywhere, where they ask for it. Before the models are linked, for the same reason. */
void module_add_async_cancellation(LLVMModuleRef module);

/* Takes out lists of variable arguments that are only printed. Before the models are linked. */
void module_spare_lists(LLVMModuleRef module);

/* Lets a model check what __builtin_assume promises. Before the models are linked. */
void module_check_promises(LLVMModuleRef module);

/* Lets models be called for setjmp and longjmp. Before the models are linked. */
void module_name_jumps(LLVMModuleRef module);

/* Whether the program has jumps, and what makes returns of them: first it begins blocks where they arrive, then, when
 * all values that are used across blocks are in memory, it leads there. No block may have phis. */
bool module_has_jumps(LLVMModuleRef module);
void module_land_jumps(LLVMModuleRef module, bool is_split);

/* Answers __builtin_constant_p, and takes out what was only computed for it. */
void module_forget_unevaluated(LLVMModuleRef module);

/* Makes a function of each statement that has a label __CPROVER_ASYNC_n. */
void module_outline_async(LLVMModuleRef module);

/* Lets threads start with functions of several parameters, and handlers have none. */
void module_fit_thread_functions(LLVMModuleRef module);

/* Casts where a local variable is stored as an integer and loaded as a pointer, or the other way round. */
void module_retype_variables(LLVMModuleRef module);

/* Is the value a call of a function whose name begins so? */
bool module_calls(LLVMValueRef value, const char *prefix);

/* Lets the ways out of a block of the source part where they part there (scopes.c). */
void module_part_ways(LLVMModuleRef module);

/* Adds a call of MODULE_KEEP behind the variable. */
void module_keep(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef variable);

/* Keeps variables in memory that a pointer may outlive. */
void module_keep_outlived(LLVMModuleRef module);

/* Lets variables that stay in memory be made where their life begins; where it ends, llvm.lifetime.end says so. */
void module_settle_lives(LLVMModuleRef module);

/* Whether there are loops with several entries, and all of them can be made loops with one. */
bool module_has_entangled_loops(LLVMModuleRef module);

/* Whether such a loop is in a function with computed gotos, and branches in their place. No label may have phis. */
bool module_has_entangled_gotos(LLVMModuleRef module);
void module_replace_entangled_gotos(LLVMModuleRef module);

/* Turns local variables into SSA values. */
bool module_simplify(module_set *set, diag *d);

#endif
