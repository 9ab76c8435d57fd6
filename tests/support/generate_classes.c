#include "support/generate_classes.h"

#include <string.h>

#include "support/writer.h"

const generate_classes_kind GENERATE_CLASSES_KINDS[] = {
    {"plain", "reads, writes, fences and branches", "rrrrwwwwwvfffib", false, false},
    {"updates", "read-modify-writes as well", "rrwwwvuuuuucccif", false, false},
    {"locks", "mutexes, locked and tried", "rrwwLLLLttTkni", false, false},
    {"waits", "semaphores, read-write locks, barriers, once", "rrwwSSSPPPsRWoOBBZMMki", false, true},
    {"blocks", "atomic blocks, assumptions and inputs", "rrwwvAAAAaanlui", false, false},
    {"heap", "objects that end, and parts of words", "rwhhHHddggpppqqqc", false, true},
    {"threads", "threads that create threads", "rrwwwuXXXLi", false, false},
    {"mixed", "all of that", "rrrwwwvfibuucclLTSPsRWoOBZMkAAanhHdgpqXe", false, true},
    {"endless", "loops that wait, and condition variables", "rrwwvLLuKKKQQQXcAe", true, true},
    {"rounds", "loops that wait and write, and others who may notice", "rwLQYYYYyyyyyeu", true, true},
};

const uint32_t GENERATE_CLASSES_KIND_COUNT = sizeof GENERATE_CLASSES_KINDS / sizeof *GENERATE_CLASSES_KINDS;

static const char PRELUDE[] =
    "#define _GNU_SOURCE\n"
    "#include <assert.h>\n"
    "#include <pthread.h>\n"
    "#include <semaphore.h>\n"
    "#include <stdatomic.h>\n"
    "#include <stdlib.h>\n"
    "_Bool __VERIFIER_nondet_bool(void);\n"
    "void __VERIFIER_assume(int);\n"
    "void __VERIFIER_atomic_begin(void);\n"
    "void __VERIFIER_atomic_end(void);\n"
    "int x, y, seen[4];\n"
    "atomic_int c;\n"
    "union { int word; short halves[2]; unsigned char bytes[4]; } u;\n"
    "int *p, *q;\n"
    "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n"
    "pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;\n"
    "pthread_cond_t condition = PTHREAD_COND_INITIALIZER;\n"
    "sem_t s;\n"
    "pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;\n"
    "pthread_barrier_t barrier;\n"
    "pthread_once_t once = PTHREAD_ONCE_INIT, late = PTHREAD_ONCE_INIT;\n"
    "static void first(void) { x = 1; }\n"
    "static void wait_and_write(void) { sem_wait(&s); y = 2; }\n"
    "static void *child(void *argument) { int a = x; if (argument) y = a + 1; return NULL; }\n";

typedef struct generator {
    writer writer;
    const generate_classes_kind *kind;
    int budget; /* operations that the thread may still have */
} generator;

#define line(g, ...) writer_line(&(g)->writer, __VA_ARGS__)
#define ONE_OF(g, ...) WRITER_ONE_OF(&(g)->writer, __VA_ARGS__)

static uint32_t below(generator *g, uint32_t bound)
{
    return writer_below(&g->writer, bound);
}

static const char *place(generator *g)
{
    return ONE_OF(g, "x", "x", "x", "y", "y");
}

static const char *value(generator *g)
{
    return ONE_OF(g, "1", "1", "2", "a", "a + 1");
}

static const char *condition(generator *g)
{
    return ONE_OF(g, "a", "a == 1", "!a", "b", "x", "y == 1");
}

static void read(generator *g)
{
    line(g, "%s = %s;", ONE_OF(g, "a", "b"), place(g));
}

static void write(generator *g)
{
    line(g, "%s = %s;", place(g), value(g));
}

/* An operation that others can be made of. */
static void simple(generator *g)
{
    if (below(g, 2))
        read(g);
    else
        write(g);
}

static void access_atomic(generator *g)
{
    line(g, "%s",
         ONE_OF(g, "c = 1;", "c = a;", "a = c;", "atomic_store_explicit(&c, 2, memory_order_relaxed);",
                "b = atomic_load_explicit(&c, memory_order_relaxed);",
                "atomic_store_explicit(&c, a + 1, memory_order_release);"));
}

