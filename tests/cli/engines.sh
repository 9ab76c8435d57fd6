#!/usr/bin/env bash
# engines.sh HEDDLE: each engine does what it can, says what it cannot, and together they do all of it, always the same.
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

run_heddle check deep.c --mm sc,tso,pso -q
expect_equal "deep.c: how many models it violates" 3 "$(grep -c '^VIOLATION under .*rounds < 40.* failed$' stdout)"
[ "$(instructions deep.c)" -gt 0 ] || complain "deep.c: no random execution"
expect_equal "--unwind: instructions in random executions" "" "$(instructions deep.c --unwind 2)"
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
expect_equal "--engine ord: instructions in random executions" "" "$(instructions shallow.c --engine ord)"
run_heddle check shallow.c -q --engine ord
expect_match "--engine ord" '^VIOLATION' stdout
expect_run "an engine that there is not" 2 'sample, states, rf, ord' "$heddle" check shallow.c --engine ord,some
names=$(cat stdout stderr | sed -nE 's/.*list of (.*); not.*/\1/p' | tr -d ,)
[ -n "$names" ] || complain "no engine is named"
for engine in $names; do
    "$heddle" help check | grep -A1 -e '--engine' | grep -qw "$engine" || complain "help does not know the engine $engine"
    "$heddle" completion bash | grep -qw "$engine" || complain "completion does not know the engine $engine"
    grep -q "^| \`$engine\` |" "$root/docs/check.md" || complain "docs/check.md does not know the engine $engine"
    grep -q "^\.B $engine\$" "$root/docs/heddle.1" || complain "docs/heddle.1 does not know the engine $engine"
done
expect_run "no engine" 2 'engine' "$heddle" check shallow.c --engine ''
expect_run "inputs are left to others" 5 'an input has too many values' "$heddle" check shallow.c --engine states

# answered ENGINE ARGUMENTS...: who has the answer.
answered() {
    run_heddle check --no-trace --stats "${@:2}"
    expect_match "${*:2}: answered by $1" "^SC: answered by $1\$" stdout
}

# A loop without an end has finitely many states, and is not followed to its end by depths.
cat >endless.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int turn;
int inside;
static void *worker(void *me)
{
    for (;;) {
        while (turn != (me != 0))
            ;
        assert(inside++ == 0);
        inside--;
        turn = me == 0;
    }
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, &t);
    worker(NULL);
    return 0;
}
END
answered states endless.c
expect_match "no bound is needed" '^SAFE under SC' stdout
run_heddle check endless.c --engine ord --timeout 1
expect_match "depths alone do not come to its end" '^BOUNDED under SC: .* iterations at endless.c:[0-9]+ \(out of time\)' stdout

# Nobody can try all inputs one by one.
cat >inputs.c <<'END'
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned n = (unsigned)__VERIFIER_nondet_int();
    assert(n * (n + 1) % 2 == 0);
    return 0;
}
END
answered ord inputs.c
expect_match "all inputs" '^SAFE under SC' stdout

# One execution is tried once.
cat >single.c <<'END'
int main(void)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < 1000; i++)
        sum += i;
    return sum != 499500;
}
END
run_heddle check single.c --engine sample --stats
expect_match "the only execution" '^ +executions +1$' stdout

# Loops whose end is known but far away: something is known when the time is over.
cat >far.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define ROUNDS 400
atomic_int x;
static void *worker(void *unused)
{
    for (int i = 0; i < ROUNDS; i++)
        x++;
    return unused;
}
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    worker(NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(x == 4 * ROUNDS);
    return 0;
}
END
# Seconds are those of the clock on the wall: on a machine that has much else to do, few of them are for this.
for seconds in 12 60; do
    run_heddle check far.c --engine ord --timeout $seconds
    grep -q '^UNKNOWN' stdout || break
done
expect_match "a depth is known" '^BOUNDED under SC: no violation within [0-9]+ iterations? at far.c' stdout
sed 's/x++/x = x + 1/' far.c >lost.c
answered sample lost.c

# Buffers are as large as the program fills them.
cat >full.c <<'END'
#include <pthread.h>
int a[40];
static void *worker(void *unused)
{
    for (int i = 0; i < 40; i++)
        a[i] = 1;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int seen = a[39];
    pthread_join(t, NULL);
    return seen > 1;
}
END
expect_run "forty stores in a buffer" 0 '^SAFE under TSO' "$heddle" check full.c --mm tso --engine states
run_heddle check full.c --mm tso --engine states --stats
expect_match "how large it became" '^ +stores that a buffer may hold +64$' stdout

# What is not modelled under one model (a store that is late for its object, which does not count) does not end the work
# on another one.
cat >doubt.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int *p, x, v, done;
static void *first(void *unused)
{
    p[0] = 1;
    int r = x;
    assert(!done || v != 0 || r != 0);
    return unused;
}
static void *second(void *unused)
{
    x = 1;
    __VERIFIER_atomic_begin();
    v = p[0];
    free(p);
    __VERIFIER_atomic_end();
    done = 1;
    return unused;
}
int main(void)
{
    pthread_t t, u;
    p = calloc(1, sizeof *p);
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    while (i < n && i < 3)
        i++;
    unsigned a = __VERIFIER_nondet_uint() & 255, b = __VERIFIER_nondet_uint() & 127;
    assert(i < 3 || (a - b) * (a + b) == a * a - b * b);
    return 0;
}
END
run_heddle check doubt.c --mm sc,tso,pso -q --engine ord --property assertions
expect_match "not modelled under TSO" '^UNSUPPORTED under TSO' stdout
expect_match "modelled under SC" '^SAFE under SC' stdout

# What cannot be shown under one model says nothing about a model that does not have it.
cat >large.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
unsigned long __VERIFIER_nondet_ulong(void);
int x, y, seen_x, seen_y;
static void *worker(void *unused)
{
    x = 1;
    seen_y = y;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    y = 1;
    seen_x = x;
    pthread_join(t, NULL);
    unsigned long size = __VERIFIER_nondet_ulong();
    if (size > 1ul << 31 && size < 1ul << 32) {
        void *large = malloc(size);
        assert(seen_x || seen_y);
        free(large);
    }
    return 0;
}
END
run_heddle check large.c --mm sc,tso,pso -q --engine ord
expect_match "a violation that the machine cannot do" '^UNKNOWN under TSO: there is a violation, but to show it' stdout
expect_match "not under SC" '^SAFE under SC' stdout

# The same work is done every time, whoever finds the answer.
for i in one two; do
    run_heddle check lost.c --mm sc,tso,pso --json
    sed -E 's/"[a-z_]*seconds":[^,}]*|"peak_bytes":[0-9]*//g' stdout >$i
done
expect_same "the second time" one two

finish "engines do what they should"
