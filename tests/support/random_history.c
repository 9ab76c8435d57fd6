#include "support/random_history.h"

#include "base/alloc.h"
#include "support/buffer_machine.h"

static uint32_t pick(random_source *r, uint32_t count)
{
    return (uint32_t)random_below(r, count);
}

/* Often nothing of it. */
static uint32_t pick_share(random_source *r, uint32_t most)
{
    return pick(r, 2) == 0 ? 0 : pick(r, most + 1);
}

random_history_shape random_history_small(random_source *r, uint32_t threads, uint32_t steps, uint32_t cells)
{
    return (random_history_shape){
        .threads = pick(r, 10) == 0 ? 1 : 2 + pick(r, threads - 1),
        .steps = pick(r, 20) == 0 ? pick(r, steps + 1) : steps / 2 + pick(r, steps - steps / 2 + 1),
        .cells = 1 + pick(r, cells),
        .writes = 20 + pick(r, 50),
        .blocks = pick_share(r, 20),
        .fences = pick_share(r, 20),
        .store_fences = pick_share(r, 25),
        .wide = pick_share(r, 60),
        .created = pick_share(r, 100),
        .edges = pick_share(r, 40),
    };
}

static history_kind pick_kind(random_source *r, const random_history_shape *shape)
{
    uint32_t share = pick(r, 100);
    if (share < shape->blocks)
        return HISTORY_BLOCK;
    if ((share -= shape->blocks) < shape->fences)
        return HISTORY_FENCE;
    if ((share -= shape->fences) < shape->store_fences)
        return HISTORY_STORE_FENCE;
    return pick(r, 100) < shape->writes ? HISTORY_WRITE : HISTORY_READ;
}

/* Neighbours, each once. */
static void add_accesses(history *h, random_source *r, const random_history_shape *shape, bool is_write)
{
    uint32_t count = pick(r, 100) < shape->wide ? 1 + pick(r, shape->cells < 3 ? shape->cells : 3) : 1;
    uint32_t first = pick(r, shape->cells);
    for (uint32_t i = 0; i < count; i++) {
        if (is_write)
            history_add_write(h, (first + i) % shape->cells);
        else
            history_add_read(h, (first + i) % shape->cells, HISTORY_INITIAL);
    }
}

static void add_random_step(history *h, random_source *r, const random_history_shape *shape)
{
    history_kind kind = pick_kind(r, shape);
    history_add_step(h, pick(r, shape->threads), kind);
    uint32_t parts = kind == HISTORY_BLOCK ? pick(r, 8) : 0;
    if (kind == HISTORY_READ || parts % 4 > 0)
        add_accesses(h, r, shape, false);
    if (kind == HISTORY_WRITE || parts % 4 > 1)
        add_accesses(h, r, shape, true);
}

/* By a block of a thread with a lower number, if there is one. */
static uint32_t pick_start(const history *h, random_source *r, uint32_t thread)
{
    uint32_t start = HISTORY_NONE, count = 0;
    for (uint32_t s = 0; s < h->steps.size; s++)
        if (h->steps.data[s].kind == HISTORY_BLOCK && h->steps.data[s].thread < thread && pick(r, ++count) == 0)
            start = s;
    return start;
}

static void add_edges(history *h, random_source *r, uint32_t before, uint32_t percent)
{
    for (uint32_t after = before + 1; after < h->steps.size; after++)
        if (h->steps.data[after].kind == HISTORY_WRITE && h->steps.data[after].thread == h->steps.data[before].thread &&
            pick(r, 100) < percent)
            vec_push(&h->edges, (history_edge){before, after});
}

void random_history_steps(history *h, random_source *r, const random_history_shape *shape)
{
    history_reset(h);
    for (uint32_t t = 0; t < shape->threads; t++)
        history_add_thread(h, HISTORY_NONE);
    for (uint32_t i = 0; i < shape->steps; i++)
        add_random_step(h, r, shape);
    for (uint32_t t = 1; t < shape->threads; t++)
        if (pick(r, 100) < shape->created)
            h->starts.data[t] = pick_start(h, r, t);
    for (uint32_t s = 0; shape->edges > 0 && s < h->steps.size; s++)
        if (h->steps.data[s].kind == HISTORY_WRITE)
            add_edges(h, r, s, shape->edges);
}

bool random_history_run(history *h, random_source *r, const model *m)
{
    uint32_t *seen = alloc_zeroed(h->reads.size + 1, sizeof *seen);
    bool is_done = buffer_machine_run(h, m, r, pick(r, 100), seen);
    for (uint32_t i = 0; is_done && i < h->reads.size; i++)
        h->reads.data[i].source = seen[i];
    free(seen);
    return is_done;
}

