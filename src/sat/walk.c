/* Local search: flip variables of a full assignment, chosen to leave few clauses false, and keep the best assignment
 * met as the saved phases. It seldom solves a formula, but starts the search close to a solution if there is one.
 *
 * Each step takes a false clause at random and flips one of its variables with probability proportional to
 * base^-breaks, where `breaks` counts the clauses that the flip makes false ("ProbSAT"). */
#include <math.h>

#include "sat/occurs.h"

enum { BREAK_TABLE = 64, CLAUSE_LIMIT = 5000000 };

static const double BASE = 2.5;
#define NOT_FALSE UINT32_MAX

typedef struct walk_clause {
    cref ref;
    uint32_t true_count;
    uint32_t place; /* in the list of false clauses, or NOT_FALSE */
} walk_clause;

typedef struct walker {
    sat_solver *s;
    VEC(walk_clause) clauses;
    occurs occurs; /* indices into clauses */
    VEC(uint32_t) unsatisfied;
    VEC(int8_t) value; /* by literal */
    VEC(double) weights;
    lits flips;         /* since the start */
    uint32_t best_flip; /* how many of these led to the best assignment */
    uint32_t best;      /* its number of false clauses */
    double by_breaks[BREAK_TABLE];
} walker;

static void make_false(walker *w, uint32_t index)
{
    w->clauses.data[index].place = w->unsatisfied.size;
    vec_push(&w->unsatisfied, index);
}

static void make_true(walker *w, uint32_t index)
{
    uint32_t place = w->clauses.data[index].place, last = vec_pop(&w->unsatisfied);
    if (last != index) {
        w->unsatisfied.data[place] = last;
        w->clauses.data[last].place = place;
    }
    w->clauses.data[index].place = NOT_FALSE;
}

static void add_clause(walker *w, cref ref)
{
    const clause *c = clause_at(w->s, ref);
    uint32_t index = w->clauses.size, true_count = 0;
    for (uint32_t i = 0; i < c->size; i++) {
        true_count += w->value.data[c->lits[i]] > 0;
        vec_push(occurs_of(&w->occurs, c->lits[i]), index);
    }
    vec_push(&w->clauses, (walk_clause){ref, true_count, NOT_FALSE});
    if (true_count == 0)
        make_false(w, index);
}

static void start(walker *w)
{
    sat_solver *s = w->s;
    occurs_init(&w->occurs, s);
    vec_resize(&w->value, 2 * s->variables);
    for (uint32_t l = 0; l < 2 * s->variables; l++) {
        int8_t value = s->values[l], saved = s->saved[lit_variable(l)];
        w->value.data[l] = (int8_t)(value ? value : lit_negative(l) ? -saved : saved);
    }
    for (uint32_t i = 0; i < s->clauses.size; i++) {
        const clause *c = clause_at(s, s->clauses.data[i]);
        if (!c->garbage && !c->redundant)
            add_clause(w, s->clauses.data[i]);
    }
    for (unsigned i = 0; i < BREAK_TABLE; i++)
        w->by_breaks[i] = pow(BASE, -(double)i);
    w->best = w->unsatisfied.size;
}

/* How many clauses become false if the true literal l is flipped, as far as the table goes. */
static unsigned count_breaks(walker *w, lit l)
{
    const crefs *list = occurs_of(&w->occurs, l);
    unsigned breaks = 0;
    w->s->stats.walk_ticks += 1 + list->size;
    for (uint32_t i = 0; i < list->size && breaks + 1 < BREAK_TABLE; i++)
        breaks += w->clauses.data[list->data[i]].true_count == 1;
    return breaks;
}

/* A literal of the false clause, to become true; NO_LIT if all are fixed. */
static lit choose_literal(walker *w, const clause *c)
{
    sat_solver *s = w->s;
    double sum = 0;
    w->weights.size = 0;
    for (uint32_t i = 0; i < c->size; i++) {
        lit l = c->lits[i];
        double weight = s->values[l] ? 0 : w->by_breaks[count_breaks(w, lit_negate(l))];
        sum += weight;
        vec_push(&w->weights, weight);
    }
    if (sum <= 0)
        return NO_LIT;
    double at = sum * (double)(random_word(&s->random) >> 11) * 0x1p-53;
    uint32_t i = 0;
    while (i + 1 < c->size && (at >= w->weights.data[i] || w->weights.data[i] <= 0))
        at -= w->weights.data[i++];
    return s->values[c->lits[i]] ? NO_LIT : c->lits[i];
}

static void flip(walker *w, lit l)
{
    sat_solver *s = w->s;
    w->value.data[l] = 1;
    w->value.data[lit_negate(l)] = -1;
    const crefs *list = occurs_of(&w->occurs, l);
    for (uint32_t i = 0; i < list->size; i++)
        if (w->clauses.data[list->data[i]].true_count++ == 0)
            make_true(w, list->data[i]);
    s->stats.walk_ticks += list->size;
    list = occurs_of(&w->occurs, lit_negate(l));
    for (uint32_t i = 0; i < list->size; i++)
        if (--w->clauses.data[list->data[i]].true_count == 0)
            make_false(w, list->data[i]);
    s->stats.walk_ticks += list->size;
    vec_push(&w->flips, l);
    if (w->unsatisfied.size < w->best) {
        w->best = w->unsatisfied.size;
        w->best_flip = w->flips.size;
    }
}

static void save_best(const walker *w)
{
    for (uint32_t i = 0; i < w->best_flip; i++) {
        lit l = w->flips.data[i];
        w->s->saved[lit_variable(l)] = lit_negative(l) ? -1 : 1;
    }
}

static void clear(walker *w)
{
    vec_clear(&w->clauses);
    occurs_clear(&w->occurs);
    vec_clear(&w->unsatisfied);
    vec_clear(&w->value);
    vec_clear(&w->weights);
    vec_clear(&w->flips);
}

void sat_walk(sat_solver *s)
{
    uint64_t effort = s->stats.search_ticks - s->limits.walk_ticks_seen;
    uint64_t limit = s->stats.walk_ticks + effort / 1000 * (uint64_t)s->options.walk_effort;
    s->limits.walk_ticks_seen = s->stats.search_ticks;
    if (s->irredundant > CLAUSE_LIMIT)
        return;
    s->stats.walks++;
    walker w = {.s = s};
    start(&w);
    while (w.unsatisfied.size && s->stats.walk_ticks < limit) {
        uint32_t index = w.unsatisfied.data[random_below(&s->random, w.unsatisfied.size)];
        s->stats.walk_ticks++;
        lit l = choose_literal(&w, clause_at(s, w.clauses.data[index].ref));
        if (l != NO_LIT)
            flip(&w, l);
    }
    save_best(&w);
    clear(&w);
}
