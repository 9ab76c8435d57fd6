#include <string.h>

#include "frontend/lower.h"

enum { WIDE_ALIGN = 16 };

typedef struct argument {
    ir_operand operand;
    ir_type type;
    bool is_signed; /* known of what is narrower than an int */
} argument;

typedef VEC(argument) argument_list;

static LLVMValueRef strip_aliases(LLVMValueRef callee)
{
    while (LLVMIsAGlobalAlias(callee))
        callee = LLVMAliasGetAliasee(callee);
    return callee;
}

/* The program's function that is called, or IR_NONE for a call through a pointer. */
static ir_id known_callee(lowering *l, LLVMValueRef call)
{
    return (ir_id)map_get(&l->functions, map_key(strip_aliases(LLVMGetCalledValue(call))), IR_NONE);
}

/* How many arguments are not variable. A function declared without parameters, `int f()`, is called as a variadic
 * one whatever it is; so what the callee says wins. */
static uint32_t fixed_count(lowering *l, LLVMValueRef call)
{
    uint32_t count = LLVMGetNumArgOperands(call);
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    if (known_callee(l, call) != IR_NONE)
        type = LLVMGlobalGetValueType(strip_aliases(LLVMGetCalledValue(call)));
    uint32_t fixed = LLVMIsFunctionVarArg(type) ? LLVMCountParamTypes(type) : count;
    return fixed < count ? fixed : count;
}

static LLVMTypeRef type_passed_by_value(lowering *l, LLVMValueRef call, uint32_t index)
{
    LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, index + 1, l->byval_kind);
    return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

static uint64_t align_of_argument(lowering *l, LLVMValueRef call, uint32_t index)
{
    LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, index + 1, l->align_kind);
    uint64_t align = attribute ? LLVMGetEnumAttributeValue(attribute) : 1;
    return align > 0 ? align : 1;
}

static uint16_t piece_of(const lowering *l, uint64_t align)
{
    return (uint16_t)(align < lower_word_bytes(l) ? align : lower_word_bytes(l));
}

static uint64_t round_up(uint64_t value, uint64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

/* ---- variable arguments ---- */

/* Where argument `index` begins among the variable ones if they take `offset` bytes so far, and where it ends. */
static uint64_t place_variable(lowering *l, LLVMValueRef call, uint32_t index, uint64_t offset, uint64_t *end)
{
    LLVMTypeRef by_value = type_passed_by_value(l, call, index);
    if (by_value) {
        offset = round_up(offset, align_of_argument(l, call, index) >= WIDE_ALIGN ? WIDE_ALIGN : lower_word_bytes(l));
        *end = offset + round_up(layout_bytes(l, by_value), lower_word_bytes(l));
        return offset;
    }
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, index));
    uint64_t size = round_up(layout_bytes(l, type), lower_word_bytes(l));
    offset = round_up(offset, LLVMABIAlignmentOfType(l->target, type) >= WIDE_ALIGN ? WIDE_ALIGN : lower_word_bytes(l));
    *end = offset + size;
    return offset;
}

static uint64_t variable_size(lowering *l, LLVMValueRef call)
{
    uint64_t size = 0;
    for (uint32_t i = fixed_count(l, call); i < LLVMGetNumArgOperands(call); i++)
        place_variable(l, call, i, size, &size);
    return size;
}

static ir_register find_area(const lowering *l, uint64_t size)
{
    for (uint32_t i = 0; i < l->frame.areas.size; i++)
        if (l->frame.areas.data[i].size == size)
            return l->frame.areas.data[i].address;
    return IR_NONE;
}

static void copy_bytes(lowering *l, ir_operand to, ir_operand from, uint64_t size, uint64_t align)
{
    emit(l, (ir_instruction){.op = IR_MEMCPY,
                             .aux = piece_of(l, align),
                             .a = to,
                             .b = from,
                             .c = emit_constant(l, lower_pointer_bits(l), size)});
}

