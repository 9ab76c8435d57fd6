#include "support/enumerate.h"

#include "base/alloc.h"

enum { NARROW_BITS = 8 };

typedef struct search {
    const memory *mem;
    const symex *s;
    const memory_candidates *c;
    machine *m;
    const outcomes_options *options;
    enumerate_result *r;
    uint64_t limit;
    enumerate_listener listener;
    known known;
    axioms axioms;
    bool *is_excluded;  /* by candidate: decided against */
    VEC(bool) is_noted; /* by claim and cut: seen in an execution */
    term *input_guard;  /* by term: of a variable whose value is free, when it is asked for; else TERM_NONE */
    uint32_t *read_of;  /* by term: the event whose variable it is, or IR_NONE */
    uint64_t *visited;  /* by term: step at which has_no_input was there */
    VEC(term) waiting;
    term input; /* to choose next */
} search;

static const memory_access *access_at(const search *s, uint32_t access)
{
    return &s->mem->accesses.data[access];
}

/* ---- values ---- */

/* The term that a read takes its value from; TERM_NONE if no write is chosen. */
static term source_of(const search *s, uint32_t read)
{
    uint32_t write = s->axioms.source[read];
    if (write == AXIOMS_OPEN)
        return TERM_NONE;
    if (write != AXIOMS_INITIAL)
        return access_at(s, write)->value;
    const memory_access *r = access_at(s, read);
    for (uint32_t i = 0; i < r->cell_count; i++) {
        const memory_cell *cell = &s->mem->cells.data[s->mem->may.data[r->first_cell + i]];
        if (cell->address == axioms_address(&s->axioms, read))
            return cell->initial;
    }
    return TERM_NONE;
}

/* A read event's variable, from its parts. */
static bool read_value(const search *s, uint32_t event, term_value *value)
{
    uint32_t shift = 0;
    *value = 0;
    if (s->mem->first_access[event] == s->mem->first_access[event + 1])
        return false;
    for (uint32_t a = s->mem->first_access[event]; a < s->mem->first_access[event + 1]; a++) {
        term source = source_of(s, a);
        if (source == TERM_NONE || !s->known.is_known[source])
            return false;
        *value |= s->known.values[source] << shift;
        shift += access_at(s, a)->size * 8u;
    }
    return true;
}

/* What is needed for its own value never becomes known: nothing comes out of thin air. */
static void deliver_values(search *s)
{
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        for (uint32_t e = 0; e < s->s->events.size; e++) {
            term_value value;
            const symex_event *event = &s->s->events.data[e];
            if (event->kind == SYMEX_READ && !s->known.is_known[event->value] && read_value(s, e, &value)) {
                known_set(&s->known, event->value, value);
                has_changed = true;
            }
        }
    }
}

/* ---- results ---- */

static bool is_true(const search *s, term a)
{
    return known_is_true(&s->known, a);
}

static bool writes_byte(const search *s, uint32_t access, uint64_t byte)
{
    return access_at(s, access)->is_write && byte - axioms_address(&s->axioms, access) < access_at(s, access)->size;
}

/* The last write to the byte, or AXIOMS_INITIAL. *other is one that could come after it, or AXIOMS_INITIAL. */
static uint32_t last_write(const search *s, uint64_t byte, uint32_t *other)
{
    const axioms *a = &s->axioms;
    uint32_t last = AXIOMS_INITIAL;
    *other = AXIOMS_INITIAL;
    for (uint32_t i = 0; i < a->placed.size; i++) {
        uint32_t w = a->placed.data[i];
        if (writes_byte(s, w, byte) && (last == AXIOMS_INITIAL || axioms_is_before(a, last, w)))
            last = w;
    }
    for (uint32_t i = 0; i < a->placed.size; i++) {
        uint32_t w = a->placed.data[i];
        if (writes_byte(s, w, byte) && w != last && !axioms_is_before(a, w, last))
            *other = w;
    }
    return last;
}

static uint8_t final_byte(const search *s, uint64_t byte)
{
    uint32_t other, last = last_write(s, byte, &other);
    if (last != AXIOMS_INITIAL) {
        uint64_t part = byte - axioms_address(&s->axioms, last);
        return (uint8_t)(s->known.values[access_at(s, last)->value] >> part * 8);
    }
    const ir_program *program = s->s->program;
    uint64_t number = ir_pointer_object(program->layout, byte);
    return program->globals.data[number - 1].bytes[ir_pointer_offset(program->layout, byte)];
}

