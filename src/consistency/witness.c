#include "consistency/witness.h"

#include "base/hash.h"
#include "base/map.h"
#include "consistency/closure.h"

void witness_clear(witness *w)
{
    vec_clear(&w->sequence);
    vec_clear(&w->next);
    vec_clear(&w->readers);
    vec_clear(&w->holder);
    vec_clear(&w->replaced);
    vec_clear(&w->choices);
    w->backtracks = 0;
}

/* The search, and what it works on. */
typedef struct search {
    witness *w;
    order *o;
    const history *h;
    budget *b;
    bool draws_conclusions; /* from choices */
    hash128 taken;          /* of the set of points that were taken */
    map hopeless;           /* such hashes, from which there is no way on: from one half to the other */
} search;

static const history_step *step_of(const search *s, uint32_t p)
{
    return &s->h->steps.data[s->o->points.data[p].step];
}

/* ---- the beginning ---- */

static void begin(const search *s)
{
    witness *w = s->w;
    const history *h = s->h;
    w->sequence.size = w->next.size = w->readers.size = w->holder.size = 0;
    w->replaced.size = w->choices.size = 0;
    vec_append(&w->next, s->o->first_of_chain.data, s->o->chain_count);
    vec_resize(&w->readers, h->writes.size);
    vec_resize(&w->holder, h->cell_count);
    for (uint32_t i = 0; i < h->cell_count; i++)
        w->holder.data[i] = HISTORY_NONE;
    for (uint32_t i = 0; i < h->reads.size; i++) {
        if (s->o->target.data[i] != HISTORY_NONE)
            w->readers.data[s->o->target.data[i]]++;
    }
}

/* ---- what can be taken ---- */

static bool is_after_its_order(const search *s, uint32_t p)
{
    const uint32_t *clock = order_clock(s->o, p);
    uint32_t own = s->o->points.data[p].chain;
    for (uint32_t c = 0; c < s->o->chain_count; c++) {
        uint32_t next = s->w->next.data[c];
        if (c != own && next != HISTORY_NONE && clock[c] > s->o->points.data[next].position)
            return false;
    }
    return true;
}

/* Does p itself read what it overwrites? */
static uint32_t own_reads(const search *s, const history_step *step, uint32_t write)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < step->read_count; i++)
        count += s->o->target.data[step->first_read + i] == write;
    return count;
}

/* What was there in the beginning holds no cell: those who read it are before all who write, by closure. */
static bool would_overwrite(const search *s, const history_step *step)
{
    for (uint32_t i = 0; i < step->write_count; i++) {
        uint32_t holder = s->w->holder.data[s->h->writes.data[step->first_write + i]];
        if (holder != HISTORY_NONE && s->w->readers.data[holder] > own_reads(s, step, holder))
            return true;
    }
    return false;
}

static bool can_take(const search *s, uint32_t p)
{
    return is_after_its_order(s, p) && !would_overwrite(s, step_of(s, p));
}

static bool is_wanted(const search *s, uint32_t p)
{
    const history_step *step = step_of(s, p);
    for (uint32_t i = 0; i < step->write_count; i++)
        if (s->w->readers.data[step->first_write + i] > 0)
            return true;
    return false;
}

/* ---- taking ---- */

static void take(search *s, uint32_t p)
{
    const history_step *step = step_of(s, p);
    witness *w = s->w;
    for (uint32_t i = 0; i < step->read_count; i++)
        if (s->o->target.data[step->first_read + i] != HISTORY_NONE)
            w->readers.data[s->o->target.data[step->first_read + i]]--;
    for (uint32_t i = 0; i < step->write_count; i++) {
        uint32_t *holder = &w->holder.data[s->h->writes.data[step->first_write + i]];
        vec_push(&w->replaced, *holder);
        *holder = step->first_write + i;
    }
    w->next.data[s->o->points.data[p].chain] = s->o->points.data[p].next;
    vec_push(&w->sequence, p);
    s->taken.a += hash_mix(p + 1);
    s->taken.b += hash_mix(~(uint64_t)p);
}

static void put_back(search *s)
{
    witness *w = s->w;
    uint32_t p = vec_pop(&w->sequence);
    const history_step *step = step_of(s, p);
    for (uint32_t i = step->write_count; i-- > 0;)
        w->holder.data[s->h->writes.data[step->first_write + i]] = vec_pop(&w->replaced);
    for (uint32_t i = 0; i < step->read_count; i++)
        if (s->o->target.data[step->first_read + i] != HISTORY_NONE)
            w->readers.data[s->o->target.data[step->first_read + i]]++;
    w->next.data[s->o->points.data[p].chain] = p;
    s->taken.a -= hash_mix(p + 1);
    s->taken.b -= hash_mix(~(uint64_t)p);
}

/* All that is no choice. */
static void take_what_cannot_hurt(search *s)
{
    bool goes_on = true;
    while (goes_on) {
        goes_on = false;
        for (uint32_t c = 0; c < s->o->chain_count; c++)
            for (uint32_t p; (p = s->w->next.data[c]) != HISTORY_NONE && !is_wanted(s, p) && can_take(s, p);) {
                take(s, p);
                goes_on = true;
            }
    }
}

/* ---- choices ---- */

