#include "support/consistency_agrees.h"

#include "consistency/closure.h"
#include "consistency/witness.h"
#include "support/buffer_machine.h"
#include "support/history_shrink.h"
#include "support/naive_closure.h"
#include "support/proof_check.h"

enum { MAX_THREADS = 5, MAX_STEPS = 18, MAX_CELLS = 4, LARGE = 5, ONE_TANGLE_IN = 1000 };

typedef struct comparison {
    const model *m;
    consistency *c;
    order order;
    consistency_steps points;
    witness search;
    naive_closure naive;
    consistency_answer answer;
    bool is_executable; /* it is known, and need not be found out */
} comparison;

/* Are the orders those of the rules? Store fences have a place only where they are of use. */
static bool is_closure(comparison *x, const history *h, bool is_acyclic)
{
    const naive_closure *n = &x->naive;
    naive_closure_find(&x->naive, h, x->m);
    if (is_acyclic == n->is_cyclic)
        return false;
    for (uint32_t a = 0; is_acyclic && a < n->steps; a++)
        for (uint32_t b = 0; b < n->steps; b++)
            if (a != b && h->steps.data[a].kind != HISTORY_STORE_FENCE &&
                h->steps.data[b].kind != HISTORY_STORE_FENCE &&
                n->before[a][b] !=
                    order_is_before(&x->order, x->order.point_of_step.data[a], x->order.point_of_step.data[b]))
                return false;
    return true;
}

static bool replays(comparison *x, const history *h)
{
    x->points.size = 0;
    for (uint32_t i = 0; i < x->search.sequence.size; i++) {
        uint32_t step = x->order.points.data[x->search.sequence.data[i]].step;
        bool is_to_memory = model_is_buffered(x->m) && h->steps.data[step].kind == HISTORY_WRITE;
        vec_push(&x->points, (consistency_step){step, is_to_memory});
    }
    return buffer_machine_replays(h, x->m, &x->points);
}

/* Never, and from the beginning. */
static const char *find_search_difference(comparison *x, const history *h)
{
    const uint32_t patience[] = {UINT32_MAX, 0};
    for (int i = x->is_executable; i < 2; i++) {
        consistency_answer answer = witness_search(&x->search, &x->order, h, patience[i], NULL);
        if (answer != x->answer || (answer == CONSISTENCY_YES && !replays(x, h)))
            return i == 0 ? "a search without conclusions fails" : "a search with conclusions fails";
    }
    return NULL;
}

/* The parts: closure, and the search as it draws conclusions. */
static const char *find_part_difference(comparison *x, const history *h)
{
    bool is_acyclic = order_build(&x->order, h, x->m) && closure_saturate(&x->order, h, NULL);
    if (!x->is_executable && !is_closure(x, h, is_acyclic))
        return "closure is wrong";
    if (is_acyclic != (consistency_prove(x->c)->cycle.size == 0))
        return "closure is not the same twice";
    return is_acyclic ? find_search_difference(x, h) : NULL;
}

/* NULL if all is well. */
static const char *find_difference(comparison *x, const history *h)
{
    x->answer = consistency_check(x->c, h, x->m, NULL);
    const char *difference = find_part_difference(x, h);
    if (difference != NULL)
        return difference;
    bool is_executable = x->is_executable || buffer_machine_has_execution(h, x->m);
    if (x->answer == CONSISTENCY_YES)
        return !is_executable                                                ? "there is no execution"
               : !buffer_machine_replays(h, x->m, consistency_witness(x->c)) ? "the witness is none"
                                                                             : NULL;
    const consistency_proof *proof = consistency_prove(x->c);
    return is_executable                                           ? "there is an execution"
           : proof->cycle.size > 0 && !proof_check(proof, h, x->m) ? "the proof is none"
                                                                   : NULL;
}

static bool is_different(const history *h, void *context)
{
    return find_difference(context, h) != NULL;
}

static void tell(comparison *x, history *h, uint64_t seed, FILE *out)
{
    strbuf text = {0};
    if (!x->is_executable)
        history_shrink(h, is_different, x);
    history_print(h, &text);
    fprintf(out, "# seed %llu, %s: %s\n%s\n", (unsigned long long)seed, x->m->name, find_difference(x, h),
            strbuf_text(&text));
    strbuf_clear(&text);
}

/* An execution that is too large to try all. */
static bool make_large_history(history *h, random_source *r, const model *m)
{
    random_history_shape shape = random_history_small(r, LARGE * MAX_THREADS / 4, LARGE * MAX_STEPS, LARGE * MAX_CELLS);
    random_history_steps(h, r, &shape);
    return random_history_run(h, r, m);
}

/* An execution of some model, perhaps with a read or two that read something else; or anything. */
static void make_history(history *h, random_source *r)
{
    uint64_t how = random_below(r, 8);
    if (random_below(r, ONE_TANGLE_IN) == 0) {
        random_history_tangle(h, r);
        return;
    }
    random_history_shape shape = random_history_small(r, MAX_THREADS, MAX_STEPS, MAX_CELLS);
    random_history_steps(h, r, &shape);
    if (how == 0 || !random_history_run(h, r, MODELS[random_below(r, MODEL_MACHINE_COUNT)]))
        random_history_guess(h, r);
    for (uint64_t i = 4; i < how && i < 6; i++)
        random_history_change(h, r);
}

static void clear(comparison *x, history *h)
{
    history_clear(h);
    vec_clear(&x->points);
    order_release(&x->order);
    witness_clear(&x->search);
    consistency_free(x->c);
}

uint64_t consistency_agrees_on_tangles(const model *m, uint64_t count, FILE *out)
{
    comparison x = {.m = m, .c = consistency_new()};
    history h = {0};
    uint64_t different = 0;
    for (uint64_t seed = 0; seed < count; seed++) {
        random_source r = random_seeded(seed);
        random_history_tangle(&h, &r);
        x.answer = consistency_check(x.c, &h, m, NULL);
        const char *difference = find_part_difference(&x, &h);
        different += difference != NULL;
        if (difference != NULL)
            fprintf(out, "# tangle %llu, %s: %s\n", (unsigned long long)seed, m->name, difference);
    }
    clear(&x, &h);
    return different;
}

consistency_agrees_counts consistency_agrees(const model *m, uint64_t first_seed, uint64_t count, FILE *out)
{
    comparison x = {.m = m, .c = consistency_new()};
    consistency_agrees_counts counts = {0};
    history h = {0};
    for (uint64_t seed = first_seed; seed < first_seed + count && counts.different < 5; seed++) {
        random_source r = random_seeded(seed);
        x.is_executable = random_below(&r, 4) == 0 && make_large_history(&h, &r, m);
        if (!x.is_executable)
            make_history(&h, &r);
        const char *difference = find_difference(&x, &h);
        bool has_cycle = consistency_prove(x.c)->cycle.size > 0;
        counts.histories++;
        counts.executable += x.answer == CONSISTENCY_YES;
        counts.closure += has_cycle;
        counts.search += x.answer == CONSISTENCY_NO && !has_cycle;
        counts.different += difference != NULL;
        if (difference != NULL)
            tell(&x, &h, seed, out);
    }
    clear(&x, &h);
    return counts;
}