static void store_variable(lowering *l, LLVMValueRef call, uint32_t index, ir_operand address)
{
    LLVMValueRef value = LLVMGetOperand(call, index);
    LLVMTypeRef by_value = type_passed_by_value(l, call, index);
    if (by_value) {
        copy_bytes(l, address, value_operand(l, value, 0), layout_bytes(l, by_value),
                   align_of_argument(l, call, index));
        return;
    }
    lower_layout layout = layout_get(l, LLVMTypeOf(value));
    for (uint32_t i = 0; i < layout.count; i++) {
        lower_leaf leaf = *layout_leaf(l, layout, i);
        ir_operand operand = value_operand(l, value, i);
        uint8_t width = leaf.type.width;
        /* A scalar fills its slots. */
        uint8_t whole = layout.count == 1 ? (uint8_t)round_up(width, lower_pointer_bits(l)) : width;
        operand = emit_resized(l, width, whole, false, operand);
        access_emit_store(l, operand, whole, emit_address(l, address, leaf.offset));
    }
}

static ir_operand pack_variable(lowering *l, LLVMValueRef call)
{
    uint64_t size = variable_size(l, call);
    if (size == 0)
        return emit_constant(l, lower_pointer_bits(l), 0);
    ir_register area = find_area(l, size);
    uint64_t end = 0;
    for (uint32_t i = fixed_count(l, call); i < LLVMGetNumArgOperands(call); i++) {
        uint64_t begin = place_variable(l, call, i, end, &end);
        store_variable(l, call, i, emit_address(l, area, begin));
    }
    return area;
}

/* ---- objects made once per activation, so that a call in a loop does not pile them up ---- */

static ir_register make_object(lowering *l, uint64_t size, ir_site site)
{
    ir_register dst = emit_register(l, lower_pointer_bits(l));
    vec_push(&l->program->sites, site);
    emit(l, (ir_instruction){.op = IR_ALLOCA,
                             .width = lower_pointer_bits(l),
                             .dst = dst,
                             .a = emit_constant(l, lower_pointer_bits(l), size),
                             .c = l->program->sites.size - 1});
    return dst;
}

static uint64_t copy_key(LLVMValueRef call, uint32_t index)
{
    return (map_key(call) << 8) + index;
}

/* The copy of an argument passed by value is the callee's parameter, so it has its name. */
static ir_register make_copy(lowering *l, LLVMValueRef call, uint32_t index, uint64_t size)
{
    ir_site site = {.name = "", .type = IR_NONE, .location = l->location, .align = align_of_argument(l, call, index)};
    LLVMValueRef callee = strip_aliases(LLVMGetCalledValue(call));
    if (LLVMIsAFunction(callee) && index < LLVMCountParams(callee))
        names_describe_site(l, LLVMGetParam(callee, index), &site);
    return make_object(l, size, site);
}

static void prepare_call(lowering *l, LLVMValueRef call)
{
    uint64_t size = variable_size(l, call);
    if (size > 0 && find_area(l, size) == IR_NONE) {
        ir_site site = {.name = "", .type = IR_NONE, .location = l->location, .align = WIDE_ALIGN};
        ir_register address = make_object(l, size, site);
        vec_push(&l->frame.areas, (lower_area){size, address});
    }
    for (uint32_t i = 0; i < fixed_count(l, call); i++) {
        LLVMTypeRef type = type_passed_by_value(l, call, i);
        if (!type)
            continue;
        ir_register address = make_copy(l, call, i, layout_bytes(l, type));
        map_put(&l->frame.copies, copy_key(call, i), address);
    }
}

void call_prepare(lowering *l)
{
    for (uint32_t i = 0; i < l->frame.reachable.size; i++)
        for (LLVMValueRef v = LLVMGetFirstInstruction(l->frame.reachable.data[i]); v; v = LLVMGetNextInstruction(v))
            if (LLVMIsACallInst(v) && !LLVMIsAInlineAsm(LLVMGetCalledValue(v)))
                prepare_call(l, v);
}

/* ---- calls ---- */

static void add_argument(lowering *l, LLVMValueRef call, uint32_t index, argument_list *out)
{
    LLVMValueRef value = LLVMGetOperand(call, index);
    LLVMTypeRef by_value = type_passed_by_value(l, call, index);
    if (by_value) {
        ir_register copy = (ir_register)map_get(&l->frame.copies, copy_key(call, index), IR_NONE);
        copy_bytes(l, copy, value_operand(l, value, 0), layout_bytes(l, by_value), align_of_argument(l, call, index));
        vec_push(out, (argument){copy, {lower_pointer_bits(l), IR_POINTER}, false});
        return;
    }
    lower_layout layout = layout_get(l, LLVMTypeOf(value));
    bool is_signed = LLVMGetCallSiteEnumAttribute(call, index + 1, l->signext_kind) != NULL;
    for (uint32_t i = 0; i < layout.count; i++)
        vec_push(out, (argument){value_operand(l, value, i), layout_leaf(l, layout, i)->type, is_signed});
}

