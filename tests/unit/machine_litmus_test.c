/* The machine against the axioms: the outcomes that it explores of a random litmus program are exactly those that the
 * models allow (litmus_axioms.h, which shares nothing with the machine).
 *
 * HEDDLE_LITMUS_COUNT and HEDDLE_LITMUS_SEED in the environment make a longer or another run. */
#include "ir_build.h"

#include "litmus_axioms.h"
#include "machine/outcomes.h"

/* Columns of the tables below: tested_model. */
enum { SC, TSO, PSO, NO_FORWARDING };

enum { DEFAULT_COUNT = 1000, DEFAULT_SEED = 1, MAX_STATES = 1000000 };

/* ---- the program for the machine ---- */

typedef struct builder {
    ir_program *p;
    ir_id function;
    ir_register slots;
    ir_operand results[MAX_EVENTS]; /* by event; 0 before it is executed */
} builder;

enum { RESULT_GLOBALS = LOCATIONS }; /* global of main's result; those of the other threads follow */

static void emit_event(builder *b, const event *e, ir_register dst)
{
    static const ir_rmw OPERATIONS[] = {[ADD] = IR_RMW_ADD, [EXCHANGE] = IR_RMW_XCHG};
    ir_program *p = b->p;
    if (is_fence(e)) {
        emit(p, IR_FENCE, 0, ir_fence_aux(ir_fence_make(e->kind == FENCE_FULL ? IR_FENCE_MFENCE : IR_FENCE_SFENCE)), 0,
             0, 0, 0);
        return;
    }
    ir_operand address = global_address(p, (ir_id)e->location, 0), value = number(p, 32, e->value);
    if (e->added != NOTHING) {
        emit(p, IR_ADD, 32, 0, b->slots, value, b->results[e->added], 0);
        value = b->slots++;
    }
    if (e->kind == READ)
        emit(p, IR_LOAD, 32, (uint16_t)e->order, dst, address, 0, 0);
    else if (e->kind == WRITE)
        emit(p, IR_STORE, 32, (uint16_t)e->order, 0, address, value, 0);
    else if (e->kind == COMPARE)
        emit(p, IR_CMPXCHG, 32, 0, dst, address, number(p, 32, e->expected), value);
    else
        emit(p, IR_RMW, 32, ir_rmw_aux(OPERATIONS[e->kind], IR_SEQ_CST), dst, address, value, 0);
}

/* if (guard) event; with the result, or 0, as a parameter of the block after it. */
static ir_register emit_guarded(builder *b, const event *e, ir_register dst)
{
    ir_program *p = b->p;
    ir_register condition = b->slots++, merged = b->slots++;
    ir_id inside = p->blocks.size, after = inside + 1;
    ir_operand zero = number(p, 32, 0);
    uint32_t count = reads(e) ? 1 : 0;
    emit(p, e->guard_is_equal ? IR_EQ : IR_NE, 32, 0, condition, b->results[e->guard], number(p, 32, e->guard_value),
         0);
    emit(p, IR_CONDBR, 0, 0, 0, condition, add_edge(p, inside, NULL, 0), add_edge(p, after, &zero, count));
    add_block(p, b->function, "inside");
    emit_event(b, e, dst);
    emit(p, IR_BR, 0, 0, 0, 0, 0, add_edge(p, after, &dst, count));
    add_block(p, b->function, "after");
    if (count)
        add_parameter(&vec_last(&p->blocks)->parameters, merged, I32);
    return merged;
}

static void emit_events(builder *b, const litmus *l, int thread, int phase)
{
    for (int i = 0; i < l->count; i++) {
        const event *e = &l->events[i];
        if (e->thread != thread || e->phase != phase)
            continue;
        ir_register dst = b->slots++;
        b->results[i] = dst;
        if (e->guard == NOTHING)
            emit_event(b, e, dst);
        else
            b->results[i] = emit_guarded(b, e, dst);
    }
}

/* The results of the thread's events in one number. */
static ir_operand emit_packing(builder *b, const litmus *l, int thread)
{
    ir_program *p = b->p;
    ir_operand all = number(p, 64, 0);
    uint32_t shift = 0;
    for (int i = 0; i < l->count; i++) {
        if (l->events[i].thread != thread || !reads(&l->events[i]))
            continue;
        ir_register wide = b->slots++, shifted = b->slots++, both = b->slots++;
        emit(p, IR_ZEXT, 64, 32, wide, b->results[i], 0, 0);
        emit(p, IR_SHL, 64, 0, shifted, wide, number(p, 64, shift), 0);
        emit(p, IR_OR, 64, 0, both, all, shifted, 0);
        all = both;
        shift += RESULT_BITS;
    }
    return all;
}

