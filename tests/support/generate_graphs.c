/* Random graphs of blocks: gotos, computed gotos and switches lead anywhere, so that loops nest, overlap and have
 * several entries. The way that a thread takes is told by a hash of the blocks it came through, and by where it left
 * the graph. A jump back uses up fuel, a computed goto goes on in its table: the graph is left in the end, but for
 * loops that wait for the other thread. */
#include <stdbool.h>

#include "support/generate_control.h"
#include "support/writer.h"

enum { MIN_BLOCKS = 3, MAX_BLOCKS = 5, TABLE = 4 };

typedef struct graph {
    writer writer;
    uint32_t blocks;
    bool has_table; /* there is a computed goto */
    bool is_ladder; /* there is nothing else: the blocks follow each other, and it leads back to any of them */
} graph;

#define line(g, ...) writer_line(&(g)->writer, __VA_ARGS__)
#define ONE_OF(g, ...) WRITER_ONE_OF(&(g)->writer, __VA_ARGS__)

static uint32_t below(graph *g, uint32_t bound)
{
    return writer_below(&g->writer, bound);
}

/* What is known when the thread is unrolled, and what is not. */
static const char *condition(graph *g)
{
    return ONE_OF(g, "trace & 1", "fuel & 1", "fuel > 2", "x", "y & 1", "g0", "g1 == 1", "__VERIFIER_nondet_bool()");
}

static const char *number(graph *g)
{
    return ONE_OF(g, "trace", "fuel", "x", "y", "g0 + g1", "g1");
}

static void jump(graph *g, uint32_t from)
{
    uint32_t to = below(g, g->blocks + 1);
    if (to == g->blocks)
        line(g, "goto out;");
    else if (to > from)
        line(g, "goto b%u;", to);
    else
        line(g, "{ if (fuel-- <= 0) goto out; goto b%u; }", to);
}

static void jump_if(graph *g, uint32_t from)
{
    line(g, "if (%s)", condition(g));
    jump(g, from);
}

static void choose(graph *g, uint32_t from)
{
    line(g, "switch (%s & 3) {", number(g));
    for (uint32_t i = 0; i < 3; i++) {
        line(g, "case %u:;", i);
        if (below(g, 4) > 0)
            jump(g, from);
    }
    line(g, "}");
}

static void computed(graph *g)
{
    line(g, "goto *table[step++];");
}

static void computed_choice(graph *g)
{
    uint32_t a = below(g, g->blocks), b = below(g, g->blocks);
    line(g, "if (fuel-- <= 0) goto out;");
    line(g, "goto *(%s ? &&b%u : &&b%u);", condition(g), a, b);
}

/* A switch into the middle of a loop. */
static void device(graph *g)
{
    line(g, "switch (%s & 1) {", number(g));
    line(g, "case 0: do { trace = trace * 3 + 1;");
    line(g, "default: %s", ONE_OF(g, "x ^= 1;", "y++;", "trace++;", "x = g0;", "if (g1) continue;", "if (g0) break;"));
    line(g, "} while (%s && fuel-- > 0); }", condition(g));
}

/* A label inside of a loop, for a block that comes later to jump to. */
static void nest(graph *g, uint32_t block)
{
    line(g, "while (fuel-- > 0) {");
    line(g, "inner%u: trace = trace * 3 + 2;", block);
    line(g, "for (; fuel > 0; fuel--) { if (%s) goto outer%u; if (%s) break; trace++; }", condition(g), block,
         condition(g));
    line(g, "if (%s) break;", condition(g));
    line(g, "outer%u:; }", block);
    line(g, "if (%s && fuel-- > 0) goto inner%u;", condition(g), block);
}

