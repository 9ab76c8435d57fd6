/* Overflow: with the flags of compile.c, clang asks before each operation whether its result is one that C defines. If
 * not, it calls llvm.ubsantrap with a number that tells what it has asked. What it always asks is whether the size of
 * an array of variable length is one. */
#include "frontend/lower.h"

/* By clang's numbers (SanitizerHandler). */
static const struct {
    unsigned number;
    const char *text;
} MESSAGES[] = {
    {0, "signed overflow in an addition"},
    {3, "signed overflow in a division"},
    {5, "a floating-point number does not fit into the integer type that it is converted to"},
    {12, "signed overflow in a multiplication"},
    {13, "signed overflow in a negation"},
    {20, "a left shift of a signed number that its type does not have, or of a negative one"},
    {21, "signed overflow in a subtraction"},
    {24, "an array of variable length with no, or a negative number of elements"},
};
enum { MESSAGE_COUNT = sizeof MESSAGES / sizeof *MESSAGES, ARRAY_SIZE = MESSAGE_COUNT - 1 };

void overflow_declare(lowering *l)
{
    l->overflow_message = l->program->globals.size;
    bool asks = LLVMGetNamedFunction(l->module, "llvm.ubsantrap") != NULL;
    for (int i = 0; asks && i < MESSAGE_COUNT; i++)
        globals_add_text(l, "overflow message", MESSAGES[i].text);
}

/* What the call tells; MESSAGE_COUNT: nothing of this. */
static unsigned index_of(LLVMValueRef call)
{
    LLVMValueRef number = LLVMGetNumArgOperands(call) == 1 ? LLVMGetOperand(call, 0) : NULL;
    for (unsigned i = 0; number && i < MESSAGE_COUNT; i++)
        if (LLVMIsAConstantInt(number) && LLVMConstIntGetZExtValue(number) == MESSAGES[i].number)
            return i;
    return MESSAGE_COUNT;
}

bool overflow_is_found(lowering *l, LLVMValueRef call, property *violated, ir_id *message)
{
    unsigned index = index_of(call);
    if (index == MESSAGE_COUNT || (index != ARRAY_SIZE && !l->options->overflow_is_error))
        return false;
    *violated = index == ARRAY_SIZE ? PROPERTY_DEREFERENCE : PROPERTY_OVERFLOW;
    *message = l->overflow_message + index;
    return true;
}
