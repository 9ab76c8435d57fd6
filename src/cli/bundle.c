#include "cli/bundle.h"

#include "base/tar.h"

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

/* False after saying why not; also if there is no time left, of which the load will speak. */
static bool add_file(strbuf *archive, const heddle_load_options *load, uint32_t index, bool *is_spent)
{
    heddle_error error = {0};
    size_t size = 0;
    char *text = heddle_preprocess(load, index, &size, &error);
    *is_spent = text == NULL && error.exit_code == STATUS_LIMIT;
    if (text == NULL) {
        if (!*is_spent)
            report_library_error(&error);
        heddle_error_clear(&error);
        return false;
    }
    strbuf name = {0};
    name_file(load->files[index], index, &name);
    bool ok = tar_add(archive, strbuf_text(&name), text, size);
    if (!ok) {
        diag d = {0};
        diag_fail(&d, STATUS_BAD_INPUT, "%s: the name is too long", load->files[index]);
        report_error(&d);
    }
    strbuf_clear(&name);
    free(text);
    return ok;
}

bool bundle_make(const session *s, const heddle_load_options *load)
{
    strbuf *archive = s->bundle;
    bool is_spent = false;
    add_text(archive, "heddle-bundle/version", "heddle " HEDDLE_VERSION "\n");
    add_command(archive, s->options);
    for (uint32_t i = 0; i < load->file_count; i++)
        if (!add_file(archive, load, i, &is_spent))
            return is_spent;
    return bundle_write(s, NULL);
}

bool bundle_write(const session *s, const char *result)
{
    strbuf whole = {0};
    strbuf_add_bytes(&whole, strbuf_text(s->bundle), s->bundle->size);
    if (result)
        add_text(&whole, "heddle-bundle/result.json", result);
    tar_end(&whole);
    bool ok = outputs_write(s->outputs, s->options->debug_bundle, strbuf_text(&whole), whole.size);
    strbuf_clear(&whole);
    return ok;
}
