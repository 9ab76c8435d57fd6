/* The inside of the solver, shared by the files of this folder and by nobody else.
 *
 * State of the search. A partial assignment is the trail, a sequence of literals divided into levels. Each literal on
 * it is a decision, or has a reason: a clause in which all other literals are false and come earlier on the trail, or
 * a promise of the theory to name such a clause. Literals of level 0 hold for good and have no reason.
 *
 * Watches. Each clause that is not garbage is in the watch lists of its first two literals; the list of a literal is
 * visited when the literal becomes false. Invariant, after propagation without conflict: if a watched literal is
 * false, the other watched literal is true, or the clause was found too late by the theory to propagate at its level
 * (then it can still be found false, and nothing more is needed for soundness).
 *
 * Clauses are irredundant or redundant. The irredundant ones, together with the clauses of removed variables kept in
 * `extension`, are equivalent to the clauses the user added; redundant ones follow from them and from the theory, and
 * may be dropped at any time. */
#ifndef HEDDLE_SAT_SOLVER_H
#define HEDDLE_SAT_SOLVER_H

#include "base/log.h"
#include "base/random.h"
#include "base/vec.h"
#include "sat/heap.h"
#include "sat/options.h"
#include "sat/queue.h"
#include "sat/sat.h"
#include "sat/sort.h"
#include "sat/stats.h"

/* ------------------------------------------------------------------------------------------------- literals */

/* Inside, variables count from 0, and the literals of variable v are 2v (true) and 2v + 1 (false). */
typedef uint32_t lit;

#define NO_LIT UINT32_MAX

static inline lit lit_negate(lit l)
{
    return l ^ 1;
}

static inline uint32_t lit_variable(lit l)
{
    return l >> 1;
}

static inline bool lit_negative(lit l)
{
    return l & 1;
}

static inline lit lit_of(uint32_t variable, bool negative)
{
    return 2 * variable + negative;
}

static inline lit lit_import(int external)
{
    assert(external != 0);
    return external > 0 ? 2 * (uint32_t)(external - 1) : 2 * (uint32_t)(-(external + 1)) + 1;
}

static inline int lit_export(lit l)
{
    int external = (int)lit_variable(l) + 1;
    return lit_negative(l) ? -external : external;
}

typedef VEC(lit) lits;

/* -------------------------------------------------------------------------------------------------- clauses */

/* A clause is named by its offset in the arena. Pointers to clauses last until the next clause is made. */
typedef uint32_t cref;

#define NO_CLAUSE UINT32_MAX

typedef struct clause {
    uint32_t size;
    uint32_t search; /* where the last search for a replacement watch ended; while collecting, the new place */
    uint32_t glue : 22;
    uint32_t used : 2; /* how many reductions it survives without being used again */
    bool redundant : 1;
    bool garbage : 1;
    bool reason : 1;   /* protected: the reason of a literal on the trail */
    bool vivified : 1; /* tried by vivification since all were: comes last in the next round */
    lit lits[];
} clause;

enum { CLAUSE_HEADER_WORDS = sizeof(clause) / sizeof(uint32_t), MAX_GLUE = (1 << 22) - 1 };

typedef VEC(cref) crefs;

/* A watch: a literal that, if true, satisfies the clause, and the clause. Binary clauses carry a mark, so that
 * their other literal, which is the blocker, is all that propagation needs. */
typedef struct watch {
    lit blocker;
    uint32_t tagged;
} watch;

#define WATCH_BINARY 0x80000000u

static inline bool watch_is_binary(watch w)
{
    return w.tagged & WATCH_BINARY;
}

static inline cref watch_clause(watch w)
{
    return w.tagged & ~WATCH_BINARY;
}

typedef VEC(watch) watches;

/* ------------------------------------------------------------------------------------------------- the trail */

/* Why a variable has its value: a clause, the other literal of a binary clause, or one of the special marks. */
typedef uint32_t reason_ref;

#define REASON_BINARY 0x80000000u
#define REASON_NONE 0xffffffffu   /* a decision, or true at level 0 */
#define REASON_THEORY 0xfffffffeu /* the theory will explain when asked */
#define REASON_UNIT 0xfffffffdu   /* true without condition; at level 0 after the next backtrack */
#define REASON_SPECIAL 0xfffffff0u

