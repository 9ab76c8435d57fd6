#include <errno.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Target.h>

#include "frontend/module.h"

/* LLVM's own handler would print and, for an error, end the process. */
static void remember_problem(LLVMDiagnosticInfoRef info, void *data)
{
    module_set *set = data;
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError || set->problem.size > 0)
        return;
    char *text = LLVMGetDiagInfoDescription(info);
    strbuf_add(&set->problem, text);
    LLVMDisposeMessage(text);
}

void module_set_init(module_set *set)
{
    *set = (module_set){.context = LLVMContextCreate()};
    LLVMContextSetDiagnosticHandler(set->context, remember_problem, set);
}

void module_set_clear(module_set *set)
{
    for (uint32_t i = 0; i < set->entries.size; i++)
        if (set->entries.data[i].module)
            LLVMDisposeModule(set->entries.data[i].module);
    if (set->linked)
        LLVMDisposeModule(set->linked);
    vec_clear(&set->entries);
    strbuf_clear(&set->problem);
    LLVMContextDispose(set->context);
    *set = (module_set){0};
}

/* The first line says what is wrong; LLVM's further lines quote the input. */
static void cut_to_first_line(char *text)
{
    text[strcspn(text, "\n")] = '\0';
}

static bool has_suffix(const char *text, const char *suffix)
{
    size_t length = strlen(text), wanted = strlen(suffix);
    return length >= wanted && strcmp(text + length - wanted, suffix) == 0;
}

static LLVMModuleRef parse_assembly(module_set *set, LLVMMemoryBufferRef buffer, const char *file, diag *d)
{
    LLVMModuleRef module = NULL;
    char *message = NULL;
    if (LLVMParseIRInContext(set->context, buffer, &module, &message)) {
        cut_to_first_line(message);
        diag_fail(d, STATUS_BAD_INPUT, "%s: not readable as LLVM assembly: %s", file, message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    return module;
}

static LLVMModuleRef parse_bitcode(module_set *set, LLVMMemoryBufferRef buffer, const char *file, diag *d)
{
    LLVMModuleRef module = NULL;
    LLVMBool failed = LLVMParseBitcodeInContext2(set->context, buffer, &module);
    LLVMDisposeMemoryBuffer(buffer);
    if (!failed)
        return module;
    diag_fail(d, STATUS_BAD_INPUT, "%s: not readable as LLVM bitcode: %s", file, strbuf_text(&set->problem));
    return NULL;
}

static bool check_is_valid(LLVMModuleRef module, const char *file, diag *d)
{
    char *message = NULL;
    bool broken = LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
    if (broken) {
        cut_to_first_line(message);
        diag_fail(d, STATUS_BAD_INPUT, "%s: LLVM finds this module broken: %s", file, message);
    }
    LLVMDisposeMessage(message);
    return !broken;
}

/* i386, i486, ... The layouts of other 32-bit machines differ from what the models are compiled for. */
static bool is_short_x86(const char *target)
{
    return target[0] == 'i' && target[1] >= '3' && target[1] <= '9' && strncmp(target + 2, "86", 2) == 0;
}

static bool check_target(LLVMModuleRef module, const char *file, diag *d)
{
    LLVMTargetDataRef target = LLVMGetModuleDataLayout(module);
    bool is_long = LLVMPointerSize(target) == sizeof(uint64_t);
    bool is_short = LLVMPointerSize(target) == sizeof(uint32_t) && is_short_x86(LLVMGetTarget(module));
    if (LLVMByteOrder(target) == LLVMLittleEndian && (is_long || is_short))
        return true;
    return diag_fail(d, STATUS_BAD_INPUT,
                     "%s: compiled for '%s'; Heddle reads little-endian 64-bit targets and 32-bit x86", file,
                     LLVMGetTarget(module));
}

bool module_read(module_set *set, const char *path, const char *file, diag *d)
{
    LLVMMemoryBufferRef buffer = NULL;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        diag_fail(d, STATUS_BAD_INPUT, "%s: %s", file, message);
        LLVMDisposeMessage(message);
        return false;
    }
    LLVMModuleRef module =
        has_suffix(path, ".ll") ? parse_assembly(set, buffer, file, d) : parse_bitcode(set, buffer, file, d);
    if (!module)
        return false;
    vec_push(&set->entries, (module_entry){module, file});
    return check_is_valid(module, file, d) && module_check_types(module, file, d) && check_target(module, file, d);
}