static char *describe_final(search *s)
{
    strbuf line = {0};
    machine_state *state = machine_start(s->m);
    for (uint32_t i = 0; i < s->options->place_count; i++) {
        const outcomes_place *place = &s->options->places[i];
        uint64_t value = 0;
        for (uint8_t byte = 0; byte < place->size; byte++)
            value |= (uint64_t)final_byte(s, place->address + byte) << byte * 8;
        strbuf_addf(&line, "%s%s=", i ? " " : "", place->name);
        machine_describe_value(s->m, state, place->type, place->size, value, &line);
    }
    machine_state_free(state);
    return strbuf_take(&line);
}

static bool thread_fails(const search *s, uint32_t thread)
{
    for (uint32_t i = 0; i < s->s->claims.size; i++)
        if (s->s->claims.data[i].thread == thread && !s->s->claims.data[i].is_unsupported &&
            is_true(s, s->s->claims.data[i].guard))
            return true;
    return false;
}

/* Every thread that was started has ended, failed or left the process. */
static bool is_complete(const search *s)
{
    for (uint32_t t = 0; t < s->s->threads.size; t++) {
        const symex_thread *thread = &s->s->threads.data[t];
        if (is_true(s, thread->guard) && !is_true(s, thread->end_guard) && !is_true(s, thread->exit_guard) &&
            !thread_fails(s, t))
            return false;
    }
    return true;
}

/* Does the execution violate a claim, or cut a loop, that no execution before it did? */
static bool has_news(search *s)
{
    const symex *x = s->s;
    for (uint32_t i = 0; i < x->claims.size; i++)
        if (!s->is_noted.data[i] && is_true(s, x->claims.data[i].guard))
            return true;
    for (uint32_t i = 0; i < s->mem->claims.size; i++)
        if (!s->r->goes_on_after_violation && is_true(s, s->mem->claims.data[i].guard))
            return true;
    for (uint32_t i = 0; i < x->cuts.size && !s->r->is_cut; i++)
        if (is_true(s, x->cuts.data[i].guard))
            return true;
    return false;
}

static void note_violation(enumerate_result *r, const symex_claim *claim, bool goes_on)
{
    if (!r->has_violation)
        r->violation = claim->message;
    r->has_violation = true;
    r->goes_on_after_violation |= goes_on;
}

static void note_claims(search *s)
{
    const symex *x = s->s;
    for (uint32_t i = 0; i < x->claims.size; i++)
        if (is_true(s, x->claims.data[i].guard)) {
            property violated = x->claims.data[i].property;
            s->is_noted.data[i] = true;
            if (x->claims.data[i].is_unsupported)
                s->r->has_unsupported = true;
            else
                note_violation(s->r, &x->claims.data[i],
                               violated == PROPERTY_DEREFERENCE || violated == PROPERTY_FREE ||
                                   violated == PROPERTY_LOCK_MISUSE);
        }
    for (uint32_t i = 0; i < s->mem->claims.size; i++)
        if (is_true(s, s->mem->claims.data[i].guard))
            note_violation(s->r, &s->mem->claims.data[i], true);
    for (uint32_t i = 0; i < x->cuts.size; i++)
        s->r->is_cut |= is_true(s, x->cuts.data[i].guard);
}

static bool is_listed(const search *s, const char *line)
{
    for (uint32_t i = 0; i < s->r->finals.size; i++)
        if (strcmp(s->r->finals.data[i], line) == 0)
            return true;
    return false;
}

/* ---- the order of writes ---- */

static bool step(search *s)
{
    s->r->gave_up |= ++s->r->steps > s->limit;
    return !s->r->gave_up;
}

/* Two writes to one place whose order is open. */
static bool find_open_pair(const search *s, uint32_t *w, uint32_t *w2)
{
    const axioms *a = &s->axioms;
    for (uint32_t i = 0; i < a->placed.size; i++)
        for (uint32_t j = i + 1; j < a->placed.size; j++) {
            *w = a->placed.data[i];
            *w2 = a->placed.data[j];
            if (access_at(s, *w)->is_write && access_at(s, *w2)->is_write &&
                axioms_address(a, *w) == axioms_address(a, *w2) && !axioms_is_before(a, *w, *w2) &&
                !axioms_is_before(a, *w2, *w))
                return true;
        }
    return false;
}

