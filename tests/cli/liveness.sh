#!/usr/bin/env bash
# liveness.sh HEDDLE: loops that wait for what nobody does any more, by request.
set -u
. tests/cli/lib.sh

# program NAME FIRST SECOND [GLOBALS]: two threads, which main joins.
program() {
    cat >"$place/$1.c" <<C
#include <pthread.h>
#include <stdatomic.h>
volatile int flag, lock, x, y, low, high;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
pthread_barrier_t b;
${4:-}
static void take(void) { while (__sync_lock_test_and_set(&lock, 1)) { } }
static void give(void) { __sync_lock_release(&lock); }
static void *first(void *p) { $2; return p; }
static void *second(void *p) { $3; return p; }
int main(void)
{
    pthread_t one, two;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
C
}
bad() {
    run_heddle check "$place/$1.c" --property liveness -q "${@:3}"
    expect_code "$1" 10
    expect_match "$1" "$2"
}
good() {
    run_heddle check "$place/$1.c" --property liveness -q --mm sc,tso,pso "${@:2}"
    expect_code "$1" 0
}

program released 'take(); x = 1; give()' 'take(); x = 2; give()'
good released
good released --unwind 2
program kept 'take(); x = 1; if (y) give()' 'take(); give()'
bad kept 'VIOLATION under SC: no thread can ever end: main waits for the end of T1 \(first\) in pthread_join at .*:18; T1 \(first\) is in a loop at .*:8|T2 \(second\) is in a loop at .*:8'
program overwritten 'flag = 1' 'flag = 0; while (!flag) { }'
bad overwritten 'T2 \(second\) is in a loop at .*:11$'
program set 'flag = 1' 'while (!flag) { }'
good set
# Each waits for the other one: but not with a function of POSIX, so it is no deadlock.
program each_other 'while (!x) { } y = 1' 'while (!y) { } x = 1'
bad each_other 'T1 \(first\) is in a loop at .*:10; T2 \(second\) is in a loop at .*:11$'
run_heddle check "$place/each_other.c" --property deadlock -q
expect_code "a loop is no deadlock" 0
# A store that waits in a buffer arrives some time; one that was seen too late does not.
program buffers 'x = 1; if (!y) flag++; while (flag == 2) { }' 'y = 1; if (!x) flag++; while (flag == 2) { }'
run_heddle check "$place/buffers.c" --property liveness -q --mm sc,tso
expect_match "takes no buffers" 'SAFE under SC'
expect_match "takes buffers" 'VIOLATION under TSO: no thread'
# In each round both would have to read too early: that never happens under SC, but always can under TSO.
rounds='do { pthread_barrier_wait(&b); %s = 1; %s = %s; pthread_barrier_wait(&b); int r = low + high; pthread_barrier_wait(&b); %s = 0; if (r == 0) break; } while (1)'
# shellcheck disable=SC2059
program rounds "$(printf "$rounds" x low y x)" "$(printf "$rounds" y high x y)"
run_heddle check "$place/rounds.c" --property liveness -q --mm tso,sc
expect_match "never under SC" 'VIOLATION under SC'
expect_match "some time under TSO" 'SAFE under TSO'
# Who waits for a signal in a loop is not in it; that wake-ups without a signal keep coming is nothing to rely on.
program signal 'while (!flag) { }' 'pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); flag = 1; pthread_mutex_unlock(&m)'
bad signal 'T1 \(first\) is in a loop at .*:10; T2 \(second\) waits for c in pthread_cond_wait'
# What ends the process, or stops by an assumption, ends the loops of all.
program exits 'while (1) { }' 'extern void exit(int); exit(0)'
good exits
program assumed '__VERIFIER_assume(0)' 'while (1) { }' 'void __VERIFIER_assume(int);'
good assumed
# Where something is not modelled nobody knows how it goes on.
program strange 'while (!flag) { }' 'extern void strange(void); strange(); flag = 1'
run_heddle check "$place/strange.c" --property liveness -q --undefined-functions error
expect_no_match "not modelled" 'VIOLATION|SAFE'

run_heddle check "$place/kept.c" -q
expect_code "only by request" 0
run_heddle check "$place/kept.c" -q --property all --no-liveness-check
expect_code "switched off" 0
run_heddle check "$place/set.c" --property liveness --engine ord -q
expect_code "who cannot tell" 5
expect_match "who cannot tell" 'only the engine .states. can tell'

run_heddle check "$place/overwritten.c" --property liveness -q --sarif "$place/x.sarif" --html "$place/x.html" --witness "$place/x.graphml" --save-schedule "$place/x.schedule" --json
expect_text "rule" '"ruleId":"liveness"' "$place/x.sarif"
expect_text "page" 'no thread can ever end' "$place/x.html"
expect_text "JSON" '"property":"liveness"' "$place/stdout"
run_heddle run "$place/overwritten.c" --schedule "$place/x.schedule"
expect_match "the schedule" 'UNFINISHED|not finished|goes on'

finish "loops that can never end are found"
