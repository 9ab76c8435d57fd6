#include "support/generate_locals.h"

#include <stdbool.h>

#include "support/writer.h"

static const char PRELUDE[] =
    "#include <assert.h>\n"
    "#include <pthread.h>\n"
    "#include <stdint.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "_Bool __VERIFIER_nondet_bool(void);\n"
    "struct pair { short tag; int left, right; };\n"
    "int g[4] = {1, 2, 3, 4}, seen;\n"
    "static int *own(int v) { int x = v; int *p = &x; return p; }\n"
    "static int *first(int *p, int *q, int c) { return c ? p : q; }\n"
    "static int *behind(int *p, long k) { return p + k; }\n"
    "static int at(const int *p, int k) { return p[k]; }\n"
    "static void set(int *p, int v) { *p = v; }\n"
    "static int sum(int n) { int v[n + 1], s = 0; for (int i = 0; i <= n; i++) v[i] = i + 1;\n"
    "    for (int i = 0; i <= n; i++) s += v[i]; return s; }\n"
    "static void *worker(void *p) { *(int *)p += 1; return p; }\n";

typedef struct generator {
    writer w;
    bool is_wild; /* makes mistakes */
    int depth, names;
} generator;

#define ONE_OF(g, ...) WRITER_ONE_OF(&(g)->w, __VA_ARGS__)
#define line(g, ...) writer_line(&(g)->w, __VA_ARGS__)

static uint32_t below(generator *g, uint32_t bound)
{
    return writer_below(&g->w, bound);
}

/* In one program of three, now and then. */
static bool errs(generator *g)
{
    return g->is_wild && below(g, 4) == 0;
}

static const char *condition(generator *g)
{
    return ONE_OF(g, "__VERIFIER_nondet_bool()", "c", "d", "x & 1", "c && d", "p == a", "i > 0");
}

/* 0 or 1, mostly not known. */
static const char *small_index(generator *g)
{
    return ONE_OF(g, "i", "i", "c", "d", "(x & 1)", "1", "0", "(l & 1)", "!i", "(c ^ d)");
}

static const char *value(generator *g)
{
    return ONE_OF(g, "1", "2", "7", "x", "x + 1", "i", "a[1]", "b[i]", "s.left");
}

/* The first of two ints that are surely there. */
static const char *array(generator *g)
{
    return ONE_OF(g, "a", "a + 1", "a + i", "b", "g", "g + i", "v", "&s.left", "h", "w[i]", "w[0] + 1", "m");
}

static void choose(generator *g)
{
    switch (below(g, 6)) {
    case 0:
        line(g, "p = %s ? %s : %s;", condition(g), array(g), array(g));
        break;
    case 1:
        line(g, "if (%s) p = %s;", condition(g), array(g));
        break;
    case 2:
        line(g, "p = first(%s, %s, %s);", array(g), array(g), condition(g));
        break;
    case 3:
        line(g, "p = %s; q = p + %s;", array(g), small_index(g));
        break;
    case 4:
        line(g, "p = (int *)((uintptr_t)%s + %s);", array(g), errs(g) ? "8 * i" : "0 * i");
        break;
    default:
        line(g, "t[%s] = %s; p = t[%s];", small_index(g), array(g), small_index(g));
        break;
    }
}

static void move(generator *g)
{
    if (errs(g)) {
        line(g, "%s",
             ONE_OF(g, "p += 3 + i;", "p -= 1;", "p = behind(p, l - 2);", "p = 0;", "p = own(x);", "q = p - i;",
                    "p = (int *)(uintptr_t)(i * 4096);", "q = p + 4000000000;"));
        return;
    }
    line(g, "p = %s; q = %s;", array(g),
         ONE_OF(g, "behind(p + 1, i) - 1", "p + 1 - i", "&p[i]", "(int *)((char *)p + 4 * i)", "behind(p, l)"));
}

static void access(generator *g)
{
    const char *index = errs(g) ? ONE_OF(g, "-1", "2 + i", "x", "3 * l", "-i") : small_index(g);
    switch (below(g, 7)) {
    case 0:
        line(g, "p[%s] = %s;", index, value(g));
        break;
    case 1:
        line(g, "x = p[%s];", index);
        break;
    case 2:
        line(g, "x = at(p, %s);", index);
        break;
    case 3:
        line(g, "set(&p[%s], %s);", index, value(g));
        break;
    case 4:
        line(g, "%s[%s] = %s;", ONE_OF(g, "a", "b", "v", "g"), errs(g) ? index : small_index(g), value(g));
        break;
    case 5:
        line(g, "x += *q;");
        break;
    default:
        line(g, "((char *)p)[%s] = %s;", small_index(g), ONE_OF(g, "1", "i", "0"));
        break;
    }
}

