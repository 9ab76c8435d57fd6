/* The events of a program and the candidates between them, as text, JSON and DOT. */
#ifndef HEDDLE_REPORT_EVENTS_H
#define HEDDLE_REPORT_EVENTS_H

#include <stdio.h>

#include "memory/memory.h"

/* With `lists` every event, else only the counts. */
void events_print_text(const memory *m, const memory_candidates *c, const model *model, bool lists, FILE *out);
void events_print_json(const memory *m, const memory_candidates *c, const model *model, FILE *out);
/* Events as nodes in a cluster per thread, program order, and candidates as dashed edges from write to read. */
void events_print_dot(const memory *m, const memory_candidates *c, const model *model, FILE *out);

#endif