static inline bool reason_is_binary(reason_ref r)
{
    return r >= REASON_BINARY && r < REASON_SPECIAL;
}

static inline bool reason_is_clause(reason_ref r)
{
    return r < REASON_BINARY;
}

typedef struct assignment {
    uint32_t level, position;
    reason_ref reason;
} assignment;

/* A level: its decision, where it begins on the trail, and what conflict analysis saw of it. */
typedef struct frame {
    lit decision;
    uint32_t start;
    uint32_t seen_count, seen_first;
} frame;

typedef struct variable_flags {
    bool removed;   /* eliminated or substituted: in no clause */
    bool observed;  /* belongs to the theory */
    bool eliminate; /* an irredundant clause with it went away: try to eliminate it again */
    bool subsume;   /* a clause with it was added */
    uint32_t frozen;
    uint32_t extension; /* if removed: where its clauses are in the extension */
} variable_flags;

/* ---------------------------------------------------------------------------------------------- the heuristics */

/* Exponential moving average, corrected for its start at zero. */
typedef struct ema {
    double value, biased, alpha, beta, decayed;
} ema;

/* The sequence 1 1 2 1 1 2 4 1 ... of Luby, times a period, as Knuth computes it. */
typedef struct reluctant {
    uint64_t u, v, period, countdown;
    bool triggered;
} reluctant;

typedef struct sat_limits {
    uint64_t restart, reduce, rephase, mode_conflicts, mode_ticks, probe, eliminate;
    uint64_t probe_ticks_seen, eliminate_ticks_seen, walk_ticks_seen; /* search ticks at the last round */
    uint64_t mode_phase_ticks;                                        /* length of the first focused phase */
    uint64_t conflicts;                                               /* of this call */
    double deadline;
    uint32_t until_check;
    bool is_over; /* this call is told to stop, or its time is */
} sat_limits;

struct sat_solver {
    sat_options options;
    sat_statistics stats;
    sat_limits limits;
    int64_t conflict_limit;
    double seconds_limit;
    bool (*terminate)(void *state);
    void *terminate_state;
    bool inconsistent; /* the empty clause was derived */
    bool stable;       /* mode: scores and rare restarts, or queue and rapid restarts */
    bool probing;      /* assignments are tentative: keep phases, count ticks elsewhere */
    sat_result result;

    uint32_t variables, capacity, removed;
    int8_t *values; /* by literal: 1 true, -1 false, 0 neither */
    assignment *assigned;
    variable_flags *flags;
    watches *watches; /* by literal */
    uint8_t *seen;    /* by variable, marks of conflict analysis */
    int8_t *marks;    /* by variable, sign marks of other procedures, zero in between */
    int8_t *saved, *target, *best, *preferred;
    uint32_t level_zero_swept; /* size of level 0 when clauses were last swept */

    lit *trail;
    uint32_t trail_size, propagated;
    VEC(frame) control;

    VEC(uint32_t) arena;
    uint64_t arena_wasted;
    crefs clauses;
    uint64_t irredundant, redundant;

    heap scores;
    double score_increment;
    queue queue;

    lits learned, analyzed, minimized, buffer;
    VEC(uint32_t) seen_levels;
    VEC(uint32_t) level_stamps;
    uint32_t level_stamp;
    sort_items items, scratch;

    ema fast_glue, slow_glue;
    reluctant reluctant;
    uint32_t target_size, best_size;
    uint32_t consistent; /* the trail up to here is without conflict; UINT32_MAX: all of it */
    random_source random;

    lits input;
    lits assumptions, core;
    VEC(int8_t) model;
    bool *failed; /* by literal */

    lits extension;                           /* see extend.c */
    uint32_t extension_start, extension_dead; /* start of the record in work; words in records taken out */
    uint32_t eliminate_bound;
    uint32_t probe_next; /* probing goes on here */
    uint32_t *probed;    /* by literal: variables fixed, plus one, when it was last probed in vain */

