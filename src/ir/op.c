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