static void copy(generator *g)
{
    switch (below(g, 5)) {
    case 0:
        line(g, "memmove(&g[%s], &g[%s], %d);", small_index(g), small_index(g), 4 * (1 + (int)below(g, 3)));
        break;
    case 1:
        line(g, "memmove(a + %s, a, 8);", small_index(g));
        break;
    case 2:
        line(g, "memcpy(%s, %s, %s);", ONE_OF(g, "b", "p", "v"), errs(g) ? "p" : "g", ONE_OF(g, "4", "8"));
        break;
    case 3:
        line(g, "memset(p, %s, %s);", ONE_OF(g, "0", "1"), errs(g) ? "24" : "8");
        break;
    default:
        line(g, "s = %s ? s : (struct pair){1, %s, 2}; x = s.right;", condition(g), value(g));
        break;
    }
}

static void statement(generator *g);

static void some_statements(generator *g, uint32_t most)
{
    g->w.indent++;
    g->depth++;
    for (uint32_t n = 1 + below(g, most); n > 0; n--)
        statement(g);
    g->depth--;
    g->w.indent--;
}

/* A variable that ends with its block: its address may be used inside, and by mistake outside. */
static void inner_block(generator *g)
{
    int name = g->names++;
    bool is_loop = below(g, 2);
    line(g, is_loop ? "for (int k = 0; k < 2; k++) {" : "if (%s) {", condition(g));
    g->w.indent++;
    line(g, "int y%d[2]%s, z%d = %s;", name, below(g, 3) || !g->is_wild ? " = {1, 2}" : "", name, value(g));
    line(g, "int *old%d = p;", name);
    line(g, "%s = %s%d%s;", ONE_OF(g, "p", "q"), "y", name, ONE_OF(g, "", " + i", " + 1"));
    line(g, "z%d += y%d[%s];", name, name, small_index(g));
    g->w.indent--;
    if (g->depth < 2)
        some_statements(g, 2);
    g->w.indent++;
    if (is_loop && below(g, 3) == 0)
        line(g, "if (%s) { %s %s; }", condition(g), errs(g) ? "" : "p = q = old0_safe;",
             ONE_OF(g, "break", "continue"));
    line(g, "x = z%d & 3;", name);
    if (!errs(g))
        line(g, "p = q = old0_safe;");
    line(g, "(void)old%d;", name);
    g->w.indent--;
    line(g, "}");
}

static void unset(generator *g)
{
    int name = g->names++;
    line(g, "for (int k = 0; k < 2; k++) { int u%d; if (%s) u%d = 1; %s u%d; }", name, g->is_wild ? "k == 0" : "k < 2",
         name, ONE_OF(g, "x =", "seen =", "if (u0_set) x +="), name);
}

static void allocate(generator *g)
{
    static const char *const SIZES[] = {"8", "8 + 4 * i", "-1", "(size_t)1 << (PTRDIFF_MAX > 0x7fffffff ? 40 : 31)",
                                        "x"};
    uint32_t which = below(g, g->is_wild ? 5 : 2);
    line(g, "h = %s;", which > 0 && below(g, 3) == 0 ? "calloc(2, 4)" : "malloc(8)");
    line(g, "{ int *big = malloc(%s); if (big%s) { *big = 3; x = *big; } %s }", SIZES[which], errs(g) ? " || 1" : "",
         ONE_OF(g, "free(big);", ""));
    line(g, "if (h) { h[0] = h[1] = %s; }", value(g));
    line(g, "else h = h_safe;");
}

static void statement(generator *g)
{
    switch (below(g, 14)) {
    case 0:
    case 1:
    case 2:
        choose(g);
        break;
    case 3:
        move(g);
        break;
    case 4:
    case 5:
    case 6:
    case 7:
        access(g);
        break;
    case 8:
        copy(g);
        break;
    case 9:
    case 10:
        if (g->depth < 2) {
            inner_block(g);
            break;
        }
        access(g);
        break;
    case 11:
        unset(g);
        break;
    case 12:
        allocate(g);
        break;
    default:
        line(g, "x += sum(%s);", small_index(g));
        break;
    }
}

