/* Values that were never set. Half of the programs do one thing with some, and say what to expect of it; in the others
 * threads hand memory over to each other, of which parts may be set, copy it, and use it. */
#include <stdbool.h>

#include "support/families.h"
#include "support/generate_control.h"
#include "support/writer.h"

/* What is said in `text` of an `unsigned char` u, an `unsigned` n and a `struct s` v that were never set, and of their
 * like s, of which all is set. */
static const struct {
    const char *text;
    bool is_wrong;
} CASES[] = {
    {"if (u) r = 1;", true},
    {"r = u ? 1 : 2;", true},
    {"switch (n) { case 1: r = 1; }", true},
    {"while (n) break;", true},
    {"r = a[n & 3];", true},
    {"a[n % 4] = 1;", true},
    {"r = 7 / n;", true},
    {"r = 1 << (n & 63);", true},
    {"if ((n & 1) == 0) r = 1;", true},
    {"if (n + 1 > 5) r = 1;", true},
    {"if ((n ^ n) == 0) r = 1;", true},
    {"if (n * 2 & 2) r = 1;", true},
    {"if ((short)n > 0) r = 1;", true},
    {"n |= 1; if (n == 3) r = 1;", true},
    {"r = n; if (r) r = 1;", true},
    {"unsigned *p = &n; if (*p == 3) r = 1;", true},
    {"if (v.b) r = 1;", true},
    {"v.a = 1; if (v.b) r = 1;", true},
    {"v.c = 1; struct s w = v; if (w.d) r = 1;", true},
    {"if (twice(n) > 2) r = 1;", true},
    {"r = strlen((char *)&v) > 0;", true},
    {"r = memcmp(&v, &s, 4) == 0;", true},
    {"char t[2]; t[0] = 'a'; if (strcmp(t, \"ab\") == 0) r = 1;", true},
    {"char *p = malloc(2); p[0] = 1; if (p[0] + p[1] > 3) r = 1;", true},
    {"int *p = malloc(4); *p = 1; p = realloc(p, 8); if (p[1]) r = 1;", true},
    {"printf(\"%d\", (int)n);", true},
    {"printf(\"%c\", u);", true},
    {"putchar(u);", true},
    {"exit((int)n);", true},
    {"double d; if (d > 1) r = 1;", true},
    {"float d; r = (int)d;", true},
    {"int (*f)(int); f(1);", true},
    {"free(q);", true},
    {"*q = 1;", true},
    {"_Atomic int z; int e = 0; __c11_atomic_compare_exchange_strong(&z, &e, 1, 5, 5);", true},
    {"int y[3] = {[1] = n}; if (y[1]) r = 1;", true},
    {"__VERIFIER_assume(n);", true},
    {"n = n & 0xff00; if (n >> 8) r = 1;", true},

    {"r = n;", false},
    {"struct s w = v; s = w;", false},
    {"memcpy(&s, &v, sizeof s);", false},
    {"r = n + u * 3;", false},
    {"if ((n & 0) == 0) r = 1;", false},
    {"if ((n | 1) != 0) r = 1;", false},
    {"if ((n & 12) < 16) r = 1;", false},
    {"if ((n & 3) + 8 > 7) r = 1;", false},
    {"if (((n & 3) + 4) >> 3) r = 2;", false},
    {"if ((n & 0xf0) << 4 & 0xff) r = 1;", false},
    {"n <<= 31; if (n << 1) r = 1;", false},
    {"r = 7 / (n | 1);", false},
    {"r = 1 << (n & 31);", false},
    {"if (u < 256) r = 1;", false},
    {"n = 3; if (n == 3) r = 1;", false},
    {"v.a = 1; if (v.a == 1) r = 1;", false},
    {"v.a = 2; v.b = 3; if (v.a + v.b == 5) r = 1;", false},
    {"v.c = 1; struct s w = v; if (w.c == 1) r = 1;", false},
    {"v.c = 1; struct s *p = &v; if (p->c) r = 1;", false},
    {"memset(&v, 0, sizeof v); if (v.d == 0) r = 1;", false},
    {"v = s; if (v.d || v.b) r = 1;", false},
    {"char t[8] = \"ab\"; if (strcmp(t, \"ab\") == 0) r = 1;", false},
    {"char t[8]; strcpy(t, \"ab\"); r = strlen(t);", false},
    {"int *p = calloc(2, 4); if (p[1] == 0) r = 1;", false},
    {"int *p = malloc(4); *p = 1; p = realloc(p, 8); if (p[0] == 1) r = 1;", false},
    {"twice(n);", false},
    {"int y[2]; y[0] = 1; if (y[0]) r = 1;", false},
    {"static int z; if (z) r = 1;", false},
    {"union { int i; char c[4]; } x; x.i = 1; if (x.c[1] == 0) r = 1;", false},
    {"union { int i; char c; } x; x.c = 1; if (x.c == 1) r = 1;", false},
    {"printf(\"%d %s %c %f\", 3, \"a\", 'c', 1.5);", false},
    {"_Atomic int z; __c11_atomic_store(&z, 1, 5); __c11_atomic_fetch_add(&z, 1, 5); if (z == 2) r = 1;", false},
    {"pthread_mutex_t m; pthread_mutex_init(&m, 0); pthread_mutex_lock(&m); pthread_mutex_unlock(&m);", false},
    {"sem_t m; sem_init(&m, 0, 1); sem_wait(&m); sem_post(&m);", false},
    {"pthread_cond_t c; pthread_cond_init(&c, 0); pthread_cond_signal(&c);", false},
    {"pthread_barrier_t b; pthread_barrier_init(&b, 0, 1); pthread_barrier_wait(&b);", false},
    {"pthread_rwlock_t l; pthread_rwlock_init(&l, 0); pthread_rwlock_rdlock(&l); pthread_rwlock_unlock(&l);", false},
    {"long x = n; x = x << 32 | 5; if ((int)x == 5) r = 1;", false},
    {"if ((u & 0x80) == 0 || 1) r = 1;", true},
    {"_Bool b = 1; if (b) r = 1;", false},
    {"va(2, 3, 4);", false},
};

