#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "base/strbuf.h"
#include "frontend/asm.h"
#include "frontend/lower.h"
#include "frontend/module.h"

enum {
    OPERAND_FUNCTION_NAME = 2, /* of a DISubprogram */
};

static const char *value_name(LLVMValueRef value)
{
    size_t length;
    const char *name = LLVMGetValueName2(value, &length);
    return name[0] == '\1' ? name + 1 : name; /* the mark of a name given as assembler name */
}

static bool has_prefix(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* ---- declarations ---- */

static bool is_lowered_to_an_instruction(LLVMValueRef function)
{
    const char *name = value_name(function);
    return LLVMIsDeclaration(function) && (has_prefix(name, "llvm.") || has_prefix(name, "__heddle_"));
}

static bool is_model(LLVMValueRef function)
{
    return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, MODULE_MODEL_MARK,
                                         strlen(MODULE_MODEL_MARK)) != NULL;
}

/* A static function's own name may have got a number when modules were linked. */
static const char *name_function(lowering *l, LLVMValueRef function, LLVMMetadataRef debug)
{
    if (debug && LLVMGetLinkage(function) == LLVMInternalLinkage)
        return metadata_get_text(l, debug, OPERAND_FUNCTION_NAME);
    return ir_intern(l->program, value_name(function));
}

static void declare_parameter(lowering *l, ir_function *function, ir_type type)
{
    (void)l;
    vec_push(&function->parameters, (ir_parameter){function->slots, type});
    function->slots += ir_slots(type.width);
}

static void declare(lowering *l, LLVMValueRef value)
{
    LLVMMetadataRef debug = metadata_of_global(value);
    LLVMTypeRef type = LLVMGlobalGetValueType(value);
    ir_function function = {
        .name = name_function(l, value, debug),
        .is_variadic = LLVMIsFunctionVarArg(type),
        .is_model = is_model(value),
    };
    if (debug)
        function.location = location_make(l, LLVMDIScopeGetFile(debug), LLVMDISubprogramGetLine(debug), 0);
    for (unsigned i = 0; i < LLVMCountParams(value); i++) {
        lower_layout layout = layout_get(l, LLVMTypeOf(LLVMGetParam(value, i)));
        for (uint32_t leaf = 0; leaf < layout.count; leaf++)
            declare_parameter(l, &function, layout_leaf(l, layout, leaf)->type);
    }
    if (function.is_variadic)
        declare_parameter(l, &function, (ir_type){lower_pointer_bits(l), IR_POINTER});
    lower_layout results = layout_get(l, LLVMGetReturnType(type));
    for (uint32_t leaf = 0; leaf < results.count; leaf++)
        vec_push(&function.results, layout_leaf(l, results, leaf)->type);
    map_put(&l->functions, map_key(value), l->program->functions.size);
    vec_push(&l->program->functions, function);
}

void function_declare_all(lowering *l)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        if (!is_lowered_to_an_instruction(f))
            declare(l, f);
}

/* ---- constructors ---- */

typedef struct constructor {
    uint64_t priority;
    ir_id function;
} constructor;

static void call_in_order(lowering *l, const char *table, bool ascending)
{
    enum { FUNCTION = 1 };
    LLVMValueRef global = LLVMGetNamedGlobal(l->module, table);
    LLVMValueRef list = global ? LLVMGetInitializer(global) : NULL;
    if (!list || LLVMIsNull(list))
        return;
    VEC(constructor) found = {0};
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(list); i++) {
        LLVMValueRef entry = LLVMGetOperand(list, i);
        const uint64_t *id = map_find(&l->functions, map_key(LLVMGetAggregateElement(entry, FUNCTION)));
        if (!id)
            continue;
        constructor added = {LLVMConstIntGetZExtValue(LLVMGetAggregateElement(entry, 0)), (ir_id)*id};
        uint32_t at = found.size;
        vec_push(&found, added);
        for (; at > 0 && (ascending ? found.data[at - 1].priority > added.priority
                                    : found.data[at - 1].priority < added.priority);
             at--)
            found.data[at] = found.data[at - 1];
        found.data[at] = added;
    }
    for (uint32_t i = 0; i < found.size; i++)
        call_emit_plain(l, found.data[i].function);
    vec_clear(&found);
}

