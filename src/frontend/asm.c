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
        if (ir_fence_find(strbuf_text(&whole), &fence))
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
