#include "support/generate.h"

#include <stdbool.h>

#include "support/writer.h"

enum { MAX_DEPTH = 2 };

static const char PRELUDE[] = "#include <assert.h>\n"
                              "#include <pthread.h>\n"
                              "#include <sched.h>\n"
                              "#include <stdatomic.h>\n"
                              "#include <stddef.h>\n"
                              "#include <stdlib.h>\n"
                              "_Bool __VERIFIER_nondet_bool(void);\n"
                              "void __VERIFIER_assume(int);\n"
                              "void __VERIFIER_atomic_begin(void);\n"
                              "void __VERIFIER_atomic_end(void);\n"
                              "struct node { int value; struct node *next; };\n"
                              "int g0, g1, a[3], r[4];\n"
                              "int *p = &g0, *q = &a[1];\n"
                              "struct { char small; int word; } s;\n"
                              "union { int word; short halves[2]; unsigned char bytes[4]; } u;\n"
                              "atomic_int c0, c1;\n"
                              "struct node *head;\n"
                              "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n"
                              "int l0, l1; /* mostly protected by n */\n"
                              "static int next(int x) { return x + 1; }\n"
                              "static int flip(int x) { return x ^ 1; }\n"
                              "static int count(int x) { return x ? g0 + count(x - 1) : 0; }\n"
                              "int (*function)(int) = next;\n";

typedef struct generator {
    writer writer;
    int budget; /* shared accesses that the thread may still make */
    int depth;
    bool is_locked; /* inside the mutex, an atomic block or a loop: no waiting there */
} generator;

static uint32_t below(generator *g, uint32_t bound)
{
    return writer_below(&g->writer, bound);
}

#define ONE_OF(g, ...) WRITER_ONE_OF(&(g)->writer, __VA_ARGS__)
#define line(g, ...) writer_line(&(g)->writer, __VA_ARGS__)

static const char *local(generator *g)
{
    return ONE_OF(g, "x", "y");
}

/* A shared place of type int that is surely valid. */
static const char *place(generator *g)
{
    return ONE_OF(g, "g0", "g0", "g0", "g1", "g1", "g1", "a[0]", "a[1]", "a[x & 1]", "a[(y & 1) + 1]", "*p", "*q",
                  "*mine", "s.word", "u.word");
}

static const char *value(generator *g)
{
    return ONE_OF(g, "1", "1", "2", "x", "y", "x + 1", "x ^ y");
}

static const char *order(generator *g)
{
    return ONE_OF(g, "memory_order_relaxed", "memory_order_seq_cst");
}

static void statement(generator *g);

static void block(generator *g, const char *end)
{
    g->writer.indent++;
    g->depth++;
    statement(g);
    if (below(g, 3) == 0)
        statement(g);
    g->depth--;
    g->writer.indent--;
    line(g, "%s", end);
}

static void store(generator *g)
{
    line(g, "%s = %s;", place(g), value(g));
}

static void load(generator *g)
{
    line(g, "%s = %s;", local(g), place(g));
}

static void store_part(generator *g)
{
    line(g, "%s = %s;", ONE_OF(g, "s.small", "u.halves[0]", "u.halves[1]", "u.bytes[1]", "u.bytes[x & 1]"),
         ONE_OF(g, "1", "2", "x & 3"));
}

static void load_part(generator *g)
{
    line(g, "%s = %s;", local(g),
         ONE_OF(g, "s.small", "u.halves[0]", "u.bytes[1]", "u.bytes[y & 1]", "u.word & 0xffff"));
}

static void point(generator *g)
{
    line(g, "%s = %s;", ONE_OF(g, "p", "q"), ONE_OF(g, "&g0", "&g1", "&a[0]", "a + (x & 1)", "mine", "&s.word"));
}

static void point_elsewhere(generator *g)
{
    line(g, "p = x ? &g1 : q;");
}

static void publish(generator *g)
{
    line(g, "{ struct node *n = calloc(1, sizeof *n); n->value = %s; n->next = head; head = n; }", value(g));
}

static void walk(generator *g)
{
    line(g, "for (struct node *n = head; n; n = n->next) %s += n->value;", local(g));
}

static void take(generator *g)
{
    line(g, "{ struct node *n = head; head = NULL; if (n) { %s = n->value; free(n); } }", local(g));
}

static void container(generator *g)
{
    line(g, "{ int *at = &s.word; ((char *)at - offsetof(__typeof__(s), word))[0] = %s; }", ONE_OF(g, "1", "2"));
}

static void lock(generator *g)
{
    bool is_mutex = below(g, 3) > 0;
    g->is_locked = true;
    line(g, is_mutex ? "pthread_mutex_lock(&m); {" : "__VERIFIER_atomic_begin(); {");
    block(g, is_mutex ? "} pthread_mutex_unlock(&m);" : "} __VERIFIER_atomic_end();");
    g->is_locked = false;
}

