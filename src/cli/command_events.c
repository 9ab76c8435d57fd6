#include "api/defaults.h"
#include "api/unwindset.h"
#include "base/clock.h"
#include "cli/commands.h"
#include "report/events.h"

enum { MAX_EVENTS = 10000000 };

symex *run_symex(const session *s, bool records_dependencies, diag *d)
{
    unwindset list = {0};
    symex *x = NULL;
    if (unwindset_parse(s->program->ir, s->options->unwindset, &list, d)) {
        symex_options so = {
            .unwind = s->options->unwind ? (uint32_t)s->options->unwind : DEFAULT_UNWIND,
            .is_exact = s->options->unwind != 0,
            .bounds = list.data,
            .bound_count = list.size,
            .malloc_may_fail = s->options->malloc_may_fail,
            .records_dependencies = records_dependencies,
            .max_events = MAX_EVENTS,
        };
        x = symex_run(s->program->ir, &so, d);
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