static void fence(generator *g)
{
    line(g, "%s",
         ONE_OF(g, "__sync_synchronize();", "atomic_thread_fence(memory_order_seq_cst);",
                "atomic_thread_fence(memory_order_release);", "__asm__ volatile(\"sfence\" ::: \"memory\");"));
}

static void branch(generator *g)
{
    line(g, "if (%s)", condition(g));
    g->writer.indent++;
    simple(g);
    g->writer.indent--;
    if (below(g, 2) == 0)
        return;
    line(g, "else");
    g->writer.indent++;
    simple(g);
    g->writer.indent--;
}

static void both(generator *g)
{
    line(g, "%s", ONE_OF(g, "x = y;", "y = x;", "x = x + 1;", "y = x + 1;"));
}

static void update(generator *g)
{
    switch (below(g, 4)) {
    case 0:
        line(g, "%s = __sync_fetch_and_add(&%s, %s);", ONE_OF(g, "a", "b"), place(g), ONE_OF(g, "1", "a", "0"));
        break;
    case 1:
        line(g, "%s = __sync_lock_test_and_set(&%s, %s);", ONE_OF(g, "a", "b"), place(g), value(g));
        break;
    case 2:
        line(g, "a = atomic_exchange(&c, %s);", value(g));
        break;
    default:
        line(g, "b = atomic_fetch_add(&c, 1);");
        break;
    }
}

static void compare_and_swap(generator *g)
{
    switch (below(g, 3)) {
    case 0:
        line(g, "if (__sync_bool_compare_and_swap(&%s, %s, %s))", place(g), ONE_OF(g, "0", "1", "a"), value(g));
        g->writer.indent++;
        simple(g);
        g->writer.indent--;
        break;
    case 1:
        line(g, "a = __sync_bool_compare_and_swap(&%s, %s, %s);", place(g), ONE_OF(g, "0", "1", "a"), value(g));
        break;
    default:
        line(g, "atomic_compare_exchange_strong(&c, &a, %s);", ONE_OF(g, "1", "2", "b"));
        break;
    }
}

static void loop(generator *g)
{
    line(g, "for (int i = 0; i < 2; i++)");
    g->writer.indent++;
    line(g, "%s",
         ONE_OF(g, "a += x;", "x = i + 1;", "if (__sync_bool_compare_and_swap(&y, i, i + 1)) break;", "y = a;"));
    g->writer.indent--;
}

static void lock(generator *g)
{
    const char *mutex = ONE_OF(g, "m", "m", "n");
    line(g, "pthread_mutex_lock(&%s);", mutex);
    simple(g);
    if (below(g, 12) > 0)
        line(g, "pthread_mutex_unlock(&%s);", mutex);
}

static void lock_both(generator *g)
{
    bool is_reversed = below(g, 2);
    line(g, "pthread_mutex_lock(&%s);", is_reversed ? "n" : "m");
    line(g, "pthread_mutex_lock(&%s);", is_reversed ? "m" : "n");
    simple(g);
    line(g, "pthread_mutex_unlock(&m);");
    line(g, "pthread_mutex_unlock(&n);");
}

static void try_lock(generator *g)
{
    line(g, "if (pthread_mutex_trylock(&%s) == 0) {", ONE_OF(g, "m", "m", "n"));
    g->writer.indent++;
    simple(g);
    if (below(g, 8) > 0)
        line(g, "pthread_mutex_unlock(&m);");
    g->writer.indent--;
    line(g, "}");
}

static void wait_semaphore(generator *g)
{
    line(g, "sem_wait(&s);");
}

static void post(generator *g)
{
    line(g, "sem_post(&s);");
}

static void try_semaphore(generator *g)
{
    line(g, "a = sem_trywait(&s);");
}

static void lock_for_reading(generator *g)
{
    line(g, "pthread_rwlock_rdlock(&rw);");
    read(g);
    line(g, "pthread_rwlock_unlock(&rw);");
}

static void lock_for_writing(generator *g)
{
    bool is_tried = below(g, 3) == 0;
    line(g, is_tried ? "if (pthread_rwlock_trywrlock(&rw) == 0) {" : "pthread_rwlock_wrlock(&rw); {");
    write(g);
    line(g, "pthread_rwlock_unlock(&rw); }");
}

