#include <ctype.h>
#include <string.h>

#include "base/strbuf.h"
#include "frontend/asm.h"

/* ---- reading the text ---- */

static const char *skip_comment(const char *at)
{
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    /* '#' also begins SPARC's masks and ARM's numbers, so a comment needs a space after it. */
    if ((at[0] == '#' && (isspace((unsigned char)at[1]) || at[1] == '\0')) || (at[0] == '/' && at[1] == '/'))
        return at + strcspn(at, "\n");
    return at;
}

static void finish_statement(strbuf *out)
{
    while (out->size > 0 && out->text[out->size - 1] == ' ')
        out->text[--out->size] = '\0';
}

/* Reads one statement in small letters with single spaces; returns where the next begins, NULL at the end. */
static const char *read_statement(const char *at, strbuf *out)
{
    strbuf_reset(out);
    while (*at && *at != ';' && *at != '\n') {
        const char *after = skip_comment(at);
        if (after != at) {
            at = after;
            continue;
        }
        if (at[0] == '$') {
            /* LLVM writes "$$" for a dollar sign and "$0" for an operand. */
            strbuf_add_char(out, at[1] == '$' ? '$' : '@');
            at += at[1] == '$' ? 2 : 1;
            continue;
        }
        if (!isspace((unsigned char)*at))
            strbuf_add_char(out, (char)tolower((unsigned char)*at));
        else if (out->size > 0 && out->text[out->size - 1] != ' ')
            strbuf_add_char(out, ' ');
        at++;
    }
    finish_statement(out);
    return *at ? at + 1 : NULL;
}

bool asm_is_empty(const char *text)
{
    strbuf statement = {0};
    bool is_empty = true;
    for (const char *at = text; at && is_empty;) {
        at = read_statement(at, &statement);
        is_empty = statement.size == 0;
    }
    strbuf_clear(&statement);
    return is_empty;
}

/* ---- fences ---- */

static const char *after_prefix(const char *text, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(text, prefix, length) == 0 ? text + length : NULL;
}

static bool ends_with(const char *text, const char *suffix)
{
    size_t length = strlen(text), wanted = strlen(suffix);
    return length >= wanted && strcmp(text + length - wanted, suffix) == 0;
}

/* ARM: `dmb ish`, `dmb ishst` orders stores, `dmb ishld` orders loads. */
static ir_fence arm_fence(const char *domain)
{
    if (ends_with(domain, "st"))
        return IR_FENCE_STORES;
    return ends_with(domain, "ld") ? IR_FENCE_NONE : IR_FENCE_FULL;
}

static ir_fence sparc_fence(const char *mask)
{
    if (strstr(mask, "storeload") || strstr(mask, "sync") || strstr(mask, "memissue"))
        return IR_FENCE_FULL;
    return strstr(mask, "storestore") ? IR_FENCE_STORES : IR_FENCE_NONE;
}

/* RISC-V: `fence before,after` with letters of i, o, r, w. */
static ir_fence riscv_fence(const char *sets)
{
    const char *comma = strchr(sets, ',');
    if (!comma)
        return IR_FENCE_FULL;
    if (!memchr(sets, 'w', (size_t)(comma - sets)))
        return IR_FENCE_NONE;
    return strchr(comma, 'r') ? IR_FENCE_FULL : strchr(comma, 'w') ? IR_FENCE_STORES : IR_FENCE_NONE;
}

/* A locked operation that changes nothing, on the top of the stack: the classic full fence. */
static bool is_locked_nothing(const char *text)
{
    static const char *const OPERATIONS[] = {"lock add", "lock or", "lock sub", "lock xor"};
    const char *rest = NULL;
    for (size_t i = 0; i < sizeof OPERATIONS / sizeof OPERATIONS[0] && !rest; i++)
        rest = after_prefix(text, OPERATIONS[i]);
    if (!rest)
        return false;
    rest += strspn(rest, "bwlq ");
    const char *after_zero = after_prefix(rest, "$0x0");
    rest = after_zero ? after_zero : after_prefix(rest, "$0");
    return rest && *rest == ',' && (ends_with(rest, "(%rsp)") || ends_with(rest, "(%esp)"));
}

