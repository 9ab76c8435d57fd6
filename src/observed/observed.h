/* What somebody has seen threads do, written down line by line (docs/consistent.md), as a history (consistency): who
 * read what is known by names of writes, or by the values, if no two writes to a place wrote the same one.
 *
 * A line is an event. A thread's lines are in the order of its program; nothing else is said by their order. What
 * happens at once (a block) is several events, but one step of the history. A thread that is joined has one more step,
 * its end, which no line stands for. */
#ifndef HEDDLE_OBSERVED_OBSERVED_H
#define HEDDLE_OBSERVED_OBSERVED_H

#include "base/diag.h"
#include "consistency/history.h"
#include "observed/names.h"

enum {
    OBSERVED_NONE = UINT32_MAX,
    OBSERVED_INITIAL = UINT32_MAX - 1, /* as the source of a read */
};

typedef enum observed_kind {
    OBSERVED_READ,
    OBSERVED_WRITE,
    OBSERVED_RMW,
    OBSERVED_FENCE,
    OBSERVED_STORE_FENCE,
    OBSERVED_BEGIN,
    OBSERVED_END,
    OBSERVED_CREATE,
    OBSERVED_JOIN,
    OBSERVED_ORDER,
    OBSERVED_KIND_COUNT
} observed_kind;

typedef struct observed_access {
    uint32_t event, place;
    bool is_write, has_value;
    uint64_t value;
    uint32_t name;      /* of a read: that of the source; OBSERVED_NONE: the value tells */
    uint32_t source;    /* of a read: the access that wrote it */
    uint32_t hidden_by; /* of a write: a later one of the same block to the same place; OBSERVED_NONE */
} observed_access;

typedef struct observed_event {
    uint32_t line, thread;
    uint8_t kind; /* observed_kind */
    uint32_t first_access, access_count;
    uint32_t other[2]; /* the thread that is created or joined; the names of the writes that are ordered */
    uint32_t next;     /* of the same thread */
    uint32_t step;     /* of the history; OBSERVED_NONE for `order` */
    const char *text;  /* the line */
} observed_event;

typedef struct observed_initial {
    uint64_t value;
    uint32_t line; /* 0: nobody said so, it is 0 */
} observed_initial;

typedef struct observed {
    char *file;
    VEC(char) words, lines; /* what names and texts point into */
    names threads, places, labels;
    VEC(uint32_t) labelled;        /* by label: the event; OBSERVED_NONE */
    VEC(observed_initial) initial; /* by place */
    VEC(uint32_t) first, last;     /* by thread: events */
    VEC(observed_event) events;
    VEC(observed_access) accesses;
    history history;
    VEC(uint32_t) event_of_step; /* the first one; OBSERVED_NONE: the end of a thread */
    VEC(char *) impossible;      /* what no model can have, in sentences: there is no execution, whatever the history */
} observed;

/* NULL with a message that names the file and the line. */
observed *observed_read(const char *file, const char *text, size_t size, diag *d);
void observed_free(observed *o);

/* Parts of observed_read: who reads from whom, and the history. */
bool observed_find_sources(observed *o, diag *d);
bool observed_build(observed *o, diag *d);

/* A message about a line. Always false. */
bool observed_fail(const observed *o, uint32_t line, diag *d, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static inline const char *observed_place(const observed *o, uint32_t place)
{
    return o->places.texts.data[place];
}

static inline uint32_t observed_line_of(const observed *o, const observed_access *a)
{
    return o->events.data[a->event].line;
}

#endif
