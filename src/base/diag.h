/* What went wrong, as a value. A status says which kind of end it is (and so which exit code); the message is one
 * sentence or a few lines for the user, starting with the source position where there is one. The first error
 * wins: later ones are usually its consequences. */
#ifndef HEDDLE_BASE_DIAG_H
#define HEDDLE_BASE_DIAG_H

#include <stdbool.h>

typedef enum status {
    STATUS_OK = 0,
    STATUS_BAD_INPUT = 2,   /* bad usage, unreadable input, C that does not compile */
    STATUS_UNSUPPORTED = 3, /* a reachable construct that Heddle does not model */
    STATUS_LIMIT = 5,       /* time, memory or another limit ran out */
    STATUS_INTERNAL = 70,   /* a bug in Heddle */
} status;

typedef struct diag {
    status status;
    char *message; /* NULL while the status is STATUS_OK; owned */
} diag;

/* Records an error if there is none yet. Always returns false, for `return diag_fail(...)`. */
bool diag_fail(diag *d, status s, const char *format, ...) __attribute__((format(printf, 3, 4)));
void diag_clear(diag *d);

#endif