static void wait(graph *g, uint32_t block)
{
    switch (below(g, 3)) {
    case 0:
        line(g, "if (%s) goto b%u;", ONE_OF(g, "g0 == 0", "g1 == 0", "!g0 && !g1"), block);
        break;
    case 1:
        line(g, "wait%u: if (g0 == 0) goto again%u; if (g1 == 0) goto wait%u;", block, block, block);
        line(g, "if (0) { again%u: if (g1 == 0) goto wait%u; }", block, block);
        break;
    default:
        line(g, "wait%u: x = g0; if (x == 0) goto wait%u;", block, block);
        break;
    }
}

static void effect(graph *g)
{
    line(g, "%s",
         ONE_OF(g, "x = g0;", "y = g1;", "x ^= 1;", "y += x;", "h++;", "h = trace;", "x = __VERIFIER_nondet_bool();",
                ";"));
}

static void block(graph *g, uint32_t number)
{
    g->writer.indent--;
    line(g, "b%u:;", number);
    g->writer.indent++;
    bool is_silent = below(g, 4) == 0;
    if (!is_silent)
        line(g, "trace = (trace * 3 + %u) & 31;", number);
    if (below(g, 2))
        effect(g);
    if (g->is_ladder) {
        if (number + 1 == g->blocks)
            computed(g);
        return;
    }
    switch (below(g, 12)) {
    case 0:
    case 1:
        jump(g, number);
        break;
    case 2:
    case 3:
        choose(g, number);
        break;
    case 4:
    case 5:
        if (g->has_table)
            computed(g);
        break;
    case 6:
        if (g->has_table)
            computed_choice(g);
        break;
    case 7:
        device(g);
        break;
    case 8:
        nest(g, number);
        break;
    case 9:
        wait(g, number);
        break;
    default:
        jump_if(g, number);
        if (below(g, 2))
            jump_if(g, number);
        break;
    }
}

static void table(graph *g)
{
    strbuf entries = {0};
    for (uint32_t i = 0; i < TABLE; i++)
        strbuf_addf(&entries, "&&b%u, ", below(g, g->blocks));
    line(g, "static const void *table[] = {%s&&out};", strbuf_text(&entries));
    line(g, "unsigned step = 0;");
    strbuf_clear(&entries);
}

static void walker(graph *g)
{
    g->blocks = MIN_BLOCKS + below(g, MAX_BLOCKS - MIN_BLOCKS + 1);
    g->is_ladder = below(g, 6) == 0;
    g->has_table = g->is_ladder || below(g, 2);
    line(g, "static void *walk(void *argument)");
    line(g, "{");
    g->writer.indent++;
    line(g, "unsigned trace = 0, x = 0, y = 1;");
    line(g, "int fuel = %u;", 1 + below(g, 2));
    if (g->has_table)
        table(g);
    for (uint32_t i = 0; i < g->blocks; i++)
        block(g, i);
    line(g, "out:");
    line(g, "result = (trace ^ x << 1) & 7;");
    line(g, "return argument;");
    g->writer.indent--;
    line(g, "}");
}

void generate_graphs(uint64_t seed, strbuf *out)
{
    graph g = {.writer = writer_new(seed, out)};
    strbuf_add(out, "#include <assert.h>\n"
                    "#include <pthread.h>\n"
                    "_Bool __VERIFIER_nondet_bool(void);\n"
                    "volatile int g0, g1;\n"
                    "int h, result;\n");
    walker(&g);
    bool has_other = below(&g, 3) > 0;
    line(&g, "static void *other(void *argument) { g0 = 1; g1 = %u; return argument; }", 1 + below(&g, 3));
    line(&g, "int main(void)");
    line(&g, "{");
    g.writer.indent++;
    line(&g, "pthread_t t[2];");
    line(&g, "pthread_create(&t[0], 0, other, 0);");
    if (!has_other)
        line(&g, "pthread_join(t[0], 0);");
    line(&g, "pthread_create(&t[1], 0, walk, 0);");
    line(&g, "pthread_join(t[1], 0);");
    line(&g, "assert(result != %u);", below(&g, 8));
    line(&g, "return h > 1000;");
    g.writer.indent--;
    line(&g, "}");
}
