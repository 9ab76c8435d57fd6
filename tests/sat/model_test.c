#include "sat/model_test.h"

#include <ccadical.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sat/acyclic.h"
#include "sat/drat_check.h"
#include "sat/random_clauses.h"
#include "sat/sat.h"
/* The statistics, to know what the test reached. */
#include "sat/solver.h"

typedef random_ints ints;

typedef struct run {
    random_clauses input;
    sat_solver *solver;
    CCaDiCaL *reference;
    drat_checker *checker;
    FILE *proof;
    char *proof_bytes;
    size_t proof_size, proof_checked;
    bool binary, with_theory, verbose;
    acyclic_theory theory;
    ints assumptions, frozen;
    bool refuted; /* without assumptions */
    const char *finding;
} run;

static unsigned below(run *r, unsigned bound)
{
    return random_clauses_below(&r->input, bound);
}

static bool one_in(run *r, unsigned n)
{
    return random_clauses_one_in(&r->input, n);
}

static void find(run *r, const char *what)
{
    if (!r->finding)
        r->finding = what;
}

/* ----------------------------------------------------------------------------------------------------- proofs */

static bool lemma_in_clause(const void *state, int variable)
{
    const ints *clause = state;
    for (uint32_t i = 0; i < clause->size; i++)
        if (clause->data[i] == -variable)
            return true;
    return false;
}

static bool lemma_valid(void *state, const int *literals, unsigned count, const char *justification)
{
    run *r = state;
    while (*justification == ' ')
        justification++;
    if (strcmp(justification, "split") == 0)
        return true;
    ints clause = {0};
    vec_append(&clause, literals, count);
    bool valid = acyclic_has_cycle(&r->theory, lemma_in_clause, &clause);
    vec_clear(&clause);
    return valid && strcmp(justification, "cycle") == 0;
}

static void check_proof(run *r)
{
    if (!r->proof)
        return;
    fflush(r->proof);
    unsigned long line;
    const char *bytes = r->proof_bytes + r->proof_checked;
    size_t size = r->proof_size - r->proof_checked;
    const char *error =
        (r->binary ? drat_check_binary : drat_check_text)(r->checker, bytes, size, lemma_valid, r, &line);
    if (error)
        find(r, error);
    if (error && r->verbose)
        fprintf(stderr, "proof line %lu of:\n%.*s", line, r->binary ? 0 : (int)size, bytes);
    r->proof_checked = r->proof_size;
}

/* ---------------------------------------------------------------------------------------------- calls to make */

static void add_clause(void *state, const int *literals, unsigned count)
{
    run *r = state;
    check_proof(r);
    if (r->proof)
        drat_add_axiom(r->checker, literals, count);
    sat_add_clause(r->solver, literals, count);
    for (unsigned i = 0; i < count; i++)
        ccadical_add(r->reference, literals[i]);
    ccadical_add(r->reference, 0);
    if (r->verbose) {
        fprintf(stderr, "add");
        for (unsigned i = 0; i < count; i++)
            fprintf(stderr, " %d", literals[i]);
        fprintf(stderr, "\n");
    }
}

static void forbid_cycle(void *state, const int *literals, unsigned count)
{
    run *r = state;
    for (unsigned i = 0; i < count; i++)
        ccadical_add(r->reference, literals[i]);
    ccadical_add(r->reference, 0);
}

static bool is_edge(const run *r, int variable)
{
    for (uint32_t i = 0; i < r->theory.edges.size; i++)
        if (r->theory.edges.data[i].variable == variable)
            return true;
    return false;
}

static void add_random_edge(run *r)
{
    int variable = abs(random_clauses_literal(&r->input));
    if (is_edge(r, variable))
        return;
    unsigned from = below(r, ACYCLIC_NODES), to = below(r, ACYCLIC_NODES);
    acyclic_add_edge(&r->theory, variable, from, to);
    sat_observe(r->solver, variable);
    acyclic_each_cycle(&r->theory, forbid_cycle, r);
    if (r->verbose)
        fprintf(stderr, "edge %d: %u -> %u\n", variable, from, to);
}

static void freeze_or_thaw(run *r)
{
    if (r->frozen.size && one_in(r, 2)) {
        uint32_t i = below(r, r->frozen.size);
        sat_thaw(r->solver, r->frozen.data[i]);
        r->frozen.data[i] = vec_pop(&r->frozen);
    } else {
        int literal = random_clauses_literal(&r->input);
        sat_freeze(r->solver, literal);
        vec_push(&r->frozen, literal);
    }
}

static void add_variables(run *r, unsigned count)
{
    while (count--)
        vec_push(&r->input.variables, sat_new_var(r->solver));
}

