/* Waiting on condition variables, in loops and without, straight or in functions that the library calls back, while
 * somebody counts: by trying to take the lock without waiting for it, by signals, by what the waiting thread does on
 * its way. */
#include <stdbool.h>

#include "support/generate_control.h"
#include "support/writer.h"

typedef struct generator {
    writer writer;
    bool is_c11, has_callback;
} generator;

#define line(g, ...) writer_line(&(g)->writer, __VA_ARGS__)
#define ONE_OF(g, ...) WRITER_ONE_OF(&(g)->writer, __VA_ARGS__)

static uint32_t below(generator *g, uint32_t bound)
{
    return writer_below(&g->writer, bound);
}

static const char C11_NAMES[] = "#include <threads.h>\n"
                                "mtx_t m;\n"
                                "cnd_t c;\n"
                                "once_flag once = ONCE_FLAG_INIT;\n"
                                "#define LOCK() mtx_lock(&m)\n"
                                "#define UNLOCK() mtx_unlock(&m)\n"
                                "#define TRY() (mtx_trylock(&m) == thrd_success)\n"
                                "#define TIMED() (mtx_timedlock(&m, &end) == thrd_success)\n"
                                "#define WAIT() cnd_wait(&c, &m)\n"
                                "#define SIGNAL() cnd_signal(&c)\n"
                                "#define BROADCAST() cnd_broadcast(&c)\n"
                                "#define ONCE() call_once(&once, enter)\n"
                                "#define INIT() (mtx_init(&m, mtx_timed), cnd_init(&c))\n";

static const char POSIX_NAMES[] = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                                  "pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n"
                                  "pthread_once_t once = PTHREAD_ONCE_INIT;\n"
                                  "#define LOCK() pthread_mutex_lock(&m)\n"
                                  "#define UNLOCK() pthread_mutex_unlock(&m)\n"
                                  "#define TRY() (pthread_mutex_trylock(&m) == 0)\n"
                                  "#define TIMED() (pthread_mutex_timedlock(&m, &end) == 0)\n"
                                  "#define WAIT() pthread_cond_wait(&c, &m)\n"
                                  "#define SIGNAL() pthread_cond_signal(&c)\n"
                                  "#define BROADCAST() pthread_cond_broadcast(&c)\n"
                                  "#define ONCE() pthread_once(&once, enter)\n"
                                  "#define INIT() 0\n";

/* What a function does that the library calls: wait, and leave a trace or none. */
static void callbacks(generator *g)
{
    const char *trace = ONE_OF(g, "count++;", "count++;", "count++;", "if (count < 3) count++;", "");
    line(g, "static void enter(void) { LOCK(); %s WAIT(); UNLOCK(); }", trace);
    line(g, "static int compare(const void *a, const void *b) { LOCK(); %s WAIT(); UNLOCK(); return a < b; }", trace);
}

static void wait_in_callback(generator *g)
{
    g->has_callback = true;
    line(g, "%s",
         ONE_OF(g, "while (count < 3) bsearch(&key, table, 1, sizeof(int), compare);",
                "while (count < 3) bsearch(&key, table, 1, sizeof(int), compare);",
                "while (count < 3) qsort(table, 2, sizeof(int), compare);",
                "while (count < 2) bsearch(&key, table, 1, sizeof(int), compare);",
                "do bsearch(&key, table, 1, sizeof(int), compare); while (count < 2 && !ready);", "ONCE();"));
}

static void waiter(generator *g, uint32_t number)
{
    line(g, "static void *waiter%u(void *argument)", number);
    line(g, "{");
    g->writer.indent++;
    line(g, "int key = 0, table[2] = {0}, n = 0;");
    switch (below(g, 7)) {
    case 0:
    case 6:
        wait_in_callback(g);
        break;
    case 1:
        line(g, "LOCK(); while (!ready) { WAIT(); n++; } UNLOCK();");
        break;
    case 2:
        line(g, "LOCK(); if (!ready) WAIT(); n = ready; UNLOCK();");
        break;
    case 3:
        line(g, "LOCK(); while (!ready) { WAIT(); count = 1; } UNLOCK();");
        break;
    default:
        line(g, "LOCK(); while (!ready) WAIT(); %s UNLOCK();", ONE_OF(g, "", "count++;", "ready = 0;"));
        break;
    }
    line(g, "result[%u] = n + key + table[0] + 1;", number);
    line(g, "return argument;");
    g->writer.indent--;
    line(g, "}");
}

/* How often is the lock held, between two moments when it is free? */
static void watch(generator *g)
{
    const char *takes = ONE_OF(g, "TRY()", "TRY()", "TIMED()");
    line(g, "for (int i = 0; i < %u; i++) {", 1 + below(g, 3));
    line(g, "    if (%s) { UNLOCK(); } else { missed++; }", takes);
    line(g, "    LOCK(); UNLOCK();");
    line(g, "}");
}

static void step(generator *g)
{
    line(g, "%s",
         ONE_OF(g, "SIGNAL();", "SIGNAL();", "BROADCAST();", "LOCK(); ready = 1; SIGNAL(); UNLOCK();",
                "LOCK(); ready = 1; BROADCAST(); UNLOCK();", "LOCK(); UNLOCK();", "ready = 0;"));
}

void generate_waits(uint64_t seed, strbuf *out)
{
    generator g = {.writer = writer_new(seed, out)};
    g.is_c11 = below(&g, 4) == 0;
    uint32_t waiters = 1 + (below(&g, 5) == 0);
    strbuf_add(out, "#include <assert.h>\n"
                    "#include <pthread.h>\n"
                    "#include <stdlib.h>\n"
                    "#include <time.h>\n"
                    "int ready, count, missed, result[2];\n"
                    "struct timespec end;\n");
    strbuf_add(out, g.is_c11 ? C11_NAMES : POSIX_NAMES);
    callbacks(&g);
    for (uint32_t i = 0; i < waiters; i++)
        waiter(&g, i);
    line(&g, "int main(void)");
    line(&g, "{");
    g.writer.indent++;
    line(&g, "pthread_t t[2];");
    line(&g, "if (INIT()) return 0;");
    for (uint32_t i = 0; i < waiters; i++)
        line(&g, "pthread_create(&t[%u], 0, waiter%u, 0);", i, i);
    if (below(&g, 2))
        watch(&g);
    for (uint32_t n = below(&g, 3); n > 0; n--)
        step(&g);
    if (below(&g, 2))
        line(&g, "pthread_join(t[0], 0);");
    if (g.has_callback)
        line(&g, "assert(%s);", ONE_OF(&g, "count < 3", "count < 3", "count < 3 || !result[0]", "result[0] == 0"));
    else
        line(&g, "assert(%s);",
             ONE_OF(&g, "missed < 1", "missed < 2", "missed < 3", "missed < 4", "count < 2", "count < 3",
                    "result[0] < 2", "result[0] < 3", "result[0] == 0", "result[1] == 0",
                    "result[0] + result[1] != 2"));
    line(&g, "return (long)enter + (long)compare == 0;");
    g.writer.indent--;
    line(&g, "}");
}
