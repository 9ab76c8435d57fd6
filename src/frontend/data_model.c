/* The data model of the program: LP64, or ILP32 if the modules are compiled for it.
 *
 * A pointer of 64 bits has room for any object and for any number of them. One of 32 bits has not: the position gets as
 * many bits as the largest object needs that can be seen, and at least SMALLEST_OFFSET, the object's number the rest.
 * An index that leads out of its object might lead into another one, which no check of the address could notice. So an
 * address that is moved by more than any object has bytes becomes one that is in no object. */
#include <string.h>

#include "frontend/lower.h"

enum {
    ADDRESS_32 = 32,
    SMALLEST_OFFSET = 16, /* bits */
    LARGEST_OFFSET = 22,
    RUN_TIME_OBJECTS = 512, /* there must be numbers for so many at least */
};

static uint64_t constant_argument(LLVMValueRef call, unsigned index)
{
    LLVMValueRef value = index < LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, index) : NULL;
    return value && LLVMIsAConstantInt(value) ? LLVMConstIntGetZExtValue(value) : 0;
}

/* What a call allocates, if it is one that does and its arguments are constant. */
static uint64_t allocated_size(LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    size_t length;
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
    if (strcmp(name, "malloc") == 0)
        return constant_argument(call, 0);
    if (strcmp(name, "calloc") == 0)
        return constant_argument(call, 0) * constant_argument(call, 1);
    return 0;
}

static uint64_t instruction_size(lowering *l, LLVMValueRef instruction)
{
    if (LLVMIsACallInst(instruction))
        return allocated_size(instruction);
    if (!LLVMIsAAllocaInst(instruction) || !LLVMIsAConstantInt(LLVMGetOperand(instruction, 0)))
        return 0;
    LLVMTypeRef type = LLVMGetAllocatedType(instruction);
    return layout_bytes(l, type) * LLVMConstIntGetZExtValue(LLVMGetOperand(instruction, 0));
}

static uint64_t largest_local(lowering *l, LLVMValueRef function)
{
    uint64_t largest = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            uint64_t size = instruction_size(l, i);
            largest = size > largest ? size : largest;
        }
    return largest;
}

/* The size of the largest object that the module tells of, and how many objects there are from the start. */
static uint64_t largest_object(lowering *l, uint64_t *count)
{
    uint64_t largest = 0;
    for (LLVMValueRef g = LLVMGetFirstGlobal(l->module); g; g = LLVMGetNextGlobal(g), ++*count) {
        uint64_t size = layout_bytes(l, LLVMGlobalGetValueType(g));
        largest = size > largest ? size : largest;
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f), ++*count) {
        uint64_t size = largest_local(l, f);
        largest = size > largest ? size : largest;
    }
    return largest;
}

void data_model_choose(lowering *l)
{
    ir_layout *layout = &l->program->layout;
    if (LLVMPointerSize(l->target) * LOWER_BYTE_BITS != ADDRESS_32)
        return;
    uint64_t count = 0, largest = largest_object(l, &count);
    *layout = (ir_layout){ADDRESS_32, SMALLEST_OFFSET};
    while (layout->offset_bits < LARGEST_OFFSET && largest >= ir_object_limit(*layout)) {
        ir_layout wider = {ADDRESS_32, (uint8_t)(layout->offset_bits + 1)};
        if (ir_last_object(wider) < count + RUN_TIME_OBJECTS)
            break;
        *layout = wider;
    }
}

bool data_model_is_too_far(const lowering *l, uint64_t distance)
{
    uint64_t most = ir_object_limit(l->program->layout);
    return distance + most > 2 * most;
}

/* Can so many units be more bytes than any object has? */
static bool may_be_far(const lowering *l, uint8_t index_bits, uint64_t unit)
{
    if (index_bits >= l->program->layout.offset_bits)
        return unit > 0;
    return unit >= ir_object_limit(l->program->layout) >> (index_bits - 1);
}

ir_operand data_model_move(lowering *l, ir_operand address, ir_operand index, uint8_t index_bits, uint64_t unit)
{
    uint8_t bits = lower_pointer_bits(l);
    ir_operand bytes = unit == 1 ? index : emit_binary(l, IR_MUL, bits, index, emit_constant(l, bits, unit));
    ir_operand moved = emit_moved(l, address, bytes);
    bool is_null = ir_is_constant(address) && l->program->constants.data[address & ~IR_CONSTANT_BIT] == 0;
    if (is_null || !may_be_far(l, index_bits, unit))
        return moved;
    uint64_t most = ir_object_limit(l->program->layout) / unit;
    ir_operand shifted = emit_binary(l, IR_ADD, bits, index, emit_constant(l, bits, most));
    ir_operand is_near = emit_compare(l, IR_ULE, bits, shifted, emit_constant(l, bits, 2 * most));
    return emit_select(l, bits, is_near, moved, emit_constant(l, bits, ir_nowhere(l->program->layout)));
}
