#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <llvm-c/Target.h>

#include "frontend/child.h"
#include "frontend/module.h"
#include "frontend/workspace.h"

#ifndef HEDDLE_CLANG_PATH
#define HEDDLE_CLANG_PATH "clang-19"
#endif

enum { SNIFF_BYTES = 4096 };

/* The system's headers serve both data models, but clang looks for those of 32 bits elsewhere. */
#define HEADERS_FOR_BOTH "/usr/include/x86_64-linux-gnu"

/* Compiled so that every shared access of the source is one access of the module, and names and lines survive. The
 * user's own arguments come before these, so these win. */
static const char *const CLANG_FLAGS[] = {
    "-O0",
    "-g",
    "-Xclang",
    "-disable-O0-optnone",
    "-Xclang",
    "-fsanitize-address-use-after-scope", /* marks where the lives of variables begin and end; no sanitizer is on */
    "-fsanitize=vla-bound",               /* asks whether arrays of variable length have elements; overflow.c */
    "-fsanitize-trap=vla-bound",
    "-fno-discard-value-names",
    "-mcx16",
    "-mlong-double-64",
    "-Wno-unused-command-line-argument",
    "-emit-llvm",
    "-c",
    "-fno-temp-file", /* a clang that crashes leaves nothing behind that is not ours to remove */
};

static const char *const WRAPPING_FLAGS[] = {"-fwrapv"};

/* In front of every operation whose result C leaves undefined, clang asks whether it has one; overflow.c makes a
 * violation of what comes then. Whether a shift has one it asks only if nobody says that overflow wraps. */
static const char *const OVERFLOW_FLAGS[] = {
    "-fno-wrapv",
    "-fsanitize=signed-integer-overflow,float-cast-overflow,shift-base",
    "-fsanitize-trap=signed-integer-overflow,float-cast-overflow,shift-base",
};

/* Old programs get warnings where clang would refuse them by default; the user's arguments may say otherwise. */
static const char *const TOLERANCE_FLAGS[] = {
    "-Wno-error=implicit-function-declaration",       "-Wno-error=implicit-int", "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types", "-Wno-error=return-type",
};

/* ---- inputs ---- */

typedef enum input_kind { INPUT_UNKNOWN, INPUT_C, INPUT_PREPROCESSED, INPUT_ASSEMBLY, INPUT_BITCODE } input_kind;

static input_kind kind_of(const char *file)
{
    static const struct {
        const char *suffix;
        input_kind kind;
    } KINDS[] = {{".c", INPUT_C}, {".i", INPUT_PREPROCESSED}, {".ll", INPUT_ASSEMBLY}, {".bc", INPUT_BITCODE}};
    const char *dot = strrchr(file, '.');
    for (size_t i = 0; dot && i < sizeof KINDS / sizeof KINDS[0]; i++)
        if (strcmp(dot, KINDS[i].suffix) == 0)
            return KINDS[i].kind;
    return INPUT_UNKNOWN;
}

static bool check_contents(const char *file, input_kind kind, diag *d)
{
    char head[SNIFF_BYTES];
    int descriptor = open(file, O_RDONLY);
    ssize_t size = descriptor < 0 ? -1 : read(descriptor, head, sizeof head);
    int problem = errno;
    if (descriptor >= 0)
        close(descriptor);
    if (size < 0)
        return diag_fail(d, STATUS_BAD_INPUT, "cannot read %s: %s", file, strerror(problem));
    if (size == 0)
        return diag_fail(d, STATUS_BAD_INPUT, "%s is empty", file);
    if (kind != INPUT_BITCODE && memchr(head, '\0', (size_t)size))
        return diag_fail(d, STATUS_BAD_INPUT, "%s is not a text file", file);
    return true;
}

static bool is_source(const char *file)
{
    return kind_of(file) == INPUT_C || kind_of(file) == INPUT_PREPROCESSED;
}

