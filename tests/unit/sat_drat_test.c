/* The proof checker accepts what follows and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "sat/drat_check.h"

typedef struct proof_case {
    const char *name;
    const int *formula; /* clauses ended by 0, the last one by 0 0 */
    const char *proof;
    bool accepted, refuted;
} proof_case;

/* All clauses over two, and over three variables. */
static const int ALL_2[] = {1, 2, 0, 1, -2, 0, -1, 2, 0, -1, -2, 0, 0};
static const int CHAIN[] = {-1, 2, 0, -2, 3, 0, 1, 4, 0, -3, 5, 0, 0};
static const int UNITS[] = {1, 0, -1, 2, 0, -2, 3, 0, 0};

static const proof_case cases[] = {
    {"a refutation", ALL_2, "1 0\n0\n", true, true},
    {"too large a step", ALL_2, "0\n", false, false},
    {"no step", ALL_2, "", true, false},
    {"an implied clause", CHAIN, "-1 3 0\n", true, false},
    {"a clause that is not implied, nor resolution asymmetric", CHAIN, "2 1 0\n1 0\n", false, false},
    {"a definition: 6 is 1 and 2", CHAIN, "6 -1 -2 0\n-6 1 0\n-6 2 0\n", true, false},
    {"the first literal matters", CHAIN, "6 -1 -2 0\n1 -6 0\n", false, false},
    {"deletion", CHAIN, "d -1 2 0\n-1 3 0\n", false, false},
    {"literal order does not matter in deletion", CHAIN, "d 2 -1 0\n", true, false},
    {"deletion of what is not there", CHAIN, "d 1 2 0\n", false, false},
    {"deleting a unit clause is ignored", UNITS, "d 1 0\n3 0\n", true, false},
    {"deleting a reason is ignored", UNITS, "d -1 2 0\n3 0\n", true, false},
    {"a lemma without anyone to check it", CHAIN, "t 1 0 because\n", false, false},
    {"unfinished line", CHAIN, "-1 3 0", false, false},
    {"no final zero", CHAIN, "-1 3\n", false, false},
    {"garbage", CHAIN, "hello\n", false, false},
};

static drat_checker *checker_of(const int *formula)
{
    drat_checker *checker = drat_new();
    while (*formula) {
        unsigned count = 0;
        while (formula[count])
            count++;
        drat_add_axiom(checker, formula, count);
        formula += count + 1;
    }
    return checker;
}

static void proofs_are_judged_rightly(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const proof_case *c = &cases[i];
        drat_checker *checker = checker_of(c->formula);
        unsigned long line;
        const char *error = drat_check_text(checker, c->proof, strlen(c->proof), NULL, NULL, &line);
        if ((error == NULL) != c->accepted || drat_refuted(checker) != c->refuted)
            fail_msg("%s: %s", c->name, error ? error : "accepted");
        drat_free(checker);
    }
}

static bool accept_justified(void *state, const int *literals, unsigned count, const char *justification)
{
    (void)state;
    (void)literals;
    return count == 1 && strcmp(justification, "because") == 0;
}

static void binary_proofs_are_read(void **state)
{
    (void)state;
    static const char proof[] = {'a', 2, 0, 'd', 2, 4, 0, 't', 5, 0, 'b', 'e', 'c', 'a', 'u', 's', 'e', 0, 'a', 0};
    drat_checker *checker = checker_of(ALL_2);
    unsigned long line;
    assert_null(drat_check_binary(checker, proof, sizeof proof, accept_justified, NULL, &line));
    assert_true(drat_refuted(checker));
    drat_free(checker);
    checker = checker_of(ALL_2);
    assert_non_null(drat_check_binary(checker, proof, 2, accept_justified, NULL, &line));
    assert_non_null(drat_check_binary(checker, "x\0", 2, accept_justified, NULL, &line));
    assert_non_null(drat_check_binary(checker, "t\2\0no\0", 6, accept_justified, NULL, &line));
    drat_free(checker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(proofs_are_judged_rightly),
                                       cmocka_unit_test(binary_proofs_are_read)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
