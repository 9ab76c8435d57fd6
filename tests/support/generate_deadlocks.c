/* Threads that take locks in orders that fit together or do not, wait for signals that may be lost, for semaphores,
 * barriers and each other's end. What they have seen of plain variables decides what they do, so that some of it takes
 * store buffers to go wrong. */
#include <stdbool.h>

#include "support/generate_control.h"
#include "support/writer.h"

enum { DEEPEST = 2 };

typedef struct generator {
    writer writer;
    uint32_t thread;
    bool uses_barrier;
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
    for (uint32_t n = 1 + below(g, 2); n > 0; n--)
        statement(g, depth);
    g->writer.indent--;
}

static void section(generator *g, uint32_t depth)
{
    const char *lock = ONE_OF(g, "m", "m", "n", "k");
    line(g, "pthread_mutex_lock(&%s);", lock);
    some(g, depth + 1);
    line(g, "pthread_mutex_unlock(&%s);", lock);
}

static void decision(generator *g, uint32_t depth)
{
    line(g, "%s = 1;", g->thread ? "x" : "y");
    if (below(g, 3) == 0)
        line(g, "__sync_synchronize();");
    line(g, "if (%s%s) {", below(g, 2) ? "!" : "", g->thread ? "y" : "x");
    some(g, depth + 1);
    line(g, "}");
}

/* The right way, and two of those in which a signal is lost. */
static void wait_for_signal(generator *g)
{
    line(g, "pthread_mutex_lock(&c_lock);");
    line(g, "%s (!ready)", ONE_OF(g, "while", "while", "if"));
    line(g, "    pthread_cond_wait(&c, &c_lock);");
    line(g, "pthread_mutex_unlock(&c_lock);");
}

static void give_signal(generator *g)
{
    bool is_locked = below(g, 3) > 0, is_set = below(g, 4) > 0;
    if (is_locked)
        line(g, "pthread_mutex_lock(&c_lock);");
    if (is_set)
        line(g, "ready = 1;");
    line(g, "pthread_cond_%s(&c);", ONE_OF(g, "signal", "broadcast"));
    if (is_locked)
        line(g, "pthread_mutex_unlock(&c_lock);");
}

static void statement(generator *g, uint32_t depth)
{
    switch (depth >= DEEPEST ? 4 + below(g, 4) : below(g, 9)) {
    case 0:
    case 1:
        section(g, depth);
        break;
    case 2:
        decision(g, depth);
        break;
    case 3:
        if (g->thread)
            wait_for_signal(g);
        else
            give_signal(g);
        break;
    case 4:
        line(g, "sem_%s(&s);", g->thread ? "wait" : ONE_OF(g, "post", "post", "wait"));
        break;
    case 5:
        line(g, "if (pthread_mutex_trylock(&n) == 0) pthread_mutex_unlock(&n);");
        break;
    case 6:
        line(g, "x = %u;", below(g, 2));
        break;
    case 7:
        line(g, "%s", below(g, 6) == 0 ? "pthread_exit(0);" : "y = 1;");
        break;
    default:
        line(g, "%s", g->uses_barrier ? "pthread_barrier_wait(&b);" : "__VERIFIER_assume(x < 2);");
        break;
    }
}

static void thread(generator *g, uint32_t number)
{
    g->thread = number;
    line(g, "static void *t%u(void *unused)", number);
    line(g, "{");
    some(g, 0);
    line(g, "    return unused;");
    line(g, "}");
}

static void write_main(generator *g)
{
    line(g, "int main(void)");
    line(g, "{");
    line(g, "    pthread_t a, z;");
    line(g, "    sem_init(&s, 0, %u);", below(g, 2));
    line(g, "    pthread_barrier_init(&b, 0, 2);");
    line(g, "    pthread_create(&a, 0, t0, 0);");
    line(g, "    pthread_create(&z, 0, t1, 0);");
    if (below(g, 4) > 0)
        line(g, "    pthread_join(a, 0);");
    if (below(g, 3) == 0)
        line(g, "    sem_post(&s);");
    line(g, "    %s", ONE_OF(g, "pthread_join(z, 0);", "pthread_join(z, 0);", "pthread_exit(0);"));
    line(g, "    return 0;");
    line(g, "}");
}

void generate_deadlocks(uint64_t seed, strbuf *out)
{
    generator g = {.writer = writer_new(seed, out)};
    g.uses_barrier = below(&g, 3) == 0;
    line(&g, "#include <pthread.h>");
    line(&g, "#include <semaphore.h>");
    line(&g, "void __VERIFIER_assume(int);");
    line(&g, "int x, y, ready;");
    line(&g, "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;");
    line(&g, "pthread_mutex_t k = PTHREAD_MUTEX_INITIALIZER, c_lock = PTHREAD_MUTEX_INITIALIZER;");
    line(&g, "pthread_cond_t c = PTHREAD_COND_INITIALIZER;");
    line(&g, "pthread_barrier_t b;");
    line(&g, "sem_t s;");
    thread(&g, 0);
    thread(&g, 1);
    write_main(&g);
}
