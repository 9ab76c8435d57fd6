#include "support/buffer_machine.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/map.h"
#include "support/history_rules.h"

/* ---- the machine ---- */

void buffer_machine_init(buffer_machine *x, const history *h, const model *m)
{
    *x = (buffer_machine){.h = h, .m = m};
    vec_resize(&x->index_of_step, h->steps.size);
    for (uint32_t t = 0; t < h->starts.size; t++) {
        uint32_t stores = 0;
        vec_push(&x->first, x->order.size);
        for (uint32_t s = 0; s < h->steps.size; s++)
            if (h->steps.data[s].thread == t) {
                x->index_of_step.data[s] = x->order.size - x->first.data[t];
                vec_push(&x->order, s);
                stores += h->steps.data[s].kind == HISTORY_WRITE || h->steps.data[s].kind == HISTORY_STORE_FENCE;
            }
        if (stores > x->buffer_size)
            x->buffer_size = stores;
    }
    vec_push(&x->first, x->order.size);
    x->words = h->starts.size + h->cell_count + h->starts.size * (1 + x->buffer_size);
}

void buffer_machine_clear(buffer_machine *x)
{
    vec_clear(&x->order);
    vec_clear(&x->first);
    vec_clear(&x->index_of_step);
}

void buffer_machine_begin(const buffer_machine *x, uint32_t *state)
{
    for (uint32_t i = 0; i < x->words; i++)
        state[i] = 0;
}

/* A state is how far each thread is, who wrote each cell, and the buffers: their length first. */
static uint32_t *memory_of(const buffer_machine *x, uint32_t *state)
{
    return state + x->h->starts.size;
}

static uint32_t *buffer_of(const buffer_machine *x, uint32_t *state, uint32_t thread)
{
    return state + x->h->starts.size + x->h->cell_count + (size_t)thread * (1 + x->buffer_size);
}

uint32_t buffer_machine_waiting(const buffer_machine *x, const uint32_t *state, uint32_t thread)
{
    return state[x->h->starts.size + x->h->cell_count + (size_t)thread * (1 + x->buffer_size)];
}

uint32_t buffer_machine_next(const buffer_machine *x, const uint32_t *state, uint32_t thread)
{
    uint32_t at = x->first.data[thread] + state[thread];
    return at == x->first.data[thread + 1] ? HISTORY_NONE : x->order.data[at];
}

bool buffer_machine_is_done(const buffer_machine *x, const uint32_t *state)
{
    for (uint32_t t = 0; t < x->h->starts.size; t++)
        if (buffer_machine_next(x, state, t) != HISTORY_NONE || buffer_machine_waiting(x, state, t) > 0)
            return false;
    return true;
}

static bool has_started(const buffer_machine *x, const uint32_t *state, uint32_t thread)
{
    uint32_t start = x->h->starts.data[thread];
    return start == HISTORY_NONE || state[x->h->steps.data[start].thread] > x->index_of_step.data[start];
}

static bool is_store(const buffer_machine *x, uint32_t step)
{
    return x->h->steps.data[step].kind == HISTORY_WRITE;
}

/* The newest store to the cell in the buffer, plus one; 0 if there is none. */
static uint32_t find_in_buffer(const buffer_machine *x, const uint32_t *buffer, uint32_t cell)
{
    for (uint32_t i = buffer[0]; i > 0; i--)
        if (is_store(x, buffer[i] - 1) && history_writes(x->h, buffer[i] - 1, cell))
            return buffer[i];
    return 0;
}

static bool read_cell(const buffer_machine *x, uint32_t *state, uint32_t thread, uint32_t read, uint32_t *seen)
{
    const history_read *what = &x->h->reads.data[read];
    uint32_t own = find_in_buffer(x, buffer_of(x, state, thread), what->cell);
    if (own != 0 && !x->m->forwards)
        return false;
    uint32_t source = (own != 0 ? own : memory_of(x, state)[what->cell]) - 1; /* HISTORY_INITIAL if it is 0 */
    if (seen == NULL)
        return source == what->source;
    seen[read] = source;
    return true;
}

static void write_cells(const buffer_machine *x, uint32_t *state, uint32_t step)
{
    const history_step *s = &x->h->steps.data[step];
    for (uint32_t i = 0; i < s->write_count; i++)
        memory_of(x, state)[x->h->writes.data[s->first_write + i]] = step + 1;
}

/* A store fence with nothing before it has nothing to do. */
static void drop_leading_fences(const buffer_machine *x, uint32_t *buffer)
{
    uint32_t count = 0;
    while (count < buffer[0] && !is_store(x, buffer[1 + count] - 1))
        count++;
    buffer[0] -= count;
    memmove(buffer + 1, buffer + 1 + count, buffer[0] * sizeof *buffer);
    for (uint32_t i = 0; i < count; i++)
        buffer[1 + buffer[0] + i] = 0;
}