/* ---- tangles ---- */

typedef struct tangle_step {
    bool is_write;
    uint8_t cell, source; /* the thread that writes what it reads */
} tangle_step;

enum { TANGLE_THREADS = 8, TANGLE_LENGTH = 3, FLAGS = 3, TANGLE_CELLS = FLAGS + 4 };

/* On cell 0 there are two pairs of a write and a read of it, and so on 1 and 2. On each cell one pair has to come after
 * the other. If the pairs of 0 have one order, so have those of 1, and then those of 0 must have the other order; in
 * the same way, because of 2, they cannot have that. The cells from FLAGS on only bring threads into order. */
static const tangle_step TANGLE[TANGLE_THREADS][TANGLE_LENGTH] = {
    {{true, 1, 0}, {false, FLAGS, 1}, {false, 0, 6}},     {{true, 1, 0}, {true, FLAGS, 0}},
    {{true, 0, 0}, {true, FLAGS + 1, 0}, {false, 1, 0}},  {{false, FLAGS + 1, 2}, {false, 1, 1}},
    {{true, 2, 0}, {false, FLAGS + 2, 5}, {false, 0, 2}}, {{true, 2, 0}, {true, FLAGS + 2, 0}},
    {{true, 0, 0}, {true, FLAGS + 3, 0}, {false, 2, 4}},  {{false, FLAGS + 3, 6}, {false, 2, 5}},
};

static uint32_t tangle_length(uint32_t thread)
{
    return thread % 2 == 0 ? TANGLE_LENGTH : TANGLE_LENGTH - 1;
}

typedef struct tangle {
    bool has_fences;
    uint32_t block_share;
    uint32_t writer[TANGLE_THREADS][TANGLE_CELLS];
} tangle;

/* Either as a block, or as a plain access, perhaps with a fence behind it. */
static void add_tangle_step(history *h, random_source *r, tangle *x, uint32_t thread, const tangle_step *t)
{
    bool is_block = pick(r, 4) < x->block_share;
    uint32_t step = history_add_step(h, thread, is_block ? HISTORY_BLOCK : t->is_write ? HISTORY_WRITE : HISTORY_READ);
    if (t->is_write) {
        x->writer[thread][t->cell] = step;
        history_add_write(h, t->cell);
    } else {
        history_add_read(h, t->cell, t->source);
    }
    if (!is_block && x->has_fences && t->is_write)
        history_add_step(h, thread, HISTORY_FENCE);
}

void random_history_tangle(history *h, random_source *r)
{
    tangle x = {.has_fences = pick(r, 4) > 0, .block_share = pick(r, 5)};
    uint32_t done[TANGLE_THREADS] = {0}, left = 0;
    history_reset(h);
    memset(x.writer, 0xff, sizeof x.writer); /* HISTORY_INITIAL */
    for (uint32_t t = 0; t < TANGLE_THREADS; t++) {
        history_add_thread(h, HISTORY_NONE);
        left += tangle_length(t);
    }
    uint32_t left_out = pick(r, 2 * left);
    while (left > 0) {
        uint32_t t = pick(r, TANGLE_THREADS);
        if (done[t] == tangle_length(t))
            continue;
        if (left-- != left_out)
            add_tangle_step(h, r, &x, t, &TANGLE[t][done[t]]);
        done[t]++;
    }
    for (uint32_t i = 0; i < h->reads.size; i++)
        h->reads.data[i].source = x.writer[h->reads.data[i].source][h->reads.data[i].cell];
}

/* ---- sources ---- */

static uint32_t pick_writer(const history *h, random_source *r, uint32_t cell)
{
    uint32_t writer = HISTORY_INITIAL, count = 1;
    for (uint32_t s = 0; s < h->steps.size; s++)
        if (history_writes(h, s, cell) && pick(r, ++count) == 0)
            writer = s;
    return writer;
}

void random_history_guess(history *h, random_source *r)
{
    for (uint32_t i = 0; i < h->reads.size; i++)
        h->reads.data[i].source = pick_writer(h, r, h->reads.data[i].cell);
}

bool random_history_change(history *h, random_source *r)
{
    for (uint32_t tries = 0; h->reads.size > 0 && tries < 20; tries++) {
        history_read *read = &h->reads.data[pick(r, h->reads.size)];
        uint32_t writer = pick_writer(h, r, read->cell);
        if (writer != read->source) {
            read->source = writer;
            return true;
        }
    }
    return false;
}
