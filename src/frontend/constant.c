#include <string.h>

#include "base/alloc.h"
#include "frontend/lower.h"

typedef unsigned __int128 wide;

static wide widen(lower_number number)
{
    return (wide)number.high << 64 | number.low;
}

static lower_number narrow(wide value)
{
    return (lower_number){(uint64_t)value, (uint64_t)(value >> 64)};
}

static wide cut(wide value, unsigned width)
{
    return width >= 128 ? value : value & (((wide)1 << width) - 1);
}

static unsigned width_of(lowering *l, LLVMValueRef constant)
{
    return (unsigned)LLVMSizeOfTypeInBits(l->target, LLVMTypeOf(constant));
}

LLVMValueRef constant_get_leaf(lowering *l, LLVMValueRef value, uint32_t leaf)
{
    for (;;) {
        LLVMTypeRef type = LLVMTypeOf(value);
        LLVMTypeKind kind = LLVMGetTypeKind(type);
        if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind && kind != LLVMVectorTypeKind)
            return value;
        unsigned element = 0;
        if (kind == LLVMStructTypeKind) {
            for (;; element++) {
                uint32_t count = layout_get(l, LLVMStructGetTypeAtIndex(type, element)).count;
                if (leaf < count)
                    break;
                leaf -= count;
            }
        } else {
            uint32_t count = layout_get(l, LLVMGetElementType(type)).count;
            element = leaf / count;
            leaf %= count;
        }
        value = LLVMGetAggregateElement(value, element);
    }
}

/* LLVM's C interface shows only 64 bits of an integer, so a wider one is taken in two halves. */
static bool evaluate_integer(lowering *l, LLVMValueRef constant, lower_number *out)
{
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(constant));
    if (width <= 64) {
        *out = (lower_number){LLVMConstIntGetZExtValue(constant), 0};
        return true;
    }
    if (width > IR_MAX_WIDTH)
        return false;
    LLVMTypeRef half = LLVMInt64TypeInContext(l->context);
    LLVMValueRef shift = LLVMConstInt(LLVMTypeOf(constant), 64, 0);
    LLVMValueRef low = LLVMConstTrunc(constant, half);
    LLVMValueRef high = LLVMConstTrunc(LLVMBuildLShr(l->folder, constant, shift, ""), half);
    *out = (lower_number){LLVMConstIntGetZExtValue(low), LLVMConstIntGetZExtValue(high)};
    return true;
}

static bool evaluate_floating(lowering *l, LLVMValueRef constant, lower_number *out)
{
    LLVMTypeRef bits = LLVMIntTypeInContext(l->context, width_of(l, constant));
    LLVMValueRef integer = LLVMConstBitCast(constant, bits);
    return LLVMIsAConstantInt(integer) && evaluate_integer(l, integer, out);
}

static void number_blocks(lowering *l, LLVMValueRef function)
{
    uint64_t number = 1;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        map_put(&l->block_numbers, map_key(b), number++);
}

uint64_t constant_block_number(lowering *l, LLVMBasicBlockRef block)
{
    if (!map_find(&l->block_numbers, map_key(block)))
        number_blocks(l, LLVMGetBasicBlockParent(block));
    return map_get(&l->block_numbers, map_key(block), 0);
}

static bool evaluate_global(lowering *l, LLVMValueRef global, lower_number *out)
{
    /* A weak symbol that nobody defines is null; `out` is already. */
    if (LLVMGetLinkage(global) == LLVMExternalWeakLinkage && LLVMIsDeclaration(global))
        return true;
    const uint64_t *function = map_find(&l->functions, map_key(global));
    if (function) {
        *out = (lower_number){ir_pointer(l->program->layout, ir_function_object(l->program, (ir_id)*function), 0), 0};
        return true;
    }
    const uint64_t *variable = map_find(&l->globals, map_key(global));
    if (!variable || l->program->globals.data[*variable].is_thread_local)
        return false;
    *out = (lower_number){ir_pointer(l->program->layout, *variable + 1, 0), 0};
    return true;
}

static uint64_t extend_sign(uint64_t value, unsigned width)
{
    bool is_negative = width < 64 && width > 0 && (value >> (width - 1) & 1);
    return is_negative ? value | UINT64_MAX << width : value;
}

static bool evaluate_gep(lowering *l, LLVMValueRef gep, lower_number *out)
{
    lower_number base;
    if (!constant_evaluate(l, LLVMGetOperand(gep, 0), &base))
        return false;
    uint64_t address = base.low;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        lower_number number;
        if (!constant_evaluate(l, index, &number))
            return false;
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            address += LLVMOffsetOfElement(l->target, type, (unsigned)number.low);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)number.low);
            continue;
        }
        if (i > 1)
            type = LLVMGetElementType(type);
        address += extend_sign(number.low, width_of(l, index)) * layout_bytes(l, type);
    }
    bool is_lost = base.low != 0 && data_model_is_too_far(l, address - base.low);
    *out = (lower_number){is_lost ? ir_nowhere(l->program->layout) : address & ir_mask(lower_pointer_bits(l)), 0};
    return true;
}

