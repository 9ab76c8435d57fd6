#include "frontend/lower.h"

enum { CAS_EXPECTED = 1, CAS_DESIRED = 2 }; /* operands of cmpxchg */

/* The largest piece that an access may start with: a power of two that divides the address and is not too long. */
static uint64_t piece_at(uint64_t align, uint64_t offset, uint64_t left)
{
    uint64_t size = LOWER_MAX_PIECE;
    while (size > left || size > align || offset % size != 0)
        size /= 2;
    return size;
}

static uint8_t bytes_to_bits(uint64_t bytes)
{
    return (uint8_t)(bytes * LOWER_BYTE_BITS);
}

/* A value in memory takes whole bytes; this is its width there. */
static uint8_t memory_width(uint8_t width)
{
    return (uint8_t)((width + LOWER_BYTE_BITS - 1) / LOWER_BYTE_BITS * LOWER_BYTE_BITS);
}

static void load_leaf(lowering *l, ir_register dst, uint8_t width, ir_operand base, uint64_t offset, uint64_t align,
                      ir_order order)
{
    uint8_t whole = memory_width(width);
    uint64_t size = whole / LOWER_BYTE_BITS;
    if (piece_at(align, offset, size) == size && whole == width) {
        emit_load(l, dst, width, emit_address(l, base, offset), order);
        return;
    }
    ir_operand value = IR_NONE;
    for (uint64_t at = 0; at < size;) {
        uint64_t piece = piece_at(align, offset + at, size - at);
        ir_register part = emit_register(l, bytes_to_bits(piece));
        emit_load(l, part, bytes_to_bits(piece), emit_address(l, base, offset + at), order);
        ir_operand wide = emit_resized(l, bytes_to_bits(piece), whole, false, part);
        if (at > 0) {
            wide = emit_binary(l, IR_SHL, whole, wide, emit_constant(l, whole, at * LOWER_BYTE_BITS));
            wide = emit_binary(l, IR_OR, whole, value, wide);
        }
        value = wide;
        at += piece;
    }
    emit_result(l, dst, width, emit_resized(l, whole, width, false, value));
}

static void store_leaf(lowering *l, ir_operand value, uint8_t width, ir_operand base, uint64_t offset, uint64_t align,
                       ir_order order)
{
    uint8_t whole = memory_width(width);
    uint64_t size = whole / LOWER_BYTE_BITS;
    value = emit_resized(l, width, whole, false, value);
    for (uint64_t at = 0; at < size;) {
        uint64_t piece = piece_at(align, offset + at, size - at);
        ir_operand part = value;
        if (at > 0)
            part = emit_binary(l, IR_LSHR, whole, value, emit_constant(l, whole, at * LOWER_BYTE_BITS));
        part = emit_resized(l, whole, bytes_to_bits(piece), false, part);
        emit_store(l, bytes_to_bits(piece), emit_address(l, base, offset + at), part, order);
        at += piece;
    }
}

void access_emit_store(lowering *l, ir_operand value, uint8_t width, ir_operand address)
{
    store_leaf(l, value, width, address, 0, lower_word_bytes(l), IR_PLAIN);
}

static ir_order atomic_order(const lowering *l, LLVMAtomicOrdering ordering)
{
    if (l->options->plain_atomics)
        return IR_PLAIN;
    switch (ordering) {
    case LLVMAtomicOrderingAcquire:
        return IR_ACQUIRE;
    case LLVMAtomicOrderingRelease:
        return IR_RELEASE;
    case LLVMAtomicOrderingAcquireRelease:
        return IR_ACQ_REL;
    case LLVMAtomicOrderingSequentiallyConsistent:
        return IR_SEQ_CST;
    default:
        return IR_RELAXED;
    }
}

static ir_order order_of(const lowering *l, LLVMValueRef access)
{
    LLVMAtomicOrdering ordering = LLVMGetOrdering(access);
    if (ordering == LLVMAtomicOrderingNotAtomic)
        return LLVMGetVolatile(access) ? IR_VOLATILE : IR_PLAIN;
    return atomic_order(l, ordering);
}

/* Does the access take more than one step although it is atomic? */
static bool needs_atomic_block(lowering *l, LLVMValueRef access, LLVMTypeRef type)
{
    return LLVMGetOrdering(access) != LLVMAtomicOrderingNotAtomic &&
           LLVMStoreSizeOfType(l->target, type) > LOWER_MAX_PIECE;
}

static void begin_block(lowering *l)
{
    emit(l, (ir_instruction){.op = IR_ATOMIC_BEGIN, .aux = 1});
}

static void end_block(lowering *l)
{
    emit(l, (ir_instruction){.op = IR_ATOMIC_END, .aux = 1});
}

