#include "report/recording.h"

#include "base/map.h"

/* ---- the words ---- */

static char *take_thread(const recording *r, const machine_state *state, uint32_t thread)
{
    strbuf text = {0};
    machine_describe_thread(r->m, state, thread, &text);
    return strbuf_take(&text);
}

static char *take_value(const recording *r, const machine_state *state, const machine_event *e, uint64_t value)
{
    strbuf place = {0}, text = {0};
    ir_id type = machine_describe_place(r->m, state, e->address, e->size, &place);
    machine_describe_value(r->m, state, type, e->size, value, &text);
    strbuf_clear(&place);
    return strbuf_take(&text);
}

static char *take_place(const recording *r, const machine_state *state, const machine_event *e, uint64_t size)
{
    strbuf text = {0};
    machine_describe_place(r->m, state, e->address, size, &text);
    return strbuf_take(&text);
}

/* The reason for reading an old value: somebody else's store has not arrived yet. */
static void add_hidden_stores(const recording *r, const machine_state *state, const machine_event *e, strbuf *out)
{
    for (uint32_t other = 0; other < machine_thread_count(state); other++) {
        uint64_t value;
        if (other == e->thread || !machine_buffered(state, other, e->address, e->size, &value) || value == e->value)
            continue;
        char *who = take_thread(r, state, other), *what = take_value(r, state, e, value);
        strbuf_addf(out, " (%s's %s is still in its store buffer)", who, what);
        free(who);
        free(what);
    }
}

/* Under a model that is known by axioms there are no buffers: what others have written need not have come to a thread.
 */
static void add_unseen_write(const recording *r, const machine_event *e, const char *seen, strbuf *out)
{
    for (uint32_t i = r->steps.size; i-- > 0;) {
        const recording_step *s = &r->steps.data[i];
        if (!recording_is_visible_write(s) || s->address != e->address || s->size != e->size)
            continue;
        if (s->thread != e->thread && strcmp(s->value, seen) != 0)
            strbuf_addf(out, " (%s's %s has not come to it)", s->who, s->value);
        return;
    }
}

/* The strings of an access. */
static void describe_access(const recording *r, const machine_state *state, const machine_event *e, recording_step *s)
{
    s->place = take_place(r, state, e, e->size);
    s->value = take_value(r, state, e, e->value);
    if (e->kind == MACHINE_EVENT_RMW)
        s->old = take_value(r, state, e, e->old);
}

static void describe_action(const recording *r, const machine_state *state, const machine_event *e,
                            const recording_step *s, strbuf *out)
{
    switch (e->kind) {
    case MACHINE_EVENT_READ:
        strbuf_addf(out, "reads %s = %s%s%s", s->place, s->value, e->from_buffer ? " (its own buffered store)" : "",
                    e->is_unset ? " (never set, or not all of it)" : "");
        add_hidden_stores(r, state, e, out);
        if (!model_has_machine(r->model))
            add_unseen_write(r, e, s->value, out);
        break;
    case MACHINE_EVENT_WRITE:
        strbuf_addf(out, "writes %s = %s", s->place, s->value);
        break;
    case MACHINE_EVENT_BUFFERED:
        strbuf_addf(out, "buffers %s = %s", s->place, s->value);
        break;
    case MACHINE_EVENT_COMMIT:
        if (e->size == 0)
            strbuf_addf(out, "%s is gone for all", s->place);
        else
            strbuf_addf(out, "%s = %s arrives from %s", s->place, s->value, r->threads.data[e->thread]);
        break;
    case MACHINE_EVENT_RMW:
        if (e->old == e->value)
            strbuf_addf(out, "reads %s = %s, leaves it (atomic)", s->place, s->old);
        else
            strbuf_addf(out, "reads %s = %s, writes %s (atomic)", s->place, s->old, s->value);
        break;
    case MACHINE_EVENT_FENCE:
        strbuf_add(out, "fence");
        break;
    case MACHINE_EVENT_START:
        strbuf_addf(out, "starts %s", r->threads.data[e->value]);
        break;
    case MACHINE_EVENT_JOIN:
        strbuf_addf(out, "joins %s", r->threads.data[e->value]);
        break;
    case MACHINE_EVENT_END:
        strbuf_add(out, "ends");
        break;
    case MACHINE_EVENT_ATOMIC_BEGIN:
        strbuf_add(out, "begins an atomic block");
        break;
    case MACHINE_EVENT_ATOMIC_END:
        strbuf_add(out, "ends the atomic block");
        break;
    case MACHINE_EVENT_AWAIT:
        strbuf_add(out, e->value ? "goes on" : "wakes up by itself");
        break;
    case MACHINE_EVENT_NONDET:
        strbuf_addf(out, "any value: %s", s->value);
        break;
    case MACHINE_EVENT_ALLOC:
        strbuf_addf(out, "allocates %llu bytes: %s", (unsigned long long)e->value, s->place);
        break;
    case MACHINE_EVENT_FREE:
        strbuf_addf(out, "frees %s", s->place);
        break;
    case MACHINE_EVENT_STOP:
        strbuf_add(out, e->value ? "stops here: nobody sees anything of the atomic block" : "stops here");
        break;
    case MACHINE_EVENT_GONE:
    case MACHINE_EVENT_LOOK:
        break;
    }
}