    bool has_theory, in_theory, theory_restart, theory_started;
    sat_theory theory;
    uint32_t theory_told; /* trail position: literals before it were handed over */
    lits theory_late;     /* became observed after their position was passed */
    lits theory_units;    /* lemmas of size one, to be asserted at level 0 */
    lits theory_revive;   /* removed variables that the theory mentioned */
    lits theory_asked;    /* propagated literals that need their explanation at once */
    lits theory_lemmas;   /* size, keep, literals ... of lemmas not yet added */
    crefs theory_added;
    lits theory_buffer;

    FILE *proof;
    bool proof_binary;
};

static inline clause *clause_at(const sat_solver *s, cref ref)
{
    assert(ref < s->arena.size);
    return (clause *)(s->arena.data + ref);
}

static inline uint32_t level_now(const sat_solver *s)
{
    assert(s->control.size > 0);
    return s->control.size - 1;
}

static inline uint32_t level_of(const sat_solver *s, lit l)
{
    return s->assigned[lit_variable(l)].level;
}

/* The value that l has at level 0. */
static inline int8_t value_fixed(const sat_solver *s, lit l)
{
    int8_t value = s->values[l];
    return value && level_of(s, l) == 0 ? value : 0;
}

/* ------------------------------------------------------------------------- clause.c: clauses and their watches */

cref sat_clause_new(sat_solver *s, const lit *literals, uint32_t size, bool redundant, uint32_t glue);
/* The same without watches, for procedures that work with occurrence lists. */
cref sat_clause_new_unwatched(sat_solver *s, const lit *literals, uint32_t size, bool redundant, uint32_t glue);
void sat_clause_delete(sat_solver *s, cref ref);
/* Without a deletion in the proof: the clause moved to the extension. */
void sat_clause_forget(sat_solver *s, cref ref);
void sat_clause_watch(sat_solver *s, cref ref);
void sat_clause_unwatch(sat_solver *s, cref ref);
/* Removes a literal from a clause that is not watched; with the proof lines. The clause stays of size 2 or more. */
void sat_clause_strengthen(sat_solver *s, cref ref, lit remove);
void sat_mark_changed(sat_solver *s, const clause *c);
void sat_watches_drop(sat_solver *s);
void sat_watches_connect(sat_solver *s);
/* At level 0: removes true clauses and false literals. */
void sat_sweep(sat_solver *s);
void sat_collect_garbage(sat_solver *s);

/* ------------------------------------------------------------------------------------- trail.c, propagate.c */

void sat_assign_fixed(sat_solver *s, lit l);
void sat_decide(sat_solver *s, lit l);
void sat_backtrack(sat_solver *s, uint32_t level);
/* Boolean propagation; the falsified clause or NO_CLAUSE. */
cref sat_propagate(sat_solver *s);
/* The same as if there were no clause `ignore`, which is not binary. */
cref sat_propagate_ignoring(sat_solver *s, cref ignore);
/* At level 0; false if the formula became inconsistent. */
bool sat_propagate_fixed(sat_solver *s);
void sat_derive_empty(sat_solver *s);

static inline void sat_assign(sat_solver *s, lit l, reason_ref reason)
{
    assert(!s->values[l] && !s->flags[lit_variable(l)].removed);
    uint32_t level = level_now(s);
    if (level == 0) {
        sat_assign_fixed(s, l);
        return;
    }
    s->values[l] = 1;
    s->values[lit_negate(l)] = -1;
    s->assigned[lit_variable(l)] = (assignment){level, s->trail_size, reason};
    s->trail[s->trail_size++] = l;
}

/* ------------------------------------------------------------------------------- analyze.c, minimize.c, bump.c */

/* Marks in `seen`. */
enum { SEEN = 1, SEEN_POISON = 2, SEEN_REMOVABLE = 4 };

/* Learns from a falsified clause, backtracks and asserts the learned clause. */
void sat_analyze(sat_solver *s, cref conflict);
/* The assumption `failed` is false: collects the core. */
void sat_analyze_assumption(sat_solver *s, lit failed);
void sat_minimize(sat_solver *s);
void sat_strengthen_with_binary(sat_solver *s);
void sat_bump_analyzed(sat_solver *s);
void sat_rescale_scores(sat_solver *s);
uint32_t sat_glue_of(sat_solver *s, const clause *c);

