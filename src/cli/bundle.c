#include "cli/bundle.h"

#include <errno.h>

#include "base/tar.h"
#include "cli/commands.h"
#include "frontend/frontend.h"

static void add_text(strbuf *archive, const char *name, const char *text)
{
    tar_add(archive, name, text, strlen(text));
}

static void add_command(strbuf *archive, const options *o)
{
    strbuf text = {0};
    for (int i = 0; i < o->argument_count; i++)
        strbuf_addf(&text, "%s\n", o->arguments[i]);
    add_text(archive, "heddle-bundle/command", strbuf_text(&text));
    strbuf_clear(&text);
}

/* "heddle-bundle/0-queue.i": short enough for every archive. */
static void name_file(const char *file, uint32_t index, strbuf *name)
{
    enum { LONGEST = 60 };
    const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file, *dot = strrchr(base, '.');
    int length = (int)(dot ? (size_t)(dot - base) : strlen(base));
    const char *suffix = dot && strcmp(dot, ".c") != 0 ? dot : ".i";
    strbuf_addf(name, "heddle-bundle/%u-%.*s%s", index, length < LONGEST ? length : LONGEST, base, suffix);
}

static bool add_files(strbuf *archive, const options *o, diag *d)
{
    frontend_options load = {
        .files = o->files.data,
        .file_count = o->files.size,
        .clang_arguments = o->clang_arguments.data,
        .clang_argument_count = o->clang_arguments.size,
    };
    bool ok = true;
    for (uint32_t i = 0; i < o->files.size && ok; i++) {
        strbuf name = {0}, text = {0};
        name_file(o->files.data[i], i, &name);
        ok = frontend_preprocess(&load, i, &text, d) &&
             (tar_add(archive, strbuf_text(&name), strbuf_text(&text), text.size) ||
              diag_fail(d, STATUS_BAD_INPUT, "%s: the name is too long", o->files.data[i]));
        strbuf_clear(&name);
        strbuf_clear(&text);
    }
    return ok;
}

static bool write_bytes(const char *name, const strbuf *bytes)
{
    FILE *file = fopen(name, "wb");
    bool ok = file && fwrite(strbuf_text(bytes), 1, bytes->size, file) == bytes->size;
    if (file && fclose(file) != 0)
        ok = false;
    if (!ok)
        fprintf(stderr, "heddle: error: cannot write %s: %s\n", name, strerror(errno));
    return ok;
}

bool bundle_write(const options *o, const char *result)
{
    strbuf archive = {0};
    diag d = {0};
    add_text(&archive, "heddle-bundle/version", "heddle " HEDDLE_VERSION "\n");
    add_command(&archive, o);
    bool ok = add_files(&archive, o, &d);
    if (result)
        add_text(&archive, "heddle-bundle/result.json", result);
    tar_end(&archive);
    if (ok)
        ok = write_bytes(o->debug_bundle, &archive);
    else
        report_error(&d);
    strbuf_clear(&archive);
    return ok;
}
