#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "frontend/module.h"

/* Only passes that touch nothing another thread can see. `sroa` is left out on purpose: it drops reads of shared
 * structs whose copy is not used, and with them the errors they would meet. */
static const char PASSES[] = "function(mem2reg,loop-simplify),strip-dead-prototypes";

bool module_simplify(module_set *set, diag *d)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(set->linked, PASSES, NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (error) {
        char *message = LLVMGetErrorMessage(error);
        diag_fail(d, STATUS_INTERNAL, "LLVM passes failed: %s", message);
        LLVMDisposeErrorMessage(message);
        return false;
    }
    /* Debug information as calls of llvm.dbg.*, the only form that the C interface can read. */
    LLVMSetIsNewDbgInfoFormat(set->linked, 0);
    return true;
}
