/* An execution as text, a line for everything that matters to other threads:
 *
 *     T1 (writer)    sb.c:9    x = 1;       buffers x = 1
 *     T2 (reader)    sb.c:16   r2 = x;      reads x = 0 (T1's x = 1 is still in its store buffer)
 *     memory                                x = 1 arrives from T1
 *
 * Give trace_event to the machine as on_event, with a trace as its context. What happens inside of a library model
 * is shown as one line, the user's call. */
#ifndef HEDDLE_REPORT_TRACE_H
#define HEDDLE_REPORT_TRACE_H

#include "machine/machine.h"
#include "report/source.h"
#include "report/style.h"

typedef struct trace {
    const machine *m;
    FILE *out;
    style style;
    source_files sources;
    uint32_t last_thread; /* the model call that was shown last, so that it is shown once */
    ir_id last_call;
} trace;

void trace_init(trace *t, FILE *out, style s);
void trace_clear(trace *t);
void trace_event(void *context, const machine_state *state, const machine_event *event);

#endif
