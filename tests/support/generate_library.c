/* Calls of library functions and of what compilers and verifiers know, each with a result that is known. In half of the
 * programs one call gets an argument that it must not have: a pointer that is null, or freed, or leads to too few
 * bytes; or it is one that goes wrong by itself. So what the verdict must be is known, too. */
#include <stdbool.h>
#include <string.h>

#include "support/families.h"
#include "support/generate.h"
#include "support/writer.h"

static const char PRELUDE[] =
    "#define _GNU_SOURCE\n"
    "#include <assert.h>\n"
    "#include <errno.h>\n"
    "#include <limits.h>\n"
    "#include <locale.h>\n"
    "#include <pthread.h>\n"
    "#include <sched.h>\n"
    "#include <semaphore.h>\n"
    "#include <signal.h>\n"
    "#include <stdarg.h>\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "#include <sys/time.h>\n"
    "#include <threads.h>\n"
    "#include <time.h>\n"
    "#include <unistd.h>\n"
    "char text[] = \"abc\", longer[] = \"--abc\", flat[] = {'a', 'b', 'c'}, room[8], *alive, *freed, *null;\n"
    "int __VERIFIER_nondet_char(void);\n"
    "int n = 7, zero, count, done;\n"
    "long box[32];\n"
    "struct timespec moment = {1, 999999999}, no_time = {1, 1000000000};\n"
    "static int print_list(const char *format, ...)\n"
    "{\n"
    "    va_list list;\n"
    "    va_start(list, format);\n"
    "    int length = vprintf(format, list);\n"
    "    va_end(list);\n"
    "    return length;\n"
    "}\n";

/* ---- arguments ---- */

/* In a call, '$' and a letter stand for an argument. */
static const struct argument {
    char letter;
    const char *good[6], *bad[5];
} ARGUMENTS[] = {
    /* a string of three characters */
    {'s', {"\"abc\"", "text", "longer + 2", "own", "alive", NULL}, {"freed", "null", "flat", "freed + 1", NULL}},
    /* the same, or null */
    {'p', {"\"abc\"", "text", "own", "null", NULL}, {"freed", "flat", NULL}},
    /* three bytes to read */
    {'b', {"\"abc\"", "text", "flat", "own", "alive", NULL}, {"freed", "null", "flat + 1", "alive + 2", NULL}},
    /* four bytes to write */
    {'w', {"room", "room + 4", "own_room", NULL}, {"freed", "null", "flat", "room + 5", "(char *)\"abc\""}},
    /* a point in time */
    {'t', {"&moment", "&own_moment", NULL}, {"(struct timespec *)freed", "(struct timespec *)null", NULL}},
    {'f', {"stdout", "stderr", NULL}, {"(FILE *)freed", "(FILE *)null", NULL}},
    /* an object of the library's */
    {'o', {"(void *)box", "(void *)own_box", NULL}, {"(void *)freed", "(void *)null", "(void *)flat", NULL}},
    /* the same, or null */
    {'q', {"(void *)box", "(void *)own_box", "(void *)null", NULL}, {"(void *)freed", "(void *)flat", NULL}},
    /* where a number goes */
    {'n', {"&count", "&own_count", NULL}, {"(int *)freed", "(int *)null", "(int *)(flat + 1)", NULL}},
};

