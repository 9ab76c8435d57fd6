/* Names of files are bytes, but most formats of reports are UTF-8. */
#ifndef HEDDLE_REPORT_UTF8_H
#define HEDDLE_REPORT_UTF8_H

/* The length of the UTF-8 character at `text`, or 0 if there is none: no overlong forms, no surrogates. */
int utf8_length(const char *text);

#endif
