#include "replay/minimise.h"

#include "base/alloc.h"
#include "replay/minimise_trial.h"

/* Longer runs are moved as one piece, or cut in few places. */
enum { MAX_CUTS = 16 };

typedef struct minimiser {
    trial trial;
    trial_run best;
    trial_items draft; /* the next attempt */
    uint64_t reserve;  /* of the budget: what this kind of attempts must leave */
} minimiser;

/* Neighbouring items of one thread. */
typedef struct item_run {
    uint32_t first, count;
    uint16_t thread;
} item_run;

typedef VEC(item_run) item_runs;

/* ---- attempts ---- */

/* Messages begin with what is wrong; after a colon they say with what. */
static bool is_same_kind(const char *a, const char *b)
{
    size_t length = strcspn(a, ":");
    return length == strcspn(b, ":") && strncmp(a, b, length) == 0;
}

static bool is_same_violation(const machine_result *a, const machine_result *b)
{
    return a->end == MACHINE_VIOLATION && b->end == MACHINE_VIOLATION && a->pc == b->pc && a->user_pc == b->user_pc &&
           a->violated == b->violated && a->lines == b->lines && is_same_kind(a->message, b->message);
}

static bool has_budget(const minimiser *z)
{
    return z->trial.budget > z->reserve;
}

static bool is_draft_new(const minimiser *z)
{
    if (z->draft.size != z->best.items.size)
        return true;
    for (uint32_t i = 0; i < z->draft.size; i++) {
        const trial_item *a = &z->draft.data[i], *b = &z->best.items.data[i];
        if (a->thread != b->thread || a->kind != b->kind || a->store != b->store)
            return true;
    }
    return false;
}

/* Keeps the draft if it fails in the same way and is simpler. */
static bool attempt(minimiser *z)
{
    if (!is_draft_new(z) || !trial_take(&z->trial, &z->draft, 2 * z->best.items.size) ||
        !is_same_violation(&z->trial.run.result, &z->best.result) ||
        !minimise_is_simpler(&z->trial.run.cost, &z->best.cost))
        return false;
    trial_run old = z->best;
    z->best = z->trial.run;
    z->trial.run = old;
    return true;
}

static void draft_items(minimiser *z, uint32_t first, uint32_t count)
{
    vec_append(&z->draft, z->best.items.data + first, count);
}

/* ---- dropping ---- */

static bool drop_threads(minimiser *z)
{
    bool is_better = false;
    for (uint32_t t = z->trial.threads.size; t-- > 0;) {
        z->draft.size = 0;
        for (uint32_t i = 0; i < z->best.items.size; i++)
            if (z->best.items.data[i].thread != t)
                vec_push(&z->draft, z->best.items.data[i]);
        is_better |= z->draft.size < z->best.items.size && attempt(z);
    }
    return is_better;
}

/* What comes last goes as well if threads just go on instead. */
static bool drop_end(minimiser *z)
{
    bool is_better = false;
    for (uint32_t size = z->best.items.size; size > 0; size /= 2)
        while (size <= z->best.items.size && has_budget(z)) {
            z->draft.size = 0;
            draft_items(z, 0, z->best.items.size - size);
            if (!attempt(z))
                break;
            is_better = true;
        }
    return is_better;
}

/* Pieces of half the length first, then smaller and smaller ones. */
static bool drop_pieces(minimiser *z)
{
    bool is_better = false;
    for (uint32_t size = z->best.items.size / 2; size > 0; size /= 2)
        for (uint32_t at = 0; at + size <= z->best.items.size && has_budget(z);) {
            z->draft.size = 0;
            draft_items(z, 0, at);
            draft_items(z, at + size, z->best.items.size - at - size);
            if (attempt(z))
                is_better = true;
            else
                at += size;
        }
    return is_better;
}

/* ---- joining runs of one thread ---- */

