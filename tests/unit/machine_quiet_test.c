/* Variables that threads use one after the other (machine/quiet.h): they stay quiet where something keeps the threads
 * apart, so that the search has fewer states; where nothing does, or too little under a model, the search notices, and
 * finds what the plain one finds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "frontend/frontend.h"
#include "machine/quiet.h"
#include "machine/search.h"
#include "support/random_programs.h"

/* Two threads over `x` and `y`, which are plain, and flags. What holds by model: SC, TSO, PSO. */
typedef struct program {
    const char *first, *second;
    const char *end; /* when both are joined */
    bool is_violation[MODEL_MACHINE_COUNT];
    bool is_quiet[MODEL_MACHINE_COUNT]; /* `x`, all the time */
} program;

#define LOAD(flag) "atomic_load_explicit(&" #flag ", memory_order_relaxed)"
#define STORE(flag, value, order) "atomic_store_explicit(&" #flag ", " #value ", memory_order_" #order ");"
#define FENCE "atomic_thread_fence(memory_order_seq_cst);"
#define LOCKED(lock) "pthread_mutex_lock(&" lock "); x++; assert(x == 1); x--; pthread_mutex_unlock(&" lock ");"
#define TRIED(order)                                                                                                   \
    "if (atomic_compare_exchange_strong(&f, &(int){0}, 1)) { assert(x == 0); x++; x--; " STORE(f, 0, order) "}"
#define ALWAYS                                                                                                         \
    {                                                                                                                  \
        true, true, true                                                                                               \
    }
#define NEVER                                                                                                          \
    {                                                                                                                  \
        false, false, false                                                                                            \
    }
#define PSO_ONLY                                                                                                       \
    {                                                                                                                  \
        false, false, true                                                                                             \
    }
#define NOT_PSO                                                                                                        \
    {                                                                                                                  \
        true, true, false                                                                                              \
    }
#define SC_ONLY                                                                                                        \
    {                                                                                                                  \
        true, false, false                                                                                             \
    }
#define NOT_SC                                                                                                         \
    {                                                                                                                  \
        false, true, true                                                                                              \
    }

static const program PROGRAMS[] = {
    /* Something keeps them apart. */
    {LOCKED("m[0]"), LOCKED("m[0]"), "", NEVER, ALWAYS},
    {LOCKED("m[zero]"), LOCKED("m[zero]"), "", NEVER, ALWAYS},
    {TRIED(release), TRIED(release), "", NEVER, ALWAYS},
    {TRIED(seq_cst), TRIED(seq_cst), "", NEVER, ALWAYS},
    {"x = 1;", "y = 1;", "assert(x == 1);", NEVER, ALWAYS},
    {"x = 1;" STORE(f, 1, release), "if (" LOAD(f) ") assert(x == 1);", "", NEVER, ALWAYS},
    {"x = 1;" FENCE STORE(f, 1, relaxed), "if (" LOAD(f) ") assert(x == 1);", "", NEVER, ALWAYS},
    /* The lock is free before what it protects is in memory. */
    {TRIED(relaxed), TRIED(relaxed), "", PSO_ONLY, NOT_PSO},
    {"x = 1;" STORE(f, 1, relaxed), "if (" LOAD(f) ") assert(x == 1);", "", PSO_ONLY, NOT_PSO},
    {"x = 1; y = " LOAD(g) ";" STORE(f, 1, relaxed), "if (" LOAD(f) ") assert(x == 1);", "", PSO_ONLY, NOT_PSO},
    {STORE(g, 1, relaxed) FENCE "x = 1;" STORE(f, 1, relaxed), "if (" LOAD(f) ") assert(x == 1);", "", PSO_ONLY,
     NOT_PSO},
    {STORE(g, 1, release) "x = 1;" STORE(f, 1, relaxed), "if (" LOAD(f) ") assert(x == 1);", "", PSO_ONLY, NOT_PSO},
    /* Nothing does, or only in one order. */
    {"x++;", "x++;", "assert(x == 2);", ALWAYS, NEVER},
    {"x = 1; y = 1;", "assert(!y || x);", "", PSO_ONLY, NEVER},
    {STORE(f, 1, relaxed) "x = 1;" FENCE, "if (" LOAD(f) ") assert(x == 1);", "", ALWAYS, NEVER},
    {STORE(f, 1, relaxed) "y = x;" STORE(g, 1, relaxed), "if (" LOAD(f) ") x = 1;", "assert(!y);", ALWAYS, NEVER},
    {STORE(f, 1, relaxed) "x = 1;" STORE(g, 1, release), "if (" LOAD(f) ") assert(x == 1);", "", ALWAYS, NEVER},
    {"if (" LOAD(f) ") x = 1;", STORE(f, 1, relaxed) "assert(x == 0);", "", ALWAYS, NEVER},
    {"__VERIFIER_atomic_begin(); x++; y++; __VERIFIER_atomic_end();", "assert(x == y);", "", ALWAYS, NEVER},
    /* Whether a thread can go on depends on what another does in the same way. */
    {"x = 1; x = 2;" STORE(f, 1, release) "m[zero].__data.__lock = 1;",
     "if (" LOAD(f) ") { pthread_mutex_lock(&m[zero]); assert(x != 2); }", "", ALWAYS, ALWAYS},
    /* The same, where the thread that waits (for 0) has not looked at the variable before. */
    {"x = 1; x = 2;" STORE(f, 1, release) "r[zero] = 1;",
     "if (" LOAD(f) ") { __heddle_await(&r[zero], -1, 0, 0, 0, 0); assert(x != 2); }", "", ALWAYS, ALWAYS},
    /* Store buffering, with plain variables and with one of each. */
    {"x = 1; r[0] = y;", "y = 1; r[1] = x;", "assert(r[0] || r[1]);", NOT_SC, NEVER},
    {"x = 1; r[0] = " LOAD(f) ";", STORE(f, 1, relaxed) "r[1] = x;", "assert(r[0] || r[1]);", NOT_SC, NEVER},
    {"x = 1; r[0] = " LOAD(f) ";", STORE(f, 1, relaxed) FENCE "if (!" LOAD(g) ") r[1] = x; else r[1] = 1;",
     "assert(r[0] || r[1]);", NOT_SC, NEVER},
};
enum { PROGRAM_COUNT = sizeof PROGRAMS / sizeof *PROGRAMS, BUFFER_BOUND = 16 };