void generate_locals(uint64_t seed, strbuf *out)
{
    generator g = {.w = writer_new(seed ^ 0x10ca15, out)};
    g.is_wild = below(&g, 3) == 0;
    bool has_thread = below(&g, 3) == 0;
    strbuf_add(out, PRELUDE);
    line(&g, "int main(void)");
    line(&g, "{");
    g.w.indent++;
    line(&g, "int a[3] = {1, 2, 3}, b[2] = {4, 5}, w[2][2] = {{6, 7}, {8, 9}}, *v = __builtin_alloca(8), x = 1;");
    line(&g, "int u0_set = 1, *old0_safe = a, h_safe[2] = {0}, *h = h_safe, m[2] = {0, 1};");
    line(&g, "struct pair s = {1, 2, 3};");
    line(&g, "int *t[2] = {a, b}, *p = a, *q = b;");
    line(&g, "_Bool c = __VERIFIER_nondet_bool(), d = __VERIFIER_nondet_bool();");
    line(&g, "int i = __VERIFIER_nondet_bool();");
    line(&g, "long l = i;");
    line(&g, "v[0] = v[1] = 2;");
    line(&g, "(void)u0_set; (void)t; (void)l; (void)s; (void)d;");
    if (has_thread)
        line(&g, "pthread_t thread; pthread_create(&thread, 0, worker, &m[%s]);", small_index(&g));
    g.w.indent--;
    some_statements(&g, 9);
    g.w.indent++;
    if (has_thread)
        line(&g, "pthread_join(thread, 0);");
    line(&g, "assert(%s != %u);",
         ONE_OF(&g, "x", "a[0]", "a[2]", "b[1]", "*p", "q[0]", "s.left", "g[2]", "w[1][0]", "m[1]"), below(&g, 12));
    line(&g, "return 0;");
    g.w.indent--;
    line(&g, "}");
}

/* ---- mistakes that do not count ---- */

static const char MISTAKES[] = "#include <assert.h>\n"
                               "#include <pthread.h>\n"
                               "#include <stdlib.h>\n"
                               "#include <string.h>\n"
                               "_Bool __VERIFIER_nondet_bool(void);\n"
                               "void reach_error(void);\n"
                               "int unknown(void);\n"
                               "int x, y, z, table[2], *shared, *none;\n"
                               "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n";

static void mistake(generator *g)
{
    line(g, "%s",
         ONE_OF(g, "if (x) *none = 1;", "y = 1 / x;", "assert(x);", "if (y) reach_error();",
                "pthread_mutex_unlock(&m);", "free(shared);", "if (shared) *shared = 2;", "z = table[x + 1];",
                "y = 1 << (31 + x);", "if (shared) z = *shared;", "if (x && y) unknown();",
                "{ int *p = 0; if (y == 0) p = &x; *p = 2; }", "memcpy(table, table + x, 4);"));
}

static void harmless(generator *g)
{
    line(g, "%s",
         ONE_OF(g, "x = 1;", "y = 1;", "x = y;", "y = x + 1;", "pthread_mutex_lock(&m);", "z = x;",
                "{ int *p = malloc(4); *p = 0; shared = p; }", "{ int l = y; shared = &l; z = *shared; shared = 0; }",
                "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"));
}

static void body(generator *g, const char *head, const char *end)
{
    line(g, "%s", head);
    line(g, "{");
    g->w.indent++;
    for (uint32_t n = 2 + below(g, 3); n > 0; n--)
        (below(g, 3) ? harmless : mistake)(g);
    line(g, "%s", end);
    g->w.indent--;
    line(g, "}");
}

void generate_mistakes(uint64_t seed, strbuf *out)
{
    generator g = {.w = writer_new(seed ^ 0x315a, out)};
    strbuf_add(out, MISTAKES);
    body(&g, "static void *left(void *u)", "return u;");
    body(&g, "static void *right(void *u)", "return u;");
    line(&g, "int main(void)");
    line(&g, "{");
    g.w.indent++;
    line(&g, "pthread_t a, b;");
    line(&g, "pthread_create(&a, 0, left, 0);");
    line(&g, "pthread_create(&b, 0, right, 0);");
    for (uint32_t n = below(&g, 2); n > 0; n--)
        mistake(&g);
    if (below(&g, 2))
        line(&g, "pthread_join(a, 0);");
    line(&g, "assert(%s);",
         ONE_OF(&g, "x != 1", "y == 0 || z == 0", "x == y", "z != 1 || y", "table[0] == 0", "x < 2"));
    line(&g, "return 0;");
    g.w.indent--;
    line(&g, "}");
}

uint32_t generate_ignored(uint64_t seed)
{
    enum { KINDS = 5 };
    random_source random = random_seeded(seed);
    uint32_t ignored = (uint32_t)random_below(&random, 1u << KINDS);
    return ignored == (1u << KINDS) - 1 ? 0 : ignored;
}
