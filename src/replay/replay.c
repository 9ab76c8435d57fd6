#include "replay/replay.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/map.h"
#include "replay/replay_match.h"

/* Choices for one event: between two events, a thread may read what is known already. One that needs more of them does
 * not come there. */
enum { MAX_CHOICES = 1 << 22, CHOICES_BETWEEN_QUESTIONS = 1024 };

/* ---- choices ---- */

static bool has_time(const replay *r)
{
    return r->schedule->size % CHOICES_BETWEEN_QUESTIONS > 0 || !budget_is_spent(r->limits);
}

/* Makes the choice. False if the replay is over: by the violation, or by an end that is none. */
static bool take(replay *r, machine_choice choice)
{
    if (!has_time(r))
        return false;
    uint32_t told = r->told;
    machine_result result = machine_take(r->m, r->state, &choice);
    if (result.end == MACHINE_NEEDS_VALUE) {
        r->told = told;
        uint32_t thread = choice.thread < r->symex_of.size ? r->symex_of.data[choice.thread] : IR_NONE;
        choice.has_value = true;
        if (thread != IR_NONE)
            replay_match_value(r, thread, &result, choice.value);
        machine_result_clear(&result);
        result = machine_take(r->m, r->state, &choice);
    }
    vec_push(r->schedule, choice);
    if (result.end == MACHINE_OK)
        return true;
    r->is_over = result.end == MACHINE_VIOLATION;
    if (!r->is_over && r->difference.size == 0)
        strbuf_add(&r->difference, result.message ? result.message : "the machine refuses the choice");
    *r->violation = result;
    return false;
}

static bool is_enabled(const replay *r, machine_choice choice)
{
    return machine_choice_is_enabled(r->m, r->state, &choice);
}

/* A store that goes before its turn: it must not be looked for when that comes. */
static void note_early_commit(replay *r, uint32_t machine_thread, machine_waiting entry)
{
    uint32_t thread = machine_thread < r->symex_of.size ? r->symex_of.data[machine_thread] : IR_NONE;
    if (thread == IR_NONE)
        return;
    const replay_thread *t = &r->threads[thread];
    for (uint32_t i = 0; i < t->done; i++) {
        replay_turn *turn = &r->turns[t->steps.data[i]];
        if (turn->is_waiting && turn->address == entry.address) {
            turn->is_waiting = false;
            return;
        }
    }
}

/* Commits the oldest store of the thread that may go. */
static bool commit_oldest(replay *r, uint32_t machine_thread)
{
    for (uint32_t i = 0; i < machine_waiting_count(r->state, machine_thread); i++) {
        machine_choice choice = {.thread = (uint16_t)machine_thread, .kind = MACHINE_COMMIT, .index = i};
        if (is_enabled(r, choice)) {
            note_early_commit(r, machine_thread, machine_waiting_at(r->state, machine_thread, i));
            return take(r, choice);
        }
    }
    return false;
}

/* Brings the thread on by one choice. False if there is none, or the replay is over. */
static bool advance(replay *r, uint32_t thread)
{
    while (r->threads[thread].machine == IR_NONE)
        thread = r->s->threads.data[thread].parent;
    uint32_t t = r->threads[thread].machine, owner = machine_atomic_owner(r->state);
    machine_choice step = {.thread = (uint16_t)t, .kind = MACHINE_STEP};
    machine_choice wake = {.thread = (uint16_t)t, .kind = MACHINE_WAKE};
    if (owner != IR_NONE && owner != t)
        step.thread = (uint16_t)owner;
    if (is_enabled(r, step))
        return take(r, step);
    if (machine_waiting_count(r->state, step.thread) > 0)
        return commit_oldest(r, step.thread);
    if (is_enabled(r, wake) && replay_match_wakes(r, thread, machine_next_pc(r->state, t)))
        return take(r, wake);
    return false;
}

/* ---- turns ---- */

/* In an IR_AWAIT, the execution has looked at the word and goes on waiting: the machine's thread just stands there. */
static bool is_waiting_on(const replay *r, uint32_t step)
{
    const symex_event *e = replay_event_of(r, step);
    const replay_thread *t = &r->threads[e->thread];
    return e->kind == SYMEX_READ && replay_op_at(r, e->pc) == IR_AWAIT && replay_next_step(t) == step &&
           t->machine != IR_NONE && machine_next_pc(r->state, t->machine) == e->pc;
}