/* Appends the items from `first` to `end`, thread by thread in the order in which they come there. */
static void sort_by_thread(minimiser *z, uint32_t first, uint32_t end)
{
    const trial_item *items = z->best.items.data;
    VEC(uint16_t) order = {0};
    for (uint32_t i = first; i < end; i++) {
        bool is_listed = false;
        for (uint32_t k = 0; k < order.size && !is_listed; k++)
            is_listed = order.data[k] == items[i].thread;
        if (!is_listed)
            vec_push(&order, items[i].thread);
    }
    for (uint32_t k = 0; k < order.size; k++)
        for (uint32_t i = first; i < end; i++)
            if (items[i].thread == order.data[k])
                vec_push(&z->draft, items[i]);
    vec_clear(&order);
}

/* In a window of the schedule, each thread does in one run what it does there. Large windows first. */
static bool sort_windows(minimiser *z)
{
    bool is_better = false;
    for (uint32_t size = z->best.items.size; size > 2; size = (size + 1) / 2)
        for (uint32_t at = 0; at < z->best.items.size && has_budget(z); at += size) {
            uint32_t end = z->best.items.size - at < size ? z->best.items.size : at + size;
            z->draft.size = 0;
            draft_items(z, 0, at);
            sort_by_thread(z, at, end);
            draft_items(z, end, z->best.items.size - end);
            is_better |= attempt(z);
        }
    return is_better;
}

static void list_runs(const trial_items *items, item_runs *runs)
{
    runs->size = 0;
    for (uint32_t i = 0; i < items->size; i++) {
        if (runs->size == 0 || vec_last(runs)->thread != items->data[i].thread)
            vec_push(runs, (item_run){.first = i, .thread = items->data[i].thread});
        vec_last(runs)->count++;
    }
}

static uint32_t find_run(const item_runs *runs, uint32_t from, bool is_forward)
{
    for (uint32_t i = from; is_forward ? ++i < runs->size : i-- > 0;)
        if (runs->data[i].thread == runs->data[from].thread)
            return i;
    return IR_NONE;
}

/* The first `cut` items of the run go to the end of the thread's run before it, the others to the beginning of the one
 * after it. */
static bool dissolve_run(minimiser *z, const item_runs *runs, uint32_t run, uint32_t cut)
{
    uint32_t before = find_run(runs, run, false), after = find_run(runs, run, true);
    item_run moved = runs->data[run];
    if ((before == IR_NONE && cut > 0) || (after == IR_NONE && cut < moved.count))
        return false;
    z->draft.size = 0;
    for (uint32_t i = 0; i < runs->size; i++) {
        if (i == after)
            draft_items(z, moved.first + cut, moved.count - cut);
        if (i != run)
            draft_items(z, runs->data[i].first, runs->data[i].count);
        if (i == before)
            draft_items(z, moved.first, cut);
    }
    return attempt(z);
}

static bool dissolve_anyhow(minimiser *z, const item_runs *runs, uint32_t run)
{
    uint32_t count = runs->data[run].count, stride = count / MAX_CUTS + 1;
    if (dissolve_run(z, runs, run, count) || dissolve_run(z, runs, run, 0))
        return true;
    for (uint32_t cut = stride; cut < count; cut += stride)
        if (dissolve_run(z, runs, run, cut))
            return true;
    return false;
}

static bool join_runs(minimiser *z)
{
    bool is_better = false;
    item_runs runs = {0};
    list_runs(&z->best.items, &runs);
    for (uint32_t i = 0; i < runs.size && has_budget(z);) {
        if (!dissolve_anyhow(z, &runs, i)) {
            i++;
            continue;
        }
        is_better = true;
        list_runs(&z->best.items, &runs);
        i -= i > 0;
    }
    vec_clear(&runs);
    return is_better;
}

/* ---- commits ---- */

/* The stores from `first` to `end` go to memory at once, as if there were no buffers. */
static bool commit_at_once(minimiser *z, uint32_t first, uint32_t end)
{
    const trial_store *stores = z->best.stores.data;
    bool *is_moved = alloc_zeroed(z->best.items.size, sizeof(bool));
    for (uint32_t i = first; i < end; i++)
        if (stores[i].committed != IR_NONE)
            is_moved[stores[i].committed] = true;
    z->draft.size = 0;
    for (uint32_t i = 0, next = first; i < z->best.items.size; i++) {
        if (!is_moved[i])
            vec_push(&z->draft, z->best.items.data[i]);
        for (; next < end && stores[next].made == i; next++)
            vec_push(&z->draft, (trial_item){.thread = (uint16_t)stores[next].thread,
                                             .kind = MACHINE_COMMIT,
                                             .store = stores[next].number});
    }
    free(is_moved);
    return attempt(z);
}