/* The models' functions that assume or assert something call it `condition`: all they ask is whether it is zero. */
static bool is_condition(LLVMValueRef model, uint32_t index)
{
    size_t length;
    return index < LLVMCountParams(model) &&
           strcmp(LLVMGetValueName2(LLVMGetParam(model, index), &length), "condition") == 0;
}

static bool is_word(ir_type type)
{
    return type.width == IR_SLOT_BITS && type.kind == IR_INTEGER;
}

/* An __int128 comes as two words, of which the model would see the first. */
static bool is_halved(const ir_function *model, const argument_list *arguments, uint32_t index)
{
    uint32_t next = index + 1;
    return next < arguments->size && is_word(arguments->data[index].type) && is_word(arguments->data[next].type) &&
           (next >= model->parameters.size || !is_word(model->parameters.data[next].type));
}

/* Programs declare such a function with whatever they give it: a long, a pointer. Cut to the width of the model's
 * parameter it could become zero. */
static ir_operand emit_condition(lowering *l, ir_operand value, ir_type from, uint8_t width)
{
    ir_operand zero = emit_constant(l, from.width, 0), holds;
    if (from.kind == IR_FLOATING) {
        holds = emit_register(l, 1);
        emit(l, (ir_instruction){.op = IR_FCMP,
                                 .width = from.width,
                                 .aux = IR_FCMP_LT | IR_FCMP_GT | IR_FCMP_UNORDERED,
                                 .dst = holds,
                                 .a = value,
                                 .b = zero});
    } else {
        holds = emit_compare(l, IR_NE, from.width, value, zero);
    }
    return emit_resized(l, 1, width, false, holds);
}

/* A call through another declaration than the definition: what is too much is dropped, what is missing is any value,
 * what has another width is cut or filled. */
static void fit_arguments(lowering *l, LLVMValueRef value, const ir_function *callee, argument_list *arguments)
{
    uint32_t count = callee->parameters.size - callee->is_variadic;
    for (uint32_t i = 0; i < count; i++) {
        ir_type type = callee->parameters.data[i].type;
        if (i >= arguments->size) {
            vec_push(arguments, (argument){emit_nondet(l, type.width), type, false});
            continue;
        }
        argument *a = &arguments->data[i];
        bool is_asked = callee->is_model && value && is_condition(value, i);
        if (is_asked && is_halved(callee, arguments, i))
            emit_unsupported(l, "`%s` with a condition of 128 bits", callee->name);
        if (is_asked && (a->type.width > type.width || a->type.kind == IR_FLOATING))
            *a = (argument){emit_condition(l, a->operand, a->type, type.width), type, false};
        else
            *a = (argument){emit_resized(l, a->type.width, type.width, a->is_signed, a->operand), type, false};
    }
    if (arguments->size > count)
        arguments->size = count;
}

typedef struct result_plan {
    VEC(ir_operand) registers; /* where the call puts its results, IR_NONE to drop one */
    VEC(ir_type) types;
} result_plan;

/* What the callee returns, and where it goes: straight into the call's registers where the widths agree. */
static void plan_results(lowering *l, LLVMValueRef call, ir_id callee, result_plan *plan)
{
    lower_layout wanted = layout_get(l, LLVMTypeOf(call));
    const ir_function *function = callee == IR_NONE ? NULL : &l->program->functions.data[callee];
    uint32_t count = function ? function->results.size : wanted.count;
    for (uint32_t i = 0; i < count; i++) {
        ir_type type = function ? l->program->functions.data[callee].results.data[i] : layout_leaf(l, wanted, i)->type;
        ir_operand reg = IR_NONE;
        if (i < wanted.count && layout_leaf(l, wanted, i)->type.width == type.width)
            reg = value_result(l, call, i);
        else if (i < wanted.count)
            reg = emit_register(l, type.width);
        vec_push(&plan->registers, reg);
        vec_push(&plan->types, type);
    }
}