static void do_once(generator *g)
{
    line(g, "pthread_once(&once, first);");
}

static void wait_once(generator *g)
{
    line(g, "pthread_once(&late, wait_and_write);");
}

static void lock_again(generator *g)
{
    bool is_nested = below(g, 3) == 0;
    line(g, "pthread_mutex_lock(&again);");
    if (is_nested)
        line(g, "pthread_mutex_lock(&again);");
    simple(g);
    if (is_nested)
        line(g, "pthread_mutex_unlock(&again);");
    line(g, "pthread_mutex_unlock(&again);");
}

static void destroy(generator *g)
{
    line(g, "%s",
         ONE_OF(g, "pthread_barrier_destroy(&barrier);", "pthread_barrier_destroy(&barrier);", "sem_destroy(&s);"));
}

static void meet(generator *g)
{
    line(g, "pthread_barrier_wait(&barrier);");
}

static void inside_block(generator *g)
{
    switch (below(g, 8)) {
    case 0:
        branch(g);
        break;
    case 1:
        line(g, "__VERIFIER_assume(%s);", ONE_OF(g, "x < 2", "y == 0", "a != 1"));
        break;
    case 2:
        both(g);
        break;
    default:
        simple(g);
        break;
    }
}

static void block(generator *g)
{
    line(g, "__VERIFIER_atomic_begin();");
    g->writer.indent++;
    for (uint32_t i = 1 + below(g, 3); i > 0; i--)
        inside_block(g);
    g->writer.indent--;
    line(g, "__VERIFIER_atomic_end();");
}

/* An operation on a lock as a part of a block, if something else has happened. */
static void block_with_lock(generator *g)
{
    line(g, "__VERIFIER_atomic_begin();");
    line(g, "if (%s) %s", place(g),
         ONE_OF(g, "a = pthread_mutex_trylock(&m);", "sem_post(&s);", "b = sem_trywait(&s);"));
    line(g, "__VERIFIER_atomic_end();");
}

static void assume(generator *g)
{
    line(g, "__VERIFIER_assume(%s);", ONE_OF(g, "x != 2", "a < 2", "y == 0", "a != 1"));
}

static void choose(generator *g)
{
    line(g, "if (__VERIFIER_nondet_bool())");
    g->writer.indent++;
    simple(g);
    g->writer.indent--;
}

static void make(generator *g)
{
    line(g, "%s = malloc(sizeof(int)); ", ONE_OF(g, "p", "q"));
}

static void release(generator *g)
{
    line(g, "%s", ONE_OF(g, "free(p);", "free(p); p = NULL;", "free(q);", "{ int *mine = p; p = NULL; free(mine); }"));
}

static void use(generator *g)
{
    line(g, "%s", ONE_OF(g, "*p = 1;", "a = *p;", "if (p) *p = 2;", "if (q) a = *q;", "*q = a;", "q = p;"));
}

static void publish(generator *g)
{
    line(g, "{ int *mine = malloc(sizeof *mine); *mine = %s; %s = mine; }", value(g), ONE_OF(g, "p", "q"));
}

static void write_part(generator *g)
{
    line(g, "%s = %s;", ONE_OF(g, "u.word", "u.halves[0]", "u.halves[1]", "u.bytes[1]"), ONE_OF(g, "1", "257", "a"));
}

static void read_part(generator *g)
{
    line(g, "%s",
         ONE_OF(g, "a = u.word;", "a = u.halves[0];", "b = u.bytes[1];", "a = __sync_fetch_and_add(&u.word, 1);",
                "b = __sync_bool_compare_and_swap(&u.halves[0], 0, 257);"));
}

static void create(generator *g)
{
    line(g, "{ pthread_t other; pthread_create(&other, NULL, child, %s);", ONE_OF(g, "NULL", "&x"));
    if (below(g, 2))
        simple(g);
    line(g, "%s }", ONE_OF(g, "pthread_join(other, NULL);", ""));
}

static void check(generator *g)
{
    line(g, "assert(%s);", ONE_OF(g, "a != 2", "x != 2", "!(a && b)", "y < 2"));
}

