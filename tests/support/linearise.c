#include "support/linearise.h"

#include "base/alloc.h"

const symex_claim *linearise_violated_claim(const axioms *a)
{
    const symex *s = a->mem->s;
    for (uint32_t i = 0; i < s->claims.size; i++)
        if (known_is_true(a->known, s->claims.data[i].guard) && !s->claims.data[i].is_unsupported)
            return &s->claims.data[i];
    for (uint32_t i = 0; i < a->mem->claims.size; i++)
        if (known_is_true(a->known, a->mem->claims.data[i].guard))
            return &a->mem->claims.data[i];
    return NULL;
}

static bool is_executed(const axioms *a, uint32_t event)
{
    return known_is_true(a->known, a->mem->s->events.data[event].guard);
}

static bool is_before(const axioms *a, uint32_t event, uint32_t other)
{
    return a->node[event] != a->node[other] && relation_has(&a->global, a->node[event], a->node[other]);
}

/* ---- what is needed ---- */

static bool *all_executed(const axioms *a)
{
    uint32_t count = a->mem->s->events.size;
    bool *wanted = alloc_zeroed(count + 1, sizeof(bool));
    for (uint32_t e = 0; e < count; e++)
        wanted[e] = is_executed(a, e);
    return wanted;
}

/* Is `event` before `other` in program order, or does it take effect before it, or with it? */
static bool is_needed_for(const axioms *a, uint32_t event, uint32_t other)
{
    const symex_event *x = &a->mem->s->events.data[event], *y = &a->mem->s->events.data[other];
    return (x->thread == y->thread && event < other) || is_before(a, event, other) || a->node[event] == a->node[other];
}

static bool *needed(const axioms *a, const symex_claim *claim)
{
    const symex *s = a->mem->s;
    const symex_thread *thread = &s->threads.data[claim->thread];
    bool *wanted = alloc_zeroed(s->events.size + 1, sizeof(bool));
    for (uint32_t i = 0; i < claim->position && i < thread->events.size; i++)
        wanted[thread->events.data[i]] = is_executed(a, thread->events.data[i]);
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (uint32_t e = 0; e < s->events.size; e++)
            for (uint32_t other = 0; is_executed(a, e) && !wanted[e] && other < s->events.size; other++)
                if (wanted[other] && is_needed_for(a, e, other))
                    has_changed = wanted[e] = true;
    }
    return wanted;
}

/* A store by itself, not in an atomic block. */
static bool is_plain_store(const symex_event *e)
{
    return e->kind == SYMEX_WRITE && e->block == IR_NONE && !e->is_alive_check;
}

static void drop_idle_stores(const axioms *a, bool *wanted)
{
    const symex *s = a->mem->s;
    for (uint32_t e = s->events.size; e-- > 0;) {
        bool is_idle = wanted[e] && is_plain_store(&s->events.data[e]) && model_is_buffered(a->model);
        for (uint32_t other = 0; is_idle && other < s->events.size; other++)
            is_idle = !wanted[other] || !is_before(a, e, other);
        if (is_idle)
            wanted[e] = false;
    }
}

/* ---- order ---- */

static void add_node(const axioms *a, const bool *wanted, uint32_t node, execution *out)
{
    const symex *s = a->mem->s;
    for (uint32_t e = node; e < s->events.size; e++) {
        const symex_event *event = &s->events.data[e];
        if (!wanted[e] || a->node[e] != node)
            continue;
        execution_step step = {.event = e};
        if (event->kind <= SYMEX_WRITE) {
            step.address = (uint64_t)a->known->values[event->address];
            step.value = a->known->values[event->value];
        }
        vec_push(&out->steps, step);
    }
}

static void add_steps(const axioms *a, const bool *wanted, random_source *random, execution *out)
{
    uint32_t count = a->mem->s->events.size;
    uint32_t *earlier = alloc_zeroed(count + 1, sizeof *earlier); /* by node: how many others must come first */
    VEC(uint32_t) nodes = {0}, ready = {0};
    bool *is_listed = alloc_zeroed(count + 1, sizeof(bool));
    for (uint32_t e = 0; e < count; e++)
        if (wanted[e] && !is_listed[a->node[e]]) {
            is_listed[a->node[e]] = true;
            vec_push(&nodes, a->node[e]);
        }
    for (uint32_t i = 0; i < nodes.size; i++) {
        for (uint32_t j = 0; j < nodes.size; j++)
            earlier[nodes.data[i]] += relation_has(&a->global, nodes.data[j], nodes.data[i]);
        if (earlier[nodes.data[i]] == 0)
            vec_push(&ready, nodes.data[i]);
    }
    while (ready.size > 0) {
        uint32_t at = (uint32_t)random_below(random, ready.size), node = ready.data[at];
        ready.data[at] = *vec_last(&ready);
        ready.size--;
        add_node(a, wanted, node, out);
        for (uint32_t i = 0; i < nodes.size; i++)
            if (relation_has(&a->global, node, nodes.data[i]) && --earlier[nodes.data[i]] == 0)
                vec_push(&ready, nodes.data[i]);
    }
    vec_clear(&nodes);
    vec_clear(&ready);
    free(is_listed);
    free(earlier);
}

static bool holds(const void *context, term truth)
{
    return known_is_true(context, truth);
}

execution linearise_execution(const axioms *a, const symex_claim *claim, bool only_needed, random_source *random)
{
    const symex *s = a->mem->s;
    execution e = {.s = s, .model = a->model, .claim = claim};
    bool *wanted = only_needed ? needed(a, claim) : all_executed(a);
    if (only_needed)
        drop_idle_stores(a, wanted);
    add_steps(a, wanted, random, &e);
    for (uint32_t i = 0; i < s->choices.size; i++)
        if (known_is_true(a->known, s->choices.data[i].guard))
            vec_push(&e.inputs, (execution_input){i, execution_instance(s, s->choices.data[i].place, holds, a->known),
                                                  a->known->is_known[s->choices.data[i].variable]
                                                      ? a->known->values[s->choices.data[i].variable]
                                                      : 0});
    free(wanted);
    return e;
}