static bool check_input(const char *file, diag *d)
{
    struct stat info;
    if (stat(file, &info) != 0)
        return diag_fail(d, STATUS_BAD_INPUT, "cannot read %s: %s", file, strerror(errno));
    if (S_ISDIR(info.st_mode))
        return diag_fail(d, STATUS_BAD_INPUT, "%s is a directory", file);
    input_kind kind = kind_of(file);
    if (kind == INPUT_UNKNOWN)
        return diag_fail(d, STATUS_BAD_INPUT, "%s: the name does not end in .c, .i, .ll or .bc", file);
    if (!S_ISREG(info.st_mode) && (kind == INPUT_ASSEMBLY || kind == INPUT_BITCODE))
        return diag_fail(d, STATUS_BAD_INPUT, "%s is not a regular file, and LLVM IR is read twice", file);
    /* What is not a regular file can be read only once, by who needs it. */
    return !S_ISREG(info.st_mode) || check_contents(file, kind, d);
}

/* ---- clang ---- */

typedef VEC(const char *) arguments;

/* The data model that the user's arguments ask for; 0 if they leave it to clang. */
static int requested_bits(const frontend_options *options)
{
    int bits = 0;
    for (uint32_t i = 0; i < options->clang_argument_count; i++) {
        if (strcmp(options->clang_arguments[i], "-m32") == 0)
            bits = 32;
        if (strcmp(options->clang_arguments[i], "-m64") == 0)
            bits = 64;
    }
    return bits;
}

static void add_all(arguments *out, const char *const *flags, size_t count)
{
    for (size_t i = 0; i < count; i++)
        vec_push(out, flags[i]);
}

/* What is preprocessed has no macros, so it is a C file without any: thus it can have some of ours. With gcc, the
 * attribute of what allocates names who frees it, which clang does not know. */
static const char *const PREPROCESSED_FLAGS[] = {"-undef", "-D__malloc__(...)=__malloc__"};

#define ADD_ALL(out, flags) add_all(out, flags, sizeof(flags) / sizeof *(flags))

static void collect_arguments(arguments *out, const frontend_options *options, const char *file, const char *include,
                              const char *output, bool only_preprocesses)
{
    const char *clang = getenv("HEDDLE_CLANG");
    vec_push(out, clang && *clang ? clang : HEDDLE_CLANG_PATH);
    ADD_ALL(out, TOLERANCE_FLAGS);
    add_all(out, options->clang_arguments, options->clang_argument_count);
    ADD_ALL(out, CLANG_FLAGS);
    if (options->overflow_is_error)
        ADD_ALL(out, OVERFLOW_FLAGS);
    else
        ADD_ALL(out, WRAPPING_FLAGS);
    if (requested_bits(options) == 32) {
        vec_push(out, "-idirafter");
        vec_push(out, HEADERS_FOR_BOTH);
    }
    if (only_preprocesses)
        vec_push(out, "-E");
    vec_push(out, "-isystem");
    vec_push(out, include);
    if (kind_of(file) == INPUT_C) {
        vec_push(out, "-include");
        vec_push(out, "heddle_prelude.h");
    } else {
        ADD_ALL(out, PREPROCESSED_FLAGS);
    }
    vec_push(out, "-x");
    vec_push(out, "c");
    vec_push(out, "-o");
    vec_push(out, output);
    vec_push(out, "--");
    vec_push(out, file);
    vec_push(out, NULL);
}

static bool has_short_headers(void)
{
    static const char *const FOLDERS[] = {HEADERS_FOR_BOTH, "/usr/include/i386-linux-gnu", "/usr/include"};
    bool has_some = false;
    for (size_t i = 0; i < sizeof FOLDERS / sizeof *FOLDERS && !has_some; i++) {
        strbuf path = {0};
        strbuf_addf(&path, "%s/bits/wordsize.h", FOLDERS[i]);
        has_some = access(strbuf_text(&path), R_OK) == 0;
        strbuf_clear(&path);
    }
    return has_some;
}