static void spin(generator *g)
{
    line(g, "%s",
         ONE_OF(g, "while (c == 0) {}", "while (!x) {}", "while (!__sync_bool_compare_and_swap(&y, 0, 1)) {} y = 0;",
                "while (atomic_exchange(&c, 1)) {} c = 0;"));
}

static void wait_for_condition(generator *g)
{
    line(g, "%s",
         ONE_OF(g,
                "pthread_mutex_lock(&m); while (x == 0) pthread_cond_wait(&condition, &m); pthread_mutex_unlock(&m);",
                "pthread_mutex_lock(&m); x = 1; pthread_cond_signal(&condition); pthread_mutex_unlock(&m);",
                "pthread_mutex_lock(&m); if (y) pthread_cond_wait(&condition, &m); pthread_mutex_unlock(&m);",
                "x = 1; pthread_cond_broadcast(&condition);"));
}

/* Loops that write, and leave everything as it was, at the end of a round or of two. */
static void wait_in_rounds(generator *g)
{
    line(
        g, "%s",
        ONE_OF(g, "pthread_mutex_lock(&m); while (x == 0) pthread_cond_wait(&condition, &m); pthread_mutex_unlock(&m);",
               "pthread_mutex_lock(&m); while (!y) pthread_cond_wait(&condition, &m); x = 1; pthread_mutex_unlock(&m);",
               "pthread_mutex_lock(&m); while (x == 0 && a++ < 2) pthread_cond_wait(&condition, &m); "
               "pthread_mutex_unlock(&m);",
               "pthread_mutex_lock(&m); while (!x) { pthread_cond_wait(&condition, &m); c ^= 1; } "
               "pthread_mutex_unlock(&m);",
               "do { pthread_mutex_lock(&m); a = x; pthread_mutex_unlock(&m); } while (!a);",
               "do { pthread_mutex_lock(&n); a = y; pthread_mutex_unlock(&n); } while (a != 1);",
               "while (pthread_mutex_trylock(&m)) {} pthread_mutex_unlock(&m);", "while (sem_trywait(&s)) {}",
               "while (!x) { c++; c--; }", "while (!x) { c ^= 3; c ^= 1; c ^= 2; }",
               "while (!x) { sem_post(&s); sem_wait(&s); }",
               "pthread_mutex_lock(&m); while (!x) { pthread_mutex_unlock(&m); pthread_mutex_lock(&m); } "
               "pthread_mutex_unlock(&m);"));
}

/* Others, who can tell in the middle of a round, or in the middle of a second one. */
static void look_at_rounds(generator *g)
{
    line(g, "%s",
         ONE_OF(g, "if (pthread_mutex_trylock(&m)) y = 2; else pthread_mutex_unlock(&m);",
                "if (pthread_mutex_trylock(&m)) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); "
                "if (pthread_mutex_trylock(&m)) y = 2; }",
                "pthread_cond_signal(&condition);", "pthread_cond_broadcast(&condition);",
                "pthread_mutex_lock(&m); x = 1; pthread_cond_signal(&condition); pthread_mutex_unlock(&m);",
                "pthread_mutex_lock(&m); y = 1; pthread_cond_broadcast(&condition); pthread_mutex_unlock(&m);",
                "a = c; b = c; if (a == 1 && b == 0 && c == 1) y = 2;", "if (c++ == 1) y = 2;", "c ^= 4;", "c = 5;",
                "if (sem_trywait(&s) == 0) { y = 1; sem_post(&s); }", "x = 1;"));
}

static const struct {
    char letter;
    void (*add)(generator *);
    int cost;
} OPERATIONS[] = {
    {'r', read, 1},
    {'w', write, 1},
    {'v', access_atomic, 1},
    {'f', fence, 0},
    {'i', branch, 1},
    {'b', both, 2},
    {'u', update, 1},
    {'c', compare_and_swap, 1},
    {'l', loop, 2},
    {'L', lock, 2},
    {'T', lock_both, 3},
    {'t', try_lock, 2},
    {'S', wait_semaphore, 1},
    {'P', post, 1},
    {'s', try_semaphore, 1},
    {'R', lock_for_reading, 2},
    {'W', lock_for_writing, 2},
    {'o', do_once, 2},
    {'O', wait_once, 2},
    {'B', meet, 2},
    {'Z', destroy, 1},
    {'M', lock_again, 2},
    {'A', block, 2},
    {'k', block_with_lock, 1},
    {'a', assume, 1},
    {'n', choose, 1},
    {'h', make, 2},
    {'H', publish, 1},
    {'d', release, 1},
    {'g', use, 1},
    {'p', write_part, 1},
    {'q', read_part, 1},
    {'X', create, 3},
    {'e', check, 0},
    {'K', spin, 2},
    {'Q', wait_for_condition, 3},
    {'Y', wait_in_rounds, 2},
    {'y', look_at_rounds, 1},
};