/* An atomic access has its natural alignment even where the compiler does not know it. Integers that are wider than a
 * register are moved in parts otherwise, whatever their alignment. */
static uint64_t align_of(const lowering *l, LLVMValueRef access, ir_type type)
{
    if (LLVMGetOrdering(access) != LLVMAtomicOrderingNotAtomic)
        return LOWER_MAX_PIECE;
    uint64_t align = LLVMGetAlignment(access), most = type.kind == IR_FLOATING ? LOWER_MAX_PIECE : lower_word_bytes(l);
    return align < most ? align : most;
}

static void lower_load(lowering *l, LLVMValueRef load)
{
    lower_layout layout = layout_get(l, LLVMTypeOf(load));
    ir_operand base = value_argument(l, load, 0);
    bool in_block = needs_atomic_block(l, load, LLVMTypeOf(load));
    if (in_block)
        begin_block(l);
    for (uint32_t i = 0; i < layout.count; i++) {
        lower_leaf leaf = *layout_leaf(l, layout, i);
        load_leaf(l, value_result(l, load, i), leaf.type.width, base, leaf.offset, align_of(l, load, leaf.type),
                  order_of(l, load));
    }
    if (in_block)
        end_block(l);
}

static void lower_store(lowering *l, LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    lower_layout layout = layout_get(l, LLVMTypeOf(value));
    ir_operand base = value_argument(l, store, 1);
    ir_order order = order_of(l, store);
    bool in_block = needs_atomic_block(l, store, LLVMTypeOf(value));
    if (order == IR_RELEASE || order == IR_SEQ_CST)
        emit_fence(l, ir_fence_make_given(IR_FENCE_OF_ACCESS, IR_WW));
    if (in_block)
        begin_block(l);
    for (uint32_t i = 0; i < layout.count; i++) {
        lower_leaf leaf = *layout_leaf(l, layout, i);
        store_leaf(l, value_operand(l, value, i), leaf.type.width, base, leaf.offset, align_of(l, store, leaf.type),
                   order);
    }
    if (in_block)
        end_block(l);
    if (order == IR_SEQ_CST)
        emit_fence(l, ir_fence_make_given(IR_FENCE_OF_ACCESS, IR_PAIRS_ALL));
}

/* ---- read-modify-write ---- */

static ir_operand choose(lowering *l, ir_op less, uint8_t width, ir_operand smaller, ir_operand larger, ir_operand then,
                         ir_operand otherwise)
{
    return emit_select(l, width, emit_compare(l, less, width, smaller, larger), then, otherwise);
}

static ir_operand combine(lowering *l, ir_rmw op, uint8_t width, ir_operand old, ir_operand value)
{
    switch (op) {
    case IR_RMW_ADD:
        return emit_binary(l, IR_ADD, width, old, value);
    case IR_RMW_SUB:
        return emit_binary(l, IR_SUB, width, old, value);
    case IR_RMW_AND:
        return emit_binary(l, IR_AND, width, old, value);
    case IR_RMW_OR:
        return emit_binary(l, IR_OR, width, old, value);
    case IR_RMW_XOR:
        return emit_binary(l, IR_XOR, width, old, value);
    case IR_RMW_NAND:
        return emit_binary(l, IR_XOR, width, emit_binary(l, IR_AND, width, old, value),
                           ir_constant(l->program, width, UINT64_MAX, UINT64_MAX));
    case IR_RMW_MAX:
        return choose(l, IR_SLT, width, old, value, value, old);
    case IR_RMW_MIN:
        return choose(l, IR_SLT, width, old, value, old, value);
    case IR_RMW_UMAX:
        return choose(l, IR_ULT, width, old, value, value, old);
    case IR_RMW_UMIN:
        return choose(l, IR_ULT, width, old, value, old, value);
    default:
        return value;
    }
}

void access_emit_rmw(lowering *l, ir_register dst, uint8_t width, ir_operand address, ir_rmw op, ir_operand value,
                     ir_order order)
{
    if (width <= bytes_to_bits(LOWER_MAX_PIECE)) {
        emit(l, (ir_instruction){
                    .op = IR_RMW, .width = width, .aux = ir_rmw_aux(op, order), .dst = dst, .a = address, .b = value});
        return;
    }
    begin_block(l);
    load_leaf(l, dst, width, address, 0, LOWER_MAX_PIECE, order);
    store_leaf(l, combine(l, op, width, dst, value), width, address, 0, LOWER_MAX_PIECE, order);
    end_block(l);
}

