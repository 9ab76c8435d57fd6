/* A struct that has itself as a member has no size. LLVM's readers and its verifier let most uses of such a type pass,
 * and whatever asks for its size later never comes back. */
#include "base/map.h"
#include "frontend/module.h"

enum { OPEN, DONE };

typedef struct search {
    map types;         /* those seen so far: OPEN while their members are being looked into */
    LLVMTypeRef found; /* a type that contains itself, or NULL */
} search;

static bool is_sound(search *s, LLVMTypeRef type);

static bool are_members_sound(search *s, LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            if (!is_sound(s, LLVMStructGetTypeAtIndex(type, i)))
                return false;
        return true;
    case LLVMArrayTypeKind:
        return is_sound(s, LLVMGetElementType(type));
    default: /* no other type can have a struct as its part */
        return true;
    }
}

static bool is_sound(search *s, LLVMTypeRef type)
{
    uint64_t state = map_get(&s->types, map_key(type), MAP_NO_KEY);
    if (state != MAP_NO_KEY) {
        if (state == OPEN)
            s->found = type;
        return state == DONE;
    }
    map_put(&s->types, map_key(type), OPEN);
    bool sound = are_members_sound(s, type);
    map_put(&s->types, map_key(type), DONE);
    return sound;
}

/* The other types that an instruction names belong to one of its operands, or LLVM checks that they have a size. */
static bool is_instruction_sound(search *s, LLVMValueRef instruction)
{
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction); i++)
        if (!is_sound(s, LLVMTypeOf(LLVMGetOperand(instruction, i))))
            return false;
    return is_sound(s, LLVMTypeOf(instruction));
}

static bool is_function_sound(search *s, LLVMValueRef function)
{
    for (unsigned i = 0; i < LLVMCountParams(function); i++)
        if (!is_sound(s, LLVMTypeOf(LLVMGetParam(function, i))))
            return false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            if (!is_instruction_sound(s, v))
                return false;
    return is_sound(s, LLVMGetReturnType(LLVMGlobalGetValueType(function)));
}

static bool is_module_sound(search *s, LLVMModuleRef module)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        if (!is_sound(s, LLVMGlobalGetValueType(g)))
            return false;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!is_function_sound(s, f))
            return false;
    return true;
}

bool module_check_types(LLVMModuleRef module, const char *file, diag *d)
{
    search s = {0};
    bool sound = is_module_sound(&s, module);
    map_clear(&s.types);
    if (sound)
        return true;
    char *type = LLVMPrintTypeToString(s.found);
    diag_fail(d, STATUS_BAD_INPUT, "%s: this type contains itself: %s", file, type);
    LLVMDisposeMessage(type);
    return false;
}
