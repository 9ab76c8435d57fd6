/* heddle sat: a solver by itself, on a DIMACS file, with the output and exit codes of the SAT competitions. */
#include <errno.h>
#include <stdlib.h>

#include "cli/commands.h"

/* Only what happened. */
static void print_counters(const heddle_solution *solution)
{
    for (size_t i = 0; heddle_solution_counter(solution, i).name; i++) {
        heddle_counter c = heddle_solution_counter(solution, i);
        if (c.value > 0)
            printf("c %-20s %14.0f  %s\n", c.name, c.value, c.text);
    }
}

static void tell(const options *o, const heddle_solution *solution)
{
    if (o->stats)
        print_counters(solution);
    if (o->quiet)
        return;
    char *text = heddle_solution_print(solution);
    fputs(text, stdout);
    free(text);
}

static int solve(const session *s, FILE *in, FILE *proof)
{
    const options *o = s->options;
    heddle_error error = {0};
    heddle_solve_options so = {.solver = o->solver, .name = o->files.data[0], .proof = proof, .budget = s->budget};
    heddle_solution *solution = heddle_solve(in, &so, &error);
    if (solution == NULL)
        return report_library_error(&error);
    watch_end(s->watch);
    tell(o, solution);
    int code = (int)heddle_solution_answer(solution);
    if (FREES_AT_THE_END)
        heddle_solution_free(solution);
    return code;
}

int command_sat(const session *s)
{
    const options *o = s->options;
    FILE *in = fopen(o->files.data[0], "r");
    FILE *proof = in && o->proof ? outputs_stream(s->outputs, o->proof) : NULL;
    int code = STATUS_BAD_INPUT;
    if (in == NULL || (o->proof && proof == NULL))
        fprintf(stderr, "heddle: error: cannot %s %s: %s\n", in ? "write" : "read", in ? o->proof : o->files.data[0],
                strerror(errno));
    else
        code = solve(s, in, proof);
    if (in)
        fclose(in);
    if (proof && fclose(proof) != 0) {
        fprintf(stderr, "heddle: error: cannot write %s: %s\n", o->proof, strerror(errno));
        code = STATUS_BAD_INPUT;
    }
    return code;
}
