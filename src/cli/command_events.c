#include <stdlib.h>

#include "base/clock.h"
#include "cli/commands.h"
#include "report/events.h"

int command_events(const session *s)
{
    const options *o = s->options;
    diag d = {0};
    symex_options so = {.unwind = (uint32_t)o->unwind, .malloc_may_fail = o->malloc_may_fail, .max_events = 10000000};
    double started = clock_cpu_seconds();
    symex *x = symex_run(s->program, &so, &d);
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