static void tell(search *s)
{
    if (s->listener.on_execution && !s->listener.on_execution(s->listener.context, &s->axioms))
        s->r->gave_up = true;
}

/* Is there an order of the writes that are not ordered yet? */
static bool has_order(search *s)
{
    uint32_t w, w2;
    if (!find_open_pair(s, &w, &w2)) {
        tell(s);
        return true;
    }
    for (int turn = 0; turn < 2 && step(s); turn++) {
        axioms_save(&s->axioms);
        bool ok =
            axioms_order_writes(&s->axioms, turn ? w2 : w, turn ? w : w2) && axioms_update(&s->axioms) && has_order(s);
        axioms_restore(&s->axioms);
        if (ok)
            return true;
    }
    return false;
}

static void note_execution(search *s)
{
    bool ends = is_complete(s);
    char *line = ends ? describe_final(s) : NULL;
    bool is_new = (ends && !is_listed(s, line)) || has_news(s) || s->listener.on_execution;
    s->r->executions++;
    if (is_new && has_order(s)) {
        note_claims(s);
        if (ends && !is_listed(s, line)) {
            vec_push(&s->r->finals, line);
            line = NULL;
        }
    }
    free(line);
}

/* Whichever write to an observed place comes last. */
static void order_last_writes(search *s)
{
    for (uint32_t i = 0; i < s->options->place_count; i++)
        for (uint8_t byte = 0; byte < s->options->places[i].size; byte++) {
            uint32_t other, last = last_write(s, s->options->places[i].address + byte, &other);
            if (other == AXIOMS_INITIAL)
                continue;
            for (int turn = 0; turn < 2 && step(s); turn++) {
                axioms_save(&s->axioms);
                if (axioms_order_writes(&s->axioms, turn ? other : last, turn ? last : other) &&
                    axioms_update(&s->axioms))
                    order_last_writes(s);
                axioms_restore(&s->axioms);
            }
            return;
        }
    note_execution(s);
}

/* ---- choices ---- */

static bool is_pickable(const search *s, uint32_t read)
{
    const memory_access *access = access_at(s, read);
    return s->axioms.source[read] == AXIOMS_OPEN && is_true(s, access->guard) && s->known.is_known[access->address];
}

static uint32_t write_of(const memory_candidate *candidate)
{
    return candidate->write == IR_NONE ? AXIOMS_INITIAL : candidate->write;
}

static bool is_viable(const search *s, const memory_read *r, uint32_t k)
{
    const memory_candidate *candidate = &s->c->candidates.data[r->first + k];
    return !s->is_excluded[r->first + k] && !known_is_false(&s->known, candidate->condition) &&
           axioms_could_read(&s->axioms, r->access, write_of(candidate));
}

/* Is it known that the candidate is executed, and where? */
static bool is_settled(const search *s, const memory_read *r, uint32_t k)
{
    uint32_t write = s->c->candidates.data[r->first + k].write;
    return write == IR_NONE ||
           (is_true(s, access_at(s, write)->guard) && s->known.is_known[access_at(s, write)->address]);
}

typedef struct pick {
    const memory_read *read; /* NULL: there is none */
    bool can_wait;           /* it may also read from a write of which it is not known yet whether it is executed */
    bool is_dead;            /* some read has nothing to read from */
} pick;

/* The executed read with the fewest ways to go on. Reads that can only read from writes that are not known yet wait:
 * if every execution's writes and reads are taken in an order that agrees with po and rf, each write is known before
 * what reads it. */
static pick pick_read(const search *s)
{
    pick best = {0};
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < s->c->reads.size; i++) {
        const memory_read *r = &s->c->reads.data[i];
        uint32_t settled = 0, open = 0;
        if (!is_pickable(s, r->access))
            continue;
        for (uint32_t k = 0; k < r->count; k++)
            if (is_viable(s, r, k))
                *(is_settled(s, r, k) ? &settled : &open) += 1;
        if (settled + open == 0)
            return (pick){.is_dead = true};
        if (settled > 0 && settled + (open > 0) < least) {
            least = settled + (open > 0);
            best = (pick){.read = r, .can_wait = open > 0};
        }
    }
    return best;
}