static void build_thread(ir_program *p, const litmus *l, int thread)
{
    builder b = {.p = p, .function = (ir_id)thread, .slots = 1};
    ir_function *f = begin_body(p, b.function);
    add_parameter(&f->parameters, 0, PTR);
    vec_push(&f->results, PTR);
    add_block(p, b.function, "entry");
    emit_events(&b, l, thread, 0);
    ir_operand result = emit_packing(&b, l, thread);
    emit_ret(p, &result, 1);
    p->functions.data[b.function].slots = b.slots;
}

static void build_main(ir_program *p, const litmus *l)
{
    builder b = {.p = p, .function = 0};
    ir_operand zero = number(p, 64, 0);
    ir_register threads[MAX_THREADS] = {0}, joined[MAX_THREADS] = {0};
    ir_function *f = begin_body(p, 0);
    vec_push(&f->results, I32);
    add_block(p, 0, "entry");
    int others = l->threads - 1;
    for (int phase = 0; phase <= 2 * others; phase++) {
        emit_events(&b, l, 0, phase);
        int t = phase % others + 1;
        if (phase < others)
            emit(p, IR_THREAD_START, 64, 0, threads[t] = b.slots++, function_address(p, (ir_id)t), zero, 0);
        else if (phase < 2 * others)
            emit(p, IR_THREAD_JOIN, 64, 0, joined[t] = b.slots++, threads[t], 0, 0);
    }
    for (int t = 0; t < l->threads; t++) {
        ir_operand result = t ? joined[t] : emit_packing(&b, l, 0);
        emit(p, IR_STORE, 64, IR_PLAIN, 0, global_address(p, RESULT_GLOBALS + (ir_id)t, 0), result, 0);
    }
    emit_ret(p, (ir_operand[]){number(p, 32, 0)}, 1);
    p->functions.data[0].slots = b.slots;
}

static ir_program *build_program(const litmus *l)
{
    static const char *const THREAD_NAMES[MAX_THREADS] = {"main", "first", "second", "third"};
    static const char *const RESULT_NAMES[MAX_THREADS] = {"r0", "r1", "r2", "r3"};
    ir_program *p = ir_program_new();
    ir_id word = add_ctype(p, IR_C_UNSIGNED, "unsigned int", 4);
    ir_id wide = add_ctype(p, IR_C_UNSIGNED, "unsigned long", 8);
    for (int i = 0; i < LOCATIONS; i++)
        add_global(p, LOCATION_NAMES[i], 4, word);
    for (int t = 0; t < MAX_THREADS; t++)
        add_global(p, RESULT_NAMES[t], 8, wide);
    for (int t = 0; t < l->threads; t++)
        add_function(p, THREAD_NAMES[t]);
    p->main = 0;
    build_main(p, l);
    for (int t = 1; t < l->threads; t++)
        build_thread(p, l, t);
    assert_valid(p);
    return p;
}

/* ---- comparing ---- */

static const char OBSERVED[] = "r0,r1,r2,r3,x,y,z";

static char *final_line(const final *f)
{
    strbuf line = {0};
    for (int t = 0; t < MAX_THREADS; t++)
        strbuf_addf(&line, "r%d=%llu ", t, (unsigned long long)f->results[t]);
    for (int i = 0; i < LOCATIONS; i++)
        strbuf_addf(&line, "%s=%llu%s", LOCATION_NAMES[i], (unsigned long long)f->memory[i],
                    i + 1 < LOCATIONS ? " " : "");
    return strbuf_take(&line);
}

static bool has_line(const outcomes_result *r, const char *line)
{
    for (uint32_t i = 0; i < r->finals.size; i++)
        if (strcmp(r->finals.data[i], line) == 0)
            return true;
    return false;
}

static void report_difference(const litmus *l, uint64_t index, const model *model, const outcomes_result *r,
                              const final_set *expected)
{
    strbuf text = {0};
    strbuf_addf(&text, "program %llu under %s:\n", (unsigned long long)index, model->name);
    describe(l, &text);
    strbuf_add(&text, "the axioms allow, and the machine does not reach:\n");
    strbuf allowed = {0};
    for (uint32_t i = 0; i < expected->size; i++) {
        char *line = final_line(&expected->data[i]);
        if (!has_line(r, line))
            strbuf_addf(&text, "  %s\n", line);
        strbuf_addf(&allowed, "%s\n", line);
        free(line);
    }
    strbuf_add(&text, "the machine reaches, and the axioms forbid:\n");
    for (uint32_t i = 0; i < r->finals.size; i++)
        if (strstr(strbuf_text(&allowed), r->finals.data[i]) == NULL)
            strbuf_addf(&text, "  %s\n", r->finals.data[i]);
    print_error("%s", strbuf_text(&text));
    strbuf_clear(&allowed);
    strbuf_clear(&text);
    fail();
}

