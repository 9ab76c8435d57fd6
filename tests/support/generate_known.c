/* Programs that are right or wrong by construction: pieces of which it is known whether they go well, in random places.
 * They find mistakes that `heddle check` and the machine would make alike, because both see the same program. */
#include <stdbool.h>

#include "support/families.h"
#include "support/generate.h"
#include "support/writer.h"

static const char PRELUDE[] = "#include <assert.h>\n"
                              "#include <pthread.h>\n"
                              "#include <stdint.h>\n"
                              "#include <stdlib.h>\n"
                              "#include <string.h>\n"
                              "_Bool __VERIFIER_nondet_bool(void);\n"
                              "int x, y, depth;\n"
                              "static int *own(int v) { int o = v; int *p = &o; return p; }\n"
                              "static int *past(int *p, long k) { return p + k; }\n"
                              "static void *nest(void *u)\n"
                              "{\n"
                              "    pthread_t t;\n"
                              "    if (depth++ < 2) {\n"
                              "        pthread_create(&t, 0, nest, u);\n"
                              "        pthread_join(t, 0);\n"
                              "    }\n"
                              "    return u;\n"
                              "}\n";

static const char *const GOOD[] = {
    "assert((uint32_t)(uintptr_t)&x != 0 && (uint32_t)(uintptr_t)&x != (uint32_t)(uintptr_t)&y);",
    "{ int l = 1; assert((int)(intptr_t)&l != 0 && ((uintptr_t)&l & 3) == 0); }",
    "{ int *h = malloc(4); if (h) { assert((int)(intptr_t)h != 0); *h = 1; free(h); } }",
    "{ int o, in = 5; __asm__(\"\" : \"=rm\"(o) : \"0\"(in)); assert(o == 5); }",
    "{ int o, in = 6; __asm__(\"\" : \"=g\"(o) : \"0\"(in)); assert(o == 6); }",
    "assert(malloc((size_t)-8) == NULL);",
    "assert(calloc((size_t)1 << (sizeof(size_t) * 8 - 2), 2) == NULL);",
    "{ pthread_t t; pthread_create(&t, 0, nest, 0); pthread_join(t, 0); assert(depth == 3); depth = 0; }",
    "{ int s = 0; for (int k = 0; k < 2; k++) { int v[2] = {k, 1}; int *p = v; s += p[1]; if (k) break; } assert(s == "
    "2); }",
    "{ int a[3] = {1, 2, 3}; int i = __VERIFIER_nondet_bool(); memmove(a + i, a, 8); assert(a[i] == 1); }",
    "{ int a[2] = {1, 2}, b[2] = {3, 4}; int *p = __VERIFIER_nondet_bool() ? a : b; assert(p[1] == 2 || p[1] == 4); }",
    "{ int a[2] = {1, 2}; int *p = past(a + 1, -(long)__VERIFIER_nondet_bool()); assert(*p == 1 || *p == 2); }",
    "{ uintptr_t n = (uintptr_t)&x; *(int *)n = 3; assert(x == 3); x = 0; }",
    "{ int w; for (int k = 0; k < 2; k++) { int u; if (k == 0) u = 1; else u = 2; w = u; } assert(w == 2); }",
};

static const char *const BAD[] = {
    "{ int *p; { int in = 1; p = &in; *p = 2; } x = *p; }",
    "{ int *p = 0; for (int k = 0; k < 2; k++) { int v = k; if (k == 0) p = &v; else x = *p; } }",
    "x = *own(3);",
    "{ int s[2]; for (int k = 0; k < 2; k++) { int u; s[k] = u; } assert(s[0] == s[1]); }",
    "{ int *h = malloc((size_t)-4); *h = 1; }",
    "{ int o, in = 5; __asm__(\"\" : \"=rm\"(o) : \"0\"(in)); assert(o != 5); }",
    "{ int n = 1 + __VERIFIER_nondet_bool(), *p = 0; { int v[n]; v[0] = 1; p = v; } x = *p; }",
    "{ int a[2] = {1, 2}, b[2] = {3, 4}; int *p = __VERIFIER_nondet_bool() ? a : b; p[1] = 7; assert(a[1] != 7); }",
    "{ int a[2] = {1, 2}; x = *past(a, 1 + __VERIFIER_nondet_bool()); }",
    "{ int a[3] = {1, 2, 3}; int i = __VERIFIER_nondet_bool(); memmove(a + i, a, 8); assert(a[2] != 2); }",
    "{ pthread_t t; pthread_create(&t, 0, nest, 0); pthread_join(t, 0); assert(depth != 3); }",
    "{ int *p = &x; p += (long)1 << (sizeof(long) * 8 - 5); *p = 1; }",
};

static void add_piece(writer *w, const char *piece)
{
    writer_line(w, "%s%s", WRITER_ONE_OF(w, "", "", "if (1) ", "for (int n = 0; n < 1; n++) "), piece);
}

void generate_known(uint64_t seed, strbuf *out)
{
    writer w = writer_new(seed ^ 0x6b6e6f, out);
    bool is_bad = writer_below(&w, 2), is_thread = writer_below(&w, 2);
    writer_line(&w, "%s", is_bad ? FAMILY_VIOLATION : FAMILY_SAFE);
    strbuf_add(out, PRELUDE);
    writer_line(&w, "static void *work(void *u)\n{");
    w.indent++;
    for (uint32_t n = 1 + writer_below(&w, 2); n > 0; n--)
        add_piece(&w, writer_one_of(&w, GOOD, sizeof GOOD / sizeof *GOOD));
    if (is_bad)
        add_piece(&w, writer_one_of(&w, BAD, sizeof BAD / sizeof *BAD));
    writer_line(&w, "return u;");
    w.indent--;
    writer_line(&w, "}\nint main(void)\n{");
    w.indent++;
    writer_line(&w, is_thread ? "pthread_t t; pthread_create(&t, 0, work, 0); pthread_join(t, 0);" : "work(0);");
    writer_line(&w, "return 0;");
    w.indent--;
    writer_line(&w, "}");
}