static void enter(const buffer_machine *x, uint32_t *state, uint32_t thread, uint32_t step)
{
    uint32_t *buffer = buffer_of(x, state, thread);
    buffer[++buffer[0]] = step + 1;
    drop_leading_fences(x, buffer);
}

bool buffer_machine_step(const buffer_machine *x, uint32_t *state, uint32_t thread, uint32_t *seen)
{
    uint32_t step = buffer_machine_next(x, state, thread);
    if (step == HISTORY_NONE || !has_started(x, state, thread))
        return false;
    const history_step *s = &x->h->steps.data[step];
    bool is_fence = s->kind == HISTORY_BLOCK || s->kind == HISTORY_FENCE;
    if (is_fence && buffer_of(x, state, thread)[0] > 0)
        return false;
    for (uint32_t i = 0; i < s->read_count; i++)
        if (!read_cell(x, state, thread, s->first_read + i, seen))
            return false;
    if (s->kind == HISTORY_BLOCK || (s->kind == HISTORY_WRITE && !model_is_buffered(x->m)))
        write_cells(x, state, step);
    else if (s->kind == HISTORY_WRITE || (s->kind == HISTORY_STORE_FENCE && (x->m->fences & MODEL_WW)))
        enter(x, state, thread, step);
    state[thread]++;
    return true;
}

static bool share_a_cell(const history *h, uint32_t a, uint32_t b)
{
    const history_step *s = &h->steps.data[a];
    for (uint32_t i = 0; i < s->write_count; i++)
        if (history_writes(h, b, h->writes.data[s->first_write + i]))
            return true;
    return false;
}

/* Does what is in the buffer before it keep the store from leaving? */
static bool is_kept_back(const buffer_machine *x, uint32_t before, uint32_t store)
{
    return x->m->buffers == MODEL_ONE_BUFFER || !is_store(x, before) || share_a_cell(x->h, before, store) ||
           history_rules_has_edge(x->h, before, store);
}

bool buffer_machine_leave(const buffer_machine *x, uint32_t *state, uint32_t thread, uint32_t place)
{
    uint32_t *buffer = buffer_of(x, state, thread);
    if (place >= buffer[0] || !is_store(x, buffer[1 + place] - 1))
        return false;
    uint32_t step = buffer[1 + place] - 1;
    for (uint32_t i = 0; i < place; i++)
        if (is_kept_back(x, buffer[1 + i] - 1, step))
            return false;
    write_cells(x, state, step);
    buffer[0]--;
    memmove(buffer + 1 + place, buffer + 2 + place, (buffer[0] - place) * sizeof *buffer);
    buffer[1 + buffer[0]] = 0;
    drop_leading_fences(x, buffer);
    return true;
}

/* ---- all executions ---- */

typedef struct trial {
    buffer_machine x;
    uint32_t *states; /* one for each depth */
    map known;        /* hashes of states from which it was tried */
} trial;

static bool is_new(trial *t, const uint32_t *state)
{
    hash128 hash = hash128_start();
    hash128_bytes(&hash, state, t->x.words * sizeof *state);
    uint64_t key = hash.a ^ hash.b;
    if (map_find(&t->known, key) != NULL)
        return false;
    map_put(&t->known, key, 1);
    return true;
}

static bool try_all(trial *t, uint32_t depth)
{
    const uint32_t *state = t->states + (size_t)depth * t->x.words;
    uint32_t *next = t->states + (size_t)(depth + 1) * t->x.words;
    if (buffer_machine_is_done(&t->x, state))
        return true;
    if (!is_new(t, state))
        return false;
    for (uint32_t i = 0; i < t->x.h->starts.size; i++) {
        for (uint32_t place = 0; place < buffer_machine_waiting(&t->x, state, i); place++) {
            memcpy(next, state, t->x.words * sizeof *state);
            if (buffer_machine_leave(&t->x, next, i, place) && try_all(t, depth + 1))
                return true;
        }
        memcpy(next, state, t->x.words * sizeof *state);
        if (buffer_machine_step(&t->x, next, i, NULL) && try_all(t, depth + 1))
            return true;
    }
    return false;
}

bool buffer_machine_has_execution(const history *h, const model *m)
{
    trial t = {0};
    buffer_machine_init(&t.x, h, m);
    t.states = alloc_zeroed((size_t)t.x.words * (2 * h->steps.size + 2) + 1, sizeof *t.states);
    buffer_machine_begin(&t.x, t.states);
    bool has = try_all(&t, 0);
    free(t.states);
    map_clear(&t.known);
    buffer_machine_clear(&t.x);
    return has;
}

