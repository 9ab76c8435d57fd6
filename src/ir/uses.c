#include "ir/uses.h"

enum { INT_WIDTH = 32 };

static void add(ir_uses *uses, ir_operand operand, uint8_t width)
{
    vec_push(uses, (ir_use){operand, width, false});
}

static void add_loose(ir_uses *uses, ir_operand operand)
{
    vec_push(uses, (ir_use){operand, IR_SLOT_BITS, true});
}

static void list_call(const ir_program *program, const ir_call *call, ir_uses *uses)
{
    add(uses, call->callee, program->layout.pointer_bits);
    for (uint32_t i = 0; i < call->argument_count; i++)
        add(uses, program->operands.data[call->first_argument + i], program->types.data[call->first_type + i].width);
}

/* What the letter x stands for, by instruction. */
static void list_special(const ir_program *program, const ir_function *function, const ir_instruction *in,
                         ir_uses *uses)
{
    switch (in->op) {
    case IR_ZEXT:
    case IR_SEXT:
    case IR_TRUNC:
    case IR_FPEXT:
    case IR_FPTRUNC:
    case IR_FPTOUI:
    case IR_FPTOSI:
    case IR_UITOFP:
    case IR_SITOFP:
        add(uses, in->a, (uint8_t)in->aux);
        break;
    case IR_MEMSET:
        add(uses, in->b, 8);
        break;
    case IR_FREEZE:
        add(uses, in->b, 1);
        break;
    case IR_HEAP_ALLOC:
        add(uses, in->b, program->layout.pointer_bits);
        break;
    case IR_FAIL:
        add(uses, in->a, program->layout.pointer_bits);
        break;
    case IR_RET:
        for (uint32_t i = 0; i < in->aux; i++)
            add(uses, program->operands.data[in->b + i], function->results.data[i].width);
        break;
    case IR_CALL:
        list_call(program, &program->calls.data[in->c], uses);
        break;
    case IR_AWAIT:
    case IR_PRINT:
        for (uint32_t i = 0; i < in->aux; i++)
            add_loose(uses, program->operands.data[in->c + i]);
        break;
    default: /* edges, switches, sites, texts: nothing that is read */
        break;
    }
}

static bool reads_loosely(ir_op op)
{
    return (op >= IR_THREAD_START && op <= IR_THREAD_END) || (op >= IR_CHECK_INIT && op <= IR_SYNC) ||
           op == IR_SET_LOOP_BOUND;
}

void ir_list_uses(const ir_program *program, const ir_function *function, const ir_instruction *instruction,
                  ir_uses *uses)
{
    uses->size = 0;
    const uint32_t operands[] = {instruction->a, instruction->b, instruction->c};
    for (const char *letter = ir_op_shape((ir_op)instruction->op); *letter; letter++) {
        if (*letter >= 'a' && *letter <= 'c')
            add(uses, operands[*letter - 'a'], instruction->width);
        else if (*letter >= 'A' && *letter <= 'C')
            vec_push(uses, (ir_use){operands[*letter - 'A'], program->layout.pointer_bits,
                                    reads_loosely((ir_op)instruction->op)});
        else if (*letter == '1')
            add(uses, instruction->a, 1);
        else if (*letter == 'x')
            list_special(program, function, instruction, uses);
    }
}

static uint8_t result_width(const ir_instruction *in)
{
    if ((in->op >= IR_EQ && in->op <= IR_SLE) || in->op == IR_FCMP)
        return 1;
    return in->op == IR_AWAIT ? INT_WIDTH : in->width; /* the width of IR_AWAIT is that of the word */
}

void ir_list_definitions(const ir_program *program, const ir_instruction *instruction, ir_definitions *definitions)
{
    definitions->size = 0;
    if (instruction->op == IR_CALL) {
        const ir_call *call = &program->calls.data[instruction->c];
        for (uint32_t i = 0; i < call->result_count; i++) {
            ir_register reg = program->operands.data[call->first_result + i];
            uint8_t width = program->types.data[call->first_type + call->argument_count + i].width;
            if (reg != IR_NONE)
                vec_push(definitions, (ir_definition){reg, width});
        }
    } else if (ir_op_shape((ir_op)instruction->op)[0] == 'd') {
        vec_push(definitions, (ir_definition){instruction->dst, result_width(instruction)});
    }
}

uint32_t ir_edge_count(const ir_program *program, const ir_instruction *terminator)
{
    switch (terminator->op) {
    case IR_BR:
        return 1;
    case IR_CONDBR:
        return 2;
    case IR_SWITCH:
        return program->switches.data[terminator->c].case_count + 1;
    default:
        return 0;
    }
}

ir_id ir_edge_at(const ir_program *program, const ir_instruction *terminator, uint32_t i)
{
    if (terminator->op == IR_BR)
        return terminator->c;
    if (terminator->op == IR_CONDBR)
        return i == 0 ? terminator->b : terminator->c;
    const ir_switch *table = &program->switches.data[terminator->c];
    return i == 0 ? table->otherwise : program->cases.data[table->first_case + i - 1].edge;
}
