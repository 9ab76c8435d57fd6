/* heddle sat: the solver by itself, on a DIMACS file, with the output and exit codes of the SAT competitions. */
#include <errno.h>

#include "cli/commands.h"
#include "sat/dimacs.h"

static bool is_spent(void *limits)
{
    return budget_is_spent(limits);
}

static int solve(sat_solver *solver, const session *s, FILE *in)
{
    const options *o = s->options;
    unsigned long line;
    const char *problem = dimacs_read(solver, in, &line);
    if (problem) {
        fprintf(stderr, "%s:%lu: error: %s\n", o->files.data[0], line, problem);
        return STATUS_BAD_INPUT;
    }
    sat_result result = sat_solve(solver);
    watch_end(s->watch);
    if (o->stats)
        sat_print_statistics(solver, stdout);
    if (!o->quiet)
        dimacs_write_result(solver, result, stdout);
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
        sat_solver *solver = sat_new();
        sat_set_terminate(solver, s->budget, is_spent);
        if (proof)
            sat_proof_start(solver, proof, false);
        code = solve(solver, s, in);
        if (FREES_AT_THE_END)
            sat_free(solver);
    }
    if (in)
        fclose(in);
    if (proof && fclose(proof) != 0) {
        fprintf(stderr, "heddle: error: cannot write %s: %s\n", o->proof, strerror(errno));
        code = STATUS_BAD_INPUT;
    }
    return code;
}
