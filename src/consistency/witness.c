#include "consistency/witness.h"

#include "base/hash.h"
#include "base/map.h"

void witness_clear(witness *w)
{
    vec_clear(&w->sequence);
    vec_clear(&w->next);
    vec_clear(&w->target);
    vec_clear(&w->readers);
    vec_clear(&w->holder);
    vec_clear(&w->replaced);
    vec_clear(&w->choices);
    w->backtracks = 0;
}

/* The search, and what it works on. */
typedef struct search {
    witness *w;
    const order *o;
    const history *h;
    uint64_t taken; /* hash of the set of points that were taken */
    map hopeless;   /* such hashes, from which there is no way on */
} search;

static const history_step *step_of(const search *s, uint32_t p)
{
    return &s->h->steps.data[s->o->points.data[p].step];
}

/* ---- the beginning ---- */

static uint32_t find_write(const history *h, const history_read *read)
{
    if (read->source == HISTORY_INITIAL)
        return HISTORY_NONE;
    const history_step *source = &h->steps.data[read->source];
    uint32_t i = source->first_write;
    while (h->writes.data[i] != read->cell)
        i++;
    assert(i < source->first_write + source->write_count);
    return i;
}

static void begin(const search *s)
{
    witness *w = s->w;
    const history *h = s->h;
    w->sequence.size = w->next.size = w->target.size = w->readers.size = w->holder.size = 0;
    w->replaced.size = w->choices.size = 0;
    vec_append(&w->next, s->o->first_of_chain.data, s->o->chain_count);
    vec_resize(&w->readers, h->writes.size);
    vec_resize(&w->holder, h->cell_count);
    for (uint32_t i = 0; i < h->cell_count; i++)
        w->holder.data[i] = HISTORY_NONE;
    for (uint32_t i = 0; i < h->reads.size; i++) {
        vec_push(&w->target, find_write(h, &h->reads.data[i]));
        if (w->target.data[i] != HISTORY_NONE)
            w->readers.data[w->target.data[i]]++;
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
        count += s->w->target.data[step->first_read + i] == write;
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
        if (w->target.data[step->first_read + i] != HISTORY_NONE)
            w->readers.data[w->target.data[step->first_read + i]]--;
    for (uint32_t i = 0; i < step->write_count; i++) {
        uint32_t *holder = &w->holder.data[s->h->writes.data[step->first_write + i]];
        vec_push(&w->replaced, *holder);
        *holder = step->first_write + i;
    }
    w->next.data[s->o->points.data[p].chain] = s->o->points.data[p].next;
    vec_push(&w->sequence, p);
    s->taken += hash_mix(p + 1);
}

static void put_back(search *s)
{
    witness *w = s->w;
    uint32_t p = vec_pop(&w->sequence);
    const history_step *step = step_of(s, p);
    for (uint32_t i = step->write_count; i-- > 0;)
        w->holder.data[s->h->writes.data[step->first_write + i]] = vec_pop(&w->replaced);
    for (uint32_t i = 0; i < step->read_count; i++)
        if (w->target.data[step->first_read + i] != HISTORY_NONE)
            w->readers.data[w->target.data[step->first_read + i]]++;
    w->next.data[s->o->points.data[p].chain] = p;
    s->taken -= hash_mix(p + 1);
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

/* Takes the next choice, at the last place where there is one. False if there is none at all. */
static bool choose(search *s)
{
    witness *w = s->w;
    bool is_known = map_find(&s->hopeless, s->taken) != NULL;
    uint32_t p = is_known ? HISTORY_NONE : next_choice(s, HISTORY_NONE);
    if (p != HISTORY_NONE)
        vec_push(&w->choices, (witness_choice){.size = w->sequence.size});
    while (p == HISTORY_NONE && w->choices.size > 0) {
        while (w->sequence.size > vec_last(&w->choices)->size)
            put_back(s);
        w->backtracks++;
        p = next_choice(s, vec_last(&w->choices)->tried);
        if (p == HISTORY_NONE) {
            map_put(&s->hopeless, s->taken, 1);
            w->choices.size--;
        }
    }
    if (p == HISTORY_NONE)
        return false;
    vec_last(&w->choices)->tried = s->o->points.data[p].step;
    take(s, p);
    return true;
}

consistency_answer witness_search(witness *w, const order *o, const history *h, budget *b)
{
    search s = {.w = w, .o = o, .h = h};
    consistency_answer answer = CONSISTENCY_YES;
    begin(&s);
    for (;;) {
        take_what_cannot_hurt(&s);
        if (w->sequence.size == o->points.size)
            break;
        if (budget_charge(b, o->chain_count)) {
            answer = CONSISTENCY_GAVE_UP;
            break;
        }
        if (!choose(&s)) {
            answer = CONSISTENCY_NO;
            break;
        }
    }
    map_clear(&s.hopeless);
    return answer;
}
