#include "engine/minimise.h"

#include "engine/minimise_trial.h"

/* Longer runs are moved as one piece, or cut in few places. */
enum { MAX_CUTS = 16 };

typedef struct minimiser {
    trial trial;
    trial_run best;
    trial_items draft; /* the next attempt */
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
           is_same_kind(a->message, b->message);
}

/* Keeps the draft if it fails in the same way and is simpler. */
static bool attempt(minimiser *z)
{
    if (!trial_take(&z->trial, &z->draft) || !is_same_violation(&z->trial.run.result, &z->best.result) ||
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

/* Pieces of half the length first, then smaller and smaller ones. */
static bool drop_pieces(minimiser *z)
{
    bool is_better = false;
    for (uint32_t size = z->best.items.size / 2; size > 0; size /= 2)
        for (uint32_t at = 0; at + size <= z->best.items.size && z->trial.budget > 0;) {
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
    for (uint32_t i = 0; i < runs.size && z->trial.budget > 0;) {
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

/* Every store goes to memory at once, as if there were no buffers. */
static bool commit_all_at_once(minimiser *z)
{
    z->draft.size = 0;
    uint32_t next = 0;
    for (uint32_t i = 0; i < z->best.items.size; i++) {
        if (z->best.items.data[i].kind != MACHINE_COMMIT)
            vec_push(&z->draft, z->best.items.data[i]);
        for (; next < z->best.stores.size && z->best.stores.data[next].made == i; next++)
            vec_push(&z->draft, (trial_item){.thread = (uint16_t)z->best.stores.data[next].thread,
                                             .kind = MACHINE_COMMIT,
                                             .store = z->best.stores.data[next].number});
    }
    return attempt(z);
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
    bool is_better = commit_all_at_once(z);
    for (uint32_t i = 0; i < z->best.stores.size && z->trial.budget > 0; i++)
        is_better |= commit_earlier(z, i);
    return is_better;
}

/* ---- the whole ---- */

void minimise_schedule(const ir_program *program, const machine_options *options, machine_choices *schedule,
                       machine_result *violation, uint64_t budget)
{
    minimiser z = {0};
    trial_init(&z.trial, program, options, budget);
    trial_read(&z.trial, schedule, &z.draft);
    z.best = z.trial.run;
    z.trial.run = (trial_run){0};
    if (is_same_violation(&z.best.result, violation)) {
        bool is_better = true;
        while (is_better && z.trial.budget > 0) {
            is_better = drop_threads(&z);
            is_better |= drop_pieces(&z);
            is_better |= join_runs(&z);
            is_better |= move_commits(&z);
        }
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