enum { OPERATION_COUNT = sizeof OPERATIONS / sizeof *OPERATIONS };

static void operation(generator *g)
{
    char letter = g->kind->operations[below(g, (uint32_t)strlen(g->kind->operations))];
    for (uint32_t i = 0; i < OPERATION_COUNT; i++)
        if (OPERATIONS[i].letter == letter) {
            g->budget -= OPERATIONS[i].cost;
            OPERATIONS[i].add(g);
        }
}

static void operations(generator *g, int budget)
{
    for (g->budget = budget; g->budget > 0;)
        operation(g);
}

static void thread(generator *g, uint32_t program, uint32_t number, int budget)
{
    line(g, "static void *thread%u_%u(void *argument)", program, number);
    line(g, "{");
    g->writer.indent++;
    line(g, "int a = 0, b = 0;");
    operations(g, budget);
    line(g, "return NULL;");
    g->writer.indent--;
    line(g, "}");
}

/* Which of them are joined first, and whether all are. */
static void join(generator *g, uint32_t threads)
{
    uint32_t first = below(g, threads), count = threads - (below(g, 8) == 0);
    for (uint32_t i = 0; i < count; i++)
        line(g, "pthread_join(t[%u], NULL);", (first + i) % threads);
}

static void write_main(generator *g, uint32_t program, uint32_t threads)
{
    line(g, "int main%u(void)", program);
    line(g, "{");
    g->writer.indent++;
    line(g, "pthread_t t[3];");
    line(g, "int a = 0, b = 0;");
    line(g, "sem_init(&s, 0, %u);", below(g, 3));
    line(g, "pthread_barrier_init(&barrier, NULL, 2);");
    if (strchr(g->kind->operations, 'g'))
        line(g, "p = malloc(sizeof(int)); *p = 0;");
    if (below(g, 8) == 0)
        line(g, "%s",
             ONE_OF(g, "if (__VERIFIER_nondet_bool()) x = 1;", "x = __VERIFIER_nondet_bool(); y = x;",
                    "a = __VERIFIER_nondet_bool(); x = x; b = __VERIFIER_nondet_bool();"));
    for (uint32_t i = 0; i < threads; i++) {
        line(g, "pthread_create(&t[%u], NULL, thread%u_%u, NULL);", i, program, i);
        if (below(g, 6) == 0)
            operations(g, 1);
    }
    join(g, threads);
    if (below(g, 2)) {
        line(g, "seen[0] = x; seen[1] = y; seen[2] = c; seen[3] = %s;",
             ONE_OF(g, "u.word", "p == q", "a + b", "u.word"));
        line(g, "assert(seen[0] != %u || seen[1] != %u);", below(g, 3), below(g, 2));
    }
    line(g, "return 0;");
    g->writer.indent--;
    line(g, "}");
}

static void program(generator *g, uint32_t number)
{
    uint32_t threads = 2 + (below(g, 3) == 0);
    for (uint32_t i = 0; i < threads; i++)
        thread(g, number, i, 1 + (int)below(g, threads == 2 ? 5 : 3));
    write_main(g, number, threads);
}

void generate_classes(const generate_classes_kind *kind, uint64_t seed, uint32_t programs, strbuf *out)
{
    generator g = {.writer = writer_new(seed, out), .kind = kind};
    strbuf_add(out, PRELUDE);
    for (uint32_t i = 0; i < programs; i++) {
        g.writer.random = random_seeded(seed + i);
        program(&g, i);
    }
    line(&g, "int main(void)");
    line(&g, "{");
    for (uint32_t i = 0; i < programs; i++)
        line(&g, "    main%u();", i);
    line(&g, "}");
}