/* ------------------------------------------------------------------------------------------- answers to check */

static bool true_in_model(const void *state, int variable)
{
    return sat_value(state, variable) > 0;
}

static int value_in_model(const void *solver, int literal)
{
    return sat_value(solver, literal);
}

static void check_model(run *r)
{
    if (!random_clauses_hold(&r->input, value_in_model, r->solver))
        find(r, "the model falsifies a clause");
    for (uint32_t i = 0; i < r->assumptions.size; i++)
        if (sat_value(r->solver, r->assumptions.data[i]) < 0)
            find(r, "the model falsifies an assumption");
    if (r->with_theory && acyclic_has_cycle(&r->theory, true_in_model, r->solver))
        find(r, "the model has a cycle");
}

static void check_core(run *r)
{
    ints negated = {0};
    for (uint32_t i = 0; i < r->assumptions.size; i++) {
        int literal = r->assumptions.data[i];
        if (!sat_failed(r->solver, literal))
            continue;
        ccadical_assume(r->reference, literal);
        vec_push(&negated, -literal);
    }
    r->refuted = negated.size == 0;
    if (ccadical_solve(r->reference) != SAT_UNSATISFIABLE)
        find(r, "the failed assumptions are not refuted");
    if (r->proof && !drat_implies(r->checker, negated.data, negated.size))
        find(r, "the proof does not end in the failed assumptions");
    if (r->proof && negated.size == 0 && !drat_refuted(r->checker))
        find(r, "the proof does not end in the empty clause");
    vec_clear(&negated);
}

static void check_fixed(run *r)
{
    for (uint32_t i = 0; i < r->input.variables.size; i++) {
        int variable = r->input.variables.data[i], fixed = sat_fixed(r->solver, variable);
        if (!fixed || !one_in(r, 4))
            continue;
        ccadical_assume(r->reference, -fixed * variable);
        if (ccadical_solve(r->reference) != SAT_UNSATISFIABLE)
            find(r, "a fixed literal is not implied");
    }
}

static bool stop_at_random(void *state)
{
    return one_in(state, 10);
}

static void solve(run *r, model_test_counts *counts)
{
    bool limited = one_in(r, 12);
    r->assumptions.size = 0;
    if (one_in(r, 2))
        for (unsigned i = below(r, 5); i-- > 0;)
            vec_push(&r->assumptions, random_clauses_literal(&r->input));
    for (uint32_t i = 0; i < r->assumptions.size; i++)
        sat_assume(r->solver, r->assumptions.data[i]);
    sat_limit_conflicts(r->solver, limited ? (int64_t)below(r, 20) : -1);
    bool interrupted = one_in(r, 30);
    sat_set_terminate(r->solver, r, interrupted ? stop_at_random : NULL);
    sat_result result = sat_solve(r->solver);
    check_proof(r);
    counts->solves++;
    if (r->verbose)
        fprintf(stderr, "solve: %d\n", result);
    if (r->theory.broken)
        find(r, r->theory.broken);
    if (result == SAT_UNKNOWN) {
        counts->unknown++;
        if (!limited && !interrupted)
            find(r, "unknown without a limit");
        return;
    }
    for (uint32_t i = 0; i < r->assumptions.size; i++)
        ccadical_assume(r->reference, r->assumptions.data[i]);
    int expected = ccadical_solve(r->reference);
    if (expected != (int)result) {
        find(r, result == SAT_SATISFIABLE ? "satisfiable, but the reference says unsatisfiable"
                                          : "unsatisfiable, but the reference says satisfiable");
        if (!r->with_theory && result == SAT_SATISFIABLE)
            check_model(r);
        return;
    }
    if (result == SAT_SATISFIABLE) {
        counts->satisfiable++;
        check_model(r);
    } else {
        counts->unsatisfiable++;
        check_core(r);
    }
    if (one_in(r, 10))
        check_fixed(r);
}

/* ------------------------------------------------------------------------------------------------ the instance */