/* Goes through what an execution is made of: whether each event is executed, with which address, what is written, which
 * claims are violated, which loops are cut, how threads end. False as soon as `visit` says so of one. */
static bool for_all_parts(search *s, bool (*visit)(search *s, term part))
{
    const symex *x = s->s;
    bool tells_all = s->listener.on_execution != NULL;
    for (uint32_t e = 0; e < x->events.size; e++)
        if (!visit(s, x->events.data[e].guard))
            return false;
    for (uint32_t a = 0; a < s->mem->accesses.size; a++) {
        const memory_access *access = access_at(s, a);
        if (!visit(s, access->guard) || (is_true(s, access->guard) && !visit(s, access->address)) ||
            (is_true(s, access->guard) && (access->is_write || tells_all) && !visit(s, access->value)))
            return false;
    }
    for (uint32_t i = 0; i < x->choices.size && tells_all; i++)
        if (is_true(s, x->choices.data[i].guard) && !visit(s, x->choices.data[i].variable))
            return false;
    for (uint32_t i = 0; i < x->claims.size; i++)
        if (!visit(s, x->claims.data[i].guard))
            return false;
    for (uint32_t i = 0; i < s->mem->claims.size; i++)
        if (!visit(s, s->mem->claims.data[i].guard))
            return false;
    for (uint32_t i = 0; i < x->cuts.size; i++)
        if (!visit(s, x->cuts.data[i].guard))
            return false;
    for (uint32_t t = 0; t < x->threads.size; t++)
        if (!visit(s, x->threads.data[t].guard) || !visit(s, x->threads.data[t].end_guard) ||
            !visit(s, x->threads.data[t].exit_guard))
            return false;
    return true;
}

static bool is_known(search *s, term part)
{
    return s->known.is_known[part];
}

/* What the value of an open term depends on next: of an if-then-else whose condition is known, one side; of what is
 * read, what was written. */
static void push_dependencies(search *s, term at)
{
    const term_table *t = s->s->terms;
    uint32_t read = s->read_of[at];
    if (read != IR_NONE) {
        for (uint32_t a = s->mem->first_access[read]; a < s->mem->first_access[read + 1]; a++)
            if (source_of(s, a) != TERM_NONE)
                vec_push(&s->waiting, source_of(s, a));
    } else if (term_operation(t, at) == TERM_ITE && s->known.is_known[term_child(t, at, 0)]) {
        vec_push(&s->waiting, term_child(t, at, is_true(s, term_child(t, at, 0)) ? 1 : 2));
    } else {
        for (uint32_t i = 0; i < term_arity(t, at); i++)
            vec_push(&s->waiting, term_child(t, at, i));
    }
}

/* False if the part is open and depends on an input; that is then s->input. */
static bool has_no_input(search *s, term part)
{
    vec_push(&s->waiting, part);
    while (s->waiting.size > 0) {
        term at = vec_pop(&s->waiting);
        if (s->known.is_known[at] || s->visited[at] == s->r->steps)
            continue;
        s->visited[at] = s->r->steps;
        if (s->input_guard[at] != TERM_NONE && is_true(s, s->input_guard[at])) {
            s->input = at;
            s->waiting.size = 0;
            return false;
        }
        push_dependencies(s, at);
    }
    return true;
}

static void search_on(search *s);

static void choose_input(search *s, term input)
{
    uint32_t width = term_width(s->s->terms, input), mark = s->known.trail.size;
    int64_t low = 0, high = (INT64_C(1) << (width < NARROW_BITS ? width : NARROW_BITS)) - 1;
    if (width > NARROW_BITS) {
        low = s->options->nondet_low;
        high = s->options->nondet_high;
    }
    for (int64_t v = low; v <= high && !s->r->gave_up; v++) {
        axioms_save(&s->axioms);
        known_set(&s->known, input, (term_value)v);
        search_on(s);
        known_undo(&s->known, mark);
        axioms_restore(&s->axioms);
    }
}

