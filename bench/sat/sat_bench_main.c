/* sat_bench DIRECTORY HEDDLE [SECONDS [PATTERN]]: writes the benchmark CNFs to the directory, solves each with HEDDLE,
 * cadical and minisat (each one process after the other, CPU time limited), and prints times and ratios. Models are
 * not checked here: answers are only compared. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sat/generate.h"

enum { SOLVERS = 3, SATISFIABLE = 10, UNSATISFIABLE = 20, NAME_SIZE = 512 };

static const double COUNTED_FROM_SECONDS = 0.1, LEAST_SECONDS = 0.001;

typedef struct measurement {
    double seconds;
    int answer; /* 10, 20, or 0 */
} measurement;

static measurement run(char *const *command, unsigned limit)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        struct rlimit cpu = {limit, limit + 1};
        setrlimit(RLIMIT_CPU, &cpu);
        if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
            _exit(1);
        execvp(command[0], command);
        _exit(1);
    }
    int status;
    struct rusage usage;
    wait4(child, &status, 0, &usage);
    measurement m = {.seconds = (double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec +
                                (double)usage.ru_stime.tv_sec + 1e-6 * (double)usage.ru_stime.tv_usec};
    if (WIFEXITED(status) && (WEXITSTATUS(status) == SATISFIABLE || WEXITSTATUS(status) == UNSATISFIABLE))
        m.answer = WEXITSTATUS(status);
    else
        m.seconds = limit;
    return m;
}

typedef struct totals {
    double log_minisat, log_cadical;
    unsigned counted, lost, solved[SOLVERS];
    bool disagree;
} totals;

static void count(totals *t, const measurement *m)
{
    bool counted = false;
    for (unsigned i = 0; i < SOLVERS; i++) {
        t->solved[i] += m[i].answer != 0;
        counted |= m[i].seconds > COUNTED_FROM_SECONDS;
        for (unsigned j = 0; j < i; j++)
            t->disagree |= m[i].answer && m[j].answer && m[i].answer != m[j].answer;
    }
    t->lost += m[2].answer && !m[0].answer;
    if (!counted || (!m[0].answer && !m[1].answer && !m[2].answer))
        return;
    t->counted++;
    double heddle = log(fmax(m[0].seconds, LEAST_SECONDS));
    t->log_cadical += heddle - log(fmax(m[1].seconds, LEAST_SECONDS));
    t->log_minisat += heddle - log(fmax(m[2].seconds, LEAST_SECONDS));
}

static bool write_benchmark(const benchmark *b, const char *file)
{
    cnf f = {0};
    b->generate(&f, b->size, b->seed);
    FILE *out = fopen(file, "w");
    if (out) {
        problem_write(&f, out);
        fclose(out);
    }
    problem_clear(&f);
    return out != NULL;
}

static bool run_benchmark(const benchmark *b, const char *directory, char *heddle, unsigned limit, totals *t)
{
    char file[NAME_SIZE], name[NAME_SIZE / 2];
    snprintf(name, sizeof name, "%s-%u-%u", b->family, b->size, b->seed);
    snprintf(file, sizeof file, "%s/%s.cnf", directory, name);
    if (!write_benchmark(b, file)) {
        fprintf(stderr, "sat_bench: cannot write %s\n", file);
        return false;
    }
    char *commands[SOLVERS][5] = {
        {heddle, "sat", "--quiet", file, NULL}, {"cadical", "-q", file, NULL}, {"minisat", file, NULL}};
    measurement m[SOLVERS];
    for (unsigned i = 0; i < SOLVERS; i++)
        m[i] = run(commands[i], limit);
    count(t, m);
    int answer = m[0].answer ? m[0].answer : m[1].answer ? m[1].answer : m[2].answer;
    printf("%-18s %-6s", name, answer == SATISFIABLE ? "sat" : answer == UNSATISFIABLE ? "unsat" : "?");
    for (unsigned i = 0; i < SOLVERS; i++)
        printf(" %9.3f%s", m[i].seconds, m[i].answer ? " " : "*");
    printf("\n");
    fflush(stdout);
    return true;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: sat_bench DIRECTORY HEDDLE [SECONDS [PATTERN]]\n");
        return 2;
    }
    unsigned limit = argc > 3 ? (unsigned)atoi(argv[3]) : 60;
    totals t = {0};
    printf("%-18s %-6s %10s %10s %10s\n", "", "", "heddle", "cadical", "minisat");
    for (unsigned i = 0; i < benchmark_count; i++)
        if (argc <= 4 || strstr(benchmarks[i].family, argv[4]))
            if (!run_benchmark(&benchmarks[i], argv[1], argv[2], limit, &t))
                return 2;
    printf("solved: heddle %u, cadical %u, minisat %u; %u instances count\n", t.solved[0], t.solved[1], t.solved[2],
           t.counted);
    if (t.counted)
        printf("geometric mean of CPU time: %.2f x minisat, %.2f x cadical\n", exp(t.log_minisat / t.counted),
               exp(t.log_cadical / t.counted));
    printf("lost against minisat: %u%s\n", t.lost, t.disagree ? "; ANSWERS DISAGREE" : "");
    return t.disagree;
}