void function_call_constructors(lowering *l)
{
    call_in_order(l, "llvm.global_ctors", true);
}

void function_call_destructors(lowering *l)
{
    call_in_order(l, "llvm.global_dtors", false);
}

/* ---- bodies ---- */

static void define_parameters(lowering *l)
{
    const ir_function *function = &l->program->functions.data[l->frame.id];
    uint32_t next = 0;
    for (unsigned i = 0; i < LLVMCountParams(l->frame.function); i++) {
        LLVMValueRef parameter = LLVMGetParam(l->frame.function, i);
        map_put(&l->frame.values, map_key(parameter), l->frame.places.size);
        for (uint32_t leaf = 0; leaf < layout_get(l, LLVMTypeOf(parameter)).count; leaf++)
            vec_push(&l->frame.places, function->parameters.data[next++].reg);
    }
    if (function->is_variadic)
        l->frame.variable_arguments = function->parameters.data[next].reg;
}

static const char *find_unsupported_type(lowering *l, LLVMValueRef instruction)
{
    const char *reason = layout_get(l, LLVMTypeOf(instruction)).unsupported;
    int count =
        LLVMIsACallInst(instruction) ? (int)LLVMGetNumArgOperands(instruction) : LLVMGetNumOperands(instruction);
    for (int i = 0; i < count && !reason; i++)
        reason = layout_get(l, LLVMTypeOf(LLVMGetOperand(instruction, (unsigned)i))).unsupported;
    return reason;
}

static const char *opcode_name(LLVMOpcode opcode)
{
    switch (opcode) {
    case LLVMInvoke:
        return "invoke";
    case LLVMCallBr:
        return "asm goto";
    case LLVMResume:
        return "resume";
    case LLVMLandingPad:
        return "landingpad";
    case LLVMVAArg:
        return "va_arg";
    case LLVMGetElementPtr:
        return "getelementptr on vectors";
    default:
        return "unknown";
    }
}

static void refuse(lowering *l, LLVMValueRef instruction, const char *reason)
{
    if (reason)
        emit_unsupported(l, "%s", reason);
    else
        emit_unsupported(l, "instruction '%s'", opcode_name(LLVMGetInstructionOpcode(instruction)));
    value_set_any(l, instruction);
    if (LLVMIsATerminatorInst(instruction))
        emit_simple(l, IR_UNREACHABLE);
}

static void lower_instruction(lowering *l, LLVMValueRef instruction, LLVMBasicBlockRef block)
{
    if (LLVMIsAPHINode(instruction) || view_is(l, instruction))
        return;
    l->location = location_of_instruction(l, instruction);
    const char *reason = find_unsupported_type(l, instruction);
    if (reason) {
        refuse(l, instruction, reason);
        return;
    }
    bool done = arithmetic_lower(l, instruction) || convert_lower(l, instruction) || vector_lower(l, instruction) ||
                access_lower(l, instruction) || call_lower(l, instruction) || flow_lower(l, instruction, block);
    if (!done)
        refuse(l, instruction, NULL);
}

static bool is_error_function(const char *name)
{
    return strcmp(name, "reach_error") == 0 || strcmp(name, "__VERIFIER_error") == 0;
}

static bool is_atomic_function(const char *name)
{
    return has_prefix(name, "__VERIFIER_atomic_") && strcmp(name, "__VERIFIER_atomic_begin") != 0 &&
           strcmp(name, "__VERIFIER_atomic_end") != 0;
}

/* Assembly outside of functions may define or change anything, so the program is not known from its beginning. LLVM has
 * no line for it. */
static void refuse_module_assembly(lowering *l)
{
    size_t length;
    const char *text = LLVMGetModuleInlineAsm(l->module, &length);
    if (text && !asm_is_empty(text))
        emit_unsupported(l, "assembly outside of functions: \"%.*s\"", (int)strcspn(text, "\n"), text);
}

