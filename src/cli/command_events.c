#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "cli/commands.h"
#include "report/events.h"

enum { MAX_EVENTS = 10000000, DEFAULT_UNWIND = 2 };

/* The whole text is a number that fits. */
static bool parse_count(const char *text, uint32_t *count)
{
    char *end;
    errno = 0;
    unsigned long number = strtoul(text, &end, 10);
    *count = (uint32_t)number;
    return isdigit((unsigned char)*text) && *end == '\0' && errno == 0 && number <= UINT32_MAX;
}

/* "worker.1:3", which is taken apart. */
static bool parse_bound(const session *s, char *item, symex_bound *bound, diag *d)
{
    char *colon = strrchr(item, ':');
    if (colon)
        *colon = '\0';
    char *dot = strrchr(item, '.');
    bool ok = colon && dot && parse_count(colon + 1, &bound->bound) && parse_count(dot + 1, &bound->number);
    if (ok)
        *dot = '\0';
    if (!ok)
        return diag_fail(
            d, STATUS_BAD_INPUT,
            "--unwindset needs loops and bounds like main.0:5,worker.1:3 (`heddle loops` lists the loops)");
    bound->function = ir_find_function(s->program, item);
    return bound->function != IR_NONE ||
           diag_fail(d, STATUS_BAD_INPUT,
                     "--unwindset: the program has no function `%s` (`heddle loops` lists the loops)", item);
}

bool parse_bounds(const session *s, symex_bounds *list, diag *d)
{
    for (const char *at = s->options->unwindset; at && *at;) {
        size_t length = strcspn(at, ",");
        char *item = alloc_bytes(length + 1);
        memcpy(item, at, length);
        item[length] = '\0';
        symex_bound bound = {.function = IR_NONE};
        bool ok = parse_bound(s, item, &bound, d);
        free(item);
        if (!ok)
            return false;
        vec_push(list, bound);
        at += length + (at[length] == ',');
    }
    return true;
}

symex *run_symex(const session *s, bool records_dependencies, diag *d)
{
    symex_bounds list = {0};
    symex *x = NULL;
    if (parse_bounds(s, &list, d)) {
        symex_options so = {
            .unwind = s->options->unwind ? (uint32_t)s->options->unwind : DEFAULT_UNWIND,
            .is_exact = s->options->unwind != 0,
            .bounds = list.data,
            .bound_count = list.size,
            .malloc_may_fail = s->options->malloc_may_fail,
            .records_dependencies = records_dependencies,
            .max_events = MAX_EVENTS,
        };
        x = symex_run(s->program, &so, d);
    }
    vec_clear(&list);
    return x;
}

int command_events(const session *s)
{
    const options *o = s->options;
    diag d = {0};
    double started = clock_cpu_seconds();
    symex *x = run_symex(s, true, &d);
    if (x == NULL)
        return report_error(&d);
    double executed = clock_cpu_seconds();
    memory *m = memory_new(x, &d);
    if (m == NULL) {
        symex_free(x);
        return report_error(&d);
    }
    double placed = clock_cpu_seconds();
    memory_candidates *c = memory_find_candidates(m, o->models[0], true);
    double found = clock_cpu_seconds();
    if (o->json)
        events_print_json(m, c, o->models[0], stdout);
    else if (o->dot)
        events_print_dot(m, c, o->models[0], stdout);
    else
        events_print_text(m, c, o->models[0], !o->quiet, stdout);
    if (o->stats)
        fprintf(o->json || o->dot ? stderr : stdout,
                "symbolic execution %.3f s, cells %.3f s, candidates %.3f s; %u terms; peak %llu MiB\n",
                executed - started, placed - executed, found - placed, term_count(x->terms),
                (unsigned long long)(clock_peak_bytes() >> 20));
    memory_candidates_free(c);
    memory_free(m);
    symex_free(x);
    return EXIT_SAFE;
}