static bool evaluate_binary(lowering *l, LLVMValueRef expression, LLVMOpcode op, lower_number *out)
{
    lower_number left, right;
    if (!constant_evaluate(l, LLVMGetOperand(expression, 0), &left) ||
        !constant_evaluate(l, LLVMGetOperand(expression, 1), &right))
        return false;
    wide a = widen(left), b = widen(right), result;
    switch (op) {
    case LLVMAdd:
        result = a + b;
        break;
    case LLVMSub:
        result = a - b;
        break;
    case LLVMMul:
        result = a * b;
        break;
    case LLVMXor:
        result = a ^ b;
        break;
    case LLVMAnd:
        result = a & b;
        break;
    case LLVMOr:
        result = a | b;
        break;
    default:
        return false;
    }
    *out = narrow(cut(result, width_of(l, expression)));
    return true;
}

static bool evaluate_expression(lowering *l, LLVMValueRef expression, lower_number *out)
{
    LLVMOpcode op = LLVMGetConstOpcode(expression);
    switch (op) {
    case LLVMGetElementPtr:
        return evaluate_gep(l, expression, out);
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMTrunc:
    case LLVMZExt:
        if (!constant_evaluate(l, LLVMGetOperand(expression, 0), out))
            return false;
        *out = narrow(cut(widen(*out), width_of(l, expression)));
        return true;
    default:
        return evaluate_binary(l, expression, op, out);
    }
}

bool constant_evaluate(lowering *l, LLVMValueRef constant, lower_number *out)
{
    *out = (lower_number){0, 0};
    if (LLVMIsNull(constant) || LLVMIsUndef(constant))
        return true;
    if (LLVMIsAConstantInt(constant))
        return evaluate_integer(l, constant, out);
    if (LLVMIsAConstantFP(constant))
        return evaluate_floating(l, constant, out);
    if (LLVMIsAGlobalAlias(constant))
        return constant_evaluate(l, LLVMAliasGetAliasee(constant), out);
    if (LLVMIsAGlobalValue(constant))
        return evaluate_global(l, constant, out);
    if (LLVMIsABlockAddress(constant)) {
        uint64_t function = map_get(&l->functions, map_key(LLVMGetBlockAddressFunction(constant)), 0);
        uint64_t number = constant_block_number(l, LLVMGetBlockAddressBasicBlock(constant));
        *out =
            (lower_number){ir_pointer(l->program->layout, ir_function_object(l->program, (ir_id)function), number), 0};
        return true;
    }
    return LLVMIsAConstantExpr(constant) && evaluate_expression(l, constant, out);
}

static bool write_scalar(lowering *l, LLVMValueRef constant, uint8_t *bytes)
{
    lower_number number;
    if (!constant_evaluate(l, constant, &number))
        return false;
    wide value = widen(number);
    uint64_t size = LLVMStoreSizeOfType(l->target, LLVMTypeOf(constant));
    for (uint64_t i = 0; i < size && i < sizeof value; i++)
        bytes[i] = (uint8_t)(value >> (i * LOWER_BYTE_BITS));
    return true;
}

static bool write_elements(lowering *l, LLVMValueRef constant, uint64_t count, uint64_t stride, uint8_t *bytes)
{
    for (uint64_t i = 0; i < count; i++)
        if (!constant_write(l, LLVMGetAggregateElement(constant, (unsigned)i), bytes + i * stride))
            return false;
    return true;
}

bool constant_write(lowering *l, LLVMValueRef constant, uint8_t *bytes)
{
    if (LLVMIsNull(constant) || LLVMIsUndef(constant))
        return true;
    LLVMTypeRef type = LLVMTypeOf(constant);
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            if (!constant_write(l, LLVMGetAggregateElement(constant, i),
                                bytes + LLVMOffsetOfElement(l->target, type, i)))
                return false;
        return true;
    case LLVMArrayTypeKind: {
        if (LLVMIsAConstantDataSequential(constant) && LLVMIsConstantString(constant)) {
            size_t length;
            const char *text = LLVMGetAsString(constant, &length);
            memcpy(bytes, text, length);
            return true;
        }
        uint64_t stride = LLVMABISizeOfType(l->target, LLVMGetElementType(type));
        return write_elements(l, constant, LLVMGetArrayLength2(type), stride, bytes);
    }
    case LLVMVectorTypeKind: {
        uint64_t stride = LLVMStoreSizeOfType(l->target, LLVMGetElementType(type));
        return write_elements(l, constant, LLVMGetVectorSize(type), stride, bytes);
    }
    default:
        return write_scalar(l, constant, bytes);
    }
}

const char *constant_get_string(lowering *l, LLVMValueRef value)
{
    if (!LLVMIsAGlobalVariable(value) || !LLVMIsGlobalConstant(value))
        return NULL;
    LLVMValueRef initialiser = LLVMGetInitializer(value);
    if (!initialiser || !LLVMIsAConstantDataSequential(initialiser) || !LLVMIsConstantString(initialiser))
        return NULL;
    size_t length;
    const char *text = LLVMGetAsString(initialiser, &length);
    char *copy = alloc_zeroed(length + 1, 1);
    memcpy(copy, text, length);
    const char *interned = ir_intern(l->program, copy);
    free(copy);
    return interned;
}
