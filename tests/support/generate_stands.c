/* Threads that wait for each other in rounds: on condition variables in loops and without, for locks of all kinds, at
 * places that are not known before, that are private, or that may be gone; while others count, try, time out, are
 * stopped by assumptions or by mistakes that do not count, end while they hold something, or start further threads. */
#include <stdbool.h>

#include "support/generate_control.h"
#include "support/generate_locals.h"
#include "support/writer.h"

enum { DEEPEST = 2, ALL_MISTAKES = 0x3f };

typedef struct generator {
    writer writer;
    uint32_t thread;
    uint32_t rounds; /* of waiting, so far: each takes many states */
} generator;

#define line(g, ...) writer_line(&(g)->writer, __VA_ARGS__)
#define ONE_OF(g, ...) WRITER_ONE_OF(&(g)->writer, __VA_ARGS__)

static uint32_t below(generator *g, uint32_t bound)
{
    return writer_below(&g->writer, bound);
}

static void statement(generator *g, uint32_t depth);

static void some(generator *g, uint32_t depth)
{
    g->writer.indent++;
    for (uint32_t n = 1 + below(g, depth ? 2 : 3); n > 0; n--)
        statement(g, depth);
    g->writer.indent--;
}

/* What is taken, what is done meanwhile, and how it is given back. */
static void section(generator *g, uint32_t depth)
{
    static const char *const PAIRS[][2] = {
        {"pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);"},
        {"pthread_mutex_lock(&n);", "pthread_mutex_unlock(&n);"},
        {"pthread_mutex_lock(&r);", "pthread_mutex_unlock(&r);"},
        {"pthread_mutex_lock(pick);", "pthread_mutex_unlock(pick);"},
        {"pthread_mutex_lock(own);", "pthread_mutex_unlock(own);"},
        {"pthread_mutex_lock(heap);", "pthread_mutex_unlock(heap);"},
        {"pthread_rwlock_rdlock(&w);", "pthread_rwlock_unlock(&w);"},
        {"pthread_rwlock_wrlock(&w);", "pthread_rwlock_unlock(&w);"},
        {"pthread_spin_lock(&p);", "pthread_spin_unlock(&p);"},
        {"sem_wait(&s);", "sem_post(&s);"},
    };
    uint32_t which = below(g, sizeof PAIRS / sizeof *PAIRS);
    line(g, "%s", PAIRS[which][0]);
    some(g, depth + 1);
    if (below(g, 8) > 0)
        line(g, "%s", PAIRS[which][1]);
}

static void wait_in_rounds(generator *g)
{
    if (g->rounds++ >= 2) {
        line(g, "pthread_cond_signal(&c);");
        return;
    }
    line(g, "pthread_mutex_lock(&l);");
    switch (below(g, 5)) {
    case 0:
        line(g, "%s (!ready) pthread_cond_wait(&c, &l);", ONE_OF(g, "while", "if"));
        line(g, "%s", ONE_OF(g, "", "ready = 0;", "pthread_cond_signal(&c);"));
        break;
    case 1:
        line(g, "while (turn != %u) pthread_cond_wait(&c, &l);", g->thread % 2);
        line(g, "turn = %u; pthread_cond_%s(&c);", below(g, 2), ONE_OF(g, "signal", "broadcast"));
        break;
    case 2:
        line(g, "while (!ready) pthread_cond_wait(turn ? &c : &d, &l);");
        break;
    case 3:
        line(g, "while (!ready) { if (turn) pthread_cond_wait(&c, &l); else %s; }",
             ONE_OF(g, "break", "turn = 1", "pthread_cond_wait(&d, &l)"));
        break;
    default:
        line(g, "pthread_cond_wait(&c, &l);");
        break;
    }
    line(g, "pthread_mutex_unlock(&l);");
}

static void signal_somebody(generator *g)
{
    bool is_locked = below(g, 3) > 0;
    if (is_locked)
        line(g, "pthread_mutex_lock(&l);");
    line(g, "%s", ONE_OF(g, "", "ready = 1;", "ready = 1;", "turn = !turn;"));
    line(g, "pthread_cond_%s(&%s);", ONE_OF(g, "signal", "broadcast"), ONE_OF(g, "c", "c", "c", "d"));
    if (is_locked)
        line(g, "pthread_mutex_unlock(&l);");
}

static void decision(generator *g, uint32_t depth)
{
    line(g, "%s = 1;", g->thread % 2 ? "x" : "y");
    line(g, "if (%s%s) {", below(g, 2) ? "!" : "", g->thread % 2 ? "y" : "x");
    some(g, depth + 1);
    line(g, "}");
}

