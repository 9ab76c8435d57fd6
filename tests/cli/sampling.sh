#!/usr/bin/env bash
# sampling.sh HEDDLE: random executions find what lies deep in loops, under every model, and always the same.
set -u
. tests/cli/lib.sh
cd "$place" || exit 1

cat >deep.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int goes_on = 1, rounds;
static void *worker(void *unused)
{
    while (goes_on)
        rounds++;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    goes_on = 0;
    pthread_join(t, NULL);
    assert(rounds < 40);
    return 0;
}
END
# Here the buffers of TSO are needed as well.
sed 's/^atomic_int.*/int x, y, seen_x, seen_y; &/
     s/^    while (goes_on)/    x = 1; seen_y = y;\n&/
     s/^    goes_on = 0;/    y = 1; seen_x = x;\n&/
     s/rounds < 40/rounds < 40 || seen_x || seen_y/' deep.c >deep_buffers.c

# instructions ARGUMENTS...: how many there were in random executions.
instructions() {
    run_heddle check -q --stats "$@"
    cat stdout stderr | awk '/instructions in random executions/ { print $NF }'
}

run_heddle check deep.c --mm all -q
expect_equal "deep.c: how many models it violates" 3 "$(grep -c '^VIOLATION under .*rounds < 40.* failed$' stdout)"
[ "$(instructions deep.c)" -gt 0 ] || complain "deep.c: no random execution"
expect_equal "--unwind: instructions in random executions" 0 "$(instructions deep.c --unwind 2)"
run_heddle check deep_buffers.c --mm tso -q
expect_match "deep_buffers.c" '^VIOLATION under TSO' stdout

for model in sc tso pso; do
    run_heddle check deep.c --mm $model -q --save-schedule one
    run_heddle check deep.c --mm $model -q --save-schedule two
    expect_same "deep.c under $model, the second time" one two
    run_heddle run deep.c --mm $model --schedule one
    expect_match "deep.c under $model, the schedule" 'rounds < 40'
done

cat >shallow.c <<'END'
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), i = 0;
    while (i < n && i < 3)
        i++;
    assert(i != 3);
    return 0;
}
END
expect_equal "--sampling off: instructions in random executions" 0 "$(instructions shallow.c --sampling off)"
run_heddle check shallow.c -q --sampling off
expect_match "--sampling off" '^VIOLATION' stdout
expect_run "--sampling some" 2 '--sampling' "$heddle" check shallow.c --sampling some

finish "random executions find what they should"