static const char *const CALLS[] = {
    /* printing */
    "assert(printf(\"%s\\n\", $s) == 4);",
    "assert(printf(\"%.2s|%6s|%-5d\", $s, $s, n) == 15);",
    "assert(printf(\"%.3s\", $b) == 3);",
    "assert(printf(\"%d %x %5u %c%%\", -n, 255, n, 'c') == 14);",
    "assert(printf(\"abc%n\", $n) == 3);",
    "assert(printf(\"%*s %m\", 5, $s) > 5);",
    "assert(fprintf($f, \"%s%d\", $s, n) == 4);",
    "assert(dprintf(1, \"%s\", $s) == 3);",
    "assert(print_list(\"%s-%s\", $s, $s) == 7);",
    "assert(puts($s) == 4);",
    "assert(fputs($s, $f) == 1);",
    "assert(fputc('x', $f) == 'x' && fflush($f) == 0);",
    "assert(fwrite($b, 1, 3, $f) == 3);",
    "assert(fwrite($b, 3, 1, $f) == 1);",
    "assert(write(1, $b, 3) == 3);",
    "perror($p);",
    "setvbuf($f, NULL, _IONBF, 0);",
    /* names and surroundings */
    "{ FILE *file = fopen($s, $s); if (file) fclose(file); }",
    "remove($s);",
    "rename($s, $s);",
    "assert(getenv($s) == NULL);",
    "setlocale(LC_ALL, $p);",
    "assert(nanosleep($t, NULL) == 0);",
    "assert(clock_nanosleep(CLOCK_REALTIME, 0, $t, NULL) == 0);",
    "assert(thrd_sleep($t, NULL) == 0);",
    "assert(pthread_setname_np(pthread_self(), $s) == 0);",
    "assert(clock_gettime(CLOCK_REALTIME, $o) == 0);",
    "assert(gettimeofday($o, NULL) == 0);",
    "rand_r((unsigned *)$n);",
    /* text and bytes */
    "assert(strlen($s) == 3 && strnlen($b, 3) == 3);",
    "assert(strcmp($s, $s) == 0 && strncmp($b, $b, 3) == 0);",
    "assert(memcmp($b, $b, 3) == 0);",
    "assert(strcmp(strcpy($w, $s), \"abc\") == 0);",
    "strncpy($w, $s, 4);",
    "memcpy($w, $s, 4);",
    "memmove($w, $s, 4);",
    "memset($w, 1, 4);",
    "assert(strrchr($s, 'a') && !strchr($s, 'x'));",
    "assert(!strstr($s, \"x\") && strspn($s, $s) == 3);",
    "{ char *copy = strdup($s); assert(strlen(copy) == 3); free(copy); }",
    "assert(strtol($s, NULL, 16) == 0xabc);",
    "{ errno = 0; assert(strtol(\"12\", NULL, 37) == 0 && errno == EINVAL); }",
    "{ errno = 0; assert(strtoull(\"12\", NULL, -n) == 0 && errno == EINVAL); }",
    /* waiting */
    "{ sem_t s; sem_init(&s, 0, 1); assert(sem_timedwait(&s, $t) == 0); assert(sem_timedwait(&s, $t) == -1); }",
    "{ sem_t s; sem_init(&s, 0, SEM_VALUE_MAX); errno = 0; assert(sem_post(&s) == -1 && errno == EOVERFLOW); }",
    "{ sem_t s; assert(sem_init(&s, 0, 1u + SEM_VALUE_MAX) == -1); sem_init(&s, 0, 1); sem_getvalue(&s, $n); }",
    "{ sem_t s; sem_init(&s, 0, 1); assert(sem_timedwait(&s, &no_time) == -1 && errno == EINVAL); }",
    "{ pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; assert(pthread_mutex_timedlock(&m, $t) == 0);"
    " assert(pthread_mutex_timedlock(&m, $t) == ETIMEDOUT); }",
    "{ pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; assert(pthread_rwlock_timedrdlock(&l, $t) == 0);"
    " assert(pthread_rwlock_timedwrlock(&l, $t) == ETIMEDOUT); }",
    "{ pthread_mutex_t m; pthread_mutexattr_init($o); pthread_mutexattr_destroy($o); pthread_mutex_init(&m, NULL); }",
    "pthread_rwlockattr_init($o); pthread_condattr_init($o); pthread_barrierattr_destroy($o);",
    "pthread_sigmask(SIG_BLOCK, $q, NULL);",
    /* what compilers and verifiers know */
    "assert(!__builtin_constant_p(*null) && !__builtin_constant_p(n / zero));",
    "assert(!__builtin_constant_p(n && null[n] ? *freed : 1 % zero));",
    "{ int any = __VERIFIER_nondet_char(); assert(any >= -128 && any <= 127); }",
    "__VERIFIER_assume($c);",
    "assume_abort_if_not($c);",
    "__VERIFIER_assert($c);",
};

/* What is right, and the same done wrong. */
static const char *const PAIRS[][2] = {
    {"assert(n == 7);", "assert(n == 8);"},
    {"__builtin_assume(n == 7);", "__builtin_assume(n == 8);"},
    {"__VERIFIER_assert($c);", "__VERIFIER_assert(0);"},
    {"{ static sem_t s; sem_init(&s, 0, 0); sem_post(&s); }", "{ static sem_t s; sem_post(&s); }"},
    {"{ static sem_t s; sem_init(&s, 0, 1); sem_wait(&s); }",
     "{ static sem_t s; sem_init(&s, 0, UINT_MAX); sem_wait(&s); }"},
    {"assert(printf(\"%d\", n) == 1);", "assert(printf(\"%d\", n) == 2);"},
    {"assert(printf(\"%s\", \"a\") == 1);", "assert(printf(\"%s%s\", \"a\") == 2);"},
    {"assert(fputs(\"a\", stdout) == 1);", "assert(puts(\"a\") == 1);"},
    {"assert(fwrite(flat, 3, 1, stdout) == 1);", "assert(fwrite(flat, 2, 2, stdout) == 2);"},
};

/* Types that a program may give the conditions of assumptions and assertions, and values that are not zero. */
static const struct condition {
    const char *type, *values[4];
} CONDITIONS[] = {
    {"long long", {"1LL << 32", "-(1LL << 40)", "1LL << 63", "(long long)n << 36"}},
    {"unsigned long long", {"1ULL << 63", "1ULL << 32", "7ULL << 33", "(unsigned long long)n << 50"}},
    {"void *", {"text", "&n", "alive", "&own_count"}},
    {"double", {"0.5", "-0.25", "1e-300", "n / 100.0"}},
    {"_Bool", {"1", "n", "n > 6", "2"}},
};

enum {
    ARGUMENT_COUNT = sizeof ARGUMENTS / sizeof *ARGUMENTS,
    CALL_COUNT = sizeof CALLS / sizeof *CALLS,
    PAIR_COUNT = sizeof PAIRS / sizeof *PAIRS,
    CONDITION_COUNT = sizeof CONDITIONS / sizeof *CONDITIONS,
};