/* Does the thread stand at what comes after this end of a local variable? Then there was no such variable. */
static bool is_passed(const replay *r, uint32_t step)
{
    const symex_event *e = replay_event_of(r, step);
    const replay_thread *t = &r->threads[e->thread];
    if (!e->is_alive_check || replay_op_at(r, e->pc) == IR_HEAP_FREE || t->machine == IR_NONE)
        return false;
    for (uint32_t i = t->done; i < t->steps.size; i++) {
        const symex_event *later = replay_event_of(r, t->steps.data[i]);
        if (!later->is_alive_check)
            return later->kind != SYMEX_END && machine_next_pc(r->state, t->machine) == later->pc;
    }
    return false;
}

/* Steps until the thread of the event has done it. */
static bool reach(replay *r, uint32_t step)
{
    for (uint32_t n = 0; !r->turns[step].is_done && n < MAX_CHOICES; n++) {
        if (is_passed(r, step))
            return true;
        if (advance(r, replay_event_of(r, step)->thread))
            continue;
        if (r->is_over || !is_waiting_on(r, step))
            return false;
        r->turns[step].is_done = true;
        r->threads[replay_event_of(r, step)->thread].done++;
    }
    return r->turns[step].is_done;
}

/* A store at the address, or the end of the object that begins there. */
static uint32_t find_waiting(const replay *r, uint32_t machine_thread, uint64_t address, bool is_end)
{
    for (uint32_t i = 0; i < machine_waiting_count(r->state, machine_thread); i++) {
        machine_waiting entry = machine_waiting_at(r->state, machine_thread, i);
        if (!entry.is_fence && entry.address == address && (entry.size == 0) == is_end)
            return i;
    }
    return IR_NONE;
}

/* Commits the store, which its thread has in its buffer; before it, what must go before it. */
static bool commit(replay *r, uint32_t step)
{
    uint32_t t = r->threads[replay_event_of(r, step)->thread].machine;
    replay_turn *turn = &r->turns[step];
    while (turn->is_waiting) {
        uint32_t index = find_waiting(r, t, turn->address, replay_event_of(r, step)->is_alive_check);
        machine_choice choice = {.thread = (uint16_t)t, .kind = MACHINE_COMMIT, .index = index};
        if (index == IR_NONE)
            return true;
        if (machine_atomic_owner(r->state) != IR_NONE) {
            if (!advance(r, r->symex_of.data[machine_atomic_owner(r->state)]))
                return false;
        } else if (is_enabled(r, choice)) {
            turn->is_waiting = false;
            return take(r, choice);
        } else if (!commit_oldest(r, t)) {
            return false;
        }
    }
    return true;
}

/* ---- what threads see, under models without a machine ---- */

/* Objects have the numbers of the execution. */
static bool see(replay *r, uint32_t thread, uint64_t address, uint8_t size, uint64_t value)
{
    uint64_t there;
    if (machine_peek(r->state, address, size, &there) && there == value)
        return true;
    return take(r, (machine_choice){.thread = (uint16_t)thread,
                                    .kind = MACHINE_SEE,
                                    .has_value = true,
                                    .index = size,
                                    .value = {value, address}});
}

/* The end of the steps that the machine takes together with this one: the rest of an atomic block. */
static uint32_t end_of_group(const replay *r, const replay_thread *t, uint32_t at)
{
    uint32_t block = replay_event_of(r, t->steps.data[at])->block, end = at + 1;
    while (block != IR_NONE && end < t->steps.size && replay_event_of(r, t->steps.data[end])->block == block)
        end++;
    return end;
}

/* Is the place of this step written by an earlier one of the group? */
static bool is_written_in_group(const replay *r, const replay_thread *t, uint32_t first, uint32_t at)
{
    for (uint32_t i = first; i < at; i++)
        if (replay_event_of(r, t->steps.data[i])->kind == SYMEX_WRITE &&
            r->e->steps.data[t->steps.data[i]].address == r->e->steps.data[t->steps.data[at]].address)
            return true;
    return false;
}

static bool is_shown(const symex_event *e)
{
    return e->kind <= SYMEX_WRITE && !e->is_alive_check;
}

/* Memory before the group, which it gets back where nothing newer was written. */
typedef struct sight {
    uint64_t address, before;
    uint8_t size;
    bool is_written;
    uint32_t rank;
} sight;

typedef VEC(sight) sights;