static void describe_nondet(const recording *r, const machine_state *state, const machine_event *e, recording_step *s)
{
    strbuf text = {0};
    if (e->size == 0)
        strbuf_addf(&text, "%llu", (unsigned long long)e->value);
    else
        machine_describe_value(r->m, state, IR_NONE, e->size, e->value, &text);
    s->value = strbuf_take(&text);
}

static void describe_step(const recording *r, const machine_state *state, const machine_event *e, recording_step *s)
{
    strbuf action = {0};
    switch (e->kind) {
    case MACHINE_EVENT_READ:
    case MACHINE_EVENT_WRITE:
    case MACHINE_EVENT_BUFFERED:
    case MACHINE_EVENT_RMW:
        describe_access(r, state, e, s);
        break;
    case MACHINE_EVENT_COMMIT:
        if (e->size > 0)
            describe_access(r, state, e, s);
        else
            s->place = take_place(r, state, e, 0);
        break;
    case MACHINE_EVENT_ALLOC:
    case MACHINE_EVENT_FREE:
        s->place = take_place(r, state, e, e->kind == MACHINE_EVENT_ALLOC ? e->value : 0);
        break;
    case MACHINE_EVENT_NONDET:
        describe_nondet(r, state, e, s);
        break;
    default:
        break;
    }
    describe_action(r, state, e, s, &action);
    s->action = strbuf_take(&action);
}

/* ---- the steps ---- */

static char *own_empty(char *text)
{
    strbuf empty = {0};
    return text ? text : strbuf_take(&empty);
}

static void step_clear(recording_step *s)
{
    free(s->who);
    free(s->place);
    free(s->value);
    free(s->old);
    free(s->initial);
    free(s->action);
}

static recording_step step_of(const recording *r, const machine_state *state, const machine_event *e, bool is_call)
{
    const ir_program *program = machine_program(r->m);
    const ir_location *at = &program->locations.data[program->code.data[e->user_pc].location];
    bool has_place = e->kind != MACHINE_EVENT_COMMIT && e->kind != MACHINE_EVENT_END;
    strbuf memory = {0};
    recording_step s = {
        .kind = e->kind,
        .is_call = is_call,
        .thread = e->thread,
        .user_pc = e->user_pc,
        .file = has_place ? at->file : "",
        .line = has_place ? at->line : 0,
        .column = has_place ? at->column : 0,
        .address = e->address,
        .size = e->size,
        .bits = e->value,
        .from_buffer = e->from_buffer,
        .source = RECORDING_NONE,
        .commit = RECORDING_NONE,
        .next = RECORDING_NONE,
        .missed = RECORDING_NONE,
        .subject = RECORDING_NONE,
    };
    if (e->kind == MACHINE_EVENT_START || e->kind == MACHINE_EVENT_JOIN)
        s.subject = (uint32_t)e->value;
    if (e->kind == MACHINE_EVENT_COMMIT) {
        strbuf_add(&memory, "memory");
        s.who = strbuf_take(&memory);
    } else {
        s.who = take_thread(r, state, e->thread);
    }
    if (!is_call)
        describe_step(r, state, e, &s);
    s.place = own_empty(s.place);
    s.value = own_empty(s.value);
    s.old = own_empty(s.old);
    s.initial = own_empty(s.initial);
    s.action = own_empty(s.action);
    return s;
}

