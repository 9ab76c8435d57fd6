#include "engine/sample.h"

#include "base/clock.h"
#include "machine/run.h"

/* An endless execution must not use up all that the others may have. */
enum { LONGEST = 200000 }; /* instructions */

/* Some violations need threads to take turns at every step, others need one to go on for long. */
static sample_way way_of(uint64_t number)
{
    static const uint8_t STAY[] = {128, 0, 224, 248};
    return (sample_way){.seed = number, .stay = STAY[number % sizeof STAY], .is_ordered = number / sizeof STAY % 2};
}

static bool run_way(machine *m, const sample_way *way, const sample_limits *limits, sample_result *result)
{
    uint64_t left = limits->instructions - result->instructions, before = machine_instruction_count(m);
    run_options ro = {
        .seed = way->seed,
        .stay = way->stay,
        .is_ordered = way->is_ordered,
        .max_instructions = left < LONGEST ? left : LONGEST,
        .timeout = limits->timeout,
        .interrupt = limits->interrupt,
        .choices = &result->schedule,
    };
    result->schedule.size = 0;
    run_result r = run_once(m, &ro, false);
    bool is_found = r.end == RUN_VIOLATION;
    result->instructions += machine_instruction_count(m) - before;
    if (is_found) {
        result->way = *way;
        result->violation = r.result;
        r.result = (machine_result){0};
    }
    run_result_clear(&r);
    return is_found;
}

bool sample_execution(const ir_program *program, const machine_options *options, const sample_way *way,
                      const sample_limits *limits, sample_result *result)
{
    machine *m = machine_new(program, options);
    bool is_found = run_way(m, way, limits, result);
    machine_free(m);
    return is_found;
}

bool sample_executions(const ir_program *program, const machine_options *options, uint64_t first,
                       const sample_limits *limits, sample_result *result)
{
    machine *m = machine_new(program, options);
    double started = clock_wall_seconds();
    bool is_found = false;
    for (uint64_t number = first; !is_found && result->instructions < limits->instructions; number++) {
        sample_way way = way_of(number);
        uint64_t before = result->instructions;
        is_found = run_way(m, &way, limits, result);
        bool is_over = (limits->timeout > 0 && clock_wall_seconds() - started > limits->timeout) ||
                       (limits->interrupt && *limits->interrupt) || result->instructions == before;
        if (is_over)
            break;
    }
    machine_free(m);
    return is_found;
}
