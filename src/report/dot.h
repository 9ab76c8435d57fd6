/* What all graphs for dot(1) share. */
#ifndef HEDDLE_REPORT_DOT_H
#define HEDDLE_REPORT_DOT_H

#include "base/strbuf.h"

/* The text as it has to be inside of a quoted label. Line ends stay line ends; bytes that are not UTF-8, on which
 * dot(1) would stumble, become U+FFFD. */
void dot_add_label(const char *text, strbuf *out);

#endif