static void add_step(recording *r, recording_step s)
{
    if (r->on_step)
        r->on_step(r->context, &s);
    if (r->forgets)
        step_clear(&s);
    else
        vec_push(&r->steps, s);
}

/* Of a library call, the reads and writes of the lock itself are no news. */
static bool is_internal(const machine_event *e)
{
    if (e->pc == e->user_pc)
        return false;
    switch (e->kind) {
    case MACHINE_EVENT_START:
    case MACHINE_EVENT_JOIN:
    case MACHINE_EVENT_ALLOC:
    case MACHINE_EVENT_FREE:
    case MACHINE_EVENT_COMMIT:
    case MACHINE_EVENT_STOP:
    case MACHINE_EVENT_NONDET:
        return false;
    default:
        return true;
    }
}

/* What happened in a call is its step, or that which was told of it. */
static void note_call_events(recording *r)
{
    for (uint32_t i = r->call_began; i < r->step_of.size; i++)
        if (r->step_of.data[i] == RECORDING_NONE)
            r->step_of.data[i] = r->steps.size - 1;
}

static void end_call(recording *r)
{
    if (!r->has_call)
        return;
    if (!r->call_is_told)
        add_step(r, r->call);
    else
        step_clear(&r->call);
    note_call_events(r);
    r->has_call = false;
}

static bool is_going_on(const recording *r, const machine_event *e)
{
    return r->has_call && r->call.thread == e->thread && r->call.user_pc == e->user_pc;
}

/* A library call is one step: it waits until something worth telling happens in it, or something else happens. */
static void note_call(recording *r, const machine_state *state, const machine_event *e)
{
    if (is_going_on(r, e))
        return;
    end_call(r);
    r->call = step_of(r, state, e, true);
    r->call_began = r->step_of.size;
    r->has_call = true;
    r->call_is_told = false;
}

void recording_note_threads(recording *r, const machine_state *state)
{
    for (uint32_t i = r->threads.size; i < machine_thread_count(state); i++)
        vec_push(&r->threads, take_thread(r, state, i));
}

/* The step that it is; RECORDING_NONE if it is none, or not yet. */
static uint32_t note_event(recording *r, const machine_state *state, const machine_event *event)
{
    /* A variable's end is no line of the program, and a free is told by itself. */
    if (event->kind == MACHINE_EVENT_GONE)
        return RECORDING_NONE;
    if (is_internal(event)) {
        note_call(r, state, event);
        return RECORDING_NONE;
    }
    if (is_going_on(r, event))
        r->call_is_told = true;
    else
        end_call(r);
    add_step(r, step_of(r, state, event, false));
    return r->steps.size - 1;
}

void recording_event(void *context, const machine_state *state, const machine_event *event)
{
    recording *r = context;
    recording_note_threads(r, state);
    uint32_t step = note_event(r, state, event);
    if (!r->forgets)
        vec_push(&r->step_of, step);
}

/* ---- the relations ---- */

bool recording_is_visible_write(const recording_step *s)
{
    if (s->is_call || s->size == 0)
        return false;
    return s->kind == MACHINE_EVENT_WRITE || s->kind == MACHINE_EVENT_COMMIT ||
           (s->kind == MACHINE_EVENT_RMW && strcmp(s->old, s->value) != 0);
}

static bool overlaps(const recording_step *a, const recording_step *b)
{
    return a->address < b->address + b->size && b->address < a->address + a->size;
}

/* The newest step that the map knows for these bytes. */
static uint32_t newest_of(const map *steps, const recording_step *s)
{
    uint32_t found = RECORDING_NONE;
    for (uint8_t i = 0; i < s->size; i++) {
        uint64_t step = map_get(steps, s->address + i, RECORDING_NONE);
        if (step != RECORDING_NONE && (found == RECORDING_NONE || step > found))
            found = (uint32_t)step;
    }
    return found;
}