void access_emit_cmpxchg(lowering *l, ir_register dst, uint8_t width, ir_operand address, ir_operand expected,
                         ir_operand desired, ir_order success, ir_order failure)
{
    if (width <= bytes_to_bits(LOWER_MAX_PIECE)) {
        emit(l, (ir_instruction){.op = IR_CMPXCHG,
                                 .width = width,
                                 .aux = ir_cmpxchg_aux(success, failure),
                                 .dst = dst,
                                 .a = address,
                                 .b = expected,
                                 .c = desired});
        return;
    }
    begin_block(l);
    load_leaf(l, dst, width, address, 0, LOWER_MAX_PIECE, success);
    ir_operand is_expected = emit_compare(l, IR_EQ, width, dst, expected);
    ir_operand next = emit_select(l, width, is_expected, desired, dst);
    store_leaf(l, next, width, address, 0, LOWER_MAX_PIECE, success);
    end_block(l);
}

static bool find_rmw(LLVMAtomicRMWBinOp op, ir_rmw *out)
{
    switch (op) {
    case LLVMAtomicRMWBinOpXchg:
        *out = IR_RMW_XCHG;
        return true;
    case LLVMAtomicRMWBinOpAdd:
        *out = IR_RMW_ADD;
        return true;
    case LLVMAtomicRMWBinOpSub:
        *out = IR_RMW_SUB;
        return true;
    case LLVMAtomicRMWBinOpAnd:
        *out = IR_RMW_AND;
        return true;
    case LLVMAtomicRMWBinOpNand:
        *out = IR_RMW_NAND;
        return true;
    case LLVMAtomicRMWBinOpOr:
        *out = IR_RMW_OR;
        return true;
    case LLVMAtomicRMWBinOpXor:
        *out = IR_RMW_XOR;
        return true;
    case LLVMAtomicRMWBinOpMax:
        *out = IR_RMW_MAX;
        return true;
    case LLVMAtomicRMWBinOpMin:
        *out = IR_RMW_MIN;
        return true;
    case LLVMAtomicRMWBinOpUMax:
        *out = IR_RMW_UMAX;
        return true;
    case LLVMAtomicRMWBinOpUMin:
        *out = IR_RMW_UMIN;
        return true;
    case LLVMAtomicRMWBinOpFAdd:
        *out = IR_RMW_FADD;
        return true;
    case LLVMAtomicRMWBinOpFSub:
        *out = IR_RMW_FSUB;
        return true;
    default:
        return false;
    }
}

static void lower_rmw(lowering *l, LLVMValueRef instruction)
{
    ir_rmw op;
    bool is_scalar = layout_get(l, LLVMTypeOf(instruction)).count == 1;
    if (!is_scalar || !find_rmw(LLVMGetAtomicRMWBinOp(instruction), &op)) {
        emit_unsupported(l, "this kind of atomic read-modify-write");
        value_set_any(l, instruction);
        return;
    }
    ir_operand address = value_argument(l, instruction, 0), value = value_argument(l, instruction, 1);
    uint8_t width = value_type(l, instruction).width;
    access_emit_rmw(l, value_result(l, instruction, 0), width, address, op, value, order_of(l, instruction));
}

static void lower_cmpxchg(lowering *l, LLVMValueRef instruction)
{
    ir_operand address = value_argument(l, instruction, 0);
    ir_operand expected = value_argument(l, instruction, CAS_EXPECTED);
    ir_operand desired = value_argument(l, instruction, CAS_DESIRED);
    uint8_t width = value_type(l, LLVMGetOperand(instruction, CAS_EXPECTED)).width;
    ir_register old = value_result(l, instruction, 0);
    access_emit_cmpxchg(l, old, width, address, expected, desired,
                        atomic_order(l, LLVMGetCmpXchgSuccessOrdering(instruction)),
                        atomic_order(l, LLVMGetCmpXchgFailureOrdering(instruction)));
    emit(l, (ir_instruction){
                .op = IR_EQ, .width = width, .dst = value_result(l, instruction, 1), .a = old, .b = expected});
}

static void lower_fence(lowering *l, LLVMValueRef fence)
{
    ir_fence_kind kind = IR_FENCE_COMPILER;
    switch (LLVMGetOrdering(fence)) {
    case LLVMAtomicOrderingSequentiallyConsistent:
        kind = IR_FENCE_SEQ_CST;
        break;
    case LLVMAtomicOrderingAcquireRelease:
        kind = IR_FENCE_ACQ_REL;
        break;
    case LLVMAtomicOrderingRelease:
        kind = IR_FENCE_RELEASE;
        break;
    case LLVMAtomicOrderingAcquire:
        kind = IR_FENCE_ACQUIRE;
        break;
    default:
        break;
    }
    emit_fence(l, ir_fence_make(LLVMIsAtomicSingleThread(fence) ? IR_FENCE_COMPILER : kind));
}

