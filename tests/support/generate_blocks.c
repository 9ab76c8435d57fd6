/* Atomic blocks that may not come to their end: between writes, a thread may stop, end, wait for ever, or fail in them.
 * Others look at what the block has written so far. */
#include <stdbool.h>

#include "support/generate_control.h"
#include "support/writer.h"

typedef struct generator {
    writer writer;
    bool has_child; /* a thread that starts and joins one of its own */
} generator;

#define line(g, ...) writer_line(&(g)->writer, __VA_ARGS__)
#define ONE_OF(g, ...) WRITER_ONE_OF(&(g)->writer, __VA_ARGS__)

static uint32_t below(generator *g, uint32_t bound)
{
    return writer_below(&g->writer, bound);
}

static const char *shared(generator *g)
{
    return ONE_OF(g, "x", "y", "z");
}

static void plain(generator *g)
{
    switch (below(g, 4)) {
    case 0:
        line(g, "r = %s;", shared(g));
        break;
    case 1:
        line(g, "%s += r;", shared(g));
        break;
    default:
        line(g, "%s = %u;", shared(g), 1 + below(g, 2));
        break;
    }
}

/* Something in a block after which it may not go on. */
static void obstacle(generator *g)
{
    switch (below(g, 17)) {
    case 0:
    case 1:
        line(g, "__VERIFIER_assume(%s);", ONE_OF(g, "x", "y == 0", "z != 1", "r < 2", "x == r"));
        break;
    case 2:
        line(g, "pthread_mutex_lock(&m); %s = 1; pthread_mutex_unlock(&m);", shared(g));
        break;
    case 3:
        line(g, "pthread_mutex_lock(&m);");
        break;
    case 4:
        line(g, "sem_wait(&s);");
        break;
    case 5:
        line(g, "while (%s) {}", ONE_OF(g, "!x", "y == 1", "!z", "x == r"));
        break;
    case 6:
        line(g, "if (%s) exit(0);", shared(g));
        break;
    case 7:
        line(g, "if (%s) abort();", shared(g));
        break;
    case 8:
        line(g, "if (%s) pthread_exit(0);", shared(g));
        break;
    case 9:
        line(g, "assert(%s != %u);", shared(g), 1 + below(g, 2));
        break;
    case 10:
        line(g, "if (pthread_mutex_trylock(&m) == 0) { %s = 2; pthread_mutex_unlock(&m); }", shared(g));
        break;
    case 11:
        line(g, "if (%s) return 0;", shared(g));
        break;
    case 12:
        line(g, "for (int i = 0; i <= (%s & 3); i++) r += %s;", shared(g), shared(g));
        break;
    default:
        if (g->has_child)
            line(g, "%s",
                 ONE_OF(g, "pthread_create(&c, 0, child, 0);", "pthread_create(&c, 0, child, 0); pthread_join(c, 0);",
                        "if (x) pthread_join(c, 0);"));
        break;
    }
}

static void block(generator *g)
{
    bool is_nested = below(g, 6) == 0;
    line(g, "__VERIFIER_atomic_begin();");
    g->writer.indent++;
    for (uint32_t n = 1 + below(g, 3); n > 0; n--) {
        plain(g);
        if (is_nested && n == 1)
            line(g, "__VERIFIER_atomic_begin();");
        if (below(g, 3) > 0)
            obstacle(g);
    }
    plain(g);
    g->writer.indent--;
    line(g, "%s__VERIFIER_atomic_end();", is_nested ? "__VERIFIER_atomic_end(); " : "");
}

static void statement(generator *g)
{
    switch (below(g, 8)) {
    case 0:
        line(g, "pthread_mutex_lock(&m); %s = 1; r = %s; pthread_mutex_unlock(&m);", shared(g), shared(g));
        break;
    case 1:
        line(g, "sem_post(&s);");
        break;
    case 2:
        line(g, "assert(!(%s == %u && %s == %u));", shared(g), below(g, 3), shared(g), below(g, 3));
        break;
    case 3:
        line(g, "if (%s) __VERIFIER_atomic_step();", shared(g));
        break;
    case 4:
        plain(g);
        break;
    default:
        block(g);
        break;
    }
}

static void thread(generator *g, uint32_t number)
{
    line(g, "static void *thread%u(void *argument)", number);
    line(g, "{");
    g->writer.indent++;
    line(g, "pthread_t c = 0;");
    line(g, "int r = 0;");
    for (uint32_t n = 1 + below(g, 2); n > 0; n--)
        statement(g);
    line(g, "return argument + r + c - c;");
    g->writer.indent--;
    line(g, "}");
}

void generate_blocks(uint64_t seed, strbuf *out)
{
    generator g = {.writer = writer_new(seed, out)};
    g.has_child = below(&g, 3) == 0;
    strbuf_add(out, "#include <assert.h>\n"
                    "#include <pthread.h>\n"
                    "#include <semaphore.h>\n"
                    "#include <stdlib.h>\n"
                    "void __VERIFIER_assume(int);\n"
                    "void __VERIFIER_atomic_begin(void);\n"
                    "void __VERIFIER_atomic_end(void);\n"
                    "int x, y, z;\n"
                    "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                    "sem_t s;\n");
    line(&g, "static void *child(void *argument) { %s = %u; return argument; }", shared(&g), 1 + below(&g, 2));
    line(&g, "static void __VERIFIER_atomic_step(void) { %s = 1; __VERIFIER_assume(%s); %s = 2; }", shared(&g),
         shared(&g), shared(&g));
    for (uint32_t i = 0; i < 2; i++)
        thread(&g, i);
    line(&g, "int main(void)");
    line(&g, "{");
    g.writer.indent++;
    line(&g, "pthread_t t[2];");
    line(&g, "sem_init(&s, 0, %u);", below(&g, 2));
    if (below(&g, 3) == 0)
        line(&g, "pthread_mutex_lock(&m);");
    line(&g, "pthread_create(&t[0], 0, thread0, 0);");
    line(&g, "pthread_create(&t[1], 0, thread1, 0);");
    line(&g, "int a = %s, b = %s;", shared(&g), shared(&g));
    line(&g, "assert(!(a == %u && b == %u));", below(&g, 3), below(&g, 3));
    line(&g, "return (long)child == 0;");
    g.writer.indent--;
    line(&g, "}");
}
