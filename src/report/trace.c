#include "report/trace.h"

#include "report/visible.h"

enum { THREAD_COLUMN = 16, PLACE_COLUMN = 22, MAX_PLACE_COLUMN = 40, CODE_COLUMN = 34 };

void trace_init(trace *t, FILE *out, style s)
{
    *t = (trace){.out = out, .style = s, .place_column = PLACE_COLUMN};
}

void trace_clear(trace *t)
{
    source_files_clear(&t->sources);
}

/* Pads or, if `cut`, shortens to the width of a column, counting UTF-8 characters as one. */
static void add_column(strbuf *line, const char *text, uint32_t width, bool cut)
{
    uint32_t shown = 0;
    strbuf visible = {0};
    visible_add(&visible, text);
    for (const char *p = strbuf_text(&visible); *p; p++) {
        bool starts_character = ((unsigned char)*p & 0xc0) != 0x80;
        if (cut && starts_character && shown == width - 1 && p[1]) {
            strbuf_add(line, "…");
            shown++;
            break;
        }
        strbuf_add_char(line, *p);
        shown += starts_character;
    }
    strbuf_clear(&visible);
    for (; shown < width; shown++)
        strbuf_add_char(line, ' ');
    strbuf_add_char(line, ' ');
}

/* Folders are left out: the columns are narrow, and a reader of the trace knows the program. */
static const char *base_name(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

static void add_place(const recording_step *s, strbuf *out)
{
    if (*s->file)
        strbuf_addf(out, "%s:%u", base_name(s->file), s->line);
}

/* As wide as the places of these steps are. */
static void fit_place_column(trace *t, const recording *r)
{
    t->place_column = 0;
    for (uint32_t i = 0; i < r->steps.size; i++) {
        strbuf place = {0};
        add_place(&r->steps.data[i], &place);
        if (place.size > t->place_column && place.size <= MAX_PLACE_COLUMN)
            t->place_column = (uint32_t)place.size;
        strbuf_clear(&place);
    }
}

void trace_add_step(trace *t, const recording_step *s, strbuf *out)
{
    strbuf line = {0}, place = {0};
    add_place(s, &place);
    strbuf_add(&line, style_thread(t->style, s->thread));
    add_column(&line, s->who, THREAD_COLUMN, true);
    strbuf_add(&line, style_end(t->style));
    strbuf_add(&line, style_faint(t->style));
    add_column(&line, strbuf_text(&place), t->place_column, false);
    strbuf_add(&line, style_end(t->style));
    add_column(&line, *s->file ? source_line(&t->sources, s->file, s->line) : "", CODE_COLUMN, true);
    visible_add(&line, s->action);
    while (line.size > 0 && line.text[line.size - 1] == ' ')
        line.text[--line.size] = '\0';
    strbuf_addf(out, "%s\n", strbuf_text(&line));
    strbuf_clear(&place);
    strbuf_clear(&line);
}

static void print_step(void *context, const recording_step *s)
{
    trace *t = context;
    strbuf line = {0};
    trace_add_step(t, s, &line);
    fputs(strbuf_text(&line), t->out);
    strbuf_clear(&line);
}

void trace_follow(trace *t, recording *r)
{
    r->on_step = print_step;
    r->context = t;
    r->forgets = true;
}

void trace_print(trace *t, const recording *r, uint32_t limit)
{
    uint32_t left_out = r->steps.size > limit ? r->steps.size - limit : 0;
    uint32_t first = left_out ? limit / 3 : 0; /* the end matters most */
    fit_place_column(t, r);
    for (uint32_t i = 0; i < r->steps.size; i++) {
        if (left_out && i == first) {
            fprintf(t->out, "%s... %u steps left out (-v shows them) ...%s\n", style_faint(t->style), left_out,
                    style_end(t->style));
            i += left_out;
        }
        print_step(t, &r->steps.data[i]);
    }
}
