#include <stdlib.h>

#include "base/clock.h"
#include "cli/commands.h"

heddle_unroll_options unroll_options_for(const session *s)
{
    return (heddle_unroll_options){
        .unwind = (unsigned)s->options->unwind,
        .unwindset = s->options->unwindset,
        .malloc_may_fail = s->options->malloc_may_fail,
        .budget = s->budget,
    };
}

static heddle_format format_of(const options *o)
{
    if (o->json)
        return HEDDLE_JSON;
    return o->dot ? HEDDLE_DOT : HEDDLE_TEXT;
}

/* "symbolic execution 0.001 s, cells 0.000 s, candidates 0.000 s; 72 terms; peak 49 MiB" */
static void print_statistics(const heddle_events *e, FILE *out)
{
    const char *separator = "";
    for (size_t i = 0; heddle_events_counter(e, i).name; i++) {
        heddle_counter c = heddle_events_counter(e, i);
        if (c.is_seconds)
            fprintf(out, "%s%s %.3f s", separator, c.text, c.value);
        else
            fprintf(out, "; %.0f %s", c.value, c.text);
        separator = ", ";
    }
    fprintf(out, "; peak %llu MiB\n", (unsigned long long)(clock_peak_bytes() >> MEBIBYTE_BITS));
}

int command_events(const session *s)
{
    const options *o = s->options;
    heddle_error error = {0};
    heddle_unroll_options uo = unroll_options_for(s);
    heddle_events *e = heddle_find_events(s->program, options_first_model(o), &uo, &error);
    if (e == NULL)
        return report_library_error(&error);
    char *text = heddle_events_print(e, format_of(o), o->quiet);
    fputs(text, stdout);
    if (o->stats)
        print_statistics(e, o->json || o->dot ? stderr : stdout);
    free(text);
    heddle_events_free(e);
    return EXIT_SAFE;
}
