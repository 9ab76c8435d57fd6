#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "base/alloc.h"
#include "base/strbuf.h"
#include "frontend/lower.h"
#include "frontend/module.h"

enum {
    QUOTED_LENGTH = 40,
    OPERAND_SCOPE = 0, /* of a DIGlobalVariable */
    OPERAND_NAME = 1,
    OPERAND_TYPE = 3,
    OPERAND_OUTER_SCOPE = 1, /* of a DILexicalBlock */
    OPERAND_FUNCTION_NAME = 2,
};

/* llvm.used, llvm.global_ctors and the like are notes to the compiler, not objects. */
static bool is_note_to_the_compiler(LLVMValueRef global)
{
    size_t length;
    return strncmp(LLVMGetValueName2(global, &length), "llvm.", 5) == 0;
}

static void add_quoted_char(strbuf *out, unsigned char c)
{
    if (c == '\n')
        strbuf_add(out, "\\n");
    else if (c == '\t')
        strbuf_add(out, "\\t");
    else if (c == '"' || c == '\\')
        strbuf_addf(out, "\\%c", c);
    else if (isprint(c))
        strbuf_add_char(out, (char)c);
    else
        strbuf_addf(out, "\\%03o", c);
}

static const char *quote(lowering *l, const char *text)
{
    strbuf quoted = {0};
    strbuf_add_char(&quoted, '"');
    size_t i = 0;
    for (; i < QUOTED_LENGTH && text[i]; i++)
        add_quoted_char(&quoted, (unsigned char)text[i]);
    strbuf_add(&quoted, text[i] ? "...\"" : "\"");
    const char *interned = ir_intern(l->program, strbuf_text(&quoted));
    strbuf_clear(&quoted);
    return interned;
}

static const char *name_without_debug(lowering *l, LLVMValueRef variable)
{
    if (LLVMGetLinkage(variable) == LLVMPrivateLinkage || LLVMGetLinkage(variable) == LLVMInternalLinkage) {
        const char *text = constant_get_string(l, variable);
        if (text)
            return quote(l, text);
    }
    size_t length;
    const char *name = LLVMGetValueName2(variable, &length);
    if (strncmp(name, ".compoundliteral", strlen(".compoundliteral")) == 0)
        name = "(compound literal)";
    return ir_intern(l->program, name);
}

static bool is_block(LLVMMetadataRef scope)
{
    LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
    return kind == LLVMDILexicalBlockMetadataKind || kind == LLVMDILexicalBlockFileMetadataKind;
}

/* The function that a static local belongs to, NULL for others. */
static const char *find_scope(lowering *l, LLVMMetadataRef variable)
{
    LLVMMetadataRef scope = metadata_get_node(l, variable, OPERAND_SCOPE);
    for (uint32_t steps = 0; scope && is_block(scope) && steps < METADATA_MAX_CHAIN; steps++)
        scope = metadata_get_node(l, scope, OPERAND_OUTER_SCOPE);
    if (!scope || LLVMGetMetadataKind(scope) != LLVMDISubprogramMetadataKind)
        return NULL;
    return metadata_get_text(l, scope, OPERAND_FUNCTION_NAME);
}

static void describe(lowering *l, LLVMValueRef variable, ir_global *global)
{
    LLVMMetadataRef debug = metadata_of_global(variable);
    global->type = IR_NONE;
    if (debug) {
        global->name = metadata_get_text(l, debug, OPERAND_NAME);
        global->type = ctype_get(l, metadata_get_node(l, debug, OPERAND_TYPE));
        global->location = location_make(l, LLVMDIVariableGetFile(debug), LLVMDIVariableGetLine(debug), 0);
        global->scope = find_scope(l, debug);
    }
    if (!debug || *global->name == '\0')
        global->name = name_without_debug(l, variable);
}

static bool is_model(LLVMValueRef variable)
{
    const char *section = LLVMGetSection(variable);
    return section && strcmp(section, MODULE_MODEL_MARK) == 0;
}

static bool check_size(lowering *l, LLVMValueRef variable, uint64_t size)
{
    if (size < ir_object_limit(l->program->layout) && l->program->globals.size < ir_last_object(l->program->layout) / 2)
        return true;
    size_t length;
    return diag_fail(l->d, STATUS_LIMIT,
                     "the global `%s` is too large (%" PRIu64 " bytes; Heddle takes fewer than %" PRIu64
                     " in a %d-bit program), or there are too many",
                     LLVMGetValueName2(variable, &length), size, ir_object_limit(l->program->layout),
                     lower_pointer_bits(l));
}

static bool check_alignment(lowering *l, LLVMValueRef variable)
{
    size_t length;
    if (LLVMGetAlignment(variable) <= IR_PAGE)
        return true;
    return diag_fail(l->d, STATUS_UNSUPPORTED, "the global `%s` is aligned to %u bytes; Heddle aligns to at most %d",
                     LLVMGetValueName2(variable, &length), LLVMGetAlignment(variable), IR_PAGE);
}

static bool declare(lowering *l, LLVMValueRef variable)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(variable);
    unsigned align = LLVMGetAlignment(variable);
    if (!check_alignment(l, variable))
        return false;
    ir_global global = {
        .size = layout_bytes(l, type),
        .is_constant = LLVMIsGlobalConstant(variable),
        .is_thread_local = LLVMIsThreadLocal(variable),
        .is_undefined = LLVMIsDeclaration(variable),
        .is_model = is_model(variable),
    };
    global.align = align ? align : LLVMTypeIsSized(type) ? LLVMABIAlignmentOfType(l->target, type) : 1;
    if (!check_size(l, variable, global.size))
        return false;
    describe(l, variable, &global);
    global.bytes = alloc_zeroed(global.size, 1);
    map_put(&l->globals, map_key(variable), l->program->globals.size);
    vec_push(&l->program->globals, global);
    return true;
}

ir_id globals_add_text(lowering *l, const char *name, const char *text)
{
    size_t size = strlen(text) + 1;
    ir_global global = {.name = name, .size = size, .align = 1, .type = IR_NONE, .is_constant = true, .is_model = true};
    global.bytes = alloc_bytes(size);
    memcpy(global.bytes, text, size);
    vec_push(&l->program->globals, global);
    return l->program->globals.size - 1;
}

bool globals_declare(lowering *l)
{
    l->trap_message = globals_add_text(l, "trap message", "__builtin_trap() is reached");
    overflow_declare(l);
    for (LLVMValueRef g = LLVMGetFirstGlobal(l->module); g; g = LLVMGetNextGlobal(g))
        if (!is_note_to_the_compiler(g) && !declare(l, g))
            return false;
    return true;
}

bool globals_initialise(lowering *l)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(l->module); g; g = LLVMGetNextGlobal(g)) {
        const uint64_t *id = map_find(&l->globals, map_key(g));
        LLVMValueRef initialiser = LLVMGetInitializer(g);
        if (!id || !initialiser)
            continue;
        ir_global *global = &l->program->globals.data[*id];
        if (!constant_write(l, initialiser, global->bytes))
            return diag_fail(l->d, STATUS_UNSUPPORTED, "the initialiser of `%s` is not supported", global->name);
    }
    return true;
}
