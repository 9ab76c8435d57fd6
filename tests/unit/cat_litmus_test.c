/* Litmus tests as executions: the weak outcome is allowed by the built-in models as the tables say.
 *
 * A thread is a row of words: Wx1 writes 1 to x, Rx1 reads 1, Ux01 is an atomic operation that reads 0 and writes 1,
 * other words are fences. Behind a colon are tags of the access: L, A, or the order of C. a: and d: before it mean that
 * its address or data depend on the read before; c is a branch that depends on it. Threads are separated by |. Behind /
 * stand orders of writes: x12 says that 1 is overwritten by 2. Reads of 0 read the initial write. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "cat/evaluate.h"
#include "cat/plain.h"

enum { MAX_EVENTS = 32, PLACES = 3 };

typedef struct litmus {
    cat_program program;
    uint32_t places[MAX_EVENTS], sources[MAX_EVENTS], order[MAX_EVENTS];
    char read[MAX_EVENTS], written[MAX_EVENTS]; /* values, as digits */
    uint32_t thread;
    uint32_t last_read, branch; /* of the thread; CAT_NO_EVENT if there is none */
} litmus;

static const struct {
    const char *word;
    uint64_t tags;
} WORDS[] = {
    {"dmb", CAT_BIT(DMB_SY)},    {"dmbst", CAT_BIT(DMB_ST)},
    {"dmbld", CAT_BIT(DMB_LD)},  {"isb", CAT_BIT(ISB)},
    {"sync", CAT_BIT(SYNC)},     {"lwsync", CAT_BIT(LWSYNC)},
    {"isync", CAT_BIT(ISYNC)},   {"mfence", CAT_BIT(MFENCE)},
    {"sfence", CAT_BIT(SFENCE)}, {"rwrw", CAT_BIT(FENCE_RW_RW)},
    {"ww", CAT_BIT(FENCE_W_W)},  {"rr", CAT_BIT(FENCE_R_R)},
    {"fsc", CAT_BIT(SC)},        {"frel", CAT_BIT(REL)},
    {"facq", CAT_BIT(ACQ)},      {"L", CAT_BIT(L)},
    {"A", CAT_BIT(A)},           {"rlx", CAT_BIT(RLX)},
    {"acq", CAT_BIT(ACQ)},       {"rel", CAT_BIT(REL)},
    {"sc", CAT_BIT(SC)},         {"Acq", CAT_BIT(RISCV_ACQ)},
    {"Rel", CAT_BIT(RISCV_REL)},
};

static uint64_t tags_of(const char *word)
{
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strcmp(WORDS[i].word, word) == 0)
            return WORDS[i].tags;
    fail_msg("no such word: %s", word);
    return 0;
}

static uint32_t add(litmus *l, uint8_t kind, uint64_t tags, uint32_t place)
{
    uint32_t e = cat_program_add(&l->program, l->thread, kind, tags);
    assert_true(e < MAX_EVENTS);
    l->places[e] = place;
    l->sources[e] = CAT_NO_EVENT;
    if (l->branch != CAT_NO_EVENT)
        vec_push(&l->program.ctrl, (cat_pair){l->branch, e});
    return e;
}

static void add_read(litmus *l, uint64_t tags, uint32_t place, char value)
{
    uint32_t e = add(l, CAT_READ, tags, place);
    l->read[e] = value;
    l->last_read = e;
}

static void add_write(litmus *l, uint64_t tags, uint32_t place, char value)
{
    uint32_t e = add(l, CAT_WRITE, tags, place);
    l->written[e] = value;
    l->order[e] = e;
}

static void add_access(litmus *l, const char *word)
{
    uint32_t place = (uint32_t)(word[1] - 'x');
    const char *colon = strchr(word + 1, ':');
    uint64_t tags = colon ? tags_of(colon + 1) : 0;
    if (*word == 'R') {
        add_read(l, tags, place, word[2]);
    } else if (*word == 'W') {
        add_write(l, tags, place, word[2]);
    } else {
        add_read(l, tags | CAT_BIT(X), place, word[2]);
        add_write(l, tags | CAT_BIT(X), place, word[3]);
        vec_push(&l->program.amo, (cat_pair){l->program.events.size - 2, l->program.events.size - 1});
    }
}