static bool show_group(replay *r, const replay_thread *t, uint32_t first, uint32_t end, sights *list)
{
    for (uint32_t i = first; i < end; i++) {
        const symex_event *e = replay_event_of(r, t->steps.data[i]);
        const execution_step *step = &r->e->steps.data[t->steps.data[i]];
        sight s = {.address = step->address, .size = e->size, .rank = step->rank, .is_written = e->kind == SYMEX_WRITE};
        if (!is_shown(e) || !machine_peek(r->state, s.address, s.size, &s.before))
            continue;
        if (!s.is_written && is_written_in_group(r, t, first, i))
            continue;
        vec_push(list, s);
        if (!s.is_written && !see(r, t->machine, s.address, s.size, (uint64_t)step->value))
            return false;
    }
    return true;
}

static bool is_written_by_group(const sights *list, uint64_t address)
{
    for (uint32_t i = 0; i < list->size; i++)
        if (list->data[i].is_written && list->data[i].address == address)
            return true;
    return false;
}

/* Memory is what the last write in each place's order has left there. */
static bool hide_group(replay *r, uint32_t thread, const sights *list)
{
    for (uint32_t i = 0; i < list->size; i++) {
        const sight *s = &list->data[i];
        bool is_newest = s->is_written && s->rank >= map_get(&r->ranks, s->address, 0);
        if (is_newest)
            map_put(&r->ranks, s->address, s->rank);
        else if ((s->is_written || !is_written_by_group(list, s->address)) &&
                 !see(r, thread, s->address, s->size, s->before))
            return false;
    }
    return true;
}

static bool perform_as_seen(replay *r, uint32_t step)
{
    const symex_event *e = replay_event_of(r, step);
    replay_thread *t = &r->threads[e->thread];
    sights list = {0};
    uint32_t first = t->done, end = first < t->steps.size ? end_of_group(r, t, first) : first;
    if (r->turns[step].is_done)
        return true;
    bool goes_on = t->machine == IR_NONE || show_group(r, t, first, end, &list);
    for (uint32_t i = first; i < end && goes_on; i++)
        goes_on = reach(r, t->steps.data[i]);
    goes_on = goes_on && hide_group(r, t->machine, &list);
    vec_clear(&list);
    return goes_on;
}

static bool perform(replay *r, uint32_t step)
{
    if (!r->turns[step].is_told)
        return true;
    if (r->e->axioms.symbolic.size > 0)
        return perform_as_seen(r, step);
    return reach(r, step) && commit(r, step);
}

/* ---- the end ---- */

/* A store on its way to an object that is gone: its arrival is the violation. */
static bool find_dangling_store(const replay *r, uint32_t machine_thread, uint64_t *address)
{
    for (uint32_t i = 0; i < machine_waiting_count(r->state, machine_thread); i++) {
        machine_waiting entry = machine_waiting_at(r->state, machine_thread, i);
        uint64_t value;
        if (!entry.is_fence && !machine_peek(r->state, entry.address, 1, &value)) {
            *address = entry.address;
            return true;
        }
    }
    return false;
}

/* Brings some thread on that can go on by itself. False if there is none, or the replay is over. */
static bool advance_any(replay *r)
{
    for (uint32_t t = 0; t < machine_thread_count(r->state); t++) {
        machine_choice step = {.thread = (uint16_t)t, .kind = MACHINE_STEP};
        if (is_enabled(r, step))
            return take(r, step);
        if (machine_waiting_count(r->state, t) > 0)
            return commit_oldest(r, t);
    }
    return false;
}

/* All events have happened, and all that is left to be done is done until nobody can go on. */
static void finish_all(replay *r)
{
    for (uint32_t n = 0; n < MAX_CHOICES && advance_any(r); n++)
        continue;
}

/* Where the claim's thread waits, the other one that it takes goes on: behind its last event it may do something that
 * is no event. */
static bool advance_other(replay *r)
{
    const symex_claim *claim = r->e->claim;
    return !r->is_over && claim->other && advance(r, r->s->events.data[claim->other].thread);
}

/* All events have happened: the claim's thread goes on until it is violated. */
static void finish(replay *r)
{
    if (property_row_of(r->e->claim->property)->shape == PROPERTY_END) {
        finish_all(r);
        return;
    }
    uint32_t thread = r->e->claim->thread;
    for (uint32_t n = 0; n < MAX_CHOICES; n++) {
        uint32_t t = r->threads[thread].machine;
        uint64_t address;
        if (t != IR_NONE && find_dangling_store(r, t, &address)) {
            if (!commit_oldest(r, t))
                return;
        } else if (!advance(r, thread) && !advance_other(r)) {
            return;
        }
    }
}