static void write_main(writer *w)
{
    writer_line(w, "int main(void)");
    writer_line(w, "{");
    writer_line(w, "    pthread_t t;");
    writer_line(w, "    pthread_create(&t, 0, first, 0);");
    writer_line(w, "    second(0);");
    writer_line(w, "    pthread_join(t, 0);");
    writer_line(w, "    return 0;");
    writer_line(w, "}");
}

static void write_head(writer *w)
{
    static const char *const HEADERS[] = {"pthread", "semaphore", "stdarg", "stdio", "stdlib", "string"};
    for (uint32_t i = 0; i < sizeof HEADERS / sizeof *HEADERS; i++)
        writer_line(w, "#include <%s.h>", HEADERS[i]);
    writer_line(w, "void __VERIFIER_assume(int);");
}

static void write_case(writer *w)
{
    uint32_t i = writer_below(w, sizeof CASES / sizeof *CASES);
    writer_line(w, "%s", CASES[i].is_wrong ? FAMILY_VIOLATION : FAMILY_SAFE);
    write_head(w);
    writer_line(w, "struct s { unsigned a : 3, b : 5; char c; int d; } s = {1, 2, 3, 4};");
    writer_line(w, "int r, a[4];");
    writer_line(w, "static int twice(int x) { int y = x; return 2 * y; }");
    writer_line(w, "static void va(int n, ...)");
    writer_line(w, "{");
    writer_line(w, "    va_list l;");
    writer_line(w, "    va_start(l, n);");
    writer_line(w, "    while (n-- > 0) if (va_arg(l, int) > 3) r++;");
    writer_line(w, "    va_end(l);");
    writer_line(w, "}");
    writer_line(w, "static void *first(void *unused)");
    writer_line(w, "{");
    writer_line(w, "    unsigned char u;");
    writer_line(w, "    unsigned n;");
    writer_line(w, "    int *q;");
    writer_line(w, "    struct s v;");
    writer_line(w, "    %s", CASES[i].text);
    writer_line(w, "    return unused;");
    writer_line(w, "}");
    writer_line(w, "static void *second(void *x) { return x; }");
    write_main(w);
}

