#include "encode/program_order.h"

#include <stdlib.h>

#include "base/alloc.h"

typedef struct thread_steps {
    VEC(uint32_t) steps; /* in program order */
    uint32_t next;
    bool has_begun;
} thread_steps;

/* A step that comes before another one if it can, and the next of these. */
typedef struct earlier_step {
    uint32_t step, next;
} earlier_step;

typedef enum earliness {
    IN_TIME,
    EARLY,    /* a machine can be told what is read */
    TOO_SOON, /* whether an object is alive, or a thread has ended, it cannot be told */
} earliness;

typedef struct sorting {
    const symex *s;
    execution_step *steps;
    thread_steps *threads;
    uint32_t *first_before; /* by step: a list of `links` */
    VEC(earlier_step) links;
    bool *is_done; /* by step */
} sorting;

static const symex_event *event_of(const sorting *k, uint32_t step)
{
    return &k->s->events.data[k->steps[step].event];
}

static void add_before(sorting *k, uint32_t step, uint32_t before)
{
    vec_push(&k->links, ((earlier_step){before, k->first_before[step]}));
    k->first_before[step] = k->links.size - 1;
}

/* Ends of the object, which the read has found alive, come after it. O(steps). */
static void add_ends(sorting *k, const execution *x, uint32_t read, uint32_t rank)
{
    for (uint32_t i = 0; i < x->steps.size; i++) {
        const execution_step *step = &x->steps.data[i];
        if (event_of(k, i)->is_alive_check && event_of(k, i)->kind == SYMEX_WRITE && step->rank > rank &&
            step->address == x->steps.data[read].address)
            add_before(k, i, read);
    }
}

static void add_links(sorting *k, const execution *x, const uint32_t *step_of)
{
    const axiom_execution *a = &x->axioms;
    for (uint32_t i = 0; i < a->sources.size; i++) {
        uint32_t source = a->sources.data[i] == CAT_NO_EVENT ? IR_NONE : a->events.data[a->sources.data[i]];
        uint32_t read = a->events.data[i];
        if (read == IR_NONE || step_of[read] == IR_NONE)
            continue;
        bool has_source = source != IR_NONE && step_of[source] != IR_NONE;
        if (has_source)
            add_before(k, step_of[read], step_of[source]);
        if (k->s->events.data[read].is_alive_check && k->s->events.data[read].kind == SYMEX_READ)
            add_ends(k, x, step_of[read], has_source ? x->steps.data[step_of[source]].rank : 0);
    }
}

static void divide(sorting *k, const execution *x)
{
    uint32_t *step_of = alloc_bytes((k->s->events.size + 1) * sizeof(uint32_t));
    memset(step_of, 0xff, (k->s->events.size + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < x->steps.size; i++)
        step_of[x->steps.data[i].event] = i;
    for (uint32_t t = 0; t < k->s->threads.size; t++)
        for (uint32_t i = 0; i < k->s->threads.data[t].events.size; i++)
            if (step_of[k->s->threads.data[t].events.data[i]] != IR_NONE)
                vec_push(&k->threads[t].steps, step_of[k->s->threads.data[t].events.data[i]]);
    add_links(k, x, step_of);
    free(step_of);
}

/* Does the join wait for a thread that has something left to do? */
static bool is_early_join(const sorting *k, uint32_t event)
{
    for (uint32_t i = 0; i < k->s->joins.size; i++) {
        const thread_steps *t = &k->threads[k->s->joins.data[i].thread];
        if (k->s->joins.data[i].event == event && t->next < t->steps.size)
            return true;
    }
    return false;
}

/* Is something that comes before the thread's next step, or before another one of the same atomic block, not done? */
static earliness how_early(const sorting *k, const thread_steps *t)
{
    const symex_event *next = event_of(k, t->steps.data[t->next]);
    uint32_t block = next->block;
    earliness early = IN_TIME;
    if (next->kind == SYMEX_JOIN)
        return is_early_join(k, k->steps[t->steps.data[t->next]].event) ? TOO_SOON : IN_TIME;
    for (uint32_t i = t->next; i < t->steps.size; i++) {
        uint32_t step = t->steps.data[i];
        if (i > t->next && (block == IR_NONE || event_of(k, step)->block != block))
            break;
        for (uint32_t at = k->first_before[step]; at != IR_NONE; at = k->links.data[at].next) {
            uint32_t before = k->links.data[at].step;
            bool is_own = event_of(k, before)->thread == event_of(k, step)->thread;
            if (k->is_done[before] || is_own)
                continue;
            if (event_of(k, step)->is_alive_check)
                return TOO_SOON;
            early = EARLY;
        }
    }
    return early;
}

/* The thread to go on with; IR_NONE: there is none whose next step is no more than so early. */
static uint32_t pick(const sorting *k, earliness most)
{
    uint32_t best = IR_NONE;
    for (uint32_t i = 0; i < k->s->threads.size; i++) {
        const thread_steps *t = &k->threads[i];
        if (!t->has_begun || t->next == t->steps.size)
            continue;
        bool is_first = best == IR_NONE || t->steps.data[t->next] < k->threads[best].steps.data[k->threads[best].next];
        if (is_first && how_early(k, t) <= most)
            best = i;
    }
    return best;
}

static void note(sorting *k, uint32_t step)
{
    const symex_event *e = event_of(k, step);
    if (e->kind == SYMEX_START)
        k->threads[e->other].has_begun = true;
    k->is_done[step] = true;
}

void program_order_sort(execution *x)
{
    sorting k = {
        .s = x->s,
        .steps = alloc_bytes((x->steps.size + 1) * sizeof(execution_step)),
        .threads = alloc_zeroed(x->s->threads.size, sizeof(thread_steps)),
        .is_done = alloc_zeroed(x->steps.size + 1, sizeof(bool)),
    };
    k.first_before = alloc_bytes((x->steps.size + 1) * sizeof(uint32_t));
    memset(k.first_before, 0xff, (x->steps.size + 1) * sizeof(uint32_t));
    if (x->steps.size > 0)
        memcpy(k.steps, x->steps.data, x->steps.size * sizeof(execution_step));
    divide(&k, x);
    k.threads[0].has_begun = true;
    for (uint32_t done = 0; done < x->steps.size; done++) {
        uint32_t thread = IR_NONE;
        for (earliness most = IN_TIME; most <= TOO_SOON && thread == IR_NONE; most++)
            thread = pick(&k, most);
        assert(thread != IR_NONE);
        uint32_t step = k.threads[thread].steps.data[k.threads[thread].next++];
        x->steps.data[done] = k.steps[step];
        note(&k, step);
    }
    for (uint32_t t = 0; t < x->s->threads.size; t++)
        vec_clear(&k.threads[t].steps);
    vec_clear(&k.links);
    free(k.first_before);
    free(k.is_done);
    free(k.threads);
    free(k.steps);
}
