#include "replay/minimise_trial.h"

/* Instructions that count as much as one choice. */
enum { INSTRUCTIONS_PER_UNIT = 256 };

bool minimise_is_simpler(const minimise_cost *a, const minimise_cost *b)
{
    if (a->switches != b->switches)
        return a->switches < b->switches;
    if (a->delay != b->delay)
        return a->delay < b->delay;
    return a->choices < b->choices;
}

/* ---- listening ---- */

static trial_thread *thread_at(trial *t, uint32_t thread)
{
    if (thread >= t->threads.size)
        vec_resize(&t->threads, thread + 1);
    return &t->threads.data[thread];
}

static void note_event(void *context, const machine_state *state, const machine_event *event)
{
    trial *t = context;
    (void)state;
    bool is_buffered = event->kind == MACHINE_EVENT_BUFFERED || (event->kind == MACHINE_EVENT_GONE && event->value);
    if (!is_buffered)
        return;
    trial_thread *thread = thread_at(t, event->thread);
    vec_push(&thread->waiting, t->run.stores.size);
    vec_push(&t->run.stores, (trial_store){.thread = event->thread,
                                           .number = thread->stores++,
                                           .made = t->run.choices.size,
                                           .committed = IR_NONE});
}

/* ---- items and choices ---- */

/* Fences take places in the machine's buffer, but are no stores. */
static uint32_t index_of_rank(const machine_state *state, uint32_t thread, uint32_t rank)
{
    for (uint32_t i = 0; i < machine_waiting_count(state, thread); i++)
        if (!machine_waiting_at(state, thread, i).is_fence && rank-- == 0)
            return i;
    return IR_NONE;
}

static uint32_t rank_of_index(const machine_state *state, uint32_t thread, uint32_t index)
{
    uint32_t rank = 0;
    for (uint32_t i = 0; i < index; i++)
        rank += !machine_waiting_at(state, thread, i).is_fence;
    return rank;
}

static uint32_t rank_of_store(trial *t, const trial_item *item)
{
    const trial_thread *thread = thread_at(t, item->thread);
    for (uint32_t rank = 0; rank < thread->waiting.size; rank++)
        if (t->run.stores.data[thread->waiting.data[rank]].number == item->store)
            return rank;
    return IR_NONE;
}

/* The choice that the item stands for now; false if it is not possible. */
static bool resolve(trial *t, const trial_item *item, machine_choice *choice, uint32_t *rank)
{
    *choice = (machine_choice){.thread = item->thread, .kind = item->kind};
    *rank = IR_NONE;
    if (item->thread >= machine_thread_count(t->state))
        return false;
    if (item->kind == MACHINE_COMMIT) {
        *rank = rank_of_store(t, item);
        if (*rank == IR_NONE)
            return false;
        choice->index = index_of_rank(t->state, item->thread, *rank);
    }
    return machine_choice_is_enabled(t->m, t->state, choice);
}

static void give_value(trial *t, machine_choice *choice)
{
    trial_thread *thread = thread_at(t, choice->thread);
    choice->has_value = true;
    if (thread->asked < thread->values.size) {
        choice->value[0] = thread->values.data[thread->asked].value[0];
        choice->value[1] = thread->values.data[thread->asked].value[1];
    }
    thread->asked++;
}

static void take_choice(trial *t, const trial_item *item, machine_choice choice, uint32_t rank)
{
    uint64_t before = machine_instruction_count(t->m);
    machine_result_clear(&t->run.result);
    t->run.result = machine_take(t->m, t->state, &choice);
    if (t->run.result.end == MACHINE_NEEDS_VALUE) {
        give_value(t, &choice);
        machine_result_clear(&t->run.result);
        t->run.result = machine_take(t->m, t->state, &choice);
    }
    if (rank != IR_NONE) {
        trial_thread *thread = thread_at(t, choice.thread);
        uint32_t *waiting = thread->waiting.data;
        t->run.stores.data[waiting[rank]].committed = t->run.choices.size;
        memmove(waiting + rank, waiting + rank + 1, (thread->waiting.size - rank - 1) * sizeof *waiting);
        thread->waiting.size--;
    }
    vec_push(&t->run.items, *item);
    vec_push(&t->run.choices, choice);
    uint64_t units = 1 + (machine_instruction_count(t->m) - before) / INSTRUCTIONS_PER_UNIT;
    t->budget -= units < t->budget ? units : t->budget;
}

/* ---- runs ---- */

static void start(trial *t)
{
    machine_state_free(t->state);
    machine_result_clear(&t->run.result);
    t->run.items.size = 0;
    t->run.choices.size = 0;
    t->run.stores.size = 0;
    for (uint32_t i = 0; i < t->threads.size; i++) {
        t->threads.data[i].waiting.size = 0;
        t->threads.data[i].stores = 0;
        t->threads.data[i].asked = 0;
    }
    t->state = machine_start(t->m);
}

