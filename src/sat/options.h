/* Every option of the solver: OPTION(name, default, least, greatest, description). A switch is an option from 0 to 1.
 * The table is the only place to add one: setting by name and the listing are generated from it. */
#ifndef HEDDLE_SAT_OPTIONS_H
#define HEDDLE_SAT_OPTIONS_H

#define SAT_OPTIONS(OPTION)                                                                                            \
    OPTION(binary_strengthen, 1, 0, 1, "strengthen learned clauses of low glue with binary clauses")                   \
    OPTION(bump_reason, 1, 0, 1, "bump also the literals in reasons of the learned clause")                            \
    OPTION(decay, 50, 1, 200, "decay of variable scores per conflict, per mille")                                      \
    OPTION(eliminate, 1, 0, 1, "bounded variable elimination")                                                         \
    OPTION(eliminate_bound, 16, 0, 64, "clauses that eliminating one variable may add at most")                        \
    OPTION(eliminate_clause, 100, 2, 1000, "size limit of resolvents in variable elimination")                         \
    OPTION(eliminate_interval, 2000, 1, 1000000000, "conflicts between two rounds of elimination, at first")           \
    OPTION(eliminate_occurrences, 100, 1, 100000, "occurrence limit of eliminated variables, per literal")             \
    OPTION(eliminate_effort, 100, 0, 100000, "effort of elimination and subsumption, per mille of search")             \
    OPTION(gates, 1, 0, 1, "look for gate definitions in variable elimination")                                        \
    OPTION(glue_tier1, 2, 0, 100, "learned clauses of at most this glue are kept for good")                            \
    OPTION(glue_tier2, 6, 0, 100, "learned clauses of at most this glue are kept while used")                          \
    OPTION(lucky, 1, 0, 1, "try simple assignments before the first search")                                           \
    OPTION(mode_interval, 1000, 1, 1000000000, "conflicts of the first focused phase")                                 \
    OPTION(phase, 1, 0, 1, "initial value of decided variables")                                                       \
    OPTION(probe, 1, 0, 1, "failed literal probing")                                                                   \
    OPTION(probe_effort, 10, 0, 100000, "effort of probing, per mille of search")                                      \
    OPTION(probe_interval, 5000, 1, 1000000000, "conflicts between two rounds of probing, at first")                   \
    OPTION(reduce_fraction, 75, 10, 100, "percentage of the reducible clauses that a reduction removes")               \
    OPTION(reduce_interval, 300, 1, 1000000000, "conflicts before the first reduction")                                \
    OPTION(rephase_interval, 1000, 1, 1000000000, "conflicts between resets of saved phases, at first")                \
    OPTION(reluctant_period, 1024, 2, 1000000000, "unit of the reluctant doubling sequence, in conflicts")             \
    OPTION(restart_interval, 2, 1, 1000000, "conflicts between restarts in focused mode, at least")                    \
    OPTION(restart_margin, 10, 0, 100, "how much worse than average recent glue must be, in percent")                  \
    OPTION(seed, 0, 0, 2147483647, "seed of the random numbers")                                                       \
    OPTION(stable, 2, 0, 2, "0 focused mode only, 1 stable mode only, 2 both in turn")                                 \
    OPTION(substitute, 1, 0, 1, "equivalent literal substitution")                                                     \
    OPTION(subsume, 1, 0, 1, "subsumption and strengthening")                                                          \
    OPTION(target, 1, 0, 2, "target phases: 0 never, 1 in stable mode, 2 always")                                      \
    OPTION(vivify, 1, 0, 1, "vivification of clauses")                                                                 \
    OPTION(vivify_effort, 100, 0, 100000, "effort of vivification, per mille of search")                               \
    OPTION(walk, 1, 0, 1, "local search when phases are reset")                                                        \
    OPTION(walk_effort, 80, 0, 100000, "effort of local search, per mille of search")

typedef struct sat_options {
#define DECLARE_OPTION(name, value, least, greatest, description) int name;
    SAT_OPTIONS(DECLARE_OPTION)
#undef DECLARE_OPTION
} sat_options;

#endif
