/* Text that came from a program or a file name, for a terminal: it must not be able to speak to the terminal. Control
 * characters show as \x1b; line ends and tabs stay. */
#ifndef HEDDLE_REPORT_VISIBLE_H
#define HEDDLE_REPORT_VISIBLE_H

#include <stdio.h>

#include "base/strbuf.h"

void visible_add(strbuf *out, const char *text);
void visible_print(FILE *out, const char *text);

#endif
