/* Where the text of a model comes from: files of the user, and those that are built in. */
#include <errno.h>
#include <stdio.h>
#include <strings.h>

#include "base/alloc.h"
#include "base/strbuf.h"
#include "cat/embedded.h"
#include "cat/reader.h"

#define SUFFIX ".cat"

/* ---- what is built in ---- */

/* Files of herd7 by other names; `is_always` are those whose text generates what an execution gives. */
static const struct {
    const char *name, *path;
    bool is_always;
} ALIASES[] = {
    {"cos.cat", "lib/cos.cat", true},           {"cos-opt.cat", "lib/cos.cat", true},
    {"cos-no-opt.cat", "lib/cos.cat", true},    {"cross.cat", "lib/cos.cat", true},
    {"stdlib.cat", "lib/prelude.cat", true},    {"c11_cos.cat", "lib/c11_cos.cat", true},
    {"c11_los.cat", "lib/c11_los.cat", true},   {"prelude.cat", "lib/prelude.cat", false},
    {"filters.cat", "lib/filters.cat", false},  {"fences.cat", "lib/fences.cat", false},
    {"x86fences.cat", "lib/fences.cat", false}, {"armfences.cat", "lib/fences.cat", false},
    {"ppcfences.cat", "lib/fences.cat", false}, {"aarch64fences.cat", "lib/fences.cat", false},
};

static const char *find_path(const char *path)
{
    for (unsigned i = 0; i < cat_file_count; i++)
        if (strcasecmp(cat_files[i].path, path) == 0)
            return cat_files[i].text;
    return NULL;
}

const char *embedded_find(const char *name, bool *is_always)
{
    for (size_t i = 0; i < sizeof ALIASES / sizeof *ALIASES; i++)
        if (strcmp(ALIASES[i].name, name) == 0)
            return *is_always = ALIASES[i].is_always, find_path(ALIASES[i].path);
    *is_always = false;
    return find_path(name);
}

static const char *find_builtin(const char *name)
{
    strbuf path = {0};
    strbuf_addf(&path, "%s%s", name, SUFFIX);
    const char *text = strchr(name, '/') ? NULL : find_path(strbuf_text(&path));
    strbuf_clear(&path);
    return text;
}

bool cat_is_builtin(const char *name)
{
    return find_builtin(name);
}

const char *cat_builtin_names(void)
{
    return "sc, tso, pso, rmo, alpha, armv8, power, riscv, rc11";
}

/* ---- files ---- */

static char *read_file(const char *path)
{
    strbuf text = {0};
    char block[1 << 14];
    FILE *in = fopen(path, "r");
    if (!in)
        return NULL;
    for (size_t got; (got = fread(block, 1, sizeof block, in)) > 0;)
        strbuf_add_bytes(&text, block, got);
    bool fine = !ferror(in);
    fclose(in);
    char *all = strbuf_take(&text);
    if (fine)
        return all;
    free(all);
    return NULL;
}

/* A file in the folder of the model; `context` is the path of that. */
static char *read_neighbour(void *context, const char *name, const char *from)
{
    (void)from;
    const char *model = context, *slash = strrchr(model, '/');
    strbuf path = {0};
    if (slash && *name != '/')
        strbuf_add_bytes(&path, model, (size_t)(slash + 1 - model));
    strbuf_add(&path, name);
    char *text = read_file(strbuf_text(&path));
    strbuf_clear(&path);
    return text;
}

cat_model *cat_load(const char *name_or_path, diag *d)
{
    const char *built_in = find_builtin(name_or_path);
    if (built_in)
        return cat_read(name_or_path, built_in, NULL, d);
    char *text = read_file(name_or_path);
    if (!text) {
        diag_fail(d, STATUS_BAD_INPUT, "%s: %s, and no model of that name is built in (%s)", name_or_path,
                  strerror(errno), cat_builtin_names());
        return NULL;
    }
    char *path = alloc_string(name_or_path);
    cat_includes includes = {read_neighbour, path};
    cat_model *model = cat_read(name_or_path, text, &includes, d);
    free(path);
    free(text);
    return model;
}
