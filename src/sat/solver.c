#include "sat/solver.h"

#include <limits.h>

#include "base/alloc.h"
#include "base/clock.h"

static const sat_options DEFAULT_OPTIONS = {
#define OPTION_VALUE(name, value, least, greatest, description) .name = value,
    SAT_OPTIONS(OPTION_VALUE)
#undef OPTION_VALUE
};

sat_solver *sat_new(void)
{
    sat_solver *s = alloc_zeroed(1, sizeof *s);
    s->options = DEFAULT_OPTIONS;
    s->conflict_limit = -1;
    s->seconds_limit = -1;
    s->score_increment = 1;
    s->consistent = UINT32_MAX;
    queue_init(&s->queue);
    vec_push(&s->control, (frame){.decision = NO_LIT, .seen_first = UINT32_MAX});
    return s;
}

void sat_free(sat_solver *s)
{
    if (s == NULL)
        return;
    for (uint32_t l = 0; l < 2 * s->variables; l++)
        vec_clear(&s->watches[l]);
    free(s->values);
    free(s->assigned);
    free(s->flags);
    free(s->watches);
    free(s->seen);
    free(s->marks);
    free(s->saved);
    free(s->target);
    free(s->best);
    free(s->preferred);
    free(s->trail);
    free(s->failed);
    free(s->probed);
    vec_clear(&s->control);
    vec_clear(&s->arena);
    vec_clear(&s->clauses);
    heap_clear(&s->scores);
    vec_clear(&s->queue.links);
    lits *literal_vectors[] = {&s->learned,       &s->analyzed,     &s->minimized,    &s->buffer,
                               &s->input,         &s->assumptions,  &s->core,         &s->extension,
                               &s->theory_late,   &s->theory_units, &s->theory_asked, &s->theory_revive,
                               &s->theory_lemmas, &s->theory_buffer};
    for (unsigned i = 0; i < sizeof literal_vectors / sizeof *literal_vectors; i++)
        vec_clear(literal_vectors[i]);
    vec_clear(&s->seen_levels);
    vec_clear(&s->level_stamps);
    vec_clear(&s->items);
    vec_clear(&s->scratch);
    vec_clear(&s->model);
    vec_clear(&s->theory_added);
    free(s);
}

/* ------------------------------------------------------------------------------------------------- variables */

static void *resize_zeroed(void *old, uint32_t old_count, uint32_t new_count, size_t size)
{
    char *memory = alloc_resize(old, new_count * size);
    memset(memory + old_count * size, 0, (new_count - old_count) * size);
    return memory;
}

static void grow_tables(sat_solver *s, uint32_t wanted)
{
    uint32_t old = s->capacity, new = old ? 2 * old : 64;
    if (new < wanted)
        new = wanted;
    s->values = resize_zeroed(s->values, 2 * old, 2 * new, sizeof *s->values);
    s->assigned = resize_zeroed(s->assigned, old, new, sizeof *s->assigned);
    s->flags = resize_zeroed(s->flags, old, new, sizeof *s->flags);
    s->watches = resize_zeroed(s->watches, 2 * old, 2 * new, sizeof *s->watches);
    s->seen = resize_zeroed(s->seen, old, new, sizeof *s->seen);
    s->marks = resize_zeroed(s->marks, old, new, sizeof *s->marks);
    s->saved = resize_zeroed(s->saved, old, new, sizeof *s->saved);
    s->target = resize_zeroed(s->target, old, new, sizeof *s->target);
    s->best = resize_zeroed(s->best, old, new, sizeof *s->best);
    s->preferred = resize_zeroed(s->preferred, old, new, sizeof *s->preferred);
    s->trail = resize_zeroed(s->trail, old, new, sizeof *s->trail);
    s->failed = resize_zeroed(s->failed, 2 * old, 2 * new, sizeof *s->failed);
    s->probed = resize_zeroed(s->probed, 2 * old, 2 * new, sizeof *s->probed);
    s->capacity = new;
}

void sat_make_variable(sat_solver *s, uint32_t variable)
{
    assert(variable < REASON_BINARY / 2); /* a reason is a literal and a mark */
    if (variable < s->variables)
        return;
    if (variable >= s->capacity)
        grow_tables(s, variable + 1);
    heap_resize(&s->scores, variable + 1);
    for (uint32_t v = s->variables; v <= variable; v++) {
        s->flags[v].eliminate = true;
        s->saved[v] = s->options.phase ? 1 : -1;
        heap_push(&s->scores, v);
        queue_add(&s->queue);
    }
    s->variables = variable + 1;
}

static lit import_literal(sat_solver *s, int external)
{
    assert(external && external != INT_MIN);
    lit l = lit_import(external);
    sat_make_variable(s, lit_variable(l));
    return l;
}

int sat_new_var(sat_solver *s)
{
    sat_make_variable(s, s->variables);
    return (int)s->variables;
}

int sat_var_count(const sat_solver *s)
{
    return (int)s->variables;
}

void sat_freeze(sat_solver *s, int external_literal)
{
    lit l = import_literal(s, external_literal);
    s->flags[lit_variable(l)].frozen++;
}

void sat_thaw(sat_solver *s, int external_literal)
{
    lit l = import_literal(s, external_literal);
    variable_flags *flags = &s->flags[lit_variable(l)];
    assert(flags->frozen > flags->observed);
    flags->frozen--;
    flags->eliminate = true;
}

void sat_prefer(sat_solver *s, int external_variable, int value)
{
    lit l = import_literal(s, external_variable);
    s->preferred[lit_variable(l)] = (int8_t)((value > 0) - (value < 0));
}

