/* A class of executions (rf/explore.h), for a person: what each read reads, and from which write. */
#ifndef HEDDLE_REPORT_CLASSES_H
#define HEDDLE_REPORT_CLASSES_H

#include "report/json.h"
#include "report/recording.h"
#include "report/trace.h"
#include "rf/run.h"

typedef enum class_end {
    CLASS_FINISHED,
    CLASS_DEADLOCK,  /* some threads wait for ever */
    CLASS_BLOCKED,   /* a thread was stopped, or goes round for ever */
    CLASS_VIOLATION, /* see `message` */
} class_end;

/* Where the value of a read comes from. */
typedef struct class_source {
    bool is_initial; /* from nobody */
    uint32_t thread;
    const char *file; /* "" if nobody knows */
    uint32_t line;
} class_source;

typedef struct class_record {
    class_end end;
    char *message;   /* the violation, or who waits where; "" */
    recording reads; /* thread by thread, main last, each in program order; a step for each place that is read, or value
                        that is chosen */
    VEC(class_source) sources; /* by step */
} class_record;

/* What the last execution of the run is. `violation` may be NULL. */
void class_record_take(class_record *c, const rf_run *run, const machine_result *violation);
void class_record_clear(class_record *c);

/* A line for each read. */
void class_print(const class_record *c, trace *t);
/* One object. */
void class_json(const class_record *c, json *j);

#endif
