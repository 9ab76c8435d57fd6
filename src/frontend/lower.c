#include "frontend/lower.h"

#include <string.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "frontend/module.h"

static unsigned attribute_kind(const char *name)
{
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static void start(lowering *l)
{
    l->byval_kind = attribute_kind("byval");
    l->align_kind = attribute_kind("align");
    l->signext_kind = attribute_kind("signext");
    l->folder = LLVMCreateBuilderInContext(l->context);
    l->working_folder = getcwd(NULL, 0);
}

static void finish(lowering *l)
{
    LLVMDisposeBuilder(l->folder);
    free(l->working_folder);
    map_clear(&l->layouts);
    map_clear(&l->ctypes);
    map_clear(&l->struct_types);
    map_clear(&l->files);
    map_clear(&l->locations);
    map_clear(&l->globals);
    map_clear(&l->functions);
    map_clear(&l->block_numbers);
    map_clear(&l->callees);
    map_clear(&l->variables);
    vec_clear(&l->layout_table);
    vec_clear(&l->leaves);
    vec_clear(&l->pending_types);
}

static bool find_main(lowering *l)
{
    LLVMValueRef function = LLVMGetNamedFunction(l->module, MODULE_PROCESS);
    if (!function)
        function = LLVMGetNamedFunction(l->module, "main");
    if (function && !LLVMIsDeclaration(function)) {
        l->program->main = (ir_id)map_get(&l->functions, map_key(function), IR_NONE);
        return true;
    }
    strbuf files = {0};
    for (uint32_t i = 0; i < l->options->file_count; i++)
        strbuf_addf(&files, "%s%s", i > 0 ? ", " : "", l->options->files[i]);
    diag_fail(l->d, STATUS_BAD_INPUT, "no function `main` in %s; give a file that defines it", strbuf_text(&files));
    strbuf_clear(&files);
    return false;
}

static bool lower(lowering *l)
{
    data_model_choose(l);
    if (!globals_declare(l))
        return false;
    function_declare_all(l);
    if (!find_main(l) || !globals_initialise(l))
        return false;
    names_collect(l);
    function_lower_all(l);
    return true;
}

ir_program *lower_module(LLVMModuleRef module, const frontend_options *options, diag *d)
{
    lowering l = {
        .program = ir_program_new(),
        .module = module,
        .context = LLVMGetModuleContext(module),
        .target = LLVMGetModuleDataLayout(module),
        .options = options,
        .d = d,
    };
    start(&l);
    bool done = lower(&l);
    finish(&l);
    if (done)
        return l.program;
    ir_program_free(l.program);
    return NULL;
}
