/* Random litmus programs: a few threads, each with a few accesses and fences in a row.
 *
 * An event is one access or fence of one thread. Its result is the value it read; that may decide whether a later event
 * of the thread is executed, and may be a part of what it writes. */
#ifndef HEDDLE_TESTS_LITMUS_H
#define HEDDLE_TESTS_LITMUS_H

#include "base/random.h"
#include "base/strbuf.h"
#include "ir/ir.h"

enum {
    MAX_THREADS = 4, /* main is number 0 */
    MAX_EVENTS = 12,
    EVENTS_OF_THREAD = 6,
    LOCATIONS = 3,
    NOTHING = -1, /* no event; as what a read reads, the initial write */
    RESULT_BITS = 8,
    MAX_SOURCES = 20000, /* choices of rf, above which a program is too large to enumerate */
    MAX_ORDERS = 1500,   /* the same for ws */
};

typedef enum kind { READ, WRITE, ADD, EXCHANGE, COMPARE, FENCE_FULL, FENCE_STORES } kind;

typedef struct event {
    kind kind;
    ir_order order; /* of a plain access: says nothing in the representation, where fences are explicit */
    int thread, location;
    int phase;         /* of main: how many threads it has started and joined before */
    uint32_t value;    /* what is written or added */
    int added;         /* an earlier event of the thread, whose result is added to `value` */
    uint32_t expected; /* COMPARE */
    int guard;         /* an earlier event of the thread: this one is executed only if its result ... */
    uint32_t guard_value;
    bool guard_is_equal; /* ... is guard_value, or is not */
} event;

/* The events, thread by thread and each in program order. Main starts threads 1, 2 ... and then joins them in that
 * order; its events lie before, between and after. */
typedef struct litmus {
    event events[MAX_EVENTS];
    int count, threads;
} litmus;

static inline bool reads(const event *e)
{
    return e->kind == READ || (e->kind >= ADD && e->kind <= COMPARE);
}

static inline bool may_write(const event *e)
{
    return e->kind >= WRITE && e->kind <= COMPARE;
}

static inline bool is_fence(const event *e)
{
    return e->kind == FENCE_FULL || e->kind == FENCE_STORES;
}

/* ---- random programs ---- */

static inline int earlier_result(const litmus *l, int thread, random_source *random)
{
    int candidates[EVENTS_OF_THREAD], count = 0;
    for (int i = 0; i < l->count; i++)
        if (l->events[i].thread == thread && reads(&l->events[i]))
            candidates[count++] = i;
    return count ? candidates[random_below(random, (uint64_t)count)] : NOTHING;
}

/* Half of the threads only read and write, for only those show what a model allows. */
static inline kind random_kind(bool is_plain, random_source *random)
{
    enum { PLAIN_KINDS = 8 };
    static const kind KINDS[] = {READ,     READ,    READ, READ,       WRITE,      WRITE,        WRITE,       WRITE,
                                 EXCHANGE, COMPARE, ADD,  FENCE_FULL, FENCE_FULL, FENCE_STORES, FENCE_STORES};
    return KINDS[random_below(random, is_plain ? PLAIN_KINDS : sizeof KINDS / sizeof *KINDS)];
}

static inline event random_event(const litmus *l, int thread, int locations, bool is_plain, random_source *random)
{
    event e = {
        .kind = random_kind(is_plain, random),
        .thread = thread,
        .order = (ir_order)random_below(random, IR_SEQ_CST + 1),
        .location = (int)random_below(random, (uint64_t)locations),
        .value = 1 + (uint32_t)random_below(random, 2),
        .expected = (uint32_t)random_below(random, 3),
        .guard_value = (uint32_t)random_below(random, 2),
        .guard_is_equal = random_below(random, 2),
        .added = NOTHING,
        .guard = NOTHING,
    };
    if (random_below(random, 5) == 0)
        e.guard = earlier_result(l, thread, random);
    if (may_write(&e) && random_below(random, 4) == 0)
        e.added = earlier_result(l, thread, random);
    return e;
}

static inline void add_thread(litmus *l, int thread, int locations, random_source *random)
{
    int length = 2 + (int)random_below(random, random_below(random, 4) ? 3 : EVENTS_OF_THREAD - 1);
    int last_phase = 2 * (l->threads - 1), phase = (int)random_below(random, (uint64_t)l->threads);
    bool is_plain = random_below(random, 2);
    for (int i = 0; i < length && l->count < MAX_EVENTS; i++) {
        event e = random_event(l, thread, locations, is_plain, random);
        e.phase = thread ? 0 : phase;
        l->events[l->count++] = e;
        if (phase < last_phase && random_below(random, 4) == 0)
            phase++;
    }
}

static inline bool is_small_enough(const litmus *l)
{
    int writers[LOCATIONS] = {0};
    uint64_t sources = 1, orders = 1;
    for (int i = 0; i < l->count; i++)
        if (may_write(&l->events[i]))
            orders *= (uint64_t)++writers[l->events[i].location];
    for (int i = 0; i < l->count && sources <= MAX_SOURCES; i++)
        if (reads(&l->events[i]))
            sources *= (uint64_t)writers[l->events[i].location] + 1;
    return sources <= MAX_SOURCES && orders <= MAX_ORDERS;
}

static inline litmus random_litmus(random_source *random)
{
    litmus l;
    do {
        int others = 1 + (int)random_below(random, MAX_THREADS - 1);
        bool main_takes_part = others == 1 || random_below(random, 4) == 0;
        int locations = random_below(random, 3) ? 2 : LOCATIONS;
        l = (litmus){.threads = others + 1};
        for (int t = main_takes_part ? 0 : 1; t <= others; t++)
            add_thread(&l, t, locations, random);
    } while (!is_small_enough(&l));
    return l;
}

static const char LOCATION_NAMES[][2] = {"x", "y", "z"};

static inline void describe(const litmus *l, strbuf *out)
{
    static const char *const KINDS[] = {"read", "write", "add", "exchange", "compare", "fence", "fence of stores"};
    for (int i = 0; i < l->count; i++) {
        const event *e = &l->events[i];
        strbuf_addf(out, "  e%d: T%d", i, e->thread);
        if (e->thread == 0)
            strbuf_addf(out, " (phase %d)", e->phase);
        if (e->guard != NOTHING)
            strbuf_addf(out, " if (e%d %s %u)", e->guard, e->guard_is_equal ? "==" : "!=", e->guard_value);
        strbuf_addf(out, " %s", KINDS[e->kind]);
        if (!is_fence(e))
            strbuf_addf(out, " %s", LOCATION_NAMES[e->location]);
        if (e->kind == COMPARE)
            strbuf_addf(out, " with %u", e->expected);
        if (may_write(e))
            strbuf_addf(out, " value %u", e->value);
        if (e->added != NOTHING)
            strbuf_addf(out, " + e%d", e->added);
        strbuf_add_char(out, '\n');
    }
}

#endif