/* All stores, then half of them, and so on. */
static bool commit_windows(minimiser *z)
{
    bool is_better = false;
    for (uint32_t size = z->best.stores.size; size > 0; size /= 2)
        for (uint32_t at = 0; at < z->best.stores.size && has_budget(z); at += size) {
            uint32_t end = z->best.stores.size - at < size ? z->best.stores.size : at + size;
            is_better |= commit_at_once(z, at, end);
        }
    return is_better;
}

/* The store is committed just before the item that is now at `at`, and nowhere else. */
static bool commit_at(minimiser *z, const trial_store *store, uint32_t at)
{
    trial_item item = {.thread = (uint16_t)store->thread, .kind = MACHINE_COMMIT, .store = store->number};
    z->draft.size = 0;
    draft_items(z, 0, at);
    vec_push(&z->draft, item);
    for (uint32_t i = at; i < z->best.items.size; i++)
        if (i != store->committed)
            vec_push(&z->draft, z->best.items.data[i]);
    return attempt(z);
}

/* As early as it goes, by halving the way. */
static bool commit_earlier(minimiser *z, uint32_t which)
{
    trial_store store = z->best.stores.data[which];
    uint32_t end = store.committed == IR_NONE ? z->best.items.size : store.committed;
    uint32_t at = store.made + 1;
    /* Older stores that go at once as well stay in front. */
    while (at < end && z->best.items.data[at].kind == MACHINE_COMMIT && z->best.items.data[at].thread == store.thread)
        at++;
    for (; at < end; at += (end - at + 1) / 2)
        if (commit_at(z, &store, at))
            return true;
    return false;
}

static bool move_commits(minimiser *z)
{
    bool is_better = false;
    for (uint32_t i = 0; i < z->best.stores.size && has_budget(z); i++)
        is_better |= commit_earlier(z, i);
    return is_better;
}

/* ---- the whole ---- */

/* Cheap attempts that can gain much come first, and none may use up the budget of the others. */
static void simplify(minimiser *z)
{
    enum { SHARES = 4 };
    static bool (*const PASSES[])(minimiser *) = {drop_end,  drop_threads, sort_windows, commit_windows,
                                                  join_runs, move_commits, drop_pieces};
    for (bool is_better = true; is_better;) {
        is_better = false;
        for (size_t i = 0; i < sizeof PASSES / sizeof *PASSES; i++) {
            z->reserve = z->trial.budget - z->trial.budget / SHARES;
            is_better |= PASSES[i](z);
        }
    }
}

void minimise_schedule(const ir_program *program, const machine_options *options, machine_choices *schedule,
                       machine_result *violation, uint64_t budget)
{
    minimiser z = {0};
    trial_init(&z.trial, program, options, budget);
    trial_read(&z.trial, schedule, &z.draft);
    z.best = z.trial.run;
    z.trial.run = (trial_run){0};
    if (is_same_violation(&z.best.result, violation)) {
        simplify(&z);
        schedule->size = 0;
        vec_append(schedule, z.best.choices.data, z.best.choices.size);
        machine_result_clear(violation);
        *violation = z.best.result;
        z.best.result = (machine_result){0};
    }
    trial_run_clear(&z.best);
    trial_clear(&z.trial);
    vec_clear(&z.draft);
}

minimise_cost minimise_cost_of(const ir_program *program, const machine_options *options,
                               const machine_choices *schedule)
{
    trial t;
    trial_items items = {0};
    trial_init(&t, program, options, 0);
    trial_read(&t, schedule, &items);
    minimise_cost cost = t.run.cost;
    vec_clear(&items);
    trial_clear(&t);
    return cost;
}
