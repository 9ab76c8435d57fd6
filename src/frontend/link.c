#include <string.h>

#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>

#include "frontend/embedded.h"
#include "frontend/module.h"

static bool is_strong_definition(LLVMValueRef global)
{
    return global && !LLVMIsDeclaration(global) && LLVMGetLinkage(global) == LLVMExternalLinkage;
}

/* LLVM's linker would find this, too, but could not name the files. */
static bool check_defined_once(const module_set *set, uint32_t entry, LLVMValueRef global, diag *d)
{
    if (!is_strong_definition(global))
        return true;
    size_t length;
    const char *name = LLVMGetValueName2(global, &length);
    for (uint32_t i = 0; i < entry; i++) {
        LLVMModuleRef other = set->entries.data[i].module;
        if (is_strong_definition(LLVMGetNamedFunction(other, name)) ||
            is_strong_definition(LLVMGetNamedGlobal(other, name)))
            return diag_fail(d, STATUS_BAD_INPUT, "`%s` is defined twice: in %s and in %s", name,
                             set->entries.data[i].file, set->entries.data[entry].file);
    }
    return true;
}

static bool check_no_duplicates(const module_set *set, diag *d)
{
    for (uint32_t i = 1; i < set->entries.size; i++) {
        LLVMModuleRef module = set->entries.data[i].module;
        for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
            if (!check_defined_once(set, i, f, d))
                return false;
        for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
            if (!check_defined_once(set, i, g, d))
                return false;
    }
    return true;
}

static bool check_same_model(const module_set *set, diag *d)
{
    unsigned first = LLVMPointerSize(LLVMGetModuleDataLayout(set->entries.data[0].module));
    for (uint32_t i = 1; i < set->entries.size; i++)
        if (LLVMPointerSize(LLVMGetModuleDataLayout(set->entries.data[i].module)) != first)
            return diag_fail(d, STATUS_BAD_INPUT, "%s and %s are compiled for different data models",
                             set->entries.data[0].file, set->entries.data[i].file);
    return true;
}

/* With this linkage a definition of the user's wins over the model's, and what nobody uses is left out. */
static void make_replaceable(LLVMValueRef global)
{
    if (LLVMGetLinkage(global) == LLVMExternalLinkage)
        LLVMSetLinkage(global, LLVMLinkOnceAnyLinkage);
}

static void mark_as_models(LLVMModuleRef module)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMAttributeRef mark = LLVMCreateStringAttribute(context, MODULE_MODEL_MARK, strlen(MODULE_MODEL_MARK), "", 0);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f))
            continue;
        LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, mark);
        make_replaceable(f);
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        if (LLVMIsDeclaration(g))
            continue;
        LLVMSetSection(g, MODULE_MODEL_MARK);
        make_replaceable(g);
    }
}

static LLVMModuleRef read_models(module_set *set, diag *d)
{
    bool is_short = LLVMPointerSize(LLVMGetModuleDataLayout(set->linked)) < sizeof(uint64_t);
    const struct frontend_models *fitting = is_short ? &frontend_models_32 : &frontend_models_64;
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy((const char *)fitting->bitcode, fitting->size, "library models");
    LLVMModuleRef models = NULL;
    LLVMBool failed = LLVMParseBitcodeInContext2(set->context, buffer, &models);
    LLVMDisposeMemoryBuffer(buffer);
    if (failed) {
        diag_fail(d, STATUS_INTERNAL, "the library models are not readable: %s", strbuf_text(&set->problem));
        return NULL;
    }
    mark_as_models(models);
    return models;
}

bool module_link_all(module_set *set, diag *d)
{
    if (!check_same_model(set, d) || !check_no_duplicates(set, d))
        return false;
    set->linked = LLVMModuleCreateWithNameInContext("program", set->context);
    LLVMSetDataLayout(set->linked, LLVMGetDataLayoutStr(set->entries.data[0].module));
    LLVMSetTarget(set->linked, LLVMGetTarget(set->entries.data[0].module));
    for (uint32_t i = 0; i < set->entries.size; i++) {
        LLVMModuleRef module = set->entries.data[i].module;
        set->entries.data[i].module = NULL;
        if (LLVMLinkModules2(set->linked, module))
            return diag_fail(d, STATUS_BAD_INPUT, "%s cannot be linked: %s", set->entries.data[i].file,
                             strbuf_text(&set->problem));
    }
    module_add_process(set->linked);
    module_add_async_cancellation(set->linked);
    module_check_promises(set->linked);
    module_name_jumps(set->linked);
    module_spare_lists(set->linked);
    LLVMModuleRef models = read_models(set, d);
    if (!models)
        return false;
    if (LLVMLinkModules2(set->linked, models))
        return diag_fail(d, STATUS_BAD_INPUT, "the program clashes with the library models: %s",
                         strbuf_text(&set->problem));
    return true;
}
