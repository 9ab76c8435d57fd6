/* Which pairs of accesses conflict, and which loops wait or are cut. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "frontend/frontend.h"
#include "memory/memory.h"
#include "support/compare.h"

typedef struct loaded {
    ir_program *program;
    symex *s;
    memory *m;
} loaded;

static loaded load(const char *path, uint32_t unwind)
{
    diag d = {0};
    loaded l = {0};
    frontend_options options = {.files = &path, .file_count = 1};
    symex_options symex_options = {.unwind = unwind};
    l.program = frontend_load(&options, &d);
    assert_non_null(l.program);
    l.s = symex_run(l.program, &symex_options, &d);
    assert_non_null(l.s);
    l.m = memory_new(l.s, &d);
    assert_non_null(l.m);
    return l;
}

static void unload(loaded *l)
{
    memory_free(l->m);
    symex_free(l->s);
    ir_program_free(l->program);
}

static uint32_t thread_of(const loaded *l, uint32_t access)
{
    return l->s->events.data[l->m->accesses.data[access].event].thread;
}

static bool is_of(const loaded *l, uint32_t access, const char *global)
{
    const memory_access *a = &l->m->accesses.data[access];
    uint64_t number = ir_pointer_object(IR_LAYOUT_64, l->m->cells.data[l->m->may.data[a->first_cell]].address);
    return number <= l->program->globals.size && strcmp(l->program->globals.data[number - 1].name, global) == 0;
}

static void neighbouring_elements_do_not_conflict(void **state)
{
    (void)state;
    loaded l = load("tests/programs/memory/neighbours.c", 1);
    for (uint32_t model = 0; model < MODEL_MACHINE_COUNT; model++)
        for (int prunes = 0; prunes < 2; prunes++) {
            memory_candidates *c = memory_find_candidates(l.m, MODELS[model], prunes);
            for (uint32_t r = 0; r < c->reads.size; r++) {
                const memory_read *read = &c->reads.data[r];
                uint32_t reader = thread_of(&l, read->access);
                for (uint32_t i = 0; reader > 0 && is_of(&l, read->access, "a") && i < read->count; i++) {
                    uint32_t write = c->candidates.data[read->first + i].write;
                    assert_true(write == IR_NONE || thread_of(&l, write) == reader);
                }
            }
            assert_int_equal(c->ws_after, 0);
            memory_candidates_free(c);
        }
    unload(&l);
}

/* No execution reaches a cut: once around is enough, whatever the bound. */
static void waiting_loops_are_not_cut(void **state)
{
    (void)state;
    compare_options options = {.unwind = 1, .max_states = 100000, .max_steps = 100000};
    strbuf report = {0};
    assert_int_equal(compare_file("tests/programs/memory/waiting.c", &options, &report), COMPARE_EQUAL);
    strbuf_clear(&report);
}

static void a_pointer_after_a_join_has_one_target(void **state)
{
    (void)state;
    loaded l = load("tests/programs/memory/pointer_after_join.c", 1);
    for (uint32_t a = 0; a < l.m->accesses.size; a++)
        assert_int_equal(l.m->accesses.data[a].cell_count, 1);
    unload(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbouring_elements_do_not_conflict),
        cmocka_unit_test(waiting_loops_are_not_cut),
        cmocka_unit_test(a_pointer_after_a_join_has_one_target),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