static bool find_fence(const char *text, ir_fence *out)
{
    static const struct {
        const char *text;
        ir_fence fence;
    } FENCES[] = {
        {"", IR_FENCE_NONE},         {"nop", IR_FENCE_NONE},     {"pause", IR_FENCE_NONE},
        {"rep nop", IR_FENCE_NONE},  {"yield", IR_FENCE_NONE},   {"wfe", IR_FENCE_NONE},
        {"sev", IR_FENCE_NONE},      {"mfence", IR_FENCE_FULL},  {"sfence", IR_FENCE_STORES},
        {"lfence", IR_FENCE_NONE},   {"stbar", IR_FENCE_STORES}, {"sync", IR_FENCE_FULL},
        {"hwsync", IR_FENCE_FULL},   {"sync 0", IR_FENCE_FULL},  {"lwsync", IR_FENCE_STORES},
        {"sync 1", IR_FENCE_STORES}, {"eieio", IR_FENCE_STORES}, {"isync", IR_FENCE_NONE},
        {"isb", IR_FENCE_NONE},      {"isb sy", IR_FENCE_NONE},  {"mb", IR_FENCE_FULL},
        {"wmb", IR_FENCE_STORES},    {"rmb", IR_FENCE_NONE},     {"serialize", IR_FENCE_FULL},
        {"dmb", IR_FENCE_FULL},      {"dsb", IR_FENCE_FULL},     {"fence", IR_FENCE_FULL},
    };
    for (size_t i = 0; i < sizeof FENCES / sizeof FENCES[0]; i++)
        if (strcmp(text, FENCES[i].text) == 0) {
            *out = FENCES[i].fence;
            return true;
        }
    const char *rest;
    if ((rest = after_prefix(text, "dmb ")) || (rest = after_prefix(text, "dsb ")))
        *out = arm_fence(rest);
    else if ((rest = after_prefix(text, "membar ")))
        *out = sparc_fence(rest);
    else if ((rest = after_prefix(text, "fence ")))
        *out = riscv_fence(rest);
    else if (is_locked_nothing(text))
        *out = IR_FENCE_FULL;
    else
        return false;
    return true;
}

/* ---- lowering ---- */

static void refuse(lowering *l, LLVMValueRef call, const char *text)
{
    emit_unsupported(l, "inline assembly \"%s\"", text);
    value_set_any(l, call);
}

/* `lock` and `rep` may be statements of their own; they belong to the next one. */
static bool is_prefix(const char *statement)
{
    return strcmp(statement, "lock") == 0 || strcmp(statement, "rep") == 0;
}

static bool lower_statements(lowering *l, asm_state *state, const char *text)
{
    strbuf statement = {0}, whole = {0};
    bool known = true;
    for (const char *at = text; at && known;) {
        at = read_statement(at, &statement);
        if (whole.size > 0 && statement.size > 0)
            strbuf_add_char(&whole, ' ');
        strbuf_add(&whole, strbuf_text(&statement));
        if (is_prefix(strbuf_text(&whole)) && at)
            continue;
        ir_fence fence;
        if (find_fence(strbuf_text(&whole), &fence))
            emit_fence(l, fence);
        else
            known = asm_lower_x86(l, state, strbuf_text(&whole));
        strbuf_reset(&whole);
    }
    strbuf_clear(&statement);
    strbuf_clear(&whole);
    return known;
}

void asm_lower(lowering *l, LLVMValueRef call, LLVMValueRef assembly)
{
    size_t length;
    const char *text = LLVMGetInlineAsmAsmString(assembly, &length);
    asm_state state = {.zero_flag = IR_NONE, .carry_flag = IR_NONE};
    uint32_t code_before = l->program->code.size;
    if (!asm_read_operands(l, call, assembly, &state) || !lower_statements(l, &state, text) ||
        !asm_write_outputs(l, call, &state)) {
        l->program->code.size = code_before;
        refuse(l, call, text);
    }
    vec_clear(&state.operands);
}
