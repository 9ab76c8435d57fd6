/* Programs in which several things may be wrong, or look so. */
#include <stdbool.h>

#include "property/kinds.h"
#include "support/several.h"
#include "support/writer.h"

enum { VALUES = 3, MOST_STATEMENTS = 4 };

typedef struct generator {
    writer writer;
    uint32_t number; /* of the next local variable */
} generator;

#define line(g, ...) writer_line(&(g)->writer, __VA_ARGS__)
#define ONE_OF(g, ...) WRITER_ONE_OF(&(g)->writer, __VA_ARGS__)

static uint32_t below(generator *g, uint32_t bound)
{
    return writer_below(&g->writer, bound);
}

/* What threads do, and what may be wrong with it. A good half of the latter never happens. */
static void statement(generator *g)
{
    const char *one = ONE_OF(g, "x", "y", "z"), *two = ONE_OF(g, "x", "y", "z");
    uint32_t value = below(g, VALUES);
    switch (below(g, 11)) {
    case 0:
    case 1:
    case 2:
        line(g, "%s = %u;", one, value);
        break;
    case 3:
        line(g, "assert(%s != %u);", one, value);
        break;
    case 4:
        line(g, "assert(%s + 1 != %s);", one, two);
        break;
    case 5:
        line(g, "if (%s == %u && %s == %u) reach_error();", one, value, two, below(g, VALUES));
        break;
    case 6:
        line(g, "a[%s] = 1;", one);
        break;
    case 7:
        line(g, "z = 4 / (%s + %u);", one, below(g, 2));
        break;
    case 8:
        line(g, "pthread_mutex_lock(&m); %s = %s; pthread_mutex_unlock(&m);", one, two);
        break;
    case 9:
        line(g, "if (%s) pthread_mutex_unlock(&n);", one);
        break;
    default:
        line(g, "int r%u = %s; assert(r%u <= %s);", g->number, one, g->number, two);
        g->number++;
        break;
    }
}

static void thread(generator *g, const char *name)
{
    line(g, "static void *%s(void *unused)", name);
    line(g, "{");
    g->writer.indent++;
    for (uint32_t n = 2 + below(g, MOST_STATEMENTS - 1); n > 0; n--)
        statement(g);
    line(g, "return unused;");
    g->writer.indent--;
    line(g, "}");
}

static void generate(uint64_t seed, strbuf *out)
{
    generator g = {.writer = writer_new(seed, out)};
    bool joins = below(&g, 3) > 0;
    line(&g, "#include <assert.h>");
    line(&g, "#include <pthread.h>");
    line(&g, "extern void reach_error(void);");
    line(&g, "int x, y, z, a[2];");
    line(&g, "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;");
    thread(&g, "first");
    thread(&g, "second");
    line(&g, "int main(void)");
    line(&g, "{");
    g.writer.indent++;
    line(&g, "pthread_t t, u;");
    line(&g, "pthread_create(&t, 0, first, 0);");
    line(&g, "pthread_create(&u, 0, second, 0);");
    if (joins) {
        line(&g, "pthread_join(t, 0);");
        line(&g, "pthread_join(u, 0);");
    }
    statement(&g);
    statement(&g);
    line(&g, "return 0;");
    g.writer.indent--;
    line(&g, "}");
}

const family SEVERAL = {"several", "several mistakes, of which some can happen", generate, NULL, "-w", 0, 0, 0};
const family SEVERAL_RACES = {"several_races",    "the same with data races", generate, NULL, "-w", 0, 0,
                              1u << PROPERTY_RACE};
