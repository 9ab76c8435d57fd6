/* Everything the solver counts: STATISTIC(name, description). `ticks` estimate work by the cache lines it touches:
 * they measure effort the same way on every machine, so that runs can be repeated. */
#ifndef HEDDLE_SAT_STATS_H
#define HEDDLE_SAT_STATS_H

#include <stdint.h>

#define SAT_STATISTICS(STATISTIC)                                                                                      \
    STATISTIC(solves, "calls of sat_solve")                                                                            \
    STATISTIC(lucky, "solved by a simple assignment")                                                                  \
    STATISTIC(conflicts, "conflicts")                                                                                  \
    STATISTIC(decisions, "decisions")                                                                                  \
    STATISTIC(propagations, "literals propagated in search")                                                           \
    STATISTIC(search_ticks, "work of propagation in search")                                                           \
    STATISTIC(probe_ticks, "work of propagation while probing and vivifying")                                          \
    STATISTIC(eliminate_ticks, "work of elimination and subsumption")                                                  \
    STATISTIC(walk_ticks, "work of local search")                                                                      \
    STATISTIC(restarts, "restarts")                                                                                    \
    STATISTIC(mode_switches, "switches between focused and stable mode")                                               \
    STATISTIC(rephased, "resets of saved phases")                                                                      \
    STATISTIC(walks, "local searches")                                                                                 \
    STATISTIC(reductions, "reductions of the learned clauses")                                                         \
    STATISTIC(reduced, "learned clauses removed by reductions")                                                        \
    STATISTIC(collections, "garbage collections")                                                                      \
    STATISTIC(learned, "learned clauses")                                                                              \
    STATISTIC(learned_literals, "literals in learned clauses")                                                         \
    STATISTIC(minimized, "literals removed by minimisation")                                                           \
    STATISTIC(binary_strengthened, "literals removed by binary clauses")                                               \
    STATISTIC(fixed, "variables fixed at level 0")                                                                     \
    STATISTIC(probings, "rounds of probing")                                                                           \
    STATISTIC(probed, "literals probed")                                                                               \
    STATISTIC(failed_literals, "failed literals")                                                                      \
    STATISTIC(vivifications, "rounds of vivification")                                                                 \
    STATISTIC(vivify_checked, "clauses tried by vivification")                                                         \
    STATISTIC(vivify_strengthened, "clauses strengthened by vivification")                                             \
    STATISTIC(vivify_removed, "clauses removed by vivification")                                                       \
    STATISTIC(substituted, "variables replaced by an equivalent literal")                                              \
    STATISTIC(subsumed, "clauses subsumed")                                                                            \
    STATISTIC(strengthened, "clauses strengthened by subsumption")                                                     \
    STATISTIC(eliminations, "rounds of variable elimination")                                                          \
    STATISTIC(eliminated, "variables eliminated")                                                                      \
    STATISTIC(gates, "gate definitions found")                                                                         \
    STATISTIC(resolvents, "resolvents added by elimination")                                                           \
    STATISTIC(restored, "removed variables brought back")                                                              \
    STATISTIC(theory_assigned, "literals handed to the theory")                                                        \
    STATISTIC(theory_rounds, "calls of the theory's propagation")                                                      \
    STATISTIC(theory_propagated, "literals propagated by the theory")                                                  \
    STATISTIC(theory_explained, "of these, explained")                                                                 \
    STATISTIC(theory_lemmas, "lemmas added by the theory")                                                             \
    STATISTIC(theory_checks, "final checks of the theory")

typedef struct sat_statistics {
#define DECLARE_STATISTIC(name, description) uint64_t name;
    SAT_STATISTICS(DECLARE_STATISTIC)
#undef DECLARE_STATISTIC
} sat_statistics;

#endif
