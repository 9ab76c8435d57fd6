/* heddle sat: a solver by itself, on a DIMACS file, with the output and exit codes of the SAT competitions. */
#include <errno.h>
#include <inttypes.h>

#include "cli/commands.h"
#include "solver/dimacs.h"
#include "solver/own.h"

static bool is_spent(void *limits)
{
    return budget_is_spent(limits);
}

/* Only what happened. */
static void print_counters(const solver *s)
{
    counters list = {0};
    solver_count(s, &list);
    for (uint32_t i = 0; i < list.size; i++)
        if (list.data[i].value)
            printf("c %-20s %14" PRIu64 "  %s\n", list.data[i].name, list.data[i].value, list.data[i].text);
    vec_clear(&list);
}

static int solve(solver *to, const session *s, FILE *in)
{
    const options *o = s->options;
    unsigned long line;
    const char *problem = dimacs_read(to, in, &line);
    if (problem) {
        fprintf(stderr, "%s:%lu: error: %s\n", o->files.data[0], line, problem);
        return STATUS_BAD_INPUT;
    }
    sat_result result = solver_solve(to, SOLVER_NO_LIMIT);
    watch_end(s->watch);
    if (o->stats)
        print_counters(to);
    if (!o->quiet)
        dimacs_write_result(to, result, stdout);
    return (int)result;
}

int command_sat(const session *s)
{
    const options *o = s->options;
    FILE *in = fopen(o->files.data[0], "r");
    FILE *proof = in && o->proof ? outputs_stream(s->outputs, o->proof) : NULL;
    int code = STATUS_BAD_INPUT;
    if (in == NULL || (o->proof && proof == NULL)) {
        fprintf(stderr, "heddle: error: cannot %s %s: %s\n", in ? "write" : "read", in ? o->proof : o->files.data[0],
                strerror(errno));
    } else {
        solver *to = solver_new(o->solver);
        solver_set_terminate(to, &s->budget->limits, is_spent);
        if (proof)
            sat_proof_start(solver_own(to), proof, false);
        code = solve(to, s, in);
        if (FREES_AT_THE_END)
            solver_free(to);
    }
    if (in)
        fclose(in);
    if (proof && fclose(proof) != 0) {
        fprintf(stderr, "heddle: error: cannot write %s: %s\n", o->proof, strerror(errno));
        code = STATUS_BAD_INPUT;
    }
    return code;
}