/* The earliest, where the map goes from the end. */
static uint32_t earliest_of(const map *steps, const recording_step *s)
{
    uint32_t found = RECORDING_NONE;
    for (uint8_t i = 0; i < s->size; i++) {
        uint64_t step = map_get(steps, s->address + i, RECORDING_NONE);
        if (step < found)
            found = (uint32_t)step;
    }
    return found;
}

static void set_bytes(map *steps, const recording_step *s, uint32_t index)
{
    for (uint8_t i = 0; i < s->size; i++)
        map_put(steps, s->address + i, index);
}

/* The stores that wait in buffers, oldest first. */
typedef VEC(uint32_t) waiting_steps;

/* Which store a commit is of: stores of one thread to one place stay in order. */
static void link_commit(recording *r, uint32_t index, waiting_steps *waiting)
{
    recording_step *s = &r->steps.data[index];
    for (uint32_t i = 0; i < waiting->size; i++) {
        recording_step *store = &r->steps.data[waiting->data[i]];
        if (store->thread != s->thread || store->address != s->address || store->size != s->size)
            continue;
        s->source = waiting->data[i];
        store->commit = index;
        memmove(&waiting->data[i], &waiting->data[i + 1], (--waiting->size - i) * sizeof *waiting->data);
        return;
    }
}

/* The newest write need not be the one that the thread sees: it is one that wrote what was read. */
static void link_to_what_was_seen(const recording *r, recording_step *s, const char *seen)
{
    uint32_t newest = s->source;
    if (newest == RECORDING_NONE || strcmp(r->steps.data[newest].value, seen) == 0)
        return;
    s->missed = newest;
    s->source = RECORDING_NONE;
    for (uint32_t i = newest; i-- > 0 && s->source == RECORDING_NONE;) {
        const recording_step *w = &r->steps.data[i];
        if (recording_is_visible_write(w) && w->address == s->address && w->size == s->size &&
            strcmp(w->value, seen) == 0)
            s->source = i;
    }
}

static void link_read(recording *r, recording_step *s, const map *memory, const waiting_steps *waiting)
{
    const char *seen = s->kind == MACHINE_EVENT_RMW ? s->old : s->value;
    if (!s->from_buffer)
        s->source = newest_of(memory, s);
    if (!model_has_machine(r->model))
        link_to_what_was_seen(r, s, seen);
    for (uint32_t i = waiting->size; i-- > 0;) {
        const recording_step *store = &r->steps.data[waiting->data[i]];
        if (!overlaps(store, s))
            continue;
        if (store->thread == s->thread && s->from_buffer && s->source == RECORDING_NONE)
            s->source = waiting->data[i];
        if (store->thread != s->thread && s->missed == RECORDING_NONE && strcmp(store->value, seen) != 0)
            s->missed = waiting->data[i];
    }
}

static void link_forwards(recording *r)
{
    map memory = {0}; /* the last step that changed the byte */
    waiting_steps waiting = {0};
    for (uint32_t i = 0; i < r->steps.size; i++) {
        recording_step *s = &r->steps.data[i];
        if (s->is_call)
            continue;
        if (s->kind == MACHINE_EVENT_BUFFERED)
            vec_push(&waiting, i);
        else if (s->kind == MACHINE_EVENT_COMMIT && s->size > 0)
            link_commit(r, i, &waiting);
        else if (s->kind == MACHINE_EVENT_READ || s->kind == MACHINE_EVENT_RMW)
            link_read(r, s, &memory, &waiting);
        if (recording_is_visible_write(s))
            set_bytes(&memory, s, i);
    }
    vec_clear(&waiting);
    map_clear(&memory);
}

static void link_backwards(recording *r)
{
    map later = {0}; /* the next step that changes the byte */
    for (uint32_t i = r->steps.size; i-- > 0;) {
        recording_step *s = &r->steps.data[i];
        if (s->is_call)
            continue;
        bool is_read = s->kind == MACHINE_EVENT_READ || s->kind == MACHINE_EVENT_RMW;
        if ((is_read && !s->from_buffer) || recording_is_visible_write(s))
            s->next = earliest_of(&later, s);
        if (recording_is_visible_write(s))
            set_bytes(&later, s, i);
    }
    map_clear(&later);
    /* What makes a value old that was read out of a buffer comes after its commit. */
    for (uint32_t i = 0; i < r->steps.size; i++) {
        recording_step *s = &r->steps.data[i];
        if (!s->from_buffer || s->source == RECORDING_NONE || r->steps.data[s->source].commit == RECORDING_NONE)
            continue;
        uint32_t next = r->steps.data[r->steps.data[s->source].commit].next;
        if (next != RECORDING_NONE && overlaps(s, &r->steps.data[next]))
            s->next = next;
    }
}