static void add_word(litmus *l, const char *word)
{
    uint32_t before = l->last_read, next = l->program.events.size;
    bool is_dependent = word[1] == ':';
    const char *rest = is_dependent ? word + 2 : word;
    if (strcmp(word, "|") == 0) {
        l->thread++;
        l->last_read = l->branch = CAT_NO_EVENT;
    } else if (strcmp(word, "c") == 0) {
        l->branch = before;
    } else if (strchr("RWU", *rest)) {
        add_access(l, rest);
        if (is_dependent)
            vec_push(*word == 'a' ? &l->program.addr : &l->program.data, (cat_pair){before, next});
    } else {
        add(l, CAT_FENCE, tags_of(word), CAT_NO_PLACE);
    }
}

static uint32_t find_write(const litmus *l, uint32_t place, char value)
{
    for (uint32_t e = 0; e < l->program.events.size; e++)
        if (l->written[e] == value && l->places[e] == place)
            return e;
    fail_msg("nobody writes %c", value);
    return 0;
}

/* "x12" */
static void add_order(litmus *l, const char *word)
{
    uint32_t place = (uint32_t)(*word - 'x');
    uint32_t first = find_write(l, place, word[1]), second = find_write(l, place, word[2]);
    l->order[first] = 100;
    l->order[second] = 101;
}

static void parse(litmus *l, const char *text)
{
    char *copy = alloc_string(text), *rest = NULL;
    bool is_order = false;
    *l = (litmus){.thread = CAT_NO_THREAD, .last_read = CAT_NO_EVENT, .branch = CAT_NO_EVENT};
    for (uint32_t place = 0; place < PLACES; place++)
        add_write(l, 0, place, '0');
    l->thread = 0;
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        if (strcmp(word, "/") == 0)
            is_order = true;
        else if (is_order)
            add_order(l, word);
        else
            add_word(l, word);
    }
    for (uint32_t e = 0; e < l->program.events.size; e++)
        if (l->read[e])
            l->sources[e] = find_write(l, l->places[e], l->read[e]);
    free(copy);
}

/* Both evaluations, with places that may change and that may not. */
static bool allows(const cat_model *model, const char *text)
{
    litmus l;
    parse(&l, text);
    cat_execution x = {&l.program, l.places, l.sources, l.order};
    assert_true(cat_execution_is_valid(&x));
    bool result = cat_plain_allows(model, &x);
    for (int fixed = 0; fixed < 2; fixed++) {
        cat_reasons reasons = {0};
        cat_session *session = cat_session_create(model, &l.program, fixed ? l.places : NULL);
        assert_int_equal(cat_session_allows(session, &x), result);
        assert_int_equal(cat_session_explain(session, &x, 1, &reasons), result);
        assert_int_equal(reasons.size, !result);
        cat_reasons_clear(&reasons);
        cat_session_free(session);
    }
    cat_program_clear(&l.program);
    return result;
}

/* One letter for each model: y if the outcome is allowed, n if it is not. */
typedef struct row {
    const char *name, *verdicts, *text;
} row;

static void check_rows(const char *const *models, uint32_t count, const row *rows, size_t row_count)
{
    for (uint32_t m = 0; m < count; m++) {
        diag d = {0};
        cat_model *model = cat_load(models[m], &d);
        if (!model)
            fail_msg("%s", d.message);
        for (size_t i = 0; i < row_count; i++)
            if (allows(model, rows[i].text) != (rows[i].verdicts[m] == 'y'))
                fail_msg("%s under %s should be %c", rows[i].name, models[m], rows[i].verdicts[m]);
        cat_free(model);
    }
}

