/* heddle consistent: can a recorded execution have happened? */
#include <errno.h>

#include "cli/commands.h"
#include "report/visible.h"

typedef VEC(char) bytes;

/* The name - is standard input. */
static bool read_file(const char *name, bytes *text, diag *d)
{
    enum { CHUNK = 1 << 16 };
    FILE *in = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
    size_t size = CHUNK;
    while (in != NULL && size == CHUNK && text->size < UINT32_MAX / 2) {
        vec_reserve(text, (uint64_t)text->size + CHUNK);
        size = fread(text->data + text->size, 1, CHUNK, in);
        text->size += (uint32_t)size;
    }
    bool is_read = in != NULL && !ferror(in);
    if (!is_read)
        diag_fail(d, STATUS_BAD_INPUT, "cannot read %s: %s", name, strerror(errno));
    if (in != NULL && in != stdin)
        fclose(in);
    return is_read;
}

static void print_result(const heddle_consistency *c, const options *o)
{
    char *text = o->quiet && !o->json ? heddle_consistency_summary(c)
                                      : heddle_consistency_print(c, o->json ? HEDDLE_JSON : HEDDLE_TEXT);
    if (o->json)
        puts(text);
    else
        visible_print(stdout, text);
    free(text);
}

void give_up_consistent(const session *s, const char *why)
{
    const options *o = s->options;
    heddle_error error = {0};
    heddle_consistency_options wanted = {.models = o->models, .gave_up = why};
    heddle_consistency *c = heddle_check_consistency(o->files.data[0], "", 0, &wanted, &error);
    print_result(c, o);
    heddle_consistency_free(c);
}

int command_consistent(const session *s)
{
    const options *o = s->options;
    heddle_error error = {0};
    diag d = {0};
    bytes text = {0};
    if (o->files.size != 1) {
        diag_fail(&d, STATUS_BAD_INPUT, "`heddle consistent` takes one file");
        return report_error(&d);
    }
    if (!read_file(o->files.data[0], &text, &d)) {
        vec_clear(&text);
        return report_error(&d);
    }
    heddle_consistency_options wanted = {.models = o->models, .budget = s->budget};
    heddle_consistency *c = heddle_check_consistency(o->files.data[0], text.data, text.size, &wanted, &error);
    vec_clear(&text);
    watch_end(s->watch);
    if (c == NULL)
        return report_library_error(&error);
    print_result(c, o);
    int code = heddle_consistency_exit_code(c);
    heddle_consistency_free(c);
    return code;
}