/* The first step behind `tried` (HISTORY_NONE: of all) that can be taken. */
static uint32_t next_choice(const search *s, uint32_t tried)
{
    uint32_t best = HISTORY_NONE;
    for (uint32_t c = 0; c < s->o->chain_count; c++) {
        uint32_t p = s->w->next.data[c];
        if (p == HISTORY_NONE || (tried != HISTORY_NONE && s->o->points.data[p].step <= tried))
            continue;
        if ((best == HISTORY_NONE || s->o->points.data[p].step < s->o->points.data[best].step) && can_take(s, p))
            best = p;
    }
    return best;
}

static bool is_taken(const search *s, uint32_t p)
{
    uint32_t next = s->w->next.data[s->o->points.data[p].chain];
    return next == HISTORY_NONE || s->o->points.data[p].position < s->o->points.data[next].position;
}

/* The first writer of the run that is not taken; HISTORY_NONE if all are. */
static uint32_t find_first_left(const search *s, const order_run *run)
{
    const order_writer *writers = s->o->writers.data + run->first;
    uint32_t low = 0, high = run->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (is_taken(s, writers[middle].point))
            low = middle + 1;
        else
            high = middle;
    }
    return low < run->count ? writers[low].point : HISTORY_NONE;
}

/* All other writes to a cell of p that are not taken come after p: what follows? False if that cannot be. */
static bool draw_conclusions(search *s, uint32_t p)
{
    const history_step *step = step_of(s, p);
    for (uint32_t i = step->first_write; i < step->first_write + step->write_count; i++) {
        uint32_t cell = s->h->writes.data[i];
        for (uint32_t j = s->o->first_run.data[cell]; j < s->o->first_run.data[cell + 1]; j++) {
            uint32_t v = find_first_left(s, &s->o->runs.data[j]);
            if (v != HISTORY_NONE && !order_add(s->o, p, v, CONSISTENCY_PROGRAM, HISTORY_NONE))
                return false;
        }
    }
    return closure_go_on(s->o, s->h, s->b);
}

/* Back to the last choice. */
static void go_back(search *s)
{
    while (s->w->sequence.size > vec_last(&s->w->choices)->size)
        put_back(s);
    if (s->draws_conclusions)
        order_undo(s->o, vec_last(&s->w->choices)->mark);
    s->w->backtracks++;
}

/* False if it is no good. */
static bool take_choice(search *s, uint32_t p)
{
    vec_last(&s->w->choices)->tried = s->o->points.data[p].step;
    take(s, p);
    return !s->draws_conclusions || draw_conclusions(s, p);
}

static bool is_hopeless(const search *s)
{
    const uint64_t *other_half = map_find(&s->hopeless, s->taken.a);
    return other_half != NULL && *other_half == s->taken.b;
}

static void note_hopeless(search *s)
{
    if (s->taken.a != MAP_NO_KEY)
        map_put(&s->hopeless, s->taken.a, s->taken.b);
}

/* Takes the next choice, at the last place where there is one. False if there is none at all. */
static bool choose(search *s)
{
    witness *w = s->w;
    uint32_t p = is_hopeless(s) ? HISTORY_NONE : next_choice(s, HISTORY_NONE);
    if (p != HISTORY_NONE)
        vec_push(&w->choices, (witness_choice){.size = w->sequence.size, .mark = order_here(s->o)});
    while (w->choices.size > 0) {
        if (p != HISTORY_NONE && take_choice(s, p))
            return true;
        go_back(s);
        p = next_choice(s, vec_last(&w->choices)->tried);
        if (p == HISTORY_NONE) {
            note_hopeless(s);
            w->choices.size--;
        }
    }
    return false;
}

static bool is_spent(const search *s)
{
    return s->b != NULL && s->b->spent != NULL;
}

/* Of a choice, and so many points that were taken without one, in units of base/budget.h. */
static uint64_t work_of(const search *s, uint64_t taken)
{
    enum { NUMBERS_PER_WORK = 4 };
    return (taken + 2) * (2 + s->o->chain_count / NUMBERS_PER_WORK);
}

static consistency_answer run_search(search *s, uint64_t max_backtracks)
{
    uint64_t backtracks = s->w->backtracks;
    begin(s);
    for (;;) {
        uint32_t taken = s->w->sequence.size;
        take_what_cannot_hurt(s);
        taken = s->w->sequence.size - taken;
        if (s->w->sequence.size == s->o->points.size)
            return CONSISTENCY_YES;
        if (budget_charge(s->b, work_of(s, taken)) || s->w->backtracks - backtracks >= max_backtracks)
            return CONSISTENCY_GAVE_UP;
        if (!choose(s)) /* which fails also if conclusions take too long */
            return is_spent(s) ? CONSISTENCY_GAVE_UP : CONSISTENCY_NO;
    }
}

consistency_answer witness_search(witness *w, order *o, const history *h, uint32_t patience, budget *b)
{
    search s = {.w = w, .o = o, .h = h, .b = b};
    consistency_answer answer = run_search(&s, patience);
    if (answer == CONSISTENCY_GAVE_UP && !is_spent(&s)) {
        s.draws_conclusions = o->can_undo = true;
        s.taken = (hash128){0};
        answer = run_search(&s, UINT64_MAX);
    }
    map_clear(&s.hopeless);
    return answer;
}
