#include "support/generate_weak.h"

#include <stdbool.h>

#include "support/writer.h"

enum { MAX_THREADS = 3, REGISTERS = 2, PLACES = 3 };

typedef struct generator {
    writer writer;
    uint32_t thread;
    uint32_t reads; /* registers of the thread that are set */
    bool is_calm;   /* hardly any orders and fences */
} generator;

#define line(g, ...) writer_line(&(g)->writer, __VA_ARGS__)
#define ONE_OF(g, ...) WRITER_ONE_OF(&(g)->writer, __VA_ARGS__)

static uint32_t below(generator *g, uint32_t bound)
{
    return writer_below(&g->writer, bound);
}

static const char *load_order(generator *g)
{
    if (g->is_calm)
        return "relaxed";
    return ONE_OF(g, "relaxed", "relaxed", "relaxed", "acquire", "acquire", "seq_cst");
}

static const char *store_order(generator *g)
{
    if (g->is_calm)
        return "relaxed";
    return ONE_OF(g, "relaxed", "relaxed", "relaxed", "release", "release", "seq_cst");
}

static const char *update_order(generator *g)
{
    return ONE_OF(g, "relaxed", "relaxed", "acquire", "release", "acq_rel", "seq_cst");
}

/* A place, perhaps by what was read before: an address that depends on it, or is not known. */
static const char *place(generator *g)
{
    if (g->reads > 0 && below(g, 4) == 0)
        return ONE_OF(g, "v[0 + (r0 ^ r0)]", "v[1 + (r0 ^ r0)]", "v[2 + (r0 ^ r0)]", "v[r0 & 1]");
    return ONE_OF(g, "v[0]", "v[0]", "v[1]", "v[1]", "v[2]");
}

static const char *value(generator *g)
{
    if (g->reads > 0 && below(g, 3) == 0)
        return ONE_OF(g, "1 + (r0 ^ r0)", "r0 + 1", "r0");
    return ONE_OF(g, "1", "1", "2");
}

static void read(generator *g, bool is_update, const char *at, const char *order)
{
    static const char *const LEFT[REGISTERS] = {"r0 = ", "r1 = "};
    if (g->reads < REGISTERS)
        line(g,
             is_update ? "%satomic_fetch_add_explicit(&%s, 1, memory_order_%s);"
                       : "%satomic_load_explicit(&%s, memory_order_%s);",
             LEFT[g->reads++], at, order);
}

static void fence(generator *g)
{
    if (below(g, 2))
        line(g, "atomic_thread_fence(memory_order_%s);", ONE_OF(g, "acquire", "release", "acq_rel", "seq_cst"));
    else
        line(g, "__asm__ volatile(\"%s\" ::: \"memory\");",
             ONE_OF(g, "dmb sy", "dmb st", "dmb ld", "isb", "sync", "lwsync", "isync"));
}

static void access(generator *g)
{
    const char *at = place(g);
    switch (below(g, 9)) {
    case 0:
    case 1:
    case 2:
        read(g, false, at, load_order(g));
        break;
    case 3:
        read(g, true, at, update_order(g));
        break;
    case 4:
        line(g, "expected = %u;", below(g, 2));
        line(g, "atomic_compare_exchange_strong_explicit(&%s, &expected, %s, memory_order_%s, memory_order_relaxed);",
             at, value(g), ONE_OF(g, "relaxed", "acquire", "release", "acq_rel", "seq_cst"));
        break;
    case 5:
        line(g, "*(volatile int *)&%s = %s;", at, value(g));
        break;
    default:
        line(g, "atomic_store_explicit(&%s, %s, memory_order_%s);", at, value(g), store_order(g));
    }
}

static void statement(generator *g)
{
    bool is_branch = g->reads > 0 && below(g, 5) == 0;
    if (is_branch) {
        line(g, "if (r0 == %u)", below(g, 2));
        if (below(g, 2))
            line(g, "    atomic_store_explicit(&v[%u], %u, memory_order_%s);", below(g, PLACES), 1 + below(g, 2),
                 store_order(g));
        else
            line(g, "    local = 1;");
    }
    if (!g->is_calm && below(g, 4) == 0)
        fence(g);
    access(g);
}

static void thread(generator *g)
{
    uint32_t count = 2 + below(g, 2);
    line(g, "static void *thread%u(void *unused)", g->thread);
    line(g, "{");
    g->writer.indent++;
    line(g, "int r0 = 0, r1 = 0, expected = 0, local = 0;");
    g->reads = 0;
    for (uint32_t i = 0; i < count; i++)
        statement(g);
    for (uint32_t i = 0; i < REGISTERS; i++)
        line(g, "o[%u] = r%u;", g->thread * REGISTERS + i, i);
    line(g, "(void)local, (void)expected;");
    line(g, "return unused;");
    g->writer.indent--;
    line(g, "}");
}

static void random_assertion(generator *g, uint32_t threads, strbuf *text)
{
    uint32_t count = 2 + below(g, 2);
    strbuf_add(text, "!(");
    for (uint32_t i = 0; i < count; i++) {
        strbuf_add(text, i > 0 ? " && " : "");
        if (below(g, 3) > 0)
            strbuf_addf(text, "o[%u] == %u", below(g, threads * REGISTERS), below(g, 2));
        else
            strbuf_addf(text, "v[%u] == %u", below(g, PLACES), below(g, 3));
    }
    strbuf_add(text, ")");
}

/* ---- shapes: two threads that access two places in turn, and what is between the accesses ---- */

typedef struct shape_access {
    bool is_read;
    uint32_t place, written; /* the value, of a write */
} shape_access;