/* ---- one execution ---- */

/* Stores and store fences enter the buffer until the thread's next step is `step`. */
static bool run_up_to(const buffer_machine *x, uint32_t *state, uint32_t step)
{
    uint32_t thread = x->h->steps.data[step].thread, next;
    while ((next = buffer_machine_next(x, state, thread)) != step) {
        if (next == HISTORY_NONE ||
            (x->h->steps.data[next].kind != HISTORY_STORE_FENCE && !(is_store(x, next) && model_is_buffered(x->m))) ||
            !buffer_machine_step(x, state, thread, NULL))
            return false;
    }
    return true;
}

static bool leave_as(const buffer_machine *x, uint32_t *state, uint32_t step)
{
    uint32_t thread = x->h->steps.data[step].thread;
    const uint32_t *buffer = buffer_of(x, state, thread);
    for (uint32_t i = 0; i < buffer[0]; i++)
        if (buffer[1 + i] == step + 1)
            return buffer_machine_leave(x, state, thread, i);
    return false;
}

static bool replay_point(const buffer_machine *x, uint32_t *state, const consistency_step *point)
{
    const history_step *s = &x->h->steps.data[point->step];
    if (point->is_to_memory != (s->kind == HISTORY_WRITE && model_is_buffered(x->m)))
        return false;
    if (s->kind == HISTORY_STORE_FENCE)
        return true;
    bool has_entered = state[s->thread] > x->index_of_step.data[point->step];
    if (!(point->is_to_memory && has_entered) &&
        (!run_up_to(x, state, point->step) || !buffer_machine_step(x, state, s->thread, NULL)))
        return false;
    return !point->is_to_memory || leave_as(x, state, point->step);
}

static void run_last_fences(const buffer_machine *x, uint32_t *state)
{
    for (uint32_t t = 0; t < x->h->starts.size; t++)
        for (uint32_t s; (s = buffer_machine_next(x, state, t)) != HISTORY_NONE;)
            if (x->h->steps.data[s].kind != HISTORY_STORE_FENCE || !buffer_machine_step(x, state, t, NULL))
                break;
}

bool buffer_machine_replays(const history *h, const model *m, const consistency_steps *points)
{
    buffer_machine x;
    buffer_machine_init(&x, h, m);
    uint32_t *state = alloc_zeroed(x.words + 1, sizeof *state);
    buffer_machine_begin(&x, state);
    bool replays = true;
    for (uint32_t i = 0; i < points->size && replays; i++)
        replays = replay_point(&x, state, &points->data[i]);
    run_last_fences(&x, state);
    replays &= buffer_machine_is_done(&x, state);
    free(state);
    buffer_machine_clear(&x);
    return replays;
}

/* ---- a random execution ---- */

static bool leave_somewhere(const buffer_machine *x, uint32_t *state, random_source *r)
{
    uint32_t threads = x->h->starts.size, first = (uint32_t)random_below(r, threads);
    for (uint32_t i = 0; i < threads; i++) {
        uint32_t t = (first + i) % threads, waiting = buffer_machine_waiting(x, state, t);
        uint32_t from = waiting > 0 ? (uint32_t)random_below(r, waiting) : 0;
        for (uint32_t j = 0; j < waiting; j++)
            if (buffer_machine_leave(x, state, t, (from + j) % waiting))
                return true;
    }
    return false;
}

static bool step_somewhere(const buffer_machine *x, uint32_t *state, random_source *r, uint32_t *seen)
{
    uint32_t threads = x->h->starts.size, first = (uint32_t)random_below(r, threads);
    for (uint32_t i = 0; i < threads; i++)
        if (buffer_machine_step(x, state, (first + i) % threads, seen))
            return true;
    return false;
}

bool buffer_machine_run(const history *h, const model *m, random_source *r, uint32_t eagerness, uint32_t *seen)
{
    buffer_machine x;
    buffer_machine_init(&x, h, m);
    uint32_t *state = alloc_zeroed(x.words + 1, sizeof *state);
    bool goes_on = h->starts.size > 0;
    while (goes_on && !buffer_machine_is_done(&x, state)) {
        bool leaves_first = random_below(r, 100) < eagerness;
        goes_on = (leaves_first && leave_somewhere(&x, state, r)) || step_somewhere(&x, state, r, seen) ||
                  leave_somewhere(&x, state, r);
    }
    free(state);
    buffer_machine_clear(&x);
    return goes_on || h->steps.size == 0;
}
