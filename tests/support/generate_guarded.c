/* Variables that are kept apart by locks, flags, atomic blocks, joins, or by less than is needed: whoever takes such
 * accesses for unseen must know when they are not. The variables x, y and a are plain, f and g are atomic; every thread
 * leaves what it saw in variables of its own, which are plain, too. */
#include <stdbool.h>

#include "support/generate_control.h"
#include "support/writer.h"

enum { THREADS = 3 };

typedef struct generator {
    writer writer;
    uint32_t guard;    /* what sections are made with */
    const char *place; /* of the lock: in an array, by constant or variable index */
    uint32_t thread;
    bool is_careless;
    bool is_litmus;  /* threads are short, without sections */
    bool is_message; /* and the second only looks at what a flag of the first announces */
} generator;

#define line(g, ...) writer_line(&(g)->writer, __VA_ARGS__)
#define ONE_OF(g, ...) WRITER_ONE_OF(&(g)->writer, __VA_ARGS__)

static uint32_t below(generator *g, uint32_t bound)
{
    return writer_below(&g->writer, bound);
}

static const char *flag(generator *g)
{
    return ONE_OF(g, "f", "f", "g");
}

static const char *order_of_store(generator *g)
{
    return ONE_OF(g, "relaxed", "release", "release", "seq_cst");
}

static const char *order_of_load(generator *g)
{
    return ONE_OF(g, "relaxed", "acquire", "seq_cst");
}

/* Something with plain variables only. */
static void plain(generator *g)
{
    const char *v = ONE_OF(g, "x", "x", "y", "a.e[0]", "a.e[1]", "a.e[f & 1]", "(*p)");
    switch (below(g, 8)) {
    case 0:
        line(g, "%s = %u;", v, below(g, 3));
        break;
    case 1:
        line(g, "%s++;", v);
        break;
    case 2:
        line(g, "%s--;", v);
        break;
    case 3:
        line(g, "r%u = %s;", g->thread, v);
        break;
    case 4:
        line(g, "r%u += 2 * %s;", g->thread, v);
        break;
    case 5:
        line(g, "if (%s) %s = %u;", v, ONE_OF(g, "x", "y", "a.e[0]"), below(g, 3));
        break;
    case 6:
        line(g, "%s", ONE_OF(g, "b = a;", "memcpy(&a, &b, sizeof a);", "for (int i = 0; i < 2; i++) y += x;"));
        break;
    default:
        line(g, "assert(%s != %u);", v, 2 + below(g, 3));
        break;
    }
}

static void some_plain(generator *g)
{
    g->writer.indent++;
    for (uint32_t n = 1 + below(g, 3); n > 0; n--)
        plain(g);
    g->writer.indent--;
}

static void fence(generator *g)
{
    line(g, "atomic_thread_fence(memory_order_%s);", ONE_OF(g, "seq_cst", "seq_cst", "release", "acquire"));
}

/* Accesses that something keeps apart from those of others. */
static void section(generator *g)
{
    switch (g->guard) {
    case 0:
        line(g, "__VERIFIER_atomic_begin();");
        some_plain(g);
        line(g, "__VERIFIER_atomic_end();");
        break;
    case 1:
    case 2:
        line(g, "pthread_mutex_lock(&m[%s]);", g->place);
        some_plain(g);
        line(g, "pthread_mutex_unlock(&m[%s]);", g->place);
        break;
    default:
        line(g, "if (atomic_compare_exchange_strong(&held[%s], &(int){0}, 1)) {", g->place);
        some_plain(g);
        line(g, "    atomic_store_explicit(&held[%s], 0, memory_order_%s);", g->place, order_of_store(g));
        line(g, "}");
        break;
    }
}

/* A message: what is plain is handed on by a flag. */
static void hand_on(generator *g)
{
    if (below(g, 2)) {
        some_plain(g);
        if (below(g, 4) == 0)
            fence(g);
        line(g, "atomic_store_explicit(&%s, 1, memory_order_%s);", flag(g), order_of_store(g));
        if (below(g, 3) == 0)
            fence(g);
    } else {
        line(g, "if (atomic_load_explicit(&%s, memory_order_%s)) {", flag(g), order_of_load(g));
        some_plain(g);
        line(g, "}");
    }
}

