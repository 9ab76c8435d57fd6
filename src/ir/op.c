#include "ir/ir.h"

static const struct {
    const char *name, *shape;
} ops[IR_OP_COUNT] = {
#define OP(name, text, shape) {text, shape},
    IR_OPS(OP)
#undef OP
};

bool ir_is_terminator(ir_op op)
{
    return op >= IR_BR && op <= IR_UNREACHABLE;
}

const char *ir_op_name(ir_op op)
{
    return ops[op].name;
}

const char *ir_op_shape(ir_op op)
{
    return ops[op].shape;
}

const char *ir_order_name(ir_order order)
{
    static const char *const NAMES[] = {"", "volatile", "relaxed", "acquire", "release", "acq_rel", "seq_cst"};
    return NAMES[order];
}

ir_failure ir_failure_at(const ir_program *program, ir_id pc)
{
    const ir_instruction *in = &program->code.data[pc];
    switch ((ir_op)in->op) {
    case IR_FAIL:
        return (ir_failure)in->b;
    case IR_UDIV:
    case IR_SDIV:
    case IR_UREM:
    case IR_SREM:
    case IR_SHL:
    case IR_LSHR:
    case IR_ASHR:
    case IR_FPTOUI:
    case IR_FPTOSI:
        return IR_FAIL_ARITHMETIC;
    case IR_THREAD_JOIN:
    case IR_THREAD_DETACH:
    case IR_CHECK_INIT:
        return IR_FAIL_LOCK_MISUSE;
    case IR_ATOMIC_END:
    case IR_UNREACHABLE:
        return IR_FAIL_ASSERTION;
    default:
        return IR_FAIL_MEMORY;
    }
}