/* ---- programs ---- */

typedef struct generator {
    writer writer;
    const struct condition *condition;
    int until_bad; /* calls before the one that is wrong; negative: none is */
    bool is_wrong; /* one was */
} generator;

static uint32_t below(generator *g, uint32_t bound)
{
    return writer_below(&g->writer, bound);
}

#define line(g, ...) writer_line(&(g)->writer, __VA_ARGS__)

static const char *pick(generator *g, const char *const *list, uint32_t most)
{
    uint32_t count = 0;
    while (count < most && list[count])
        count++;
    return list[below(g, count)];
}

static const struct argument *find_argument(char letter)
{
    for (uint32_t i = 0; i < ARGUMENT_COUNT; i++)
        if (ARGUMENTS[i].letter == letter)
            return &ARGUMENTS[i];
    return NULL;
}

static uint32_t count_arguments(const char *call)
{
    uint32_t count = 0;
    for (; *call; call++)
        count += call[0] == '$' && find_argument(call[1]);
    return count;
}

/* Writes the call; its argument number `bad` is a wrong one. */
static void write_call(generator *g, const char *call, uint32_t bad)
{
    strbuf text = {0};
    uint32_t number = 0;
    for (; *call; call++) {
        if (*call != '$') {
            strbuf_add_char(&text, *call);
            continue;
        }
        const struct argument *a = find_argument(*++call);
        if (a == NULL)
            strbuf_add(&text, pick(g, g->condition->values, 4));
        else if (number++ == bad)
            strbuf_add(&text, pick(g, a->bad, 5));
        else
            strbuf_add(&text, pick(g, a->good, 6));
    }
    line(g, "%s", strbuf_text(&text));
    strbuf_clear(&text);
}

static void statement(generator *g)
{
    bool is_bad = g->until_bad-- == 0;
    g->is_wrong |= is_bad;
    if (below(g, 5) == 0) {
        write_call(g, PAIRS[below(g, PAIR_COUNT)][is_bad], UINT32_MAX);
        return;
    }
    const char *call = CALLS[below(g, CALL_COUNT)];
    while (is_bad && count_arguments(call) == 0)
        call = CALLS[below(g, CALL_COUNT)];
    write_call(g, call, is_bad ? below(g, count_arguments(call)) : UINT32_MAX);
}

static void body(generator *g, uint32_t statements)
{
    g->writer.indent++;
    line(g, "char own[] = \"abc\", own_room[4];");
    line(g, "struct timespec own_moment = {0};");
    line(g, "long own_box[32];");
    line(g, "int own_count;");
    for (uint32_t i = 0; i < statements; i++)
        statement(g);
    line(g, "done++;");
    g->writer.indent--;
}

/* What is registered to run at the end says how far the program has come, or is wrong about it. */
static void write_handlers(generator *g, uint32_t threads)
{
    bool is_bad = g->until_bad-- == 0;
    g->is_wrong |= is_bad;
    line(g, "static void first(void) { assert(done == %u); done++; }", threads + is_bad);
    line(g, "static void second(void) { assert(done == %u); }", threads + 1);
}

static void write_main(generator *g, bool has_thread, bool has_handlers)
{
    line(g, "int main(void)");
    line(g, "{");
    g->writer.indent++;
    line(g, "pthread_t other;");
    line(g, "alive = strdup(\"abc\"), freed = strdup(\"abcdefghijklmno\");");
    line(g, "free(freed);");
    if (has_handlers)
        line(g, "atexit(second), atexit(first);");
    if (has_thread)
        line(g, "pthread_create(&other, NULL, work, NULL), pthread_join(other, NULL);");
    line(g, "work(NULL);");
    line(g, "%s", WRITER_ONE_OF(&g->writer, "return 0;", "exit(0);", "pthread_exit(NULL);"));
    g->writer.indent--;
    line(g, "}");
}

void generate_library(uint64_t seed, strbuf *out)
{
    strbuf rest = {0};
    generator g = {.writer = writer_new(seed, &rest)};
    bool has_thread = below(&g, 4) == 0, has_handlers = below(&g, 3) == 0;
    uint32_t statements = 1 + below(&g, has_thread ? 2 : 4);
    g.until_bad = below(&g, 2) ? (int)below(&g, statements + has_handlers) : -1;
    g.condition = &CONDITIONS[below(&g, CONDITION_COUNT)];
    line(&g, "void __VERIFIER_assume(%s), assume_abort_if_not(%s), __VERIFIER_assert(%s);", g.condition->type,
         g.condition->type, g.condition->type);
    line(&g, "static void *work(void *unused)");
    line(&g, "{");
    body(&g, statements);
    line(&g, "    return unused;");
    line(&g, "}");
    if (has_handlers)
        write_handlers(&g, 1 + has_thread);
    write_main(&g, has_thread, has_handlers);
    strbuf_addf(out, "%s\n%s%s", g.is_wrong ? FAMILY_VIOLATION : FAMILY_SAFE, PRELUDE, strbuf_text(&rest));
    strbuf_clear(&rest);
}