/* --------------------------------------------------------------------------------------------------- clauses */

void sat_add_at_level_zero(sat_solver *s, const lit *literals, uint32_t size, bool redundant)
{
    assert(level_now(s) == 0);
    if (s->inconsistent)
        return;
    for (uint32_t i = 0; i < size; i++)
        sat_restore(s, lit_variable(literals[i]));
    lits *c = &s->learned;
    bool trivial = false;
    c->size = 0;
    for (uint32_t i = 0; i < size; i++) {
        lit l = literals[i];
        int8_t sign = lit_negative(l) ? -1 : 1, mark = s->marks[lit_variable(l)];
        trivial |= mark == -sign || s->values[l] > 0;
        if (mark || s->values[l])
            continue;
        s->marks[lit_variable(l)] = sign;
        vec_push(c, l);
    }
    for (uint32_t i = 0; i < c->size; i++)
        s->marks[lit_variable(c->data[i])] = 0;
    if (trivial)
        return;
    if (c->size == 0) {
        sat_derive_empty(s);
        return;
    }
    if (c->size == 1) {
        sat_assign_fixed(s, c->data[0]);
        return;
    }
    if (s->proof && c->size < size) {
        sat_proof_add(s, c->data, c->size);
        sat_proof_delete(s, literals, size);
    }
    cref ref = sat_clause_new(s, c->data, c->size, redundant, c->size - 1);
    sat_mark_changed(s, clause_at(s, ref));
}

void sat_add(sat_solver *s, int literal_or_zero)
{
    assert(!s->in_theory);
    if (literal_or_zero) {
        vec_push(&s->input, import_literal(s, literal_or_zero));
    } else {
        sat_add_at_level_zero(s, s->input.data, s->input.size, false);
        s->input.size = 0;
    }
}

void sat_add_clause(sat_solver *s, const int *literals, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        sat_add(s, literals[i]);
    sat_add(s, 0);
}

/* --------------------------------------------------------------------------------------------------- solving */

void sat_assume(sat_solver *s, int external_literal)
{
    assert(!s->in_theory);
    vec_push(&s->assumptions, import_literal(s, external_literal));
}

void sat_set_terminate(sat_solver *s, void *state, bool (*terminate)(void *state))
{
    assert(!s->in_theory);
    s->terminate = terminate;
    s->terminate_state = state;
}

void sat_limit_conflicts(sat_solver *s, int64_t conflicts)
{
    s->conflict_limit = conflicts;
}

void sat_limit_seconds(sat_solver *s, double seconds)
{
    s->seconds_limit = seconds;
}

static void start_limits(sat_solver *s)
{
    sat_limits *limits = &s->limits;
    limits->conflicts = s->conflict_limit < 0 ? UINT64_MAX : s->stats.conflicts + (uint64_t)s->conflict_limit;
    limits->deadline = s->seconds_limit < 0 ? 0 : clock_wall_seconds() + s->seconds_limit;
    limits->until_check = 0;
    limits->is_over = false;
    if (s->stats.solves++ == 0) {
        s->random = random_seeded((uint64_t)s->options.seed);
        limits->reduce = (uint64_t)s->options.reduce_interval;
        limits->rephase = (uint64_t)s->options.rephase_interval;
        limits->probe = (uint64_t)s->options.probe_interval;
        limits->eliminate = (uint64_t)s->options.eliminate_interval;
        sat_restart_init(s);
    }
}

static void forget_core(sat_solver *s)
{
    assert(level_now(s) == 0);
    for (uint32_t i = 0; i < s->core.size; i++)
        s->failed[s->core.data[i]] = false;
    s->core.size = 0;
}

sat_result sat_solve(sat_solver *s)
{
    assert(!s->in_theory && !s->input.size);
    assert(sat_is_valid(s));
    forget_core(s);
    start_limits(s);
    for (uint32_t i = 0; i < s->assumptions.size; i++) {
        uint32_t variable = lit_variable(s->assumptions.data[i]);
        sat_restore(s, variable);
        s->flags[variable].frozen++;
    }
    for (uint32_t i = 0; i < s->theory_revive.size; i++)
        sat_restore(s, s->theory_revive.data[i]);
    s->theory_revive.size = 0;
    s->theory_started = false;
    if (s->stats.solves == 1)
        sat_try_luck(s);
    s->result = sat_search(s);
    sat_backtrack(s, 0);
    for (uint32_t i = 0; i < s->assumptions.size; i++)
        s->flags[lit_variable(s->assumptions.data[i])].frozen--;
    s->assumptions.size = 0;
    LOG(sat, "answer %d after %llu conflicts", s->result, (unsigned long long)s->stats.conflicts);
    assert(sat_is_valid(s));
    if (s->proof)
        fflush(s->proof);
    return s->result;
}

int sat_value(const sat_solver *s, int external_literal)
{
    assert(s->result == SAT_SATISFIABLE);
    lit l = lit_import(external_literal);
    int value = lit_variable(l) < s->model.size ? s->model.data[lit_variable(l)] : -1;
    return lit_negative(l) ? -value : value;
}

bool sat_failed(const sat_solver *s, int external_literal)
{
    assert(s->result == SAT_UNSATISFIABLE);
    lit l = lit_import(external_literal);
    return lit_variable(l) < s->variables && s->failed[l];
}

int sat_fixed(const sat_solver *s, int external_literal)
{
    lit l = lit_import(external_literal);
    return lit_variable(l) < s->variables ? value_fixed(s, l) : 0;
}