static void protected_step(generator *g)
{
    line(g, "%s",
         ONE_OF(g, "l0 = x;", "l0 = y + 1;", "x = l0;", "y = l1;", "l0++;", "l1 = l0;", "if (l0 == x) l1 = y;",
                "l1 ^= 1;", "__VERIFIER_assume(l1 < 3);", "x = c0;"));
}

/* A critical section that is one step, unless one of the rarer kinds of `peek` is in the program. */
static void section(generator *g)
{
    line(g, "pthread_mutex_lock(&n);");
    for (uint32_t i = 1 + below(g, 3); i > 0; i--)
        protected_step(g);
    if (below(g, 4) == 0) {
        line(g, "if (l0 == y) { pthread_mutex_unlock(&n); x = g0; } else { l1 = 2; pthread_mutex_unlock(&n); }");
        return;
    }
    line(g, "pthread_mutex_unlock(&n);");
}

static void peek(generator *g)
{
    line(g, "%s",
         ONE_OF(g, "x = l0;", "l1 = 1;", "if (pthread_mutex_trylock(&n) == 0) { l0++; pthread_mutex_unlock(&n); }"));
}

static void atomic(generator *g)
{
    const char *cell = ONE_OF(g, "c0", "c1");
    switch (below(g, 5)) {
    case 0:
    case 1:
        line(g, "atomic_store_explicit(&%s, %s, %s);", cell, value(g),
             ONE_OF(g, "memory_order_relaxed", "memory_order_release", "memory_order_seq_cst"));
        break;
    case 2:
    case 3:
        line(g, "%s = atomic_load_explicit(&%s, %s);", local(g), cell, order(g));
        break;
    default:
        line(g, "%s = atomic_fetch_add_explicit(&%s, 1, %s);", local(g), cell, order(g));
        break;
    }
}

static void update(generator *g)
{
    switch (below(g, 5)) {
    case 0:
        line(g, "%s = __sync_fetch_and_add(&%s, 1);", local(g), place(g));
        break;
    case 1:
        line(g, "%s = __sync_bool_compare_and_swap(&%s, x, %s);", local(g), place(g), ONE_OF(g, "1", "2"));
        break;
    case 2:
        line(g, "%s = __sync_lock_test_and_set(&%s, %s);", local(g), place(g), value(g));
        break;
    case 3:
        line(g, "atomic_compare_exchange_strong(&%s, &x, y + 1);", ONE_OF(g, "c0", "c1"));
        break;
    default:
        line(g, "%s = atomic_exchange(&%s, %s);", local(g), ONE_OF(g, "c0", "c1"), value(g));
        break;
    }
}

static void fence(generator *g)
{
    line(g, "%s",
         ONE_OF(g, "__sync_synchronize();", "atomic_thread_fence(memory_order_seq_cst);",
                "atomic_thread_fence(memory_order_release);", "atomic_thread_fence(memory_order_acquire);",
                "__asm__ volatile(\"sfence\" ::: \"memory\");", "sched_yield();"));
}

static void branch(generator *g)
{
    line(g, "if (%s) {", ONE_OF(g, "x", "x == 1", "y > x", "__VERIFIER_nondet_bool()", "g0", "a[1] == 1", "p == &g1"));
    if (below(g, 2)) {
        block(g, "} else {");
        block(g, "}");
    } else {
        block(g, "}");
    }
}

static void choose(generator *g)
{
    line(g, "switch (%s) {", ONE_OF(g, "x", "y", "g1"));
    line(g, "case 0:");
    block(g, "break;");
    line(g, "case 1:");
    block(g, "");
    line(g, "default: y++;");
    line(g, "}");
}

static void loop(generator *g)
{
    bool was_locked = g->is_locked;
    g->is_locked = true;
    switch (below(g, 6)) {
    case 0:
        line(g, "for (int i = 0; i < 2; i++) a[i] = %s;", ONE_OF(g, "i", "1", "x"));
        break;
    case 1:
        line(g, "for (int i = 0; i < 2; i++) {");
        block(g, "}");
        break;
    case 2:
        line(g, "for (int i = 0; i < (g0 & 1) + 1; i++) {");
        block(g, "}");
        break;
    case 3:
        line(g, "for (int i = 0; i < (g1 & 3); i++) { a[i & 1] = i; %s++; }", local(g));
        break;
    case 4:
        line(g, "for (int i = 0; i < 2; i++) {");
        block(g, "if (c0) break; }");
        break;
    default:
        line(g, "for (int i = x & 1; i < 2; i++) { %s += a[i]; if (a[i] == 2) break; }", local(g));
        break;
    }
    g->is_locked = was_locked;
}

static void wait(generator *g)
{
    line(g, "%s",
         ONE_OF(g, "while (atomic_load(&c0) == 0) sched_yield();", "while (g0 == 0) {}",
                "while (!__sync_bool_compare_and_swap(&g1, 0, 1)) {} g1 = 0;",
                "for (int won = 0; !won;) won = __sync_bool_compare_and_swap(&g1, 0, 1); g1 = 0;",
                "while (atomic_exchange(&c1, 1)) {} atomic_store_explicit(&c1, 0, memory_order_release);"));
}

