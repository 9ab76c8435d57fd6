#include "report/check_witness.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "base/alloc.h"
#include "report/check_witness_parts.h"

bool check_witness_exists(const check_report *report)
{
    bool is_safe = true;
    for (uint32_t i = 0; i < report->count; i++)
        is_safe = is_safe && report->results[i].verdict == CHECK_SAFE;
    return is_safe || check_report_shown(report) != NULL;
}

/* ---- specifications ---- */

static void add_specification(witness *w, property p)
{
    const char *formula = property_row_of(p)->formula;
    for (uint32_t i = 0; i < w->specification_count; i++)
        if (strcmp(w->specifications[i], formula) == 0)
            return;
    w->specifications[w->specification_count++] = formula;
}

static void find_specifications(witness *w)
{
    property_set checked = check_report_checked(w->report);
    if (w->execution) {
        add_specification(w, w->violation->violated);
        return;
    }
    for (property p = 0; p < PROPERTY_COUNT; p++)
        if (property_is_in(checked, p))
            add_specification(w, p);
}

void witness_add_specification(const witness *w, uint32_t i, strbuf *out)
{
    strbuf_addf(out, "CHECK( init(main()), LTL(%s) )", w->specifications[i]);
}

/* ---- time and files ---- */

static void find_time(witness *w)
{
    const char *given = getenv("SOURCE_DATE_EPOCH");
    char *end = NULL;
    time_t now = given && *given ? (time_t)strtoll(given, &end, 10) : time(NULL);
    struct tm parts;
    if ((end && *end) || gmtime_r(&now, &parts) == NULL || parts.tm_year + 1900 > 9999 || parts.tm_year + 1900 < 0) {
        now = time(NULL);
        gmtime_r(&now, &parts);
    }
    strftime(w->time, sizeof w->time, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

static bool hash_files(witness *w, diag *d)
{
    for (uint32_t i = 0; i < w->report->file_count; i++) {
        char hex[SHA256_HEX];
        if (!sha256_file(w->report->files[i], hex))
            return diag_fail(d, STATUS_BAD_INPUT, "cannot read %s: %s", w->report->files[i], strerror(errno));
        vec_push(&w->hashes, alloc_string(hex));
    }
    return true;
}

bool witness_knows_line(const witness *w, const recording_step *step)
{
    for (uint32_t i = 0; i < w->report->file_count && step->line > 0; i++)
        if (strcmp(w->report->files[i], step->file) == 0)
            return true;
    return false;
}

/* ---- calls ---- */

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* What follows nondet_ in the names of functions that return an integer, and whether it is signed. */
static bool find_type(const char *type, bool *is_signed)
{
    static const char *const SIGNED[] = {"char", "schar", "short", "int", "long",  "longlong",
                                         "s8",   "s16",   "s32",   "s64", "loff_t"};
    static const char *const UNSIGNED[] = {"bool", "_Bool", "uchar",    "unsigned_char", "ushort",
                                           "uint", "ulong", "unsigned", "unsigned_int",  "ulonglong",
                                           "u8",   "u16",   "u32",      "u64",           "size_t"};
    for (size_t i = 0; i < sizeof SIGNED / sizeof *SIGNED; i++)
        if (strcmp(type, SIGNED[i]) == 0)
            return *is_signed = true;
    *is_signed = false;
    for (size_t i = 0; i < sizeof UNSIGNED / sizeof *UNSIGNED; i++)
        if (strcmp(type, UNSIGNED[i]) == 0)
            return true;
    return false;
}

bool witness_find_call(witness *w, const recording_step *step, witness_call *call)
{
    static const char MARK[] = "nondet_";
    if (step->is_call || step->kind != MACHINE_EVENT_NONDET || !witness_knows_line(w, step) || step->column == 0)
        return false;
    const source_file *file = source_file_named(&w->sources, step->file);
    const char *line = step->line - 1 < file->lines.size ? file->lines.data[step->line - 1] : "";
    if (step->column > strlen(line))
        return false;
    const char *name = line + step->column - 1, *at = name;
    while (is_name(*at))
        at++;
    char *function = alloc_bytes((size_t)(at - name) + 1);
    memcpy(function, name, (size_t)(at - name));
    function[at - name] = '\0';
    const char *type = strstr(function, MARK);
    at += strspn(at, " \t");
    bool ok = type && find_type(type + strlen(MARK), &call->is_signed) && *at == '(';
    at += ok;
    at += strspn(at, " \t");
    if (!ok || *at != ')') {
        free(function);
        return false;
    }
    call->function = function;
    call->end = (uint32_t)(at - line) + 1;
    call->value = step->bits;
    unsigned bits = 8u * step->size;
    if (call->is_signed && bits > 0 && bits < 64 && call->value >> (bits - 1) & 1)
        call->value |= UINT64_MAX << bits;
    return true;
}

/* ---- all of it ---- */

static bool ends_in(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

bool check_witness_print(const check_report *report, const char *file, strbuf *out, diag *d)
{
    const check_trace *shown = check_report_shown(report);
    witness w = {
        .report = report,
        .result = &report->results[shown ? shown->result : 0],
        .execution = shown ? &shown->execution : NULL,
        .violation = shown ? &shown->violation->result : NULL,
    };
    find_specifications(&w);
    find_time(&w);
    bool ok = hash_files(&w, d);
    if (ok && ends_in(file, ".graphml"))
        witness_print_graphml(&w, out);
    else if (ok)
        witness_print_yaml(&w, out);
    for (uint32_t i = 0; i < w.hashes.size; i++)
        free(w.hashes.data[i]);
    vec_clear(&w.hashes);
    source_files_clear(&w.sources);
    return ok;
}