static ir_program *load(const program *p)
{
    strbuf text = {0};
    diag d = {0};
    strbuf_addf(&text,
                "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
                "int __heddle_await(const int *, int, int, int, int, const int *);\n"
                "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n"
                "int x, y, r[2], zero;\natomic_int f, g;\npthread_mutex_t m[2];\n"
                "static void *first(void *a) { %s return a; }\n"
                "static void *second(void *a) { %s return a; }\n"
                "int main(void) { pthread_t t, u; pthread_mutex_init(&m[zero], 0);\n"
                "pthread_create(&t, 0, first, 0); pthread_create(&u, 0, second, 0);\n"
                "pthread_join(t, 0); pthread_join(u, 0);\n%s\nreturn 0; }\n",
                p->first, p->second, p->end);
    char *file = random_programs_write(&text);
    const char *files[] = {file};
    ir_program *program = frontend_load(&(frontend_options){.files = files, .file_count = 1}, &d);
    if (program == NULL)
        fail_msg("%s", d.message);
    unlink(file);
    free(file);
    strbuf_clear(&text);
    return program;
}

static bool is_quiet(const quiet *q, const ir_program *program, const char *name)
{
    for (uint32_t g = 0; g < program->globals.size; g++)
        if (strcmp(program->globals.data[g].name, name) == 0)
            return q->bits.data[g] != 0;
    return false;
}

/* Whether a violation was met, whose schedule does it again on a plain machine. */
typedef struct found {
    const ir_program *program;
    const model *model;
    bool is_violation;
} found;

static void note_violation(void *context, search *s, search_place at, machine_result *result)
{
    found *x = context;
    machine_choices schedule = search_schedule(s, at);
    machine *m = machine_new(x->program, &(machine_options){.model = x->model, .normalise = true});
    machine_state *state = machine_start(m);
    machine_result again = {.end = MACHINE_OK};
    for (uint32_t i = 0; i < schedule.size; i++) {
        assert_int_equal(again.end, MACHINE_OK);
        again = machine_take(m, state, &schedule.data[i]);
    }
    assert_int_equal(again.end, MACHINE_VIOLATION);
    assert_string_equal(again.message, result->message);
    x->is_violation = true;
    machine_result_clear(&again);
    machine_result_clear(result);
    machine_state_free(state);
    machine_free(m);
    vec_clear(&schedule);
}

/* Searches everything; the number of states. */
static uint64_t search_all(found *x, quiet *q)
{
    machine_options mo = {.model = x->model, .buffer_bound = BUFFER_BOUND, .normalise = true, .quiet = q};
    search_options so = {.listener = {.context = x, .on_violation = note_violation}};
    machine *m = machine_new(x->program, &mo);
    search *s = search_new(m, &so);
    while (search_advance(s))
        ;
    assert_null(search_problem(s));
    uint64_t states = search_count(s).states;
    search_free(s);
    machine_free(m);
    return states;
}

static void compare(const program *p, const ir_program *program, uint32_t model)
{
    found with = {.program = program, .model = MODELS[model]}, without = with;
    quiet q;
    quiet_init(&q, program);
    assert_true(is_quiet(&q, program, "x"));
    uint64_t few = search_all(&with, &q), many = search_all(&without, NULL);
    if (without.is_violation != p->is_violation[model] || with.is_violation != p->is_violation[model] ||
        is_quiet(&q, program, "x") != p->is_quiet[model])
        fail_msg("%s | %s: %s: violation %d, plainly %d, quiet %d", p->first, p->second, MODELS[model]->name,
                 with.is_violation, without.is_violation, is_quiet(&q, program, "x"));
    if (p->is_quiet[model])
        assert_true(few < many);
    quiet_clear(&q);
}

static void quiet_variables_are_told_from_others(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < PROGRAM_COUNT; i++) {
        ir_program *program = load(&PROGRAMS[i]);
        for (uint32_t model = 0; model < MODEL_MACHINE_COUNT; model++)
            compare(&PROGRAMS[i], program, model);
        ir_program_free(program);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(quiet_variables_are_told_from_others)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