static void loud(generator *g)
{
    switch (below(g, 5)) {
    case 0:
        line(g, "r%u += atomic_load_explicit(&%s, memory_order_%s);", g->thread, flag(g), order_of_load(g));
        break;
    case 1:
        line(g, "atomic_store_explicit(&%s, %u, memory_order_%s);", flag(g), below(g, 3), order_of_store(g));
        break;
    case 2:
        line(g, "atomic_fetch_add(&%s, 1);", flag(g));
        break;
    case 3:
        line(g, "if (__VERIFIER_nondet_bool()) r%u = 1;", g->thread);
        break;
    default:
        fence(g);
        break;
    }
}

static void read_message(generator *g)
{
    line(g, "if (atomic_load_explicit(&%s, memory_order_relaxed)) r%u = x + 1;", flag(g), g->thread);
}

/* One access, or a fence: what is seen is told from what is not. */
static void single(generator *g)
{
    switch (below(g, 11)) {
    case 0:
    case 1:
        line(g, "x = 1;");
        break;
    case 2:
    case 3:
        line(g, "r%u = x + 1;", g->thread);
        break;
    case 4:
    case 5:
        line(g, "atomic_store_explicit(&%s, 1, memory_order_%s);", flag(g), ONE_OF(g, "relaxed", "relaxed", "release"));
        break;
    case 6:
    case 7:
        line(g, "r%u = atomic_load_explicit(&%s, memory_order_relaxed) + 1;", g->thread, flag(g));
        break;
    case 8:
    case 9:
        read_message(g);
        break;
    default:
        fence(g);
        break;
    }
}

static void statement(generator *g)
{
    if (g->is_message && g->thread == 2) {
        read_message(g);
        return;
    }
    if (g->is_litmus) {
        single(g);
        return;
    }
    uint32_t choice = below(g, 8);
    if (choice < 3)
        section(g);
    else if (choice < 5)
        hand_on(g);
    else if (choice < 7 || !g->is_careless)
        loud(g);
    else
        some_plain(g);
}

static void body(generator *g, uint32_t statements)
{
    g->writer.indent++;
    for (; statements > 0; statements--)
        statement(g);
    g->writer.indent--;
}

static void thread(generator *g, uint32_t number)
{
    g->thread = number;
    line(g, "static void *thread%u(void *argument)", number);
    line(g, "{");
    body(g, g->is_litmus && !(g->is_message && number == 2) ? 3 + below(g, 3) : 1 + below(g, 3));
    line(g, "    return argument;");
    line(g, "}");
}

static void main_function(generator *g, uint32_t threads)
{
    g->thread = 0;
    line(g, "int main(void)");
    line(g, "{");
    line(g, "    pthread_t t[%u];", THREADS);
    if (below(g, 2))
        body(g, 1);
    for (uint32_t i = 1; i <= threads; i++) {
        line(g, "    pthread_create(&t[%u], 0, thread%u, 0);", i - 1, i);
        if (below(g, 4) == 0)
            body(g, 1);
    }
    for (uint32_t i = 1; i <= threads; i++)
        if (below(g, 6) > 0)
            line(g, "    pthread_join(t[%u], 0);", i - 1);
    if (g->is_message)
        line(g, "    assert(r2 != 1);");
    line(g, "    assert(!(r1 == %u && %s == %u));", below(g, 3),
         g->is_litmus ? ONE_OF(g, "r2", "r2", "x") : ONE_OF(g, "r2", "r2", "x", "y", "a.e[0]"), below(g, 3));
    line(g, "    return 0;");
    line(g, "}");
}

void generate_guarded(uint64_t seed, strbuf *out)
{
    generator g = {.writer = writer_new(seed, out)};
    uint32_t threads = 2 + (below(&g, 5) == 0);
    g.guard = below(&g, 5);
    g.place = ONE_OF(&g, "1", "1", "zero");
    g.is_careless = below(&g, 3) == 0;
    g.is_litmus = below(&g, 2) == 0;
    g.is_message = g.is_litmus && below(&g, 2) == 0;
    strbuf_add(out, "#include <assert.h>\n"
                    "#include <pthread.h>\n"
                    "#include <stdatomic.h>\n"
                    "#include <stdbool.h>\n"
                    "#include <string.h>\n"
                    "void __VERIFIER_atomic_begin(void);\n"
                    "void __VERIFIER_atomic_end(void);\n"
                    "bool __VERIFIER_nondet_bool(void);\n"
                    "atomic_int f, g, held[2];\n"
                    "struct pair { int e[2]; } a, b;\n"
                    "int x, y, r0, r1, r2, r3, zero;\n"
                    "pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};\n");
    strbuf_addf(out, "int *p = &%s;\n", ONE_OF(&g, "x", "y", "r0", "r0"));
    for (uint32_t i = 1; i <= threads; i++)
        thread(&g, i);
    main_function(&g, threads);
}
