/* A file from its header to its condition. Threads are only cut out here: cells of assembly, bodies of C. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "litmus/test.h"

/* ---- the header ---- */

static bool find_arch(const char *name, litmus_arch *arch)
{
    static const char *const NAMES[] = {
        [LITMUS_X86] = "X86",         [LITMUS_X86_64] = "X86_64", [LITMUS_PPC] = "PPC",
        [LITMUS_AARCH64] = "AArch64", [LITMUS_C] = "C",
    };
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strcmp(name, NAMES[i]) == 0) {
            *arch = (litmus_arch)i;
            return true;
        }
    return false;
}

static bool read_arch(litmus_test *test, text *t)
{
    char *name = text_take_name(t);
    if (name == NULL)
        return text_fail_expected(t, "the architecture of a litmus test");
    bool is_known = find_arch(name, &test->arch);
    if (!is_known)
        text_fail_at(t->file, t->line, t->d,
                     "litmus tests for `%s` are not supported: expected X86, X86_64, PPC, AArch64 or C", name);
    free(name);
    return is_known;
}

/* One word; what else is on the line is a remark. */
static bool read_name(litmus_test *test, text *t)
{
    t->at += strspn(t->at, " \t");
    size_t length = strcspn(t->at, " \t\r\n");
    if (length == 0)
        return text_fail_expected(t, "the name of the test");
    test->name = alloc_zeroed(length + 1, 1);
    memcpy(test->name, t->at, length);
    t->at += strcspn(t->at, "\n");
    return true;
}

/* The documentation and `key=value` lines say nothing that matters here, but that a variant of the architecture is
 * meant. */
static bool skip_information(text *t)
{
    for (bool is_quoted = false; *t->at && (*t->at != '{' || is_quoted); t->at++) {
        t->line += *t->at == '\n';
        is_quoted = *t->at == '"' ? !is_quoted : is_quoted && *t->at != '\n';
        if (!is_quoted && strncasecmp(t->at, "\nvariant=", strlen("\nvariant=")) == 0) {
            text_skip_space(t);
            return text_fail_at(t->file, t->line, t->d, "variants of an architecture are not supported");
        }
    }
    return true;
}

/* ---- assembly ---- */

static bool read_thread_name(litmus_test *test, text *t)
{
    strbuf name = {0};
    strbuf_addf(&name, "P%u", test->threads.size);
    bool is_next = text_accept_word(t, strbuf_text(&name));
    if (is_next)
        vec_push(&test->threads, (litmus_thread){0});
    else
        text_fail_expected(t, strbuf_text(&name));
    strbuf_clear(&name);
    return is_next;
}

static bool read_thread_names(litmus_test *test, text *t)
{
    do
        if (!read_thread_name(test, t))
            return false;
    while (text_accept(t, "|"));
    return text_expect(t, ";");
}

static void add_cell(litmus_test *test, uint32_t thread, const text *begin, const char *end)
{
    text t = *begin;
    text_skip_space(&t);
    while (end > t.at && isspace((unsigned char)end[-1]))
        end--;
    if (end <= t.at)
        return;
    litmus_cell cell = {.line = t.line, .text = alloc_zeroed((size_t)(end - t.at) + 1, 1)};
    memcpy(cell.text, t.at, (size_t)(end - t.at));
    vec_push(&test->threads.data[thread].cells, cell);
}

static bool read_row(litmus_test *test, text *t)
{
    for (uint32_t thread = 0;; thread++) {
        text begin = *t;
        for (; *t->at && *t->at != '|' && *t->at != ';'; t->at++)
            t->line += *t->at == '\n';
        if (*t->at == '\0')
            return text_fail_expected(t, "`;` at the end of a row of instructions, or a condition");
        if (thread >= test->threads.size)
            return text_fail_at(begin.file, begin.line, begin.d, "a row has more columns than there are threads");
        add_cell(test, thread, &begin, t->at);
        if (*t->at++ == ';')
            return true;
    }
}

static bool read_rows(litmus_test *test, text *t)
{
    if (!read_thread_names(test, t))
        return false;
    while (!test_begins_final(t))
        if (!read_row(test, t))
            return false;
    return true;
}

/* ---- C ---- */

/* To behind the bracket that closes the one that is next. */
static bool skip_brackets(text *t, char open, char close)
{
    uint32_t depth = 0;
    do {
        if (*t->at == '\0')
            return text_fail_expected(t, close == '}' ? "`}`" : "`)`");
        t->line += *t->at == '\n';
        depth += *t->at == open;
        depth -= *t->at == close;
        t->at++;
    } while (depth > 0);
    return true;
}

static bool read_function(litmus_test *test, text *t)
{
    text_accept_word(t, "static");
    text_accept_word(t, "void");
    if (!read_thread_name(test, t))
        return false;
    litmus_thread *thread = vec_last(&test->threads);
    text_skip_space(t);
    thread->body = t->at;
    thread->body_line = t->line;
    if (!text_is_next(t, "("))
        return text_fail_expected(t, "`(` and the parameters of the thread");
    if (!skip_brackets(t, '(', ')'))
        return false;
    if (!text_is_next(t, "{"))
        return text_fail_expected(t, "`{` and the body of the thread");
    return skip_brackets(t, '{', '}');
}

static bool read_functions(litmus_test *test, text *t)
{
    do
        if (!read_function(test, t))
            return false;
    while (!test_begins_final(t));
    return true;
}

/* ---- all ---- */

static bool read_all(litmus_test *test, text *t)
{
    if (!read_arch(test, t) || !read_name(test, t))
        return false;
    text_blank_comments(test->text + (t->at - test->text), test->arch == LITMUS_C);
    if (!skip_information(t) || !test_read_initial(test, t))
        return false;
    return (test->arch == LITMUS_C ? read_functions(test, t) : read_rows(test, t)) && test_read_final(test, t);
}

litmus_test *litmus_read(const char *file, const char *source, diag *d)
{
    litmus_test *test = alloc_zeroed(1, sizeof *test);
    test->file = alloc_string(file);
    test->text = alloc_string(source);
    test->condition = test->filter = LITMUS_NO_NODE;
    text t = {.file = test->file, .at = test->text, .line = 1, .d = d};
    if (read_all(test, &t))
        return test;
    litmus_free(test);
    return NULL;
}

static bool read_stream(FILE *in, strbuf *out)
{
    char buffer[1 << 14];
    for (size_t count; (count = fread(buffer, 1, sizeof buffer, in)) > 0;)
        strbuf_add_bytes(out, buffer, count);
    return !ferror(in);
}

litmus_test *litmus_read_file(const char *file, diag *d)
{
    FILE *in = fopen(file, "rb");
    strbuf source = {0};
    litmus_test *test = NULL;
    if (in == NULL || !read_stream(in, &source))
        diag_fail(d, STATUS_BAD_INPUT, "cannot read `%s`: %s", file, strerror(errno));
    else if (strlen(strbuf_text(&source)) != source.size)
        diag_fail(d, STATUS_BAD_INPUT, "%s: error: a litmus test is text", file);
    else
        test = litmus_read(file, strbuf_text(&source), d);
    if (in)
        fclose(in);
    strbuf_clear(&source);
    return test;
}