static bool explain(const replay *r, uint32_t step, diag *d)
{
    strbuf text = {0};
    if (r->limits && r->limits->spent)
        return diag_fail(d, STATUS_LIMIT, "there is a violation, but it could not be shown: %s", r->limits->spent);
    if (r->violation->end == MACHINE_LIMIT)
        return diag_fail(d, STATUS_LIMIT, "there is a violation, but to show it takes %s", r->violation->message);
    if (step < r->e->steps.size) {
        strbuf_add(&text, "it does not come to the ");
        replay_match_describe(r, step, &text);
    } else {
        strbuf_addf(&text, "it does not come to \"%s\"", r->e->claim->message);
    }
    if (r->difference.size > 0)
        strbuf_addf(&text, "; the first difference: %s", strbuf_text(&r->difference));
    diag_fail(d, STATUS_INTERNAL, "the machine does not follow an execution that violates the property: %s",
              strbuf_text(&text));
    strbuf_clear(&text);
    return false;
}

/* ---- where objects lie ---- */

/* The machine numbers threads as they are started. */
static void number_threads(const execution *e, uint32_t *machine)
{
    uint32_t count = 1;
    memset(machine, 0xff, e->s->threads.size * sizeof *machine);
    machine[0] = 0;
    for (uint32_t i = 0; i < e->steps.size; i++) {
        const symex_event *event = &e->s->events.data[e->steps.data[i].event];
        if (event->kind == SYMEX_START)
            machine[event->other] = count++;
    }
}

/* Tells the machine the numbers that objects have in the execution. */
static void give_objects(replay *r)
{
    uint32_t *machine = alloc_bytes(r->s->threads.size * sizeof *machine);
    number_threads(r->e, machine);
    for (uint32_t i = 0; i < r->e->objects.size; i++) {
        uint64_t number = r->e->objects.data[i];
        uint32_t thread = machine[r->s->objects.data[number - 1].thread];
        machine_choice choice = {
            .thread = (uint16_t)thread, .kind = MACHINE_OBJECT, .has_value = true, .value = {number, 0}};
        if (thread != IR_NONE)
            take(r, choice);
    }
    free(machine);
}

static void tell(const replay *r, replay_told *told)
{
    for (uint32_t i = 0; i < r->e->steps.size; i++)
        vec_push(told, r->turns[i].number);
}

static bool replay_once(const execution *e, const machine_options *options, bool gives_objects,
                        machine_choices *schedule, machine_result *violation, replay_told *told, diag *d)
{
    replay r;
    replay_match_init(&r, e);
    machine_options own = *options;
    own.model = e->model;
    own.on_event = replay_match_event;
    own.on_output = NULL;
    own.context = &r;
    r.m = machine_new(e->s->program, &own);
    r.state = machine_start(r.m);
    r.schedule = schedule;
    r.violation = violation;
    r.limits = options->budget;
    schedule->size = 0;
    *violation = (machine_result){0};
    if (gives_objects)
        give_objects(&r);
    uint32_t step = 0;
    while (step < e->steps.size && perform(&r, step))
        step++;
    if (step == e->steps.size)
        finish(&r);
    /* A machine that is told what to see may go wrong where no execution of the model does. */
    bool ok = r.is_over && (e->axioms.symbolic.size == 0 || violation->violated == e->claim->property);
    if (!ok) {
        explain(&r, step, d);
        machine_result_clear(violation);
    } else if (told) {
        tell(&r, told);
    }
    map_clear(&r.ranks);
    machine_state_free(r.state);
    machine_free(r.m);
    replay_match_clear(&r);
    return ok;
}

/* Mostly it does not matter where objects lie, and schedules are simpler that do not say it. */
bool replay_execution(const execution *e, const machine_options *options, machine_choices *schedule,
                      machine_result *violation, replay_told *told, diag *d)
{
    if (e->axioms.symbolic.size > 0)
        return replay_once(e, options, true, schedule, violation, told, d);
    if (replay_once(e, options, false, schedule, violation, told, d))
        return true;
    diag second = {0};
    bool ok = d->status != STATUS_LIMIT && replay_once(e, options, true, schedule, violation, told, &second);
    diag_clear(&second);
    if (ok)
        diag_clear(d);
    return ok;
}
