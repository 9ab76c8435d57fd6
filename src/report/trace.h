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
    machine_event call; /* the library call that is going on; pc IR_NONE if none */
    bool call_is_shown; /* or its line waits for something worth telling */
    strbuf call_thread; /* who made it */
} trace;

void trace_init(trace *t, FILE *out, style s);
void trace_clear(trace *t);
/* Shows what still waits: call it at the end. */
void trace_flush(trace *t);
void trace_event(void *context, const machine_state *state, const machine_event *event);

#endif