static void statement(generator *g, uint32_t depth)
{
    switch (depth >= DEEPEST ? 5 + below(g, 3) : below(g, 9)) {
    case 0:
    case 1:
        section(g, depth);
        break;
    case 2:
        decision(g, depth);
        break;
    case 3:
        wait_in_rounds(g);
        break;
    case 4:
    case 5:
        signal_somebody(g);
        break;
    case 6:
        line(g, "%s",
             ONE_OF(g, "sem_post(&s);", "sem_wait(&s);", "if (sem_trywait(&s)) x = 1;",
                    "if (pthread_mutex_trylock(&m) == 0) pthread_mutex_unlock(&m);",
                    "if (pthread_mutex_timedlock(&m, &end) == 0) pthread_mutex_unlock(&m);",
                    "if (pthread_mutex_trylock(&l) == 0) { y++; pthread_mutex_unlock(&l); }"));
        break;
    case 7:
        line(g, "%s",
             ONE_OF(g, "x = 1;", "y = 1;", "x = 0;", "while (!x) ;", "pick = &n;", "__VERIFIER_assume(y);",
                    "pthread_once(&once, enter);", "pthread_once(&once, enter);", "pthread_barrier_wait(&b);"));
        break;
    default:
        line(g, "%s",
             ONE_OF(g, "pthread_exit(0);", "if (x) exit(0);", "pthread_mutex_unlock(&n);", "free(heap);",
                    "pthread_detach(pthread_self());", "pthread_mutex_destroy(&m);", "pthread_cond_destroy(&c);",
                    "if (y) pthread_join(t[0], 0);"));
        break;
    }
}

static void thread(generator *g, uint32_t number, bool starts_next)
{
    g->thread = number;
    line(g, "static void *f%u(void *unused)", number);
    line(g, "{");
    line(g, "    pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER, *own = &mine;");
    if (starts_next)
        line(g, "    pthread_create(&t[%u], 0, f%u, 0);", number - 1, number - 1);
    some(g, 0);
    if (starts_next && below(g, 2))
        line(g, "    pthread_join(t[%u], 0);", number - 1);
    line(g, "    return own ? unused : 0;");
    line(g, "}");
}

static void write_main(generator *g, uint32_t threads, bool is_nested)
{
    line(g, "int main(void)");
    line(g, "{");
    line(g, "    pthread_mutexattr_t kind;");
    line(g, "    pthread_mutexattr_init(&kind);");
    line(g, "    pthread_mutexattr_settype(&kind, %s);",
         ONE_OF(g, "PTHREAD_MUTEX_RECURSIVE", "PTHREAD_MUTEX_ERRORCHECK"));
    line(g, "    pthread_mutex_init(&r, &kind);");
    line(g, "    sem_init(&s, 0, %u);", below(g, 2));
    line(g, "    pthread_barrier_init(&b, 0, %u);", 1 + below(g, 2));
    line(g, "    pthread_spin_init(&p, 0);");
    line(g, "    heap = malloc(sizeof *heap);");
    line(g, "    pthread_mutex_init(heap, 0);");
    for (uint32_t i = is_nested ? threads - 1 : 0; i < threads; i++)
        line(g, "    pthread_create(&t[%u], 0, f%u, 0);", i, i);
    if (is_nested && below(g, 2))
        line(g, "    pthread_exit(0);");
    if (below(g, 3) == 0)
        signal_somebody(g);
    for (uint32_t i = is_nested ? threads - 1 : 0; i < threads; i++)
        if (below(g, 4) > 0)
            line(g, "    pthread_join(t[%u], 0);", i);
    line(g, "    %s", ONE_OF(g, "return 0;", "return 0;", "pthread_exit(0);"));
    line(g, "}");
}

/* Mostly deadlocks alone: other mistakes would hide them. */
uint32_t generate_stands_ignored(uint64_t seed)
{
    return seed % 4 ? ALL_MISTAKES : generate_ignored(seed);
}

void generate_stands(uint64_t seed, strbuf *out)
{
    generator g = {.writer = writer_new(seed, out)};
    uint32_t threads = 2 + (below(&g, 4) == 0);
    bool is_nested = below(&g, 4) == 0;
    strbuf_add(out, "#define _GNU_SOURCE\n"
                    "#include <pthread.h>\n"
                    "#include <semaphore.h>\n"
                    "#include <stdlib.h>\n"
                    "#include <time.h>\n"
                    "void __VERIFIER_assume(int);\n"
                    "volatile int x, y; int ready, turn;\n"
                    "struct timespec end;\n"
                    "pthread_t t[3];\n"
                    "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER, r;\n"
                    "pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER, *heap, *volatile pick = &m;\n"
                    "pthread_cond_t c = PTHREAD_COND_INITIALIZER, d = PTHREAD_COND_INITIALIZER;\n"
                    "pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;\n"
                    "pthread_spinlock_t p;\n"
                    "pthread_barrier_t b;\n"
                    "pthread_once_t once = PTHREAD_ONCE_INIT;\n"
                    "sem_t s;\n"
                    "static void enter(void) { pthread_mutex_lock(&n); x = 1; pthread_mutex_unlock(&n); }\n");
    for (uint32_t i = 0; i < threads; i++)
        thread(&g, i, is_nested && i > 0);
    write_main(&g, threads, is_nested);
}
