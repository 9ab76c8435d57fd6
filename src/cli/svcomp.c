#include "cli/svcomp.h"

#include <ctype.h>
#include <errno.h>

/* The file's text without blanks: the format says nothing about where they may stand. NULL if it cannot be read. */
static char *read_dense(const char *name)
{
    FILE *file = fopen(name, "r");
    if (file == NULL)
        return NULL;
    strbuf text = {0};
    for (int c; (c = fgetc(file)) != EOF;)
        if (!isspace(c))
            strbuf_add_char(&text, (char)c);
    bool is_read = !ferror(file);
    fclose(file);
    char *result = strbuf_take(&text);
    if (is_read)
        return result;
    free(result);
    return NULL;
}

static svcomp_property property_of(const char *text)
{
    if (strstr(text, "LTL(G!call(reach_error()))") || strstr(text, "LTL(G!call(__VERIFIER_error()))"))
        return SVCOMP_UNREACH_CALL;
    if (strstr(text, "LTL(Gvalid-deref)") || strstr(text, "LTL(Gvalid-free)"))
        return SVCOMP_MEMSAFETY;
    return SVCOMP_OTHER;
}

bool svcomp_read(const char *file, svcomp_property *property, diag *d)
{
    char *text = read_dense(file);
    if (text == NULL)
        return diag_fail(d, STATUS_BAD_INPUT, "cannot read %s: %s", file, strerror(errno));
    bool ok = strstr(text, "CHECK(init(main()),LTL(") != NULL;
    *property = property_of(text);
    free(text);
    return ok || diag_fail(d, STATUS_BAD_INPUT,
                           "%s is no SV-COMP property: it should say CHECK( init(main()), LTL(...) )", file);
}

uint32_t svcomp_ignored(svcomp_property property)
{
    return ~(1u << (property == SVCOMP_UNREACH_CALL ? SYMEX_ERROR_CALL : SYMEX_MEMORY));
}

static const char *violated_part(const check_report *report)
{
    const char *message = report->results[report->shown].violation.message;
    return strstr(message, " free") && !strstr(message, "use after free") ? "false(valid-free)" : "false(valid-deref)";
}

const char *svcomp_answer(svcomp_property property, const check_report *report)
{
    bool is_safe = report != NULL && report->count > 0;
    for (uint32_t i = 0; report && i < report->count; i++)
        is_safe &= report->results[i].verdict == CHECK_SAFE;
    if (report && report->shown < report->count)
        return property == SVCOMP_UNREACH_CALL ? "false(unreach-call)" : violated_part(report);
    /* Memory that is never freed is part of memory safety, and not looked for. */
    return is_safe && property == SVCOMP_UNREACH_CALL ? "true" : "unknown";
}
