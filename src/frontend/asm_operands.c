#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "frontend/asm.h"

typedef struct reader {
    lowering *l;
    LLVMValueRef call;
    const char *text;
    asm_state *state;
    uint32_t next_argument, next_result;
} reader;

asm_register asm_find_register(const char *name, size_t length, uint8_t *width)
{
    static const struct {
        const char *names[4];
        asm_register reg;
    } REGISTERS[] = {
        {{"rax", "eax", "ax", "al"}, ASM_RAX},  {{"rbx", "ebx", "bx", "bl"}, ASM_RBX},
        {{"rcx", "ecx", "cx", "cl"}, ASM_RCX},  {{"rdx", "edx", "dx", "dl"}, ASM_RDX},
        {{"rsi", "esi", "si", "sil"}, ASM_RSI}, {{"rdi", "edi", "di", "dil"}, ASM_RDI},
    };
    static const uint8_t WIDTHS[] = {64, 32, 16, 8};
    for (size_t i = 0; i < sizeof REGISTERS / sizeof REGISTERS[0]; i++)
        for (size_t j = 0; j < sizeof WIDTHS; j++)
            if (strlen(REGISTERS[i].names[j]) == length && strncmp(name, REGISTERS[i].names[j], length) == 0) {
                *width = WIDTHS[j];
                return REGISTERS[i].reg;
            }
    return ASM_ANY_REGISTER;
}

/* A constraint like "={ax}" or "~{rbx}". */
static asm_register named_register(const char *constraint)
{
    const char *open = strchr(constraint, '{');
    const char *close = open ? strchr(open, '}') : NULL;
    uint8_t width;
    return close ? asm_find_register(open + 1, (size_t)(close - open - 1), &width) : ASM_ANY_REGISTER;
}

static bool find_flag(const char *constraint, asm_flag *out)
{
    static const struct {
        const char *constraint;
        asm_flag flag;
    } FLAGS[] = {
        {"{@ccz}", ASM_ZERO},  {"{@cce}", ASM_ZERO},  {"{@ccnz}", ASM_NOT_ZERO},  {"{@ccne}", ASM_NOT_ZERO},
        {"{@ccc}", ASM_CARRY}, {"{@ccb}", ASM_CARRY}, {"{@ccnc}", ASM_NOT_CARRY}, {"{@ccae}", ASM_NOT_CARRY},
    };
    *out = ASM_NO_FLAG;
    for (size_t i = 0; i < sizeof FLAGS / sizeof FLAGS[0]; i++)
        if (strstr(constraint, FLAGS[i].constraint))
            *out = FLAGS[i].flag;
    return *out != ASM_NO_FLAG || !strstr(constraint, "@cc");
}

/* The type of what an operand in memory holds. */
static ir_type type_in_memory(lowering *l, LLVMValueRef call, uint32_t argument)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", strlen("elementtype"));
    LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
    if (!attribute)
        return (ir_type){0, IR_INTEGER};
    lower_layout layout = layout_get(l, LLVMGetTypeAttributeValue(attribute));
    return layout.count == 1 ? layout_leaf(l, layout, 0)->type : (ir_type){0, IR_INTEGER};
}

static bool read_argument(reader *r, const char *constraint, asm_operand *operand)
{
    if (r->next_argument >= LLVMGetNumArgOperands(r->call))
        return false;
    uint32_t index = r->next_argument++;
    LLVMValueRef argument = LLVMGetOperand(r->call, index);
    if (layout_get(r->l, LLVMTypeOf(argument)).count != 1)
        return false;
    operand->is_memory = strchr(constraint, '*') != NULL;
    operand->type = operand->is_memory ? type_in_memory(r->l, r->call, index) : value_type(r->l, argument);
    operand->value = value_operand(r->l, argument, 0);
    operand->argument = argument;
    return true;
}

static bool read_output(reader *r, const char *constraint, asm_operand *operand)
{
    operand->is_output = true;
    if (strchr(constraint, '*'))
        return read_argument(r, constraint, operand);
    lower_layout results = layout_get(r->l, LLVMTypeOf(r->call));
    if (r->next_result >= results.count)
        return false;
    operand->type = layout_leaf(r->l, results, r->next_result++)->type;
    operand->value = IR_NONE;
    return true;
}

