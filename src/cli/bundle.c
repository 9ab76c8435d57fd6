#include "cli/bundle.h"

#include "base/tar.h"
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

static bool add_files(strbuf *archive, const options *o, const frontend_options *load, diag *d)
{
    bool ok = true;
    for (uint32_t i = 0; i < o->files.size && ok; i++) {
        strbuf name = {0}, text = {0};
        name_file(o->files.data[i], i, &name);
        ok = frontend_preprocess(load, i, &text, d) &&
             (tar_add(archive, strbuf_text(&name), strbuf_text(&text), text.size) ||
              diag_fail(d, STATUS_BAD_INPUT, "%s: the name is too long", o->files.data[i]));
        strbuf_clear(&name);
        strbuf_clear(&text);
    }
    return ok;
}

bool bundle_make(const session *s, const frontend_options *load)
{
    diag d = {0};
    strbuf *archive = s->bundle;
    add_text(archive, "heddle-bundle/version", "heddle " HEDDLE_VERSION "\n");
    add_command(archive, s->options);
    if (add_files(archive, s->options, load, &d))
        return bundle_write(s, NULL);
    bool is_spent = d.status == STATUS_LIMIT;
    if (!is_spent)
        report_error(&d);
    diag_clear(&d);
    return is_spent;
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
