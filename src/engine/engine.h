/* An engine is a way of finding out whether some execution violates a property.
 *
 * It is an ordinary function, `run`, that goes on until it knows all it can know about every model that is asked for,
 * and then returns. What it must do:
 *
 *   - ask its budget wherever work can be long, and say how much it has done (base/budget.h). There its turn may end,
 *     so that other engines can go on; once the budget is spent, it returns as soon as it can;
 *   - tell the driver what it finds (driver.h), which confirms violations, draws conclusions for other models, and
 * keeps the best answer;
 *   - leave models alone that are no longer open: another engine has answered.
 *
 * What it may use: the program and the options; nothing that outlives the run. It does the same every time.
 *
 * A new engine is a folder here and a row in engines.c. */
#ifndef HEDDLE_ENGINE_ENGINE_H
#define HEDDLE_ENGINE_ENGINE_H

#include "engine/check.h"

typedef struct driver driver;

/* What an engine is given. */
typedef struct engine_run {
    const ir_program *program;
    const check_options *options;
    budget *budget; /* its own part */
    driver *driver;
    const struct engine *engine;
} engine_run;

typedef struct engine {
    const char *name;    /* for --engine */
    const char *help;    /* one line */
    bool proves;         /* can it find out that there is no violation? */
    property_set blind;  /* it does not see violations of these */
    property_set unsure; /* it sees some of them, but cannot find out that there are none */
    property_set strong; /* it sees them only if all models that are asked for have a machine */
    bool is_bounded;     /* takes part where the user says how far loops are to be followed (--unwind) */
    bool is_axiomatic;   /* it decides models that have no machine, too */
    bool is_extra;       /* takes part only if it is asked for */
    uint32_t price;      /* in the portfolio, a unit of its work counts as so many, and later for more */
    void (*run)(const engine_run *run);
} engine;

enum { ENGINE_COUNT = 7 };

/* In the order in which they begin. */
const engine *engine_at(uint32_t index);
/* By name, up to a comma or the end of the text; ENGINE_COUNT if there is none. */
uint32_t engine_index(const char *name);

#endif
