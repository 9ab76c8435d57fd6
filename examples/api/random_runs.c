/* Runs a C file under random schedules, through the library, until an execution violates an assertion; then runs that
 * one again, with a trace, and prints its schedule, which `heddle run --schedule` understands as well.
 *
 *     cc random_runs.c $(pkg-config --cflags --libs heddle) -o random_runs
 *     ./random_runs ../store_buffering.c */
#include <heddle.h>
#include <stdio.h>

enum { RUNS = 10000 };

/* The first execution that fails; NULL if none did. */
static heddle_execution *find_failure(const heddle_program *program)
{
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        heddle_run_options options = {.model = 1u << HEDDLE_TSO, .seed = seed, .keep_schedule = 1};
        heddle_execution *execution = heddle_run(program, &options);
        if (heddle_execution_end(execution) == HEDDLE_END_VIOLATION)
            return execution;
        heddle_execution_free(execution);
    }
    return NULL;
}

static void print_line(void *stream, const char *line)
{
    fputs(line, stream);
}

static void show(const heddle_program *program, const heddle_execution *execution)
{
    const char *schedule = heddle_execution_schedule(execution);
    heddle_run_options options = {.schedule = schedule, .trace = print_line, .context = stdout};
    heddle_execution *again = heddle_run(program, &options);
    printf("%s\n\n%s", heddle_execution_message(again), schedule);
    heddle_execution_free(again);
}

int main(int count, char **arguments)
{
    heddle_error error = {0};
    if (count != 2) {
        fprintf(stderr, "usage: random_runs FILE\n");
        return 2;
    }
    heddle_program *program = heddle_load((const char *const *)(arguments + 1), 1, NULL, 0, &error);
    if (program == NULL) {
        fprintf(stderr, "%s\n", error.message);
        int code = error.exit_code;
        heddle_error_clear(&error);
        return code;
    }
    heddle_execution *failure = find_failure(program);
    int code = failure ? heddle_execution_exit_code(failure) : 0;
    if (failure)
        show(program, failure);
    else
        printf("no failure in %d runs\n", RUNS);
    heddle_execution_free(failure);
    heddle_program_free(program);
    return code;
}
