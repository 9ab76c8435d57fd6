#include <string.h>

#include "frontend/lower.h"
#include "frontend/module.h"

/* C99 lets a function be defined as `inline` only, without a definition that others could link to. Without optimisation
 * clang then leaves its body out, and the linker would complain. Heddle takes the body. So where a function is missing,
 * everything is compiled again with a word at `inline` that makes clang keep such bodies; what was not missing comes
 * out the same. */

static const char *const KEEP_BODIES[] = {"-w", "-Dinline=inline __attribute__((__always_inline__))"};

static bool has_prefix(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool misses_functions(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        size_t length;
        const char *name = LLVMGetValueName2(f, &length);
        if (LLVMIsDeclaration(f) && LLVMGetFirstUse(f) && !has_prefix(name, "llvm.") &&
            !has_prefix(name, "__heddle_") && !verifier_knows(f))
            return true;
    }
    return false;
}

static bool has_source(const frontend_options *options)
{
    for (uint32_t i = 0; i < options->file_count; i++) {
        const char *dot = strrchr(options->files[i], '.');
        if (dot && (strcmp(dot, ".c") == 0 || strcmp(dot, ".i") == 0))
            return true;
    }
    return false;
}

void module_add_inline_functions(module_set *set, const frontend_options *options)
{
    if (!has_source(options) || !misses_functions(set->linked))
        return;
    VEC(const char *) arguments = {0};
    vec_append(&arguments, options->clang_arguments, options->clang_argument_count);
    for (size_t i = 0; i < sizeof KEEP_BODIES / sizeof KEEP_BODIES[0]; i++)
        vec_push(&arguments, KEEP_BODIES[i]);
    frontend_options again = *options;
    again.clang_arguments = arguments.data;
    again.clang_argument_count = arguments.size;
    module_set other;
    diag ignored = {0};
    module_set_init(&other);
    if (module_load_inputs(&other, &again, &ignored) && module_link_all(&other, &ignored)) {
        module_set_clear(set);
        *set = other;
        LLVMContextSetDiagnosticHandler(set->context, LLVMContextGetDiagnosticHandler(set->context), set);
    } else {
        module_set_clear(&other);
    }
    diag_clear(&ignored);
    vec_clear(&arguments);
}
