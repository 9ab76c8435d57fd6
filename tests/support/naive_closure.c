#include "support/naive_closure.h"

#include "support/history_rules.h"

/* The first write is of the reader's own thread, and would hide the source, of another one. */
static bool has_own_rule(const history *h, uint32_t own, uint32_t source)
{
    for (uint32_t r = own + 1; r < h->steps.size; r++)
        if (history_rules_same_thread(h, own, r) && !history_rules_same_thread(h, source, r) &&
            history_rules_compete(h, r, source, own))
            return true;
    return false;
}

static bool is_given(const history *h, const model *m, uint32_t a, uint32_t b)
{
    return history_rules_keeps(h, m, a, b) || history_rules_reads(h, m, a, b) ||
           history_rules_compete(h, a, HISTORY_INITIAL, b) || has_own_rule(h, a, b);
}

static void begin(naive_closure *n, const history *h, const model *m)
{
    for (uint32_t a = 0; a < n->steps; a++)
        for (uint32_t b = 0; b < n->steps; b++) {
            n->before[a][b] = is_given(h, m, a, b);
            n->is_cyclic |= history_rules_is_hidden(h, b, a);
        }
}

static bool add(naive_closure *n, uint32_t a, uint32_t b, bool is_due)
{
    bool is_new = is_due && !n->before[a][b];
    n->before[a][b] |= is_new;
    return is_new;
}

/* What is before a is before all that b is before, for a, b and c in between; and the two rules for a read c. */
static bool apply_to(naive_closure *n, const history *h, uint32_t a, uint32_t b, uint32_t c)
{
    bool is_new = add(n, a, b, n->before[a][c] && n->before[c][b]);
    if (history_rules_compete(h, c, b, a)) {
        is_new |= add(n, a, b, n->before[a][c]);
        is_new |= add(n, c, a, n->before[b][a]);
    }
    return is_new;
}

void naive_closure_find(naive_closure *n, const history *h, const model *m)
{
    assert(h->steps.size <= NAIVE_MAX_STEPS);
    *n = (naive_closure){.steps = h->steps.size};
    begin(n, h, m);
    bool is_new = true;
    while (is_new) {
        is_new = false;
        for (uint32_t a = 0; a < n->steps; a++)
            for (uint32_t b = 0; b < n->steps; b++)
                for (uint32_t c = 0; c < n->steps; c++)
                    is_new |= apply_to(n, h, a, b, c);
    }
    for (uint32_t a = 0; a < n->steps; a++)
        n->is_cyclic |= n->before[a][a];
}