static void write_statement(writer *w)
{
    const char *place = WRITER_ONE_OF(w, "h->x", "h->y", "h->y", "h->b", "g", "l.x", "l.y", "*p"),
               *other = WRITER_ONE_OF(w, "h->x", "h->y", "h->b", "g", "l.x", "l.y", "1", "*p");
    switch (writer_below(w, 12)) {
    case 0:
    case 1:
        writer_line(w, "    %s = %s;", place, other);
        break;
    case 2:
        writer_line(w, "    if (%s == %u) g = 2;", place, writer_below(w, 2));
        break;
    case 3:
        writer_line(w, "    l = *h;");
        break;
    case 4:
        writer_line(w, "    *h = l;");
        break;
    case 5:
        writer_line(w, "    p = %s;", WRITER_ONE_OF(w, "&h->x", "&g", "&l.x"));
        break;
    case 6:
        writer_line(w, "    %s = %s %s %s;", place, other, WRITER_ONE_OF(w, "+", "&", "|", "^", "<<"),
                    WRITER_ONE_OF(w, "1", "2", "g"));
        break;
    case 7:
        writer_line(w, "    %s = %u;", place, writer_below(w, 3));
        break;
    case 8:
        writer_line(w, "    pthread_mutex_lock(&m);");
        writer_line(w, "    %s = %s;", place, other);
        writer_line(w, "    pthread_mutex_unlock(&m);");
        break;
    case 9:
        writer_line(w, "    __atomic_fetch_%s(&h->x, %u, __ATOMIC_SEQ_CST);", WRITER_ONE_OF(w, "add", "and", "or"),
                    writer_below(w, 2));
        break;
    case 10:
        writer_line(w, "    if ((%s & %u) == %u) g++;", place, 1 + writer_below(w, 3), writer_below(w, 2));
        break;
    default:
        writer_line(w, "    if (flag) { %s = %s; } else flag = %u;", place, other, writer_below(w, 2));
        break;
    }
}

static void write_thread(writer *w, const char *name)
{
    writer_line(w, "static void *%s(void *unused)", name);
    writer_line(w, "{");
    writer_line(w, "    struct s l%s;", WRITER_ONE_OF(w, "", " = {1}"));
    writer_line(w, "    int *p = &g;");
    for (uint32_t n = 2 + writer_below(w, 3); n > 0; n--)
        write_statement(w);
    writer_line(w, "    return unused;");
    writer_line(w, "}");
}

static void write_threads(writer *w)
{
    write_head(w);
    writer_line(w, "struct s { int x; short y; unsigned char b : 4, c : 4; } *h;");
    writer_line(w, "int g, flag;");
    writer_line(w, "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;");
    write_thread(w, "first");
    write_thread(w, "second");
    writer_line(w, "int main(void)");
    writer_line(w, "{");
    writer_line(w, "    pthread_t t;");
    writer_line(w, "    h = malloc(sizeof *h);");
    for (uint32_t n = writer_below(w, 3); n > 0; n--)
        writer_line(w, "    %s = %u;", WRITER_ONE_OF(w, "h->x", "h->y", "h->b", "h->c"), writer_below(w, 3));
    writer_line(w, "    pthread_create(&t, 0, first, 0);");
    writer_line(w, "    second(0);");
    writer_line(w, "    pthread_join(t, 0);");
    writer_line(w, "    return h->%s == 1;", WRITER_ONE_OF(w, "x", "y", "b", "c"));
    writer_line(w, "}");
}

void generate_unset(uint64_t seed, strbuf *out)
{
    writer w = writer_new(seed, out);
    if (writer_below(&w, 2))
        write_case(&w);
    else
        write_threads(&w);
}
