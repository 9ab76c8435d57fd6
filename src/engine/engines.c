/* The engines. Those whose work is cheapest, and soonest shows whether it will lead anywhere, begin. `refine` is good
 * at what `ord` is good at, mostly in 0.7 to 3 times its time on bench/programs and never in half of it, so it would
 * only take time from the others. So would `satdir`: on the programs of its own paper another one is always first
 * (docs/satdir.md).
 */
#include <string.h>

#include "engine/clock/clock_engine.h"
#include "engine/engine.h"
#include "engine/ord/ord_engine.h"
#include "engine/refine/refine_engine.h"
#include "engine/rf/rf_engine.h"
#include "engine/sample/sample_engine.h"
#include "engine/satdir/satdir_engine.h"
#include "engine/states/states_engine.h"

/* By request, and not to be seen in the guarded events of symbolic execution, or only under models with a machine. */
#define HANGS (1u << PROPERTY_LIVENESS)
#define DEADLOCKS (1u << PROPERTY_DEADLOCK)

/* Where the program ends is no part of what classes of executions, or local states of threads, tell. */
#define ENDS_OF_PROGRAM (1u << PROPERTY_LEAK | 1u << PROPERTY_LOST)
/* Nor is what was never set. */
#define UNSET (1u << PROPERTY_UNINITIALISED)

static const engine ENGINES[ENGINE_COUNT] = {
    {.name = "sample",
     .help = "random executions; proves nothing",
     .blind = HANGS,
     .price = 16,
     .run = sample_engine_run},
    {.name = "states",
     .help = "all states of the store-buffer machine, each once",
     .proves = true,
     .price = 1,
     .run = states_engine_run},
    {.name = "rf",
     .help = "one execution for each way in which reads read from writes",
     .proves = true,
     .blind = HANGS | ENDS_OF_PROGRAM | UNSET,
     .unsure = DEADLOCKS,
     .price = 8,
     .run = rf_engine_run},
    {.name = "ord",
     .help = "all executions at once, by a SAT solver with a theory of order",
     .proves = true,
     .blind = HANGS,
     .strong = DEADLOCKS,
     .is_axiomatic = true,
     .is_bounded = true,
     .price = 1,
     .run = ord_engine_run},
    {.name = "refine",
     .help = "the same, but the solver is told about order only where it goes wrong",
     .proves = true,
     .blind = HANGS,
     .strong = DEADLOCKS,
     .is_bounded = true,
     .is_extra = true,
     .price = 1,
     .run = refine_engine_run},
    {.name = "clock",
     .help = "the same, but order is numbers that a solver without a theory of order compares",
     .proves = true,
     .blind = HANGS,
     .strong = DEADLOCKS,
     .is_axiomatic = true,
     .is_bounded = true,
     .is_extra = true,
     .price = 1,
     .run = clock_engine_run},
    {.name = "satdir",
     .help = "executions that a SAT solver looks for, each of which shows something new",
     .proves = true,
     .blind = HANGS | DEADLOCKS | ENDS_OF_PROGRAM | UNSET | 1u << PROPERTY_RACE,
     .is_extra = true,
     .price = 1,
     .run = satdir_engine_run},
};

const engine *engine_at(uint32_t index)
{
    return &ENGINES[index];
}

uint32_t engine_index(const char *name)
{
    size_t length = strcspn(name, ",");
    uint32_t i = 0;
    while (i < ENGINE_COUNT && (strlen(ENGINES[i].name) != length || strncmp(ENGINES[i].name, name, length) != 0))
        i++;
    return i;
}