/* Is the argument what was just loaded from where the output is, as in "+g"? */
static bool is_loaded_from(const asm_operand *input, const asm_operand *output)
{
    return LLVMIsALoadInst(input->argument) && LLVMGetOperand(input->argument, 0) == output->argument;
}

/* The compiler may have taken a register for the output, and store it only at the end: of an asm that does something,
 * it is not known what others see meanwhile. */
static bool store_tied(reader *r, const asm_operand *output, const asm_operand *input)
{
    uint8_t width = output->type.width;
    if (width == 0 || input->type.width == 0 || !asm_is_empty(r->text))
        return false;
    ir_operand value = input->value;
    if (input->is_memory) {
        value = emit_register(r->l, input->type.width);
        emit_load(r->l, value, input->type.width, input->value, IR_PLAIN);
    }
    value = emit_resized(r->l, input->type.width, width, false, value);
    emit_store(r->l, width, output->value, value, IR_PLAIN);
    return true;
}

/* An input like "0" is what output 0 holds at the beginning. */
static bool tie_to_output(reader *r, const char *digits, const asm_operand *input)
{
    unsigned long number = strtoul(digits, NULL, 10);
    if (number >= r->state->operands.size)
        return false;
    asm_operand *output = &r->state->operands.data[number];
    if (output->is_memory)
        return is_loaded_from(input, output) || store_tied(r, output, input);
    if (input->is_memory)
        return false;
    output->value = emit_resized(r->l, input->type.width, output->type.width, false, input->value);
    return true;
}

static bool read_constraint(reader *r, const char *constraint)
{
    asm_operand operand = {.reg = named_register(constraint), .value = IR_NONE};
    if (constraint[0] == '~') {
        operand.type = (ir_type){lower_pointer_bits(r->l), IR_INTEGER};
        if (operand.reg != ASM_ANY_REGISTER)
            vec_push(&r->state->operands, operand);
        return true;
    }
    if (!find_flag(constraint, &operand.flag) || constraint[0] == '!')
        return false;
    bool is_output = constraint[0] == '=' || constraint[0] == '+';
    if (!(is_output ? read_output(r, constraint, &operand) : read_argument(r, constraint, &operand)))
        return false;
    const char *digits = constraint + (constraint[0] == '*');
    if (isdigit((unsigned char)digits[0]) && !tie_to_output(r, digits, &operand))
        return false;
    vec_push(&r->state->operands, operand);
    return true;
}

bool asm_read_operands(lowering *l, LLVMValueRef call, LLVMValueRef assembly, asm_state *state)
{
    size_t length;
    reader r = {.l = l, .call = call, .text = LLVMGetInlineAsmAsmString(assembly, &length), .state = state};
    const char *at = LLVMGetInlineAsmConstraintString(assembly, &length);
    const char *end = at + length;
    strbuf constraint = {0};
    bool known = true;
    while (known && at < end) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const char *stop = comma ? comma : end;
        strbuf_reset(&constraint);
        strbuf_add_bytes(&constraint, at, (size_t)(stop - at));
        known = read_constraint(&r, strbuf_text(&constraint));
        at = stop + 1;
    }
    strbuf_clear(&constraint);
    return known;
}

ir_operand asm_flag_value(lowering *l, const asm_state *state, asm_flag flag)
{
    ir_operand value = flag == ASM_ZERO || flag == ASM_NOT_ZERO ? state->zero_flag : state->carry_flag;
    if (value == IR_NONE || flag == ASM_ZERO || flag == ASM_CARRY)
        return value;
    return emit_binary(l, IR_XOR, 1, value, emit_constant(l, 1, 1));
}

bool asm_write_outputs(lowering *l, LLVMValueRef call, const asm_state *state)
{
    uint32_t next_result = 0;
    for (uint32_t i = 0; i < state->operands.size; i++) {
        const asm_operand *operand = &state->operands.data[i];
        if (!operand->is_output || operand->is_memory)
            continue;
        ir_operand value = operand->value;
        uint8_t width = operand->type.width;
        if (operand->flag != ASM_NO_FLAG) {
            ir_operand flag = asm_flag_value(l, state, operand->flag);
            if (flag == IR_NONE)
                return false;
            value = emit_resized(l, 1, width, false, flag);
        } else if (value == IR_NONE) {
            value = emit_any(l, width);
        }
        emit_move(l, value_result(l, call, next_result++), width, value);
    }
    return next_result == layout_get(l, LLVMTypeOf(call)).count;
}
