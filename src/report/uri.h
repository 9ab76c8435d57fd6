/* File names as URIs (RFC 3986). */
#ifndef HEDDLE_REPORT_URI_H
#define HEDDLE_REPORT_URI_H

#include "base/strbuf.h"

/* The path, with everything escaped that is neither a letter, a digit, a slash nor one of - . _ ~. A relative path
 * stays a relative reference, an absolute one becomes file:///... */
void uri_add_path(const char *path, strbuf *out);

#endif
