/* The execution that is shown, as a graph for dot(1): a cluster for each thread and one for memory, time from top to
 * bottom, and the relations between the steps:
 *
 *     po      program order
 *     buffer  from a store to the moment when it reaches memory
 *     rf      reads-from: from a write to those that read it
 *     ws      write order: from a write to the next one to the same place
 *     fr      from-read: from a read to the write that makes its value an old one
 *
 * A read that misses a store which another thread has made already, and which waits in its buffer, is in colour.
 * Without an execution the graph is one node, with the verdicts. */
#ifndef HEDDLE_REPORT_CHECK_DOT_H
#define HEDDLE_REPORT_CHECK_DOT_H

#include <stdio.h>

#include "report/check_report.h"

void check_dot_print(const check_report *report, FILE *out);

#endif