static minimise_cost measure(const trial_run *run)
{
    minimise_cost cost = {.choices = run->choices.size};
    for (uint32_t i = 1; i < run->choices.size; i++)
        cost.switches += run->choices.data[i].thread != run->choices.data[i - 1].thread;
    for (uint32_t i = 0; i < run->stores.size; i++) {
        const trial_store *store = &run->stores.data[i];
        uint32_t end = store->committed == IR_NONE ? run->choices.size : store->committed;
        cost.delay += end - store->made - 1;
    }
    return cost;
}

/* False if the item is not possible. */
static bool take_item(trial *t, const trial_item *item)
{
    machine_choice choice;
    uint32_t rank;
    if (!resolve(t, item, &choice, &rank))
        return false;
    take_choice(t, item, choice, rank);
    return true;
}

/* Asked at every choice: states can be so large that each one takes long. */
static bool is_going_on(trial *t)
{
    if (budget_is_spent(t->limits))
        t->budget = 0;
    return t->run.result.end == MACHINE_OK && t->budget > 0;
}

/* Everything that is in the thread's buffer, oldest first. */
static bool commit_all(trial *t, uint16_t thread)
{
    bool has_committed = false;
    for (uint32_t rank = 0; is_going_on(t) && rank < thread_at(t, thread)->waiting.size;) {
        uint32_t store = thread_at(t, thread)->waiting.data[rank];
        trial_item item = {.thread = thread, .kind = MACHINE_COMMIT, .store = t->run.stores.data[store].number};
        if (take_item(t, &item)) {
            has_committed = true;
            rank = 0;
        } else {
            rank++;
        }
    }
    return has_committed;
}

static bool is_same_hash(hash128 a, hash128 b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* The thread goes on until it has to wait, ends, or is where it was before: then it waits in a loop. (A loop is
 * noticed when it comes back to the state after 2^k steps, for some k.) False if nothing has changed. */
static bool run_alone(trial *t, uint16_t thread, uint32_t end)
{
    bool has_changed = commit_all(t, thread);
    hash128 known = machine_state_hash(t->state), first = known;
    trial_item step = {.thread = thread, .kind = MACHINE_STEP};
    for (uint32_t n = 1; is_going_on(t) && t->run.choices.size < end && take_item(t, &step); n++) {
        commit_all(t, thread);
        hash128 now = machine_state_hash(t->state);
        if (is_same_hash(now, known))
            break;
        if ((n & (n - 1)) == 0)
            known = now;
    }
    hash128 last = machine_state_hash(t->state);
    return has_changed || !is_same_hash(first, last);
}

static void make_up(trial *t, uint32_t end)
{
    uint32_t idle = 0, thread = t->run.items.size > 0 ? vec_last(&t->run.items)->thread : 0;
    while (is_going_on(t) && t->run.choices.size < end && idle < machine_thread_count(t->state)) {
        idle = run_alone(t, (uint16_t)thread, end) ? 0 : idle + 1;
        thread = (thread + 1) % machine_thread_count(t->state);
    }
}

bool trial_take(trial *t, const trial_items *items, uint32_t more)
{
    start(t);
    for (uint32_t i = 0; i < items->size && is_going_on(t); i++)
        take_item(t, &items->data[i]);
    make_up(t, t->run.choices.size + more);
    t->run.cost = measure(&t->run);
    return t->budget > 0 || t->run.result.end != MACHINE_OK;
}

/* The values are noted as they are asked for: a choice may carry one that its step does not need. */
void trial_read(trial *t, const machine_choices *schedule, trial_items *items)
{
    start(t);
    for (uint32_t i = 0; i < schedule->size && t->run.result.end == MACHINE_OK; i++) {
        const machine_choice *choice = &schedule->data[i];
        trial_item item = {.thread = choice->thread, .kind = choice->kind};
        uint32_t rank = IR_NONE;
        trial_thread *thread = thread_at(t, choice->thread);
        if (choice->kind == MACHINE_COMMIT) {
            rank = rank_of_index(t->state, choice->thread, choice->index);
            item.store = t->run.stores.data[thread->waiting.data[rank]].number;
        }
        vec_push(items, item);
        vec_push(&thread->values, (trial_value){{choice->value[0], choice->value[1]}});
        uint32_t asked = thread->asked;
        take_choice(t, &item, (machine_choice){choice->thread, choice->kind, false, choice->index, {0, 0}}, rank);
        thread = thread_at(t, choice->thread);
        if (thread->asked == asked)
            thread->values.size--;
    }
    t->run.cost = measure(&t->run);
}

void trial_init(trial *t, const ir_program *program, const machine_options *options, uint64_t budget)
{
    *t = (trial){.budget = budget, .limits = options->budget};
    machine_options own = *options;
    own.on_event = note_event;
    own.on_output = NULL;
    own.context = t;
    t->m = machine_new(program, &own);
}

void trial_run_clear(trial_run *run)
{
    vec_clear(&run->items);
    vec_clear(&run->choices);
    vec_clear(&run->stores);
    machine_result_clear(&run->result);
}

void trial_clear(trial *t)
{
    for (uint32_t i = 0; i < t->threads.size; i++) {
        vec_clear(&t->threads.data[i].waiting);
        vec_clear(&t->threads.data[i].values);
    }
    vec_clear(&t->threads);
    trial_run_clear(&t->run);
    machine_state_free(t->state);
    machine_free(t->m);
}