static void compare_model(const litmus *l, uint64_t index, const ir_program *p, const model *model,
                          const final_set *expected)
{
    diag d = {0};
    outcomes_places places = {0};
    assert_true(outcomes_find_places(p, OBSERVED, &places, &d));
    machine *m = machine_new(p, &(machine_options){.model = model, .normalise = true});
    outcomes_options options = {.places = places.list.data, .place_count = places.list.size, .max_states = MAX_STATES};
    outcomes_result r = outcomes_explore(m, &options);
    assert_int_equal(r.end, OUTCOMES_ALL);
    assert_int_equal(r.violations.size, 0);
    assert_int_equal(r.deadlocks.size, 0);
    bool is_equal = r.finals.size == expected->size;
    for (uint32_t i = 0; i < expected->size && is_equal; i++) {
        char *line = final_line(&expected->data[i]);
        is_equal = has_line(&r, line);
        free(line);
    }
    if (!is_equal)
        report_difference(l, index, model, &r, expected);
    outcomes_result_clear(&r);
    machine_free(m);
    outcomes_places_clear(&places);
}

static uint64_t from_environment(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : otherwise;
}

/* What the models allow; for each model, how many outcomes. */
static void check_program(const litmus *l, uint64_t index, uint32_t counts[TESTED_COUNT])
{
    oracle o;
    find_finals(&o, l);
    ir_program *p = build_program(l);
    for (int i = 0; i < TESTED_COUNT; i++) {
        compare_model(l, index, p, tested_model(i), &o.finals[i]);
        counts[i] = o.finals[i].size;
    }
    ir_program_free(p);
    clear_finals(&o);
}

static void test_outcomes_are_those_of_the_axioms(void **state)
{
    (void)state;
    random_source random = random_seeded(from_environment("HEDDLE_LITMUS_SEED", DEFAULT_SEED));
    uint64_t count = from_environment("HEDDLE_LITMUS_COUNT", DEFAULT_COUNT), weaker_tso = 0, weaker_pso = 0,
             forwarded = 0;
    for (uint64_t index = 0; index < count; index++) {
        litmus l = random_litmus(&random);
        uint32_t counts[TESTED_COUNT];
        check_program(&l, index, counts);
        weaker_tso += counts[TSO] > counts[SC];
        weaker_pso += counts[PSO] > counts[TSO];
        forwarded += counts[TSO] > counts[NO_FORWARDING];
    }
    print_message("%llu programs, of which %llu tell TSO from SC, %llu PSO from TSO, %llu need forwarding\n",
                  (unsigned long long)count, (unsigned long long)weaker_tso, (unsigned long long)weaker_pso,
                  (unsigned long long)forwarded);
    assert_true(count < DEFAULT_COUNT || (weaker_tso > count / 50 && weaker_pso > count / 50));
}

/* Shapes too special to come up by chance. The threads are apart by blanks; Wx, Rx are accesses, F and S the fences. */
static litmus parse_litmus(const char *text)
{
    litmus l = {.threads = 2};
    for (; *text; text++) {
        event e = {.thread = l.threads - 1, .value = 1, .added = NOTHING, .guard = NOTHING};
        if (*text == ' ') {
            l.threads++;
            continue;
        }
        e.kind = *text == 'W' ? WRITE : *text == 'R' ? READ : *text == 'F' ? FENCE_FULL : FENCE_STORES;
        if (!is_fence(&e))
            e.location = *++text - 'x';
        l.events[l.count++] = e;
    }
    return l;
}

static void test_special_shapes(void **state)
{
    static const struct {
        const char *threads;
        uint32_t counts[TESTED_COUNT];
    } CASES[] = {
        {"WxRy WyRx", {3, 4, 4, 4}},
        {"WxFRy WyFRx", {3, 3, 3, 3}},
        {"WxSRy WySRx", {3, 4, 4, 4}},
        {"WxWy RyRx", {3, 3, 4, 3}},
        {"WxSWy RyRx", {3, 3, 3, 3}},
        /* A thread reads its own store before the others see it. */
        {"WxRxRy WyRyRx", {3, 4, 4, 3}},
        /* The fence of stores comes before a read at which the thread stops, with two stores on their way. */
        {"WyWxSRyWz RzRxRy", {4, 4, 5, 4}},
        {"WxWxSRyWySWz RzRyRx", {4, 4, 4, 4}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        litmus l = parse_litmus(CASES[i].threads);
        uint32_t counts[TESTED_COUNT];
        check_program(&l, i, counts);
        for (int k = 0; k < TESTED_COUNT; k++)
            if (counts[k] != CASES[i].counts[k])
                fail_msg("%s has %u outcomes under %s", CASES[i].threads, counts[k], tested_model(k)->name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_special_shapes),
        cmocka_unit_test(test_outcomes_are_those_of_the_axioms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
