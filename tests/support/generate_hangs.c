/* Threads that wait in loops for flags and spin locks, which others set and release, or forget, or whose last word is
 * the wrong one. Some take a lock in each round. */
#include <stdbool.h>

#include "support/generate_control.h"
#include "support/writer.h"

typedef struct generator {
    writer writer;
    uint32_t thread;
} generator;

#define line(g, ...) writer_line(&(g)->writer, __VA_ARGS__)
#define ONE_OF(g, ...) WRITER_ONE_OF(&(g)->writer, __VA_ARGS__)

static uint32_t below(generator *g, uint32_t bound)
{
    return writer_below(&g->writer, bound);
}

static void spin(generator *g)
{
    const char *flag = ONE_OF(g, "f", "f", "h");
    switch (below(g, 5)) {
    case 0:
        line(g, "    while (%s != 1) ;", flag);
        break;
    case 1:
        line(g, "    while (!%s && !h) ;", flag);
        break;
    case 2:
        line(g, "    while (!%s) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); }", flag);
        break;
    case 3:
        line(g, "    for (int i = 0; i < 2 && !%s; i++) ;", flag);
        break;
    default:
        line(g, "    { int r; do r = %s; while (r == 0); }", flag);
        break;
    }
}

static void take_lock(generator *g)
{
    line(g, "    while (__sync_lock_test_and_set(&l, 1)) ;");
    line(g, "    x = %u;", below(g, 2));
    switch (below(g, 4)) {
    case 0:
        line(g, "    if (!y) __sync_lock_release(&l);");
        break;
    case 1:
        line(g, "    if (below) __sync_lock_release(&l);");
        break;
    default:
        line(g, "    __sync_lock_release(&l);");
        break;
    }
}

static void statement(generator *g)
{
    switch (below(g, 7)) {
    case 0:
    case 1:
        spin(g);
        break;
    case 2:
        take_lock(g);
        break;
    case 3:
        line(g, "    %s = %u;", ONE_OF(g, "f", "h"), 1 + below(g, 2));
        break;
    case 4:
        line(g, "    %s = 1; if (!%s) f = 1;", g->thread ? "x" : "y", g->thread ? "y" : "x");
        break;
    case 5:
        line(g, "    pthread_mutex_lock(&m); h = %u; pthread_mutex_unlock(&m);", below(g, 2));
        break;
    default:
        line(g, "    f = 1;");
        break;
    }
}

static void thread(generator *g, uint32_t number)
{
    g->thread = number;
    line(g, "static void *t%u(void *unused)", number);
    line(g, "{");
    for (uint32_t n = 1 + below(g, 2); n > 0; n--)
        statement(g);
    line(g, "    return unused;");
    line(g, "}");
}

void generate_hangs(uint64_t seed, strbuf *out)
{
    generator g = {.writer = writer_new(seed, out)};
    line(&g, "#include <pthread.h>");
    line(&g, "volatile int f, h, l, x, y, below = %u;", below(&g, 2));
    line(&g, "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;");
    thread(&g, 0);
    thread(&g, 1);
    line(&g, "int main(void)");
    line(&g, "{");
    line(&g, "    pthread_t a, z;");
    line(&g, "    pthread_create(&a, 0, t0, 0);");
    line(&g, "    pthread_create(&z, 0, t1, 0);");
    line(&g, "    pthread_join(a, 0);");
    line(&g, "    %s", below(&g, 3) ? "pthread_join(z, 0);" : "f = 1; pthread_exit(0);");
    line(&g, "    return 0;");
    line(&g, "}");
}