static void set_random_options(run *r)
{
    static const struct {
        const char *name;
        int greatest;
    } small[] = {{"reduce_interval", 10}, {"rephase_interval", 5},   {"mode_interval", 10},
                 {"probe_interval", 8},   {"eliminate_interval", 8}, {"restart_interval", 3},
                 {"reluctant_period", 9}, {"eliminate_bound", 16},   {"eliminate_occurrences", 20},
                 {"glue_tier1", 2},       {"glue_tier2", 4}};
    static const char *const switches[] = {"eliminate", "probe", "substitute",       "subsume",     "vivify",
                                           "walk",      "phase", "target",           "bump_reason", "gates",
                                           "stable",    "lucky", "binary_strengthen"};
    sat_set_option(r->solver, "seed", (int)below(r, 1000000));
    if (one_in(r, 20))
        return;
    for (unsigned i = 0; i < sizeof small / sizeof *small; i++)
        if (!one_in(r, 6))
            sat_set_option(r->solver, small[i].name, 1 + (int)below(r, (unsigned)small[i].greatest));
    for (unsigned i = 0; i < sizeof switches / sizeof *switches; i++)
        if (one_in(r, 6))
            sat_set_option(r->solver, switches[i], (int)below(r, 2));
    sat_set_option(r->solver, "probe_effort", 100000);
    sat_set_option(r->solver, "vivify_effort", 100000);
    sat_set_option(r->solver, "eliminate_effort", 100000);
    sat_set_option(r->solver, "walk_effort", 100000);
}

static void start(run *r)
{
    r->solver = sat_new();
    r->reference = ccadical_init();
    ccadical_set_option(r->reference, "quiet", 1);
    r->input.rarity = one_in(r, 3) ? 1000 : 4 + below(r, 40);
    set_random_options(r);
    if (!one_in(r, 3)) {
        r->binary = one_in(r, 4);
        r->checker = drat_new();
        r->proof = open_memstream(&r->proof_bytes, &r->proof_size);
        sat_proof_start(r->solver, r->proof, r->binary);
    }
    r->with_theory = one_in(r, 2);
    acyclic_init(&r->theory, random_word(&r->input.random));
    if (r->with_theory) {
        r->theory.lazy = one_in(r, 4);
        r->theory.propagate_edges = !one_in(r, 3);
        r->theory.split = one_in(r, 4);
        r->theory.decide = one_in(r, 3);
        r->theory.chatter = one_in(r, 3);
        sat_theory table = acyclic_table(&r->theory);
        sat_set_theory(r->solver, &table);
    }
}

static void finish(run *r)
{
    sat_free(r->solver);
    ccadical_release(r->reference);
    if (r->proof) {
        fclose(r->proof);
        free(r->proof_bytes);
        drat_free(r->checker);
    }
    acyclic_clear(&r->theory);
    random_clauses_clear(&r->input);
    vec_clear(&r->assumptions);
    vec_clear(&r->frozen);
}

static void count_statistics(const run *r, model_test_counts *counts)
{
    const sat_statistics *stats = &r->solver->stats;
    counts->instances++;
    counts->with_theory += r->with_theory;
    counts->with_proof += r->proof != NULL;
    counts->conflicts += stats->conflicts;
    counts->eliminated += stats->eliminated;
    counts->restored += stats->restored;
    counts->substituted += stats->substituted;
    counts->probed += stats->failed_literals;
    counts->vivified += stats->vivify_strengthened + stats->vivify_removed;
    counts->subsumed += stats->subsumed;
    counts->strengthened += stats->strengthened;
    counts->reduced += stats->reduced;
    counts->lemmas += stats->theory_lemmas;
}

/* Now and then a formula that takes some thousand conflicts, so that every rhythm of the search is reached. */
static void add_hard_clauses(run *r)
{
    r->input.rarity = 1000;
    add_variables(r, 100 + below(r, 40));
    for (unsigned i = 0; i < r->input.variables.size * 42 / 10; i++)
        random_clauses_add(&r->input);
}

const char *model_test_run(uint64_t seed, bool verbose, model_test_counts *counts)
{
    run r = {.input = {.random = random_seeded(seed), .context = &r, .add = add_clause}, .verbose = verbose};
    start(&r);
    add_variables(&r, 5 + below(&r, one_in(&r, 8) ? 120 : 50));
    unsigned density = one_in(&r, 3) ? 39 + below(&r, 5) : 20 + below(&r, 25);
    unsigned rounds = 1 + below(&r, 5);
    if (one_in(&r, 4000))
        add_hard_clauses(&r);
    else
        random_clauses_add_easy(&r.input, r.input.variables.size * density / 10);
    for (unsigned round = 0; round < rounds && !r.finding && !r.refuted; round++) {
        if (one_in(&r, 4))
            add_variables(&r, below(&r, 4));
        if (r.with_theory)
            for (unsigned i = below(&r, round == 0 ? 12 : 4); i-- > 0;)
                add_random_edge(&r);
        if (round > 0)
            random_clauses_add_easy(&r.input, below(&r, 12));
        for (unsigned i = below(&r, 4); i-- > 0;)
            freeze_or_thaw(&r);
        solve(&r, counts);
    }
    count_statistics(&r, counts);
    finish(&r);
    return r.finding;
}
