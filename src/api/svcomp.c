#include "api/svcomp.h"

#include <ctype.h>
#include <errno.h>

/* Without blanks: the format says nothing about where they may stand. */
static void add_dense(strbuf *out, int c)
{
    if (!isspace(c))
        strbuf_add_char(out, (char)c);
}

/* The file's text; NULL if it cannot be read. */
static char *read_dense(const char *name)
{
    FILE *file = fopen(name, "r");
    if (file == NULL)
        return NULL;
    strbuf text = {0};
    for (int c; (c = fgetc(file)) != EOF;)
        add_dense(&text, c);
    bool is_read = !ferror(file);
    fclose(file);
    char *result = strbuf_take(&text);
    if (is_read)
        return result;
    free(result);
    return NULL;
}

static bool has_formula(const char *text, const char *formula)
{
    strbuf dense = {0};
    strbuf_add(&dense, "LTL(");
    for (; formula && *formula; formula++)
        add_dense(&dense, (unsigned char)*formula);
    strbuf_add_char(&dense, ')');
    bool found = formula && strstr(text, strbuf_text(&dense));
    strbuf_clear(&dense);
    return found;
}

static property_set asked_in(const char *text)
{
    property_set asked = 0;
    for (property p = 0; p < PROPERTY_COUNT; p++) {
        const property_row *row = property_row_of(p);
        if (row->svcomp && (has_formula(text, row->formula) || has_formula(text, row->old_formula)))
            asked |= property_bit(p);
    }
    return asked & property_all();
}

bool svcomp_read(const char *file, property_set *asked, diag *d)
{
    char *text = read_dense(file);
    if (text == NULL)
        return diag_fail(d, STATUS_BAD_INPUT, "cannot read %s: %s", file, strerror(errno));
    bool ok = strstr(text, "CHECK(init(main()),LTL(") != NULL;
    *asked = asked_in(text);
    free(text);
    return ok || diag_fail(d, STATUS_BAD_INPUT,
                           "%s is no SV-COMP property: it should say CHECK( init(main()), LTL(...) )", file);
}

/* Is it all that was asked for? Memory can also be lost in executions that never end, and that is not looked for. */
static bool is_whole(property_set asked)
{
    bool is_whole = asked != 0;
    for (property p = 0; p < PROPERTY_COUNT; p++)
        is_whole = is_whole && !(property_is_in(asked, p) && property_row_of(p)->is_partial);
    return is_whole;
}

void svcomp_answer(property_set asked, const check_report *report, strbuf *out)
{
    bool is_safe = report != NULL && report->count > 0;
    for (uint32_t i = 0; report && i < report->count; i++)
        is_safe &= report->results[i].verdict == CHECK_SAFE;
    const check_trace *shown = report ? check_report_shown(report) : NULL;
    if (shown)
        strbuf_addf(out, "false(%s)", property_row_of(shown->violation->result.violated)->svcomp);
    else
        strbuf_add(out, is_safe && is_whole(asked) ? "true" : "unknown");
}