/* --------------------------------------------------------------------------- decide.c, phase.c, restart.c, ... */

lit sat_choose_decision(sat_solver *s);
void sat_update_target(sat_solver *s);
/* Before the first search: maybe finds a full assignment, which is then on the trail. */
void sat_try_luck(sat_solver *s);
bool sat_rephase_due(const sat_solver *s);
void sat_rephase(sat_solver *s);
void sat_walk(sat_solver *s);
void sat_restart_init(sat_solver *s);
void sat_restart_learned(sat_solver *s, uint32_t glue);
bool sat_restart_due(sat_solver *s);
void sat_restart(sat_solver *s);
bool sat_mode_due(const sat_solver *s);
void sat_mode_switch(sat_solver *s);
bool sat_reduce_due(const sat_solver *s);
void sat_reduce(sat_solver *s);
sat_result sat_search(sat_solver *s);
/* Is everything as this file promises? O(size of the state); true while the formula is inconsistent. */
bool sat_is_valid(const sat_solver *s);
/* One line of the log. */
void sat_log(const char *text, const lit *literals, uint32_t size);

/* -------------------------------------------------------------------------------------- simplify.c and its steps */

bool sat_simplify_due(const sat_solver *s);
void sat_simplify(sat_solver *s);

/* Each step starts and ends at level 0 with complete, propagated watches and swept clauses, unless the solver became
 * inconsistent. It stops after about `budget` ticks. */
void sat_substitute(sat_solver *s);
void sat_probe(sat_solver *s, uint64_t budget);
void sat_vivify(sat_solver *s, uint64_t budget);
void sat_subsume(sat_solver *s, uint64_t budget);
void sat_eliminate(sat_solver *s, uint64_t budget);
/* Builds the watches after a step that worked without, and completes propagation. */
void sat_reconnect(sat_solver *s);

/* --------------------------------------------------------------------------- extend.c: models of removed variables */

/* Records the clauses of a removed variable: begin, one call per clause, end. */
void sat_extension_begin(sat_solver *s);
void sat_extension_clause(sat_solver *s, const lit *literals, uint32_t size);
void sat_extension_end(sat_solver *s, uint32_t variable);
void sat_extend_model(sat_solver *s);
/* Brings a removed variable back with its clauses, and all removed variables in these. At level 0. */
void sat_restore(sat_solver *s, uint32_t variable);

/* ------------------------------------------------------------------------------------------------- theory.c */

typedef enum theory_outcome { THEORY_IDLE, THEORY_PROGRESS, THEORY_CONFLICT } theory_outcome;

/* Tells the theory what is new and lets it propagate. On conflict, the falsified clause is stored. */
theory_outcome sat_theory_round(sat_solver *s, cref *conflict);
/* True if the theory accepts the full assignment. */
bool sat_theory_final(sat_solver *s, theory_outcome *outcome, cref *conflict);
lit sat_theory_decision(sat_solver *s);
void sat_theory_backtrack(sat_solver *s, uint32_t level);
/* Makes the reason of a variable that the theory propagated explicit. */
void sat_theory_explain(sat_solver *s, uint32_t variable);
void sat_theory_assert_units(sat_solver *s);

static inline reason_ref sat_reason(sat_solver *s, uint32_t variable)
{
    if (s->assigned[variable].reason == REASON_THEORY)
        sat_theory_explain(s, variable);
    return s->assigned[variable].reason;
}

/* -------------------------------------------------------------------------------------------------- proof.c */

void sat_proof_add(sat_solver *s, const lit *literals, uint32_t size);
void sat_proof_delete(sat_solver *s, const lit *literals, uint32_t size);
void sat_proof_lemma(sat_solver *s, const int *literals, uint32_t size);

/* ------------------------------------------------------------------------------------------------- solver.c */

void sat_make_variable(sat_solver *s, uint32_t variable);
/* Adds a clause at level 0: brings back removed variables, simplifies, watches. */
void sat_add_at_level_zero(sat_solver *s, const lit *literals, uint32_t size, bool redundant);

#endif