static bool run_clang(const arguments *args, const frontend_options *options, const char *file, diag *d)
{
    int result;
    if (!child_run(args->data, options, &result, d))
        return false;
    if (WIFEXITED(result) && WEXITSTATUS(result) == 0)
        return true;
    if (requested_bits(options) == 32 && !has_short_headers())
        return diag_fail(d, STATUS_BAD_INPUT,
                         "clang could not compile %s; the C library's headers for 32-bit programs are not installed "
                         "(package libc6-dev-i386 of Debian and Ubuntu)",
                         file);
    return diag_fail(d, STATUS_BAD_INPUT, "clang could not compile %s", file);
}

/* The path of what clang made of the file, in the workspace; NULL if it could not. */
static const char *translate(workspace *space, const frontend_options *options, uint32_t index, bool only_preprocesses,
                             diag *d)
{
    const char *file = options->files[index];
    strbuf name = {0};
    strbuf_addf(&name, only_preprocesses ? "%u.i" : "%u.bc", index);
    const char *output = workspace_add_file(space, strbuf_text(&name));
    strbuf_clear(&name);
    char *include = workspace_path(space, "include");
    arguments args = {0};
    collect_arguments(&args, options, file, include, output, only_preprocesses);
    bool ok = run_clang(&args, options, file, d);
    vec_clear(&args);
    free(include);
    return ok ? output : NULL;
}

static bool compile(module_set *set, workspace *space, const frontend_options *options, uint32_t index, diag *d)
{
    const char *output = translate(space, options, index, false, d);
    return output && module_read(set, output, options->files[index], d);
}

static bool read_file(const char *name, strbuf *text, diag *d)
{
    char buffer[SNIFF_BYTES];
    FILE *file = fopen(name, "rb");
    if (file == NULL)
        return diag_fail(d, STATUS_BAD_INPUT, "cannot read %s: %s", name, strerror(errno));
    for (size_t size; (size = fread(buffer, 1, sizeof buffer, file)) > 0;)
        strbuf_add_bytes(text, buffer, size);
    bool ok = !ferror(file);
    fclose(file);
    return ok || diag_fail(d, STATUS_BAD_INPUT, "cannot read %s", name);
}

bool frontend_preprocess(const frontend_options *options, uint32_t index, strbuf *text, diag *d)
{
    const char *file = options->files[index];
    if (!check_input(file, d))
        return false;
    if (kind_of(file) != INPUT_C)
        return read_file(file, text, d);
    workspace space;
    const char *output =
        workspace_init(&space, options->outside, d) ? translate(&space, options, index, true, d) : NULL;
    bool ok = output && read_file(output, text, d);
    workspace_clear(&space);
    return ok;
}

/* What is compiled already may be for another data model than the one asked for. */
static bool check_requested(const module_set *set, const frontend_options *options, diag *d)
{
    int wanted = requested_bits(options);
    for (uint32_t i = 0; i < set->entries.size && wanted; i++) {
        int bits = (int)LLVMPointerSize(LLVMGetModuleDataLayout(set->entries.data[i].module)) * 8;
        if (bits != wanted)
            return diag_fail(d, STATUS_BAD_INPUT, "%s is compiled for %d bits, not for %d", set->entries.data[i].file,
                             bits, wanted);
    }
    return true;
}

/* What clang has compiled tells no more which operations may overflow. */
static bool check_overflow(const frontend_options *options, const char *file, diag *d)
{
    return !options->overflow_is_error || is_source(file) ||
           diag_fail(d, STATUS_UNSUPPORTED, "%s: overflow can be found in C only, not in what is made of it", file);
}

bool module_load_inputs(module_set *set, const frontend_options *options, diag *d)
{
    if (options->file_count == 0)
        return diag_fail(d, STATUS_BAD_INPUT, "no input file");
    for (uint32_t i = 0; i < options->file_count; i++)
        if (!check_input(options->files[i], d) || !check_overflow(options, options->files[i], d))
            return false;
    workspace space;
    bool loaded = workspace_init(&space, options->outside, d);
    for (uint32_t i = 0; loaded && i < options->file_count; i++) {
        loaded = is_source(options->files[i]) ? compile(set, &space, options, i, d)
                                              : module_rehearse(options->files[i], options, d) &&
                                                    module_read(set, options->files[i], options->files[i], d);
    }
    workspace_clear(&space);
    return loaded && check_requested(set, options, d);
}