static void assume(generator *g)
{
    line(g, "__VERIFIER_assume(%s);", ONE_OF(g, "x != 2", "y < 2", "g1 == 0"));
}

static void call(generator *g)
{
    line(g, "%s",
         ONE_OF(g, "x = function(x);", "function = flip;", "x = next(y);", "y = (x ? next : flip)(y);",
                "x = count(g1 & 3);"));
}

static const struct {
    void (*add)(generator *);
    int weight, cost; /* in shared accesses */
} KINDS[] = {
    {store, 10, 1},  {load, 10, 1}, {store_part, 4, 1}, {load_part, 4, 1}, {point, 3, 1}, {point_elsewhere, 1, 2},
    {publish, 2, 3}, {walk, 2, 2},  {take, 1, 3},       {container, 1, 1}, {lock, 4, 2},  {atomic, 8, 1},
    {update, 5, 1},  {fence, 4, 0}, {branch, 6, 1},     {choose, 1, 1},    {loop, 3, 2},  {wait, 1, 1},
    {assume, 1, 1},  {call, 2, 1},  {section, 6, 3},    {peek, 1, 1},
};

enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

static uint32_t pick_kind(generator *g)
{
    int total = 0;
    for (uint32_t i = 0; i < KIND_COUNT; i++)
        total += KINDS[i].weight;
    int at = (int)below(g, (uint32_t)total);
    uint32_t kind = 0;
    while (at >= KINDS[kind].weight)
        at -= KINDS[kind++].weight;
    return kind;
}

static bool fits_here(const generator *g, uint32_t kind)
{
    void (*add)(generator *) = KINDS[kind].add;
    bool is_nested = add == branch || add == lock || add == loop || add == choose;
    return !(is_nested && g->depth >= MAX_DEPTH) &&
           !((add == lock || add == wait || add == section || add == peek) && g->is_locked);
}

static void statement(generator *g)
{
    uint32_t kind = pick_kind(g);
    while (!fits_here(g, kind))
        kind = pick_kind(g);
    if (g->budget <= 0)
        return;
    g->budget -= KINDS[kind].cost;
    KINDS[kind].add(g);
}

static void thread(generator *g, uint32_t number, int budget)
{
    line(g, "static void *thread%u(void *argument)", number);
    line(g, "{");
    g->writer.indent++;
    line(g, "int *mine = argument, x = 0, y = %u;", below(g, 2));
    g->budget = budget;
    while (g->budget > 0)
        statement(g);
    if (number < 2) {
        line(g, "r[%u] = x;", 2 * number);
        line(g, "r[%u] = y;", 2 * number + 1);
    }
    line(g, "return %s;", ONE_OF(g, "NULL", "mine"));
    g->writer.indent--;
    line(g, "}");
}

/* One that some executions of many programs violate, and all executions of many others satisfy. */
static void assertion(generator *g)
{
    if (below(g, 4) == 0) {
        line(g, "assert(%s);",
             ONE_OF(g, "r[0] != 1 || r[2] != 0", "!(r[0] == 0 && r[1] == 0)", "g0 != 1 || r[2] == 0", "u.word < 256",
                    "*p != 2", "r[1] + r[3] != 2"));
        return;
    }
    static const char *const PLACES[] = {"r[0]", "r[1]",   "r[2]", "g0", "g1", "a[0]",
                                         "a[1]", "s.word", "c0",   "l0", "l1"};
    enum { PLACE_COUNT = sizeof PLACES / sizeof *PLACES };
    strbuf condition = {0};
    strbuf_addf(&condition, "%s == %u", PLACES[below(g, 3)], below(g, 3));
    for (uint32_t more = below(g, 3); more > 0; more--)
        strbuf_addf(&condition, " && %s == %u", PLACES[below(g, PLACE_COUNT)], below(g, 2));
    line(g, "assert(!(%s));", strbuf_text(&condition));
    strbuf_clear(&condition);
}

void generate_program(uint64_t seed, strbuf *out)
{
    generator g = {.writer = writer_new(seed, out)};
    uint32_t threads = 2 + (below(&g, 4) == 0);
    strbuf_add(out, PRELUDE);
    for (uint32_t i = 0; i < threads; i++)
        thread(&g, i, threads == 2 ? 7 : 4);
    line(&g, "int main(void)");
    line(&g, "{");
    g.writer.indent++;
    line(&g, "pthread_t t[3];");
    line(&g, "int v = 0, x = 0, y = 1, *mine = &v;");
    for (uint32_t i = 0; i < threads; i++)
        line(&g, "pthread_create(&t[%u], NULL, thread%u, %s);", i, i, ONE_OF(&g, "&v", "&g1", "&a[2]"));
    g.budget = (int)below(&g, 2);
    statement(&g);
    for (uint32_t i = 0; i < threads; i++)
        line(&g, "pthread_join(t[%u], NULL);", i);
    line(&g, "r[3] += v + 4 * x + y - *mine;");
    assertion(&g);
    line(&g, "return 0;");
    g.writer.indent--;
    line(&g, "}");
}