#define CHECK(models, rows) check_rows(models, sizeof(models) / sizeof *(models), rows, sizeof(rows) / sizeof *(rows))

static void rmo_alpha_and_armv8(void **state)
{
    static const char *const MODELS[] = {"rmo", "alpha", "armv8"};
    static const row ROWS[] = {
        {"SB", "yyy", "Wx1 Ry0 | Wy1 Rx0"},
        {"SB+dmbs", "nnn", "Wx1 dmb Ry0 | Wy1 dmb Rx0"},
        {"SB+rfi-pos", "yyy", "Wx1 Rx1 Ry0 | Wy1 Ry1 Rx0"},
        {"SB+rel+acq", "yyn", "Wx1:L Ry0:A | Wy1:L Rx0:A"},
        {"MP", "yyy", "Wx1 Wy1 | Ry1 Rx0"},
        {"MP+po+addr", "yyy", "Wx1 Wy1 | Ry1 a:Rx0"},
        {"MP+dmb+po", "yyy", "Wx1 dmb Wy1 | Ry1 Rx0"},
        {"MP+dmb+addr", "nyn", "Wx1 dmb Wy1 | Ry1 a:Rx0"},
        {"MP+dmb+ctrl", "yyy", "Wx1 dmb Wy1 | Ry1 c Rx0"},
        {"MP+dmb+ctrlisb", "yyn", "Wx1 dmb Wy1 | Ry1 c isb Rx0"},
        {"MP+dmb+addr-rfi-addr", "yyn", "Wx1 dmb Wy1 | Ry1 a:Wz1 Rz1 a:Rx0"},
        {"MP+dmb+ctrl-rfi-addr", "yyy", "Wx1 dmb Wy1 | Ry1 c Wz1 Rz1 a:Rx0"},
        {"MP+dmbst+dmbld", "nyn", "Wx1 dmbst Wy1 | Ry1 dmbld Rx0"},
        {"MP+rel+acq", "yyn", "Wx1 Wy1:L | Ry1:A Rx0"},
        {"LB", "yyy", "Rx1 Wy1 | Ry1 Wx1"},
        {"LB+datas", "nnn", "Rx1 d:Wy1 | Ry1 d:Wx1"},
        {"LB+ctrls", "nnn", "Rx1 c Wy1 | Ry1 c Wx1"},
        {"LB+data+po", "yyy", "Rx1 d:Wy1 | Ry1 Wx1"},
        {"S", "yyy", "Wx2 Wy1 | Ry1 Wx1 / x12"},
        {"S+dmb+data", "nyn", "Wx2 dmb Wy1 | Ry1 d:Wx1 / x12"},
        {"R", "yyy", "Wx1 Wy1 | Wy2 Rx0 / y12"},
        {"R+dmbs", "nnn", "Wx1 dmb Wy1 | Wy2 dmb Rx0 / y12"},
        {"2+2W", "yyy", "Wx1 Wy2 | Wy1 Wx2 / x21 y21"},
        {"2+2W+dmbs", "nnn", "Wx1 dmb Wy2 | Wy1 dmb Wx2 / x21 y21"},
        {"WRC", "yyy", "Wx1 | Rx1 Wy1 | Ry1 Rx0"},
        {"WRC+addrs", "nyn", "Wx1 | Rx1 a:Wy1 | Ry1 a:Rx0"},
        {"RWC+dmbs", "nnn", "Wx1 | Rx1 dmb Ry0 | Wy1 dmb Rx0"},
        {"ISA2+dmb+addrs", "nyn", "Wx1 dmb Wy1 | Ry1 a:Wz1 | Rz1 a:Rx0"},
        {"IRIW", "yyy", "Wx1 | Wy1 | Rx1 Ry0 | Ry1 Rx0"},
        {"IRIW+addrs", "nyn", "Wx1 | Wy1 | Rx1 a:Ry0 | Ry1 a:Rx0"},
        {"IRIW+dmbs", "nnn", "Wx1 | Wy1 | Rx1 dmb Ry0 | Ry1 dmb Rx0"},
    };
    (void)state;
    CHECK(MODELS, ROWS);
}