/* ---- addresses ---- */

static void lower_alloca(lowering *l, LLVMValueRef alloca)
{
    ir_site site = {.name = "", .type = IR_NONE, .align = LLVMGetAlignment(alloca), .location = l->location};
    names_describe_site(l, alloca, &site);
    if (site.align > IR_PAGE)
        emit_unsupported(l, "a variable that is aligned to %llu bytes: to more than %d", (unsigned long long)site.align,
                         IR_PAGE);
    uint64_t unit = layout_bytes(l, LLVMGetAllocatedType(alloca));
    LLVMValueRef count = LLVMGetOperand(alloca, 0);
    ir_operand size;
    if (LLVMIsAConstantInt(count)) {
        size = emit_constant(l, lower_pointer_bits(l), unit * LLVMConstIntGetZExtValue(count));
    } else {
        ir_operand wide = value_operand(l, count, 0);
        wide = emit_resized(l, value_type(l, count).width, lower_pointer_bits(l), false, wide);
        size = emit_binary(l, IR_MUL, lower_pointer_bits(l), wide, emit_constant(l, lower_pointer_bits(l), unit));
    }
    vec_push(&l->program->sites, site);
    emit(l, (ir_instruction){.op = IR_ALLOCA,
                             .width = lower_pointer_bits(l),
                             .dst = value_result(l, alloca, 0),
                             .a = size,
                             .c = l->program->sites.size - 1});
}

static ir_operand wide_index(lowering *l, LLVMValueRef index)
{
    return emit_resized(l, value_type(l, index).width, lower_pointer_bits(l), true, value_operand(l, index, 0));
}

/* How many bits of the index tell its value, the sign among them. */
static uint8_t index_bits(lowering *l, LLVMValueRef index)
{
    bool is_cast = LLVMIsACastInst(index) && LLVMIsAInstruction(index);
    LLVMOpcode op = is_cast ? LLVMGetInstructionOpcode(index) : LLVMAdd;
    if (op == LLVMSExt)
        return value_type(l, LLVMGetOperand(index, 0)).width;
    if (op == LLVMZExt)
        return (uint8_t)(value_type(l, LLVMGetOperand(index, 0)).width + 1);
    return value_type(l, index).width;
}

static void lower_gep(lowering *l, LLVMValueRef gep)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    ir_operand address = value_argument(l, gep, 0);
    uint64_t offset = 0;
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
            offset += LLVMOffsetOfElement(l->target, type, member);
            type = LLVMStructGetTypeAtIndex(type, member);
            continue;
        }
        if (i > 1)
            type = LLVMGetElementType(type);
        uint64_t unit = layout_bytes(l, type);
        if (LLVMIsAConstantInt(index) && LLVMGetIntTypeWidth(LLVMTypeOf(index)) <= lower_pointer_bits(l))
            offset += (uint64_t)LLVMConstIntGetSExtValue(index) * unit;
        else
            address = data_model_move(l, address, wide_index(l, index), index_bits(l, index), unit);
    }
    ir_register dst = value_result(l, gep, 0);
    if (offset == 0)
        emit_result(l, dst, lower_pointer_bits(l), address);
    else if (data_model_is_too_far(l, offset) && !LLVMIsNull(LLVMGetOperand(gep, 0)))
        emit_move(l, dst, lower_pointer_bits(l),
                  emit_constant(l, lower_pointer_bits(l), ir_nowhere(l->program->layout)));
    else
        emit(l, (ir_instruction){.op = IR_ADD,
                                 .width = lower_pointer_bits(l),
                                 .aux = IR_ADD_MOVES,
                                 .dst = dst,
                                 .a = address,
                                 .b = emit_constant(l, lower_pointer_bits(l), offset)});
}

bool access_lower(lowering *l, LLVMValueRef instruction)
{
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMLoad:
        lower_load(l, instruction);
        return true;
    case LLVMStore:
        lower_store(l, instruction);
        return true;
    case LLVMAlloca:
        lower_alloca(l, instruction);
        return true;
    case LLVMGetElementPtr:
        if (LLVMGetTypeKind(LLVMTypeOf(instruction)) != LLVMPointerTypeKind)
            return false;
        lower_gep(l, instruction);
        return true;
    case LLVMAtomicRMW:
        lower_rmw(l, instruction);
        return true;
    case LLVMAtomicCmpXchg:
        lower_cmpxchg(l, instruction);
        return true;
    case LLVMFence:
        lower_fence(l, instruction);
        return true;
    default:
        return false;
    }
}