/* Each settled write in turn, and then none of them. */
static void choose_write(search *s, const memory_read *r, bool can_wait)
{
    uint32_t mark = s->known.trail.size;
    VEC(uint32_t) tried = {0}; /* candidates */
    for (uint32_t k = 0; k < r->count; k++)
        if (is_viable(s, r, k) && is_settled(s, r, k))
            vec_push(&tried, r->first + k);
    for (uint32_t k = 0; k < tried.size && !s->r->gave_up; k++) {
        axioms_save(&s->axioms);
        if (axioms_read_from(&s->axioms, r->access, write_of(&s->c->candidates.data[tried.data[k]])))
            search_on(s);
        s->axioms.source[r->access] = AXIOMS_OPEN;
        known_undo(&s->known, mark);
        axioms_restore(&s->axioms);
    }
    for (uint32_t k = 0; k < tried.size; k++)
        s->is_excluded[tried.data[k]] = true;
    if (can_wait)
        search_on(s);
    for (uint32_t k = 0; k < tried.size; k++)
        s->is_excluded[tried.data[k]] = false;
    vec_clear(&tried);
}

static void search_on(search *s)
{
    if (!step(s))
        return;
    deliver_values(s);
    if (!axioms_update(&s->axioms))
        return;
    pick next = pick_read(s);
    if (next.is_dead)
        return;
    if (next.read) {
        choose_write(s, next.read, next.can_wait);
    } else if (for_all_parts(s, is_known)) {
        order_last_writes(s);
    } else if (!for_all_parts(s, has_no_input)) {
        choose_input(s, s->input);
    }
}

/* ---- the whole ---- */

/* Variables that stand for no choice (the result of printing) are zero. */
static void set_variables(search *s)
{
    const symex *x = s->s;
    uint32_t count = term_count(x->terms);
    s->input_guard = alloc_bytes(count * sizeof(term));
    s->read_of = alloc_bytes(count * sizeof(uint32_t));
    s->visited = alloc_zeroed(count, sizeof(uint64_t));
    memset(s->input_guard, 0xff, count * sizeof(term));
    memset(s->read_of, 0xff, count * sizeof(uint32_t));
    for (uint32_t e = 0; e < x->events.size; e++)
        if (x->events.data[e].kind == SYMEX_READ)
            s->read_of[x->events.data[e].value] = e;
    for (uint32_t i = 0; i < x->choices.size; i++)
        s->input_guard[x->choices.data[i].variable] = x->choices.data[i].guard;
    for (uint32_t c = 0; c < s->mem->cells.size; c++)
        s->input_guard[s->mem->cells.data[c].initial] = TERM_TRUE;
    for (term t = 0; t < count; t++)
        if (term_operation(x->terms, t) == TERM_VARIABLE && s->input_guard[t] == TERM_NONE && s->read_of[t] == IR_NONE)
            known_set(&s->known, t, 0);
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

enumerate_result enumerate_and_tell(const memory *mem, const memory_candidates *candidates, machine *m,
                                    const outcomes_options *options, uint64_t limit, enumerate_listener listener)
{
    enumerate_result r = {0};
    /* Whether such a block is there depends on what is read in it, which is what this search finds out first. */
    if (mem->s->focus != TERM_NONE) {
        r.gave_up = true;
        return r;
    }
    search s = {
        .mem = mem,
        .s = mem->s,
        .c = candidates,
        .m = m,
        .options = options,
        .r = &r,
        .limit = limit,
        .listener = listener,
        .is_excluded = alloc_zeroed(candidates->candidates.size, sizeof(bool)),
    };
    known_init(&s.known, mem->s->terms);
    set_variables(&s);
    axioms_init(&s.axioms, mem, &s.known, machine_model_of(m));
    vec_resize(&s.is_noted, mem->s->claims.size);
    search_on(&s);
    if (r.finals.size > 0)
        qsort(r.finals.data, r.finals.size, sizeof *r.finals.data, compare_lines);
    axioms_clear(&s.axioms);
    known_clear(&s.known);
    vec_clear(&s.is_noted);
    vec_clear(&s.waiting);
    free(s.input_guard);
    free(s.read_of);
    free(s.visited);
    free(s.is_excluded);
    return r;
}

enumerate_result enumerate_executions(const memory *mem, const memory_candidates *candidates, machine *m,
                                      const outcomes_options *options, uint64_t limit)
{
    return enumerate_and_tell(mem, candidates, m, options, limit, (enumerate_listener){0});
}

void enumerate_result_clear(enumerate_result *r)
{
    for (uint32_t i = 0; i < r->finals.size; i++)
        free(r->finals.data[i]);
    vec_clear(&r->finals);
}