static void power(void **state)
{
    static const char *const MODELS[] = {"power"};
    static const row ROWS[] = {
        {"SB", "y", "Wx1 Ry0 | Wy1 Rx0"},
        {"SB+lwsyncs", "y", "Wx1 lwsync Ry0 | Wy1 lwsync Rx0"},
        {"SB+syncs", "n", "Wx1 sync Ry0 | Wy1 sync Rx0"},
        {"MP", "y", "Wx1 Wy1 | Ry1 Rx0"},
        {"MP+po+addr", "y", "Wx1 Wy1 | Ry1 a:Rx0"},
        {"MP+lwsync+po", "y", "Wx1 lwsync Wy1 | Ry1 Rx0"},
        {"MP+lwsync+addr", "n", "Wx1 lwsync Wy1 | Ry1 a:Rx0"},
        {"MP+lwsync+ctrl", "y", "Wx1 lwsync Wy1 | Ry1 c Rx0"},
        {"MP+lwsync+ctrlisync", "n", "Wx1 lwsync Wy1 | Ry1 c isync Rx0"},
        {"MP+lwsync+addr-rfi-addr", "n", "Wx1 lwsync Wy1 | Ry1 a:Wz1 Rz1 a:Rx0"},
        {"MP+lwsync+ctrl-rfi-addr", "y", "Wx1 lwsync Wy1 | Ry1 c Wz1 Rz1 a:Rx0"},
        {"LB", "y", "Rx1 Wy1 | Ry1 Wx1"},
        {"LB+datas", "n", "Rx1 d:Wy1 | Ry1 d:Wx1"},
        {"LB+ctrls", "n", "Rx1 c Wy1 | Ry1 c Wx1"},
        {"S+lwsync+data", "n", "Wx2 lwsync Wy1 | Ry1 d:Wx1 / x12"},
        {"R+lwsync+sync", "y", "Wx1 lwsync Wy1 | Wy2 sync Rx0 / y12"},
        {"R+syncs", "n", "Wx1 sync Wy1 | Wy2 sync Rx0 / y12"},
        {"2+2W", "y", "Wx1 Wy2 | Wy1 Wx2 / x21 y21"},
        {"2+2W+lwsyncs", "n", "Wx1 lwsync Wy2 | Wy1 lwsync Wx2 / x21 y21"},
        {"WRC+addrs", "y", "Wx1 | Rx1 a:Wy1 | Ry1 a:Rx0"},
        {"WRC+lwsync+addr", "n", "Wx1 | Rx1 lwsync Wy1 | Ry1 a:Rx0"},
        {"ISA2+lwsync+addrs", "n", "Wx1 lwsync Wy1 | Ry1 a:Wz1 | Rz1 a:Rx0"},
        {"RWC+syncs", "n", "Wx1 | Rx1 sync Ry0 | Wy1 sync Rx0"},
        {"IRIW+addrs", "y", "Wx1 | Wy1 | Rx1 a:Ry0 | Ry1 a:Rx0"},
        {"IRIW+lwsyncs", "y", "Wx1 | Wy1 | Rx1 lwsync Ry0 | Ry1 lwsync Rx0"},
        {"IRIW+syncs", "n", "Wx1 | Wy1 | Rx1 sync Ry0 | Ry1 sync Rx0"},
    };
    (void)state;
    CHECK(MODELS, ROWS);
}

