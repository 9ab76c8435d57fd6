#include "cli/show.h"

#include "machine/outcomes.h"
#include "report/trace.h"

void show_execution(const session *s, const machine_options *base, const machine_choices *choices, bool with_trace)
{
    trace t;
    recording r = {0};
    trace_init(&t, s->options->json ? stderr : stdout, s->style);
    trace_follow(&t, &r);
    machine_options mo = *base;
    mo.on_event = with_trace ? recording_event : NULL;
    mo.context = &r;
    machine *m = machine_new(s->program->ir, &mo);
    r.m = m;
    strbuf text = {0};
    outcomes_print_schedule(m, choices, &text);
    recording_finish(&r);
    if (s->options->save_schedule)
        outputs_write(s->outputs, s->options->save_schedule, strbuf_text(&text), text.size);
    strbuf_clear(&text);
    recording_clear(&r);
    machine_free(m);
    trace_clear(&t);
}
