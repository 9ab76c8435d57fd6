#include "rf/schedule.h"

#include "machine/state.h"

/* A machine, and how far its threads have come. */
typedef struct follower {
    machine *m;
    machine_state *state;
    machine_result result;
    uint32_t events[MACHINE_MAX_THREADS];       /* that happen on both machines */
    uint32_t stores[MACHINE_MAX_THREADS];       /* so many had begun */
    VEC(uint32_t) waiting[MACHINE_MAX_THREADS]; /* which of them are in the buffer */
} follower;

static void listen(void *context, const machine_state *state, const machine_event *e)
{
    follower *f = context;
    (void)state;
    switch (e->kind) {
    case MACHINE_EVENT_LOOK:
    case MACHINE_EVENT_FENCE:
    case MACHINE_EVENT_COMMIT:
        return;
    case MACHINE_EVENT_WRITE:
    case MACHINE_EVENT_BUFFERED:
    case MACHINE_EVENT_GONE:
        if (e->kind == MACHINE_EVENT_BUFFERED || (e->kind == MACHINE_EVENT_GONE && e->value))
            vec_push(&f->waiting[e->thread], f->stores[e->thread]);
        f->stores[e->thread]++;
        break;
    default:
        break;
    }
    f->events[e->thread]++;
}

static void begin(follower *f, const ir_program *program, const machine_options *options, bool is_traced)
{
    machine_options mo = *options;
    mo.is_traced = is_traced;
    mo.buffer_bound = 0;
    mo.on_event = listen;
    mo.context = f;
    f->m = machine_new(program, &mo);
    f->state = machine_start(f->m);
}

static void end(follower *f)
{
    for (uint32_t t = 0; t < MACHINE_MAX_THREADS; t++)
        vec_clear(&f->waiting[t]);
    machine_state_free(f->state);
    machine_free(f->m);
    machine_result_clear(&f->result);
}

/* Which store is at the index of the machine's buffer, where fences have an index as well. */
static uint32_t store_at(const follower *f, uint32_t thread, uint32_t index)
{
    uint32_t place = 0;
    for (uint32_t i = 0; i < index; i++)
        place += !machine_waiting_at(f->state, thread, i).is_fence;
    return f->waiting[thread].data[place];
}

static bool take(follower *f, machine_choice choice, uint32_t store)
{
    f->result = machine_take(f->m, f->state, &choice);
    if (choice.kind == MACHINE_COMMIT)
        for (uint32_t i = 0, kept = 0, size = f->waiting[choice.thread].size; i < size; i++) {
            uint32_t *waiting = f->waiting[choice.thread].data;
            if (waiting[i] == store)
                f->waiting[choice.thread].size--;
            else
                waiting[kept++] = waiting[i];
        }
    return f->result.end == MACHINE_OK;
}

/* The same store, if it waits on this machine as well. */
static bool find_store(const follower *f, uint32_t thread, uint32_t store, uint32_t *index)
{
    for (*index = 0; *index < machine_waiting_count(f->state, thread); ++*index)
        if (!machine_waiting_at(f->state, thread, *index).is_fence && store_at(f, thread, *index) == store)
            return true;
    return false;
}

static bool take_too(follower *f, machine_choice choice, uint32_t store, machine_choices *schedule)
{
    vec_push(schedule, choice);
    return take(f, choice, store);
}

/* Lets the other machine come as far. False if it ends there. */
static bool catch_up(follower *f, const follower *traced, machine_choice choice, uint32_t store, bool is_last,
                     machine_choices *schedule)
{
    uint32_t thread = choice.thread;
    if (choice.kind == MACHINE_COMMIT)
        return !find_store(f, thread, store, &choice.index) || take_too(f, choice, store, schedule);
    while (f->events[thread] < traced->events[thread] || is_last)
        if (!machine_choice_is_enabled(f->m, f->state, &choice) || !take_too(f, choice, store, schedule))
            return false;
    return true;
}

static bool can_step(const follower *f, machine_choice *choice, uint32_t thread)
{
    *choice = (machine_choice){.thread = (uint16_t)thread, .kind = MACHINE_STEP};
    return machine_choice_is_enabled(f->m, f->state, choice);
}

/* Where a thread does not go on, it may still have to come on the other machine. */
static void come_to_end(follower *f, const follower *traced, machine_choices *schedule)
{
    machine_choice choice;
    for (uint32_t t = 0; t < machine_thread_count(f->state); t++)
        while (!can_step(traced, &choice, t) && can_step(f, &choice, t))
            if (!take_too(f, choice, 0, schedule))
                return;
}

/* Follows the choices on both machines, as far as the second one goes. */
static bool translate(follower *from, follower *to, const machine_choices *traced, bool is_violation,
                      machine_choices *schedule)
{
    bool goes_on = true;
    for (uint32_t i = 0; i < traced->size && goes_on; i++) {
        machine_choice choice = traced->data[i];
        uint32_t store = choice.kind == MACHINE_COMMIT ? store_at(from, choice.thread, choice.index) : 0;
        machine_result_clear(&from->result);
        take(from, choice, store);
        bool is_last = i + 1 == traced->size && (is_violation || from->result.end == MACHINE_VIOLATION);
        goes_on = catch_up(to, from, choice, store, is_last, schedule);
    }
    return goes_on;
}

bool rf_schedule_translate(const ir_program *program, const machine_options *options, const machine_choices *traced,
                           machine_choices *schedule, machine_result *result)
{
    follower from = {0}, to = {0};
    begin(&from, program, options, true);
    begin(&to, program, options, false);
    translate(&from, &to, traced, true, schedule);
    bool is_found = to.result.end == MACHINE_VIOLATION;
    if (is_found) {
        *result = to.result;
        to.result = (machine_result){0};
    }
    end(&from);
    end(&to);
    return is_found;
}

void rf_schedule_translate_all(const ir_program *program, const machine_options *options, const machine_choices *traced,
                               machine_choices *schedule)
{
    follower from = {0}, to = {0};
    begin(&from, program, options, true);
    begin(&to, program, options, false);
    if (translate(&from, &to, traced, false, schedule))
        come_to_end(&to, &from, schedule);
    end(&from);
    end(&to);
}
