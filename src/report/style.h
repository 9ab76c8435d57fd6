/* Colours on a terminal. With `is_on` false every function gives "". */
#ifndef HEDDLE_REPORT_STYLE_H
#define HEDDLE_REPORT_STYLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct style {
    bool is_on;
} style;

typedef enum style_when { STYLE_AUTO, STYLE_ALWAYS, STYLE_NEVER } style_when;

/* Automatic: on for a terminal, unless NO_COLOR is set or TERM is "dumb". */
style style_for(FILE *out, style_when when);
const char *style_bad(style s);   /* violations */
const char *style_good(style s);  /* safe */
const char *style_faint(style s); /* what is only context */
const char *style_thread(style s, uint32_t thread);
const char *style_end(style s);

#endif
