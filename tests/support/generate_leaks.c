/* Objects that are made, handed over by global pointers, lost and freed by threads that are joined or not, and ends of
 * the program at various places. What plain variables say decides who frees, so that some of it takes store buffers to
 * go wrong. Nothing is used after it was freed: whoever frees takes the pointer out of its variable first, in a block.
 */
#include <stdbool.h>

#include "support/generate_control.h"
#include "support/writer.h"

enum { DEEPEST = 2 };

typedef struct generator {
    writer writer;
    uint32_t thread, names;
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

static void decision(generator *g, uint32_t depth)
{
    line(g, "%s = 1;", g->thread == 1 ? "x" : "y");
    if (below(g, 3) == 0)
        line(g, "__sync_synchronize();");
    line(g, "if (%s%s) {", below(g, 2) ? "!" : "", g->thread == 1 ? "y" : "x");
    some(g, depth + 1);
    line(g, "}");
}

static void own_object(generator *g)
{
    uint32_t name = g->names++;
    line(g, "int *o%u = malloc(%u);", name, 4 * (1 + below(g, 2)));
    line(g, "*o%u = 1;", name);
    if (below(g, 2))
        line(g, "x = *o%u;", name);
    if (below(g, 4) > 0)
        line(g, "free(o%u);", name);
}

static void statement(generator *g, uint32_t depth)
{
    const char *place = ONE_OF(g, "p", "p", "q");
    switch (depth >= DEEPEST ? 2 + below(g, 6) : below(g, 9)) {
    case 0:
    case 1:
        decision(g, depth);
        break;
    case 2:
        own_object(g);
        break;
    case 3:
        line(g, "put(&%s);", place);
        break;
    case 4:
    case 5:
        line(g, "drop(&%s);", place);
        break;
    case 6:
        line(g, "%s = %u;", ONE_OF(g, "x", "y"), below(g, 2));
        break;
    case 7:
        line(g, "%s", below(g, g->thread == 2 ? 4 : 16) == 0 ? "exit(0);" : "x = 1;");
        break;
    default:
        line(g, "%s", below(g, 4) == 0 ? "__VERIFIER_assume(x < 2);" : "swap();");
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
    g->thread = 2;
    line(g, "int main(void)");
    line(g, "{");
    line(g, "    pthread_t a, z;");
    if (below(g, 2))
        line(g, "    put(&%s);", ONE_OF(g, "p", "q"));
    line(g, "    pthread_create(&a, 0, t0, 0);");
    line(g, "    pthread_create(&z, 0, t1, 0);");
    if (below(g, 2))
        some(g, 1);
    if (below(g, 6) > 0)
        line(g, "    pthread_join(a, 0);");
    if (below(g, 6) > 0)
        line(g, "    pthread_join(z, 0);");
    if (below(g, 4) > 0)
        line(g, "    drop(&p);");
    if (below(g, 4) > 0)
        line(g, "    drop(&q);");
    line(g, "    %s", below(g, 20) == 0 ? "pthread_exit(0);" : ONE_OF(g, "return 0;", "return 0;", "exit(0);"));
    line(g, "}");
}

void generate_leaks(uint64_t seed, strbuf *out)
{
    generator g = {.writer = writer_new(seed, out)};
    line(&g, "#include <pthread.h>");
    line(&g, "#include <stdlib.h>");
    line(&g, "void __VERIFIER_assume(int);");
    line(&g, "void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);");
    line(&g, "int x, y;");
    line(&g, "int *p, *q;");
    line(&g, "static void put(int **at)");
    line(&g, "{");
    line(&g, "    int *made = malloc(4);");
    line(&g, "    __VERIFIER_atomic_begin();");
    line(&g, "    int *old = *at;");
    line(&g, "    *at = made;");
    line(&g, "    __VERIFIER_atomic_end();");
    line(&g, "    %s", ONE_OF(&g, "free(old);", "free(old);", "(void)old;"));
    line(&g, "}");
    line(&g, "static void drop(int **at)");
    line(&g, "{");
    line(&g, "    __VERIFIER_atomic_begin();");
    line(&g, "    int *old = *at;");
    line(&g, "    *at = 0;");
    line(&g, "    __VERIFIER_atomic_end();");
    line(&g, "    free(old);");
    line(&g, "}");
    line(&g, "static void swap(void)");
    line(&g, "{");
    line(&g, "    __VERIFIER_atomic_begin();");
    line(&g, "    int *old = p;");
    line(&g, "    p = q;");
    line(&g, "    q = old;");
    line(&g, "    __VERIFIER_atomic_end();");
    line(&g, "}");
    thread(&g, 0);
    thread(&g, 1);
    write_main(&g);
}
