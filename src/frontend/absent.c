#include <string.h>

#include "frontend/lower.h"

/* Functions that are declared and called, but that nobody defines. Each gets a body of one block: an error when it is
 * reached, or, if the user asks for it, what CBMC and ESBMC take such a function for: it returns any value and does
 * nothing else. A returned pointer would have to point to something, and a function of a verifier has a meaning, so
 * there the error stays. Like a library model, the body is shown as the call. */

static unsigned attribute_kind(const char *name)
{
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

/* The type of a struct that is too big for registers, and so written to where the first parameter points; NULL if the
 * function returns none. */
static LLVMTypeRef type_in_memory(LLVMValueRef function)
{
    LLVMAttributeRef mark =
        LLVMCountParams(function) > 0 ? LLVMGetEnumAttributeAtIndex(function, 1, attribute_kind("sret")) : NULL;
    return mark ? LLVMGetTypeAttributeValue(mark) : NULL;
}

static bool has_pointer(lowering *l, LLVMTypeRef type)
{
    lower_layout layout = layout_get(l, type);
    for (uint32_t i = 0; i < layout.count; i++)
        if (layout_leaf(l, layout, i)->type.kind == IR_POINTER)
            return true;
    return layout.unsupported != NULL;
}

static bool returns_pointer(lowering *l, LLVMValueRef function)
{
    LLVMTypeRef in_memory = type_in_memory(function);
    return has_pointer(l, LLVMGetReturnType(LLVMGlobalGetValueType(function))) ||
           (in_memory && has_pointer(l, in_memory));
}

/* What other verifiers know by its name means something: to assume, to fail, to return the same for the same. */
static bool is_verifiers_own(const char *name)
{
    static const char *const PREFIXES[] = {"__CPROVER_", "__ESBMC_",   "__VERIFIER_", "__SMACK_",
                                           "__CSEQ_",    "__goblint_", "__llbmc_",    "klee_"};
    for (size_t i = 0; i < sizeof PREFIXES / sizeof *PREFIXES; i++)
        if (strncmp(name, PREFIXES[i], strlen(PREFIXES[i])) == 0)
            return true;
    return false;
}

static void emit_refusal(lowering *l, const ir_function *function, bool may_be_assumed)
{
    const char *next = may_be_assumed ? "give the file that defines it, or --undefined-functions=nondet to let it "
                                        "return any value and do nothing else"
                                      : "give the file that defines it";
    emit_unsupported(l, "function `%s`, which is neither defined nor modelled; %s", function->name, next);
    emit_simple(l, IR_UNREACHABLE);
}

static void store_any_struct(lowering *l, LLVMTypeRef type)
{
    ir_operand address = l->program->functions.data[l->frame.id].parameters.data[0].reg;
    lower_layout layout = layout_get(l, type);
    for (uint32_t i = 0; i < layout.count; i++) {
        lower_leaf leaf = *layout_leaf(l, layout, i);
        access_emit_store(l, emit_any(l, leaf.type.width), leaf.type.width, emit_address(l, address, leaf.offset));
    }
}

static void emit_any_result(lowering *l, LLVMValueRef value)
{
    LLVMTypeRef in_memory = type_in_memory(value);
    if (in_memory)
        store_any_struct(l, in_memory);
    if (LLVMGetEnumAttributeAtIndex(value, LLVMAttributeFunctionIndex, attribute_kind("noreturn"))) {
        emit_simple(l, IR_STOP);
        emit_simple(l, IR_UNREACHABLE);
        return;
    }
    VEC(ir_operand) results = {0};
    for (uint32_t i = 0; i < l->program->functions.data[l->frame.id].results.size; i++)
        vec_push(&results, emit_any(l, l->program->functions.data[l->frame.id].results.data[i].width));
    ir_id first = emit_operands(l, results.data, results.size);
    emit(l, (ir_instruction){.op = IR_RET, .aux = (uint16_t)results.size, .b = first});
    vec_clear(&results);
}

/* Where a thread that starts with the function, and so has no call to show, is said to be: where it is first named. */
static ir_id find_first_use(lowering *l, LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (LLVMIsAInstruction(LLVMGetUser(use)))
            return location_of_instruction(l, LLVMGetUser(use));
    return 0;
}

void absent_define(lowering *l, LLVMValueRef value, ir_id id)
{
    ir_program *program = l->program;
    ir_function *function = &program->functions.data[id];
    bool may_be_assumed = !returns_pointer(l, value) && !is_verifiers_own(function->name);
    function->is_model = true;
    function->is_assumed = may_be_assumed && l->options->undefined_return_any;
    function->first_block = program->blocks.size;
    function->block_count = 1;
    l->frame = (lower_frame){.function = value, .id = id, .location = function->location};
    l->location = find_first_use(l, value);
    ir_block block = {.name = "", .first = program->code.size};
    if (function->is_assumed)
        emit_any_result(l, value);
    else
        emit_refusal(l, function, may_be_assumed);
    block.count = program->code.size - block.first;
    vec_push(&program->blocks, block);
    vec_resize(&program->functions.data[id].register_names, program->functions.data[id].slots);
}