static void lower_entry(lowering *l)
{
    const ir_function *function = &l->program->functions.data[l->frame.id];
    l->location = l->frame.location;
    if (l->frame.is_atomic)
        emit_simple(l, IR_ATOMIC_BEGIN);
    if (!function->is_model && is_error_function(function->name))
        emit(l, (ir_instruction){
                    .op = IR_FAIL, .a = emit_constant(l, lower_pointer_bits(l), 0), .b = PROPERTY_ERROR_CALL});
    if (l->frame.id == l->program->main) {
        refuse_module_assembly(l);
        function_call_constructors(l);
    }
    call_prepare(l);
}

/* In a file that was preprocessed elsewhere, the label is just a label (models/include/heddle_prelude.h). */
static void refuse_async_label(lowering *l, LLVMBasicBlockRef block)
{
    if (!has_prefix(LLVMGetBasicBlockName(block), "__CPROVER_ASYNC_"))
        return;
    l->location = location_of_instruction(l, LLVMGetFirstInstruction(block));
    emit_unsupported(l, "the label %s here", LLVMGetBasicBlockName(block));
}

static void lower_block(lowering *l, uint32_t index)
{
    ir_id id = l->program->functions.data[l->frame.id].first_block + index;
    LLVMBasicBlockRef block = l->frame.reachable.data[index];
    ir_id first = l->program->code.size;
    if (index == 0)
        lower_entry(l);
    refuse_async_label(l, block);
    for (LLVMValueRef v = LLVMGetFirstInstruction(block); v; v = LLVMGetNextInstruction(v))
        lower_instruction(l, v, block);
    l->program->blocks.data[id].first = first;
    l->program->blocks.data[id].count = l->program->code.size - first;
}

static void name_register(lowering *l, LLVMValueRef value)
{
    const char *name = names_of_value(l, value);
    if (!name || view_is(l, value) || layout_get(l, LLVMTypeOf(value)).count != 1 || LLVMIsAAllocaInst(value))
        return;
    ir_function *function = &l->program->functions.data[l->frame.id];
    function->register_names.data[value_result(l, value, 0)] = name;
}

static void name_registers(lowering *l)
{
    ir_function *function = &l->program->functions.data[l->frame.id];
    vec_resize(&function->register_names, function->slots);
    for (unsigned i = 0; i < LLVMCountParams(l->frame.function); i++)
        name_register(l, LLVMGetParam(l->frame.function, i));
    for (uint32_t i = 0; i < l->frame.reachable.size; i++)
        for (LLVMValueRef v = LLVMGetFirstInstruction(l->frame.reachable.data[i]); v; v = LLVMGetNextInstruction(v))
            name_register(l, v);
}

static void clear_frame(lower_frame *frame)
{
    map_clear(&frame->values);
    map_clear(&frame->companions);
    map_clear(&frame->blocks);
    map_clear(&frame->incoming);
    map_clear(&frame->phi_numbers);
    map_clear(&frame->copies);
    vec_clear(&frame->places);
    vec_clear(&frame->areas);
    vec_clear(&frame->reachable);
}

static void lower_body(lowering *l, LLVMValueRef value, ir_id id)
{
    const ir_function *function = &l->program->functions.data[id];
    l->frame = (lower_frame){
        .function = value,
        .id = id,
        .location = function->location,
        .is_atomic = !function->is_model && is_atomic_function(function->name),
    };
    define_parameters(l);
    flow_prepare(l);
    l->frame.first_temporary = l->program->functions.data[id].slots;
    for (uint32_t i = 0; i < l->frame.reachable.size; i++)
        lower_block(l, i);
    name_registers(l);
    clear_frame(&l->frame);
}

void function_lower_all(lowering *l)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            lower_body(l, f, (ir_id)map_get(&l->functions, map_key(f), IR_NONE));
        else if (!is_lowered_to_an_instruction(f) && !verifier_knows(f))
            absent_define(l, f, (ir_id)map_get(&l->functions, map_key(f), IR_NONE));
}