/* docs/ground-truth.md */
static void sc_tso_and_pso(void **state)
{
    static const char *const MODELS[] = {"sc", "tso", "pso"};
    static const row ROWS[] = {
        {"SB", "nyy", "Wx1 Ry0 | Wy1 Rx0"},
        {"SB+mfences", "nnn", "Wx1 mfence Ry0 | Wy1 mfence Rx0"},
        {"SB+mfence+po", "nyy", "Wx1 mfence Ry0 | Wy1 Rx0"},
        {"SB+rfi-po", "nyy", "Wx1 Rx1 Ry0 | Wy1 Ry1 Rx0"},
        {"SB+rmw", "nnn", "Ux01 Ry0 | Uy01 Rx0"},
        {"MP", "nny", "Wx1 Wy1 | Ry1 Rx0"},
        {"MP+sfence", "nnn", "Wx1 sfence Wy1 | Ry1 Rx0"},
        {"LB", "nnn", "Rx1 Wy1 | Ry1 Wx1"},
        {"S", "nny", "Wx2 Wy1 | Ry1 Wx1 / x12"},
        {"R", "nyy", "Wx1 Wy1 | Wy2 Rx0 / y12"},
        {"2+2W", "nny", "Wx1 Wy2 | Wy1 Wx2 / x21 y21"},
        {"WRC", "nnn", "Wx1 | Rx1 Wy1 | Ry1 Rx0"},
        {"RWC", "nyy", "Wx1 | Rx1 Ry0 | Wy1 Rx0"},
        {"W+RWC", "nyy", "Wx1 Wz1 | Rz1 Ry0 | Wy1 Rx0"},
        {"ISA2", "nny", "Wx1 Wy1 | Ry1 Wz1 | Rz1 Rx0"},
        {"IRIW", "nnn", "Wx1 | Wy1 | Rx1 Ry0 | Ry1 Rx0"},
        {"n6", "nyy", "Wx1 Rx1 Ry0 | Wy1 Wx2 / x21"},
        {"n5", "nnn", "Wx1 Rx2 | Wx2 Rx1 / x12"},
        {"n5 the other way", "nnn", "Wx1 Rx2 | Wx2 Rx1 / x21"},
        {"CoRR", "nnn", "Wx1 | Rx1 Rx0"},
        {"CoWR", "nnn", "Wx1 Rx2 | Wx2 / x21"},
        {"CoRW", "nnn", "Rx2 Wx1 | Wx2 / x12"},
        /* an atomic operation loses nothing */
        {"lost update", "nnn", "Ux01 | Wx2 / x21"},
        {"no lost update", "yyy", "Ux01 | Wx2 / x12"},
    };
    (void)state;
    CHECK(MODELS, ROWS);
}

static void riscv(void **state)
{
    static const char *const MODELS[] = {"riscv"};
    static const row ROWS[] = {
        {"SB", "y", "Wx1 Ry0 | Wy1 Rx0"},
        {"SB+rwrws", "n", "Wx1 rwrw Ry0 | Wy1 rwrw Rx0"},
        {"SB+rel+acq", "n", "Wx1:Rel Ry0:Acq | Wy1:Rel Rx0:Acq"},
        {"MP", "y", "Wx1 Wy1 | Ry1 Rx0"},
        {"MP+ww+rr", "n", "Wx1 ww Wy1 | Ry1 rr Rx0"},
        {"MP+rr+rr", "y", "Wx1 rr Wy1 | Ry1 rr Rx0"},
        {"MP+ww+addr", "n", "Wx1 ww Wy1 | Ry1 a:Rx0"},
        {"MP+ww+ctrl", "y", "Wx1 ww Wy1 | Ry1 c Rx0"},
        {"MP+ww+data-rfi-addr", "n", "Wx1 ww Wy1 | Ry1 d:Wz1 Rz1 a:Rx0"},
        {"MP+ww+addr-rfi-addr", "n", "Wx1 ww Wy1 | Ry1 a:Wz1 Rz1 a:Rx0"},
        {"MP+ww+ctrl-rfi-addr", "y", "Wx1 ww Wy1 | Ry1 c Wz1 Rz1 a:Rx0"},
        {"MP+rel+acq", "n", "Wx1 Wy1:Rel | Ry1:Acq Rx0"},
        {"LB", "y", "Rx1 Wy1 | Ry1 Wx1"},
        {"LB+datas", "n", "Rx1 d:Wy1 | Ry1 d:Wx1"},
        {"LB+ctrls", "n", "Rx1 c Wy1 | Ry1 c Wx1"},
        {"2+2W+wws", "n", "Wx1 ww Wy2 | Wy1 ww Wx2 / x21 y21"},
        {"IRIW+addrs", "n", "Wx1 | Wy1 | Rx1 a:Ry0 | Ry1 a:Rx0"},
        {"CoRR", "n", "Wx1 | Rx1 Rx0"},
        /* reads of one place are ordered only if they read from different writes */
        {"RSW", "y", "Wx1 ww Wy1 | Ry1 a:Rz0 Rz0 a:Rx0"},
        {"RDW", "n", "Wx1 ww Wy1 | Ry1 a:Rz0 Rz1 a:Rx0 | Wz1"},
        {"a write through an atomic", "n", "Wx1 ww Wy1 | Uy12 Ry2 a:Rx0"},
    };
    (void)state;
    CHECK(MODELS, ROWS);
}