static bool returns_signed(const lowering *l, LLVMValueRef call)
{
    LLVMValueRef callee = strip_aliases(LLVMGetCalledValue(call));
    return LLVMIsAFunction(callee) && LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeReturnIndex, l->signext_kind);
}

static void fit_results(lowering *l, LLVMValueRef call, const result_plan *plan)
{
    lower_layout wanted = layout_get(l, LLVMTypeOf(call));
    bool is_signed = returns_signed(l, call);
    for (uint32_t i = 0; i < wanted.count; i++) {
        uint8_t width = layout_leaf(l, wanted, i)->type.width;
        ir_register dst = value_result(l, call, i);
        if (i >= plan->registers.size && !LLVMGetFirstUse(call))
            continue; /* of a function that nobody declared: it seems to return an int */
        if (i >= plan->registers.size)
            emit_move(l, dst, width, emit_nondet(l, width));
        else if (plan->registers.data[i] != dst)
            emit_move(l, dst, width,
                      emit_resized(l, plan->types.data[i].width, width, is_signed, plan->registers.data[i]));
    }
}

static void emit_call(lowering *l, ir_operand callee, const argument_list *arguments, bool is_variadic,
                      const result_plan *results, ir_id pointee)
{
    ir_program *program = l->program;
    ir_call call = {
        .callee = callee,
        .first_argument = program->operands.size,
        .argument_count = arguments->size,
        .is_variadic = is_variadic,
        .first_type = program->types.size,
        .pointee = pointee,
    };
    for (uint32_t i = 0; i < arguments->size; i++) {
        vec_push(&program->operands, arguments->data[i].operand);
        vec_push(&program->types, arguments->data[i].type);
    }
    call.first_result = emit_operands(l, results->registers.data, results->registers.size);
    call.result_count = results->registers.size;
    vec_append(&program->types, results->types.data, results->types.size);
    vec_push(&program->calls, call);
    emit(l, (ir_instruction){.op = IR_CALL, .c = program->calls.size - 1});
}

static ir_operand function_address(lowering *l, ir_id function)
{
    return emit_constant(l, lower_pointer_bits(l),
                         ir_pointer(l->program->layout, ir_function_object(l->program, function), 0));
}

static void lower_plain_call(lowering *l, LLVMValueRef call)
{
    ir_id callee = known_callee(l, call);
    argument_list arguments = {0};
    for (uint32_t i = 0; i < fixed_count(l, call); i++)
        add_argument(l, call, i, &arguments);
    bool is_variadic = callee == IR_NONE ? fixed_count(l, call) < LLVMGetNumArgOperands(call)
                                         : l->program->functions.data[callee].is_variadic;
    if (callee != IR_NONE)
        fit_arguments(l, strip_aliases(LLVMGetCalledValue(call)), &l->program->functions.data[callee], &arguments);
    if (is_variadic)
        vec_push(&arguments, (argument){pack_variable(l, call), {lower_pointer_bits(l), IR_POINTER}, false});
    ir_operand address =
        callee == IR_NONE ? value_operand(l, LLVMGetCalledValue(call), 0) : function_address(l, callee);
    result_plan results = {0};
    plan_results(l, call, callee, &results);
    emit_call(l, address, &arguments, is_variadic, &results, names_find_pointee(l, call));
    fit_results(l, call, &results);
    vec_clear(&arguments);
    vec_clear(&results.registers);
    vec_clear(&results.types);
}

void call_emit_plain(lowering *l, ir_id function)
{
    argument_list arguments = {0};
    fit_arguments(l, NULL, &l->program->functions.data[function], &arguments);
    result_plan results = {0};
    for (uint32_t i = 0; i < l->program->functions.data[function].results.size; i++) {
        vec_push(&results.registers, IR_NONE);
        vec_push(&results.types, l->program->functions.data[function].results.data[i]);
    }
    emit_call(l, function_address(l, function), &arguments, false, &results, IR_NONE);
    vec_clear(&arguments);
    vec_clear(&results.registers);
    vec_clear(&results.types);
}

bool call_lower(lowering *l, LLVMValueRef call)
{
    if (!LLVMIsACallInst(call))
        return false;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (LLVMIsAInlineAsm(callee))
        asm_lower(l, call, callee);
    else if (!LLVMIsAFunction(callee) || (!intrinsic_lower(l, call, callee) && !verifier_lower(l, call, callee)))
        lower_plain_call(l, call);
    return true;
}
