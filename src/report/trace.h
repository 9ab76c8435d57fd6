/* An execution as text, a line for each of its steps:
 *
 *     T1 (writer)    sb.c:9    x = 1;       buffers x = 1
 *     T2 (reader)    sb.c:16   r2 = x;      reads x = 0 (T1's x = 1 is still in its store buffer)
 *     memory                                x = 1 arrives from T1 */
#ifndef HEDDLE_REPORT_TRACE_H
#define HEDDLE_REPORT_TRACE_H

#include <stdio.h>

#include "report/recording.h"
#include "report/source.h"
#include "report/style.h"

typedef struct trace {
    FILE *out;
    style style;
    source_files sources;
    uint32_t place_column; /* width */
} trace;

void trace_init(trace *t, FILE *out, style s);
void trace_clear(trace *t);
/* The line of one step, with its end. */
void trace_add_step(trace *t, const recording_step *step, strbuf *out);
/* The recording, as it is made, goes to the trace, and is not kept. */
void trace_follow(trace *t, recording *r);
/* A finished recording; of one with more steps than `limit`, the beginning and the end. */
void trace_print(trace *t, const recording *r, uint32_t limit);

#endif