/* What is read or computed last is in r, and what follows may depend on it. */
static void shape_link(generator *g)
{
    uint32_t t = below(g, 4) ? g->thread : 1 - g->thread;
    switch (below(g, 9)) {
    case 0:
        fence(g);
        break;
    case 1:
        line(g, "r = atomic_load_explicit(&unwritten[r ^ r], memory_order_%s);", load_order(g));
        break;
    case 2:
        line(g, "r = atomic_load_explicit(&unwritten[1], memory_order_%s);", load_order(g));
        break;
    case 3:
        line(g, "r = *(volatile const int *)&constant[r ^ r];");
        break;
    case 4:
        line(g, "%satomic_store_explicit(&own[%u], r + 1, memory_order_%s);", ONE_OF(g, "", "if (r > 0) "), t,
             store_order(g));
        line(g, "r = atomic_load_explicit(&own[%u], memory_order_%s);", t, load_order(g));
        break;
    case 5:
        line(g, "r = atomic_fetch_add_explicit(&own[%u], 1 + (r ^ r), memory_order_%s);", t, update_order(g));
        break;
    case 6:
        line(g, "if (r %s 0)", ONE_OF(g, ">=", ">"));
        line(g, "    atomic_store_explicit(&own[%u], 1, memory_order_%s);", t, store_order(g));
        break;
    case 7:
        line(g, "if (atomic_load_explicit(&own[%u], memory_order_%s) > 0)", t, load_order(g));
        line(g, "    r = 0;");
        break;
    default:
        break;
    }
}

static void shape_access_line(generator *g, const shape_access *a, uint32_t number)
{
    const char *address = ONE_OF(g, "", "", " + (r ^ r)"), *data = ONE_OF(g, "", "", " + (r ^ r)");
    if (below(g, 5) == 0)
        line(g, "if (r %s 0)", ONE_OF(g, ">=", ">"));
    if (a->is_read)
        line(g, "    o[%u] = r = atomic_load_explicit(&v[%u%s], memory_order_%s);", number, a->place, address,
             load_order(g));
    else
        line(g, "    atomic_store_explicit(&v[%u%s], %u%s, memory_order_%s);", a->place, address, a->written, data,
             store_order(g));
}

static void shape_thread(generator *g, const shape_access *accesses)
{
    line(g, "static void *thread%u(void *unused)", g->thread);
    line(g, "{");
    g->writer.indent++;
    line(g, "int r = 0;");
    shape_access_line(g, &accesses[0], 2 * g->thread);
    for (uint32_t i = below(g, 4); i > 0; i--)
        shape_link(g);
    shape_access_line(g, &accesses[1], 2 * g->thread + 1);
    line(g, "return unused;");
    g->writer.indent--;
    line(g, "}");
}

/* The access `before` comes before `after`, both of one place: by what is read, or is there at the end. */
static void shape_condition(const shape_access *all, uint32_t before, uint32_t after, strbuf *out)
{
    if (all[after].is_read)
        strbuf_addf(out, "o[%u] == %u", after, all[before].written);
    else if (all[before].is_read)
        strbuf_addf(out, "o[%u] == 0", before);
    else
        strbuf_addf(out, "v[%u] == %u", all[after].place, all[after].written);
}

static void shape_threads(generator *g, strbuf *assertion)
{
    shape_access all[4];
    for (uint32_t i = 0; i < 4; i++)
        all[i] = (shape_access){.is_read = below(g, 2), .place = i == 1 || i == 2, .written = 1 + i % 2};
    /* Of two accesses of a place one writes. */
    all[2].is_read &= !all[1].is_read;
    all[3].is_read &= !all[0].is_read;
    for (g->thread = 0; g->thread < 2; g->thread++)
        shape_thread(g, &all[2 * (size_t)g->thread]);
    strbuf_add(assertion, "!(");
    shape_condition(all, 1, 2, assertion);
    strbuf_add(assertion, " && ");
    shape_condition(all, 3, 0, assertion);
    strbuf_add(assertion, ")");
}

/* ---- programs ---- */

static void random_threads(generator *g, uint32_t threads, strbuf *assertion)
{
    for (g->thread = 0; g->thread < threads; g->thread++)
        thread(g);
    random_assertion(g, threads, assertion);
}

void generate_weak(uint64_t seed, strbuf *out)
{
    generator g = {.writer = writer_new(seed, out)};
    strbuf assertion = {0};
    bool is_shape = seed % 2;
    uint32_t threads = 2 + (!is_shape && below(&g, 3) == 0);
    g.is_calm = below(&g, 3) == 0;
    line(&g, "#include <assert.h>");
    line(&g, "#include <pthread.h>");
    line(&g, "#include <stdatomic.h>");
    line(&g, "static atomic_int v[%u], own[2], unwritten[2];", PLACES);
    line(&g, "static const int constant[2];");
    line(&g, "static int o[%u];", MAX_THREADS * REGISTERS);
    if (is_shape)
        shape_threads(&g, &assertion);
    else
        random_threads(&g, threads, &assertion);
    line(&g, "int main(void)");
    line(&g, "{");
    g.writer.indent++;
    line(&g, "pthread_t t[%u];", MAX_THREADS);
    for (uint32_t i = 0; i < threads; i++)
        line(&g, "pthread_create(&t[%u], 0, thread%u, 0);", i, i);
    for (uint32_t i = 0; i < threads; i++)
        line(&g, "pthread_join(t[%u], 0);", i);
    line(&g, "assert(%s);", strbuf_text(&assertion));
    line(&g, "return 0;");
    g.writer.indent--;
    line(&g, "}");
    strbuf_clear(&assertion);
}