static void rc11(void **state)
{
    static const char *const MODELS[] = {"rc11"};
    static const row ROWS[] = {
        {"SB+rlx", "y", "Wx1:rlx Ry0:rlx | Wy1:rlx Rx0:rlx"},
        {"SB+rel+acq", "y", "Wx1:rel Ry0:acq | Wy1:rel Rx0:acq"},
        {"SB+sc", "n", "Wx1:sc Ry0:sc | Wy1:sc Rx0:sc"},
        {"SB+fsc", "n", "Wx1:rlx fsc Ry0:rlx | Wy1:rlx fsc Rx0:rlx"},
        {"MP+rlx", "y", "Wx1 Wy1:rlx | Ry1:rlx Rx0"},
        {"MP+rel+acq", "n", "Wx1 Wy1:rel | Ry1:acq Rx0"},
        {"MP+rel+rlx", "y", "Wx1 Wy1:rel | Ry1:rlx Rx0"},
        {"MP+frel+facq", "n", "Wx1 frel Wy1:rlx | Ry1:rlx facq Rx0"},
        {"MP+frel+rlx", "y", "Wx1 frel Wy1:rlx | Ry1:rlx Rx0"},
        {"a release sequence", "n", "Wx1 Wy1:rel | Uy12:rlx | Ry2:acq Rx0"},
        {"not a release sequence", "y", "Wx1 Wy1:rel | Wy2:rlx | Ry2:acq Rx0 / y12"},
        {"LB", "n", "Rx1:rlx Wy1:rlx | Ry1:rlx Wx1:rlx"},
        {"2+2W+sc", "n", "Wx1:sc Wy2:sc | Wy1:sc Wx2:sc / x21 y21"},
        {"IRIW+acq", "y", "Wx1:rel | Wy1:rel | Rx1:acq Ry0:acq | Ry1:acq Rx0:acq"},
        {"IRIW+sc", "n", "Wx1:sc | Wy1:sc | Rx1:sc Ry0:sc | Ry1:sc Rx0:sc"},
        {"IRIW+fsc", "n", "Wx1:rlx | Wy1:rlx | Rx1:rlx fsc Ry0:rlx | Ry1:rlx fsc Rx0:rlx"},
        {"Z6.U", "y", "Wx1:sc Wy1:rel | Uy12:sc Ry3:rlx | Wy3:sc Rx0:sc / y23"},
        {"CoRR", "n", "Wx1:rlx | Rx1:rlx Rx0:rlx"},
    };
    (void)state;
    CHECK(MODELS, ROWS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rmo_alpha_and_armv8),
        cmocka_unit_test(power),
        cmocka_unit_test(sc_tso_and_pso),
        cmocka_unit_test(riscv),
        cmocka_unit_test(rc11),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