void recording_finish(recording *r)
{
    end_call(r);
    link_forwards(r);
    link_backwards(r);
}

void recording_note_initial(recording *r, const machine *m, const machine_state *start)
{
    for (uint32_t i = 0; i < r->steps.size; i++) {
        recording_step *s = &r->steps.data[i];
        uint64_t value;
        if (s->is_call || s->size == 0 || !machine_peek(start, s->address, s->size, &value))
            continue;
        strbuf place = {0}, text = {0};
        ir_id type = machine_describe_place(m, start, s->address, s->size, &place);
        machine_describe_value(m, start, type, s->size, value, &text);
        strbuf_clear(&place);
        free(s->initial);
        s->initial = strbuf_take(&text);
    }
}

const char *recording_link_name(const recording_link *link)
{
    static const char *const NAMES[] = {
        [CHECK_LINK_PO] = "po", [CHECK_LINK_RF] = "rf", [CHECK_LINK_WS] = "ws", [CHECK_LINK_FR] = "fr"};
    return NAMES[link->kind];
}

void recording_note_circle(recording *r, const check_circle *circle)
{
    for (uint32_t i = 0; i < circle->size; i++) {
        const check_link *l = &circle->data[i];
        if (l->from >= r->step_of.size || l->to >= r->step_of.size)
            continue;
        recording_link link = {l->kind, r->step_of.data[l->from], r->step_of.data[l->to], l->is_kept};
        if (link.from != link.to && link.from != RECORDING_NONE && link.to != RECORDING_NONE)
            vec_push(&r->circle, link);
    }
}

void recording_clear(recording *r)
{
    for (uint32_t i = 0; i < r->steps.size; i++)
        step_clear(&r->steps.data[i]);
    if (r->has_call)
        step_clear(&r->call);
    for (uint32_t i = 0; i < r->threads.size; i++)
        free(r->threads.data[i]);
    vec_clear(&r->steps);
    vec_clear(&r->circle);
    vec_clear(&r->step_of);
    vec_clear(&r->threads);
    r->has_call = false;
}

char *recording_thread_function(const recording *r, uint32_t thread)
{
    /* "T1 (writer)", or "main" */
    const char *name = r->threads.data[thread], *open = strchr(name, '(');
    strbuf text = {0};
    if (open)
        strbuf_add_bytes(&text, open + 1, strlen(open + 1) - 1);
    else
        strbuf_add(&text, name);
    return strbuf_take(&text);
}

const char *recording_kind_name(const recording_step *s)
{
    static const char *const NAMES[] = {
        [MACHINE_EVENT_READ] = "read",
        [MACHINE_EVENT_WRITE] = "write",
        [MACHINE_EVENT_BUFFERED] = "buffer",
        [MACHINE_EVENT_COMMIT] = "commit",
        [MACHINE_EVENT_RMW] = "rmw",
        [MACHINE_EVENT_FENCE] = "fence",
        [MACHINE_EVENT_START] = "start",
        [MACHINE_EVENT_JOIN] = "join",
        [MACHINE_EVENT_END] = "end",
        [MACHINE_EVENT_ATOMIC_BEGIN] = "atomic-begin",
        [MACHINE_EVENT_ATOMIC_END] = "atomic-end",
        [MACHINE_EVENT_AWAIT] = "await",
        [MACHINE_EVENT_NONDET] = "nondet",
        [MACHINE_EVENT_ALLOC] = "alloc",
        [MACHINE_EVENT_FREE] = "free",
        [MACHINE_EVENT_GONE] = "gone",
        [MACHINE_EVENT_STOP] = "stop",
    };
    return s->is_call ? "call" : NAMES[s->kind];
}
