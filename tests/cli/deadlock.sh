#!/usr/bin/env bash
# deadlock.sh HEDDLE: threads that wait for ever while nobody can go on, by request.
set -u
. tests/cli/lib.sh

# program NAME GLOBALS FIRST SECOND [MAIN]: two threads, which main joins.
program() {
    cat >"$place/$1.c" <<C
#include <pthread.h>
#include <semaphore.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready, x, y;
pthread_t one, two;
$2
static void *first(void *p) { $3; return p; }
static void *second(void *p) { $4; return p; }
int main(void)
{
    ${5:-}
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
C
}
lock() { echo "pthread_mutex_lock(&$1)"; }
unlock() { echo "pthread_mutex_unlock(&$1)"; }

# By all engines together, and by those who see all executions at once; their traces are replayed.
bad() {
    for engine in '' '--engine ord'; do
        # shellcheck disable=SC2086 # two words
        run_heddle check "$place/$1.c" --property deadlock -q --timeout 60 $engine "${@:3}"
        expect_code "$1 $engine" 10
        expect_match "$1 $engine" "$2"
    done
}
good() {
    for engine in '' '--engine ord'; do
        # shellcheck disable=SC2086 # two words
        run_heddle check "$place/$1.c" --property deadlock -q --timeout 60 --mm sc,tso,pso $engine "${@:2}"
        expect_code "$1 $engine" 0
    done
}
# alone NAME: only `states` can tell.
alone() {
    run_heddle check "$place/$1.c" --property deadlock -q --engine ord
    expect_code "$1" 3
    expect_match "$1" "$2"
}

program cycle '' "$(lock a); $(lock b); $(unlock b); $(unlock a)" "$(lock b); $(lock a); $(unlock a); $(unlock b)"
program order '' "$(lock a); $(lock b); $(unlock b); $(unlock a)" "$(lock a); $(lock b); $(unlock a); $(unlock b)"
bad cycle 'VIOLATION under SC: deadlock: main waits for the end of T1 \(first\) in pthread_join at .*:15; T1 \(first\) waits for b, held by T2 \(second\), in pthread_mutex_lock at .*:8; T2 \(second\) waits for a, held by T1 \(first\), in pthread_mutex_lock at .*:9$'
for engine in states rf sample refine clock; do
    run_heddle check "$place/cycle.c" --property deadlock -q --engine $engine
    expect_code "$engine" 10
    expect_match "$engine" 'VIOLATION under SC: deadlock: '
done
run_heddle check "$place/cycle.c" -q
expect_code "only by request" 0
run_heddle check "$place/cycle.c" -q --property all
expect_code "one of all" 10
run_heddle check "$place/cycle.c" -q --property all --no-deadlock-check
expect_code "switched off" 0
for engine in satdir rf; do
    run_heddle check "$place/order.c" --property deadlock --engine $engine -q
    expect_code "who cannot tell" 5
    expect_match "who cannot tell" 'only the engine .states. can tell'
done
# Nor can anybody under models without a machine, nor symbolic engines beside them.
run_heddle check "$place/order.c" --property deadlock --mm sc,armv8 -q
expect_code "weak models" 5
expect_match "a model with a machine" 'SAFE under SC'
expect_match "a model without one" 'UNKNOWN under ARMv8'
run_heddle check "$place/order.c" --property deadlock --mm sc,armv8 -q --engine ord
expect_match "beside a model without one" 'UNKNOWN under SC'

good order
good order --unwind 2
program again '' "$(lock a); $(lock a)" ''
bad again 'T1 \(first\) waits for a, held by T1 \(first\), in'
program ended '' "$(lock a)" "$(lock a)"
bad ended 'waits for a, held by T[12] \((first|second)\), which has ended, in pthread_mutex_lock'
program lost '' "$(lock a); pthread_cond_wait(&c, &a); $(unlock a)" 'pthread_cond_signal(&c)'
bad lost 'T1 \(first\) waits for c in pthread_cond_wait'
program kept '' "$(lock a); while (!ready) pthread_cond_wait(&c, &a); $(unlock a)" "$(lock a); ready = 1; pthread_cond_signal(&c); $(unlock a)"
good kept
program semaphore 'sem_t s;' 'sem_wait(&s)' 'if (!x) sem_post(&s)' 'sem_init(&s, 0, 0);'
good semaphore
program semaphores 'sem_t s;' 'x = 1; sem_wait(&s)' 'if (!x) sem_post(&s)' 'sem_init(&s, 0, 0);'
bad semaphores 'waits for s in sem_wait'
program joins '' 'pthread_join(two, 0)' 'pthread_join(one, 0)'
run_heddle check "$place/joins.c" --property deadlock -q
expect_code joins 10
expect_match joins 'T1 \(first\) waits for the end of T2 \(second\)'
alone joins 'joining or detaching a thread that another one starts later'
program circle '' 'pthread_join(two, 0)' "$(lock a); pthread_join(one, 0)"
alone circle 'joining or detaching a thread that another one starts later'
# main, which ends before its process: what comes after that is not left out.
program parent 'pthread_t zero;' 'pthread_join(zero, 0); pthread_mutex_lock(&a); pthread_mutex_lock(&a)' '' 'zero = pthread_self();'
sed -i 's/pthread_join(one, 0);/pthread_exit(0);/' "$place/parent.c"
run_heddle check "$place/parent.c" --property deadlock -q
expect_match parent 'T1 \(first\) waits for a, held by T1'
alone parent 'joining a thread that has started this one'
program itself '' 'pthread_join(pthread_self(), 0)' ''
good itself
program buffers 'sem_t s;' 'x = 1; if (!y) sem_wait(&s); else sem_post(&s)' 'y = 1; if (!x) sem_wait(&s); else sem_post(&s)' 'sem_init(&s, 0, 0);'
run_heddle check "$place/buffers.c" --property deadlock -q --mm sc,tso
expect_match "takes no buffers" 'SAFE under SC'
expect_match "takes buffers" 'VIOLATION under TSO: deadlock: '
# Only the second wait of the loop goes wrong: the first one surely gets the signal.
program rounds '' "$(lock a); x = 1; while (!ready) pthread_cond_wait(&c, &a); $(unlock a)" "$(lock a); int waits = x; ready = !waits; pthread_cond_signal(&c); $(unlock a); $(lock a); ready = 1; $(unlock a)"
bad rounds 'T1 \(first\) waits for c in pthread_cond_wait'
# And here the third: both signals must be taken by the thread that looks again, or the other one would set it free.
program thrice 'int waiting; extern void *two_signals(void *);' "$(lock a); waiting++; while (!ready) pthread_cond_wait(&c, &a); $(unlock a)" "$(lock a); waiting++; if (!ready) pthread_cond_wait(&c, &a); ready = 1; pthread_cond_broadcast(&c); $(unlock a)" 'pthread_t t; pthread_create(&t, 0, two_signals, 0);'
cat >>"$place/thrice.c" <<C
void *two_signals(void *p)
{
    $(lock a);
    if (waiting < 2)
        ready = 1;
    pthread_cond_signal(&c);
    $(unlock a);
    $(lock a);
    pthread_cond_signal(&c);
    $(unlock a);
    return p;
}
C
bad thrice 'T2 \(first\) waits for c in pthread_cond_wait'
# Only who wakes up without a signal, and does not look again, comes to wait for ever.
program spurious 'sem_t s;' "$(lock a); if (!ready) pthread_cond_wait(&c, &a); x = !ready; $(unlock a); if (x) sem_wait(&s)" "$(lock a); ready = 1; pthread_cond_signal(&c); $(unlock a)" 'sem_init(&s, 0, 0);'
bad spurious 'T1 \(first\) waits for s in sem_wait'
# Two wait and each of them has to pass the signal on, or all are woken.
program passed '' "$(lock a); while (!ready) pthread_cond_wait(&c, &a); pthread_cond_signal(&c); $(unlock a)" "$(lock a); while (!ready) pthread_cond_wait(&c, &a); pthread_cond_signal(&c); $(unlock a)" 'ready = 1;'
good passed
program dropped '' "$(lock a); while (!ready) pthread_cond_wait(&c, &a); $(unlock a)" "$(lock a); while (!ready) pthread_cond_wait(&c, &a); $(unlock a)" "pthread_t t; extern void *set(void *); pthread_create(&t, 0, set, 0);"
cat >>"$place/dropped.c" <<C
void *set(void *p) { $(lock a); ready = 1; pthread_cond_signal(&c); $(unlock a); return p; }
C
bad dropped 'waits for c in pthread_cond_wait'
sed 's/cond_signal/cond_broadcast/' "$place/dropped.c" >"$place/all.c"
good all
# Locks of other kinds, and where they lie.
program readers 'pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;' 'pthread_rwlock_rdlock(&w); pthread_rwlock_wrlock(&w)' 'pthread_rwlock_rdlock(&w); pthread_rwlock_rdlock(&w)'
bad readers 'waits for w in pthread_rwlock_wrlock'
program barrier 'pthread_barrier_t b2;' 'pthread_barrier_wait(&b2)' 'if (!x) pthread_barrier_wait(&b2)' 'pthread_barrier_init(&b2, 0, 2);'
good barrier
program barriers 'pthread_barrier_t b2;' 'x = 1; pthread_barrier_wait(&b2)' 'if (!x) pthread_barrier_wait(&b2)' 'pthread_barrier_init(&b2, 0, 2);'
bad barriers 'waits for b2 in pthread_barrier_wait'
program private '' 'pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&own); if (x) pthread_mutex_lock(&own)' 'x = 1'
bad private 'waits for own@T1, held by'
program unknown 'pthread_mutex_t *p_ = &a;' "$(lock b); pthread_mutex_lock(p_)" "p_ = &b; $(lock a); $(lock b)"
bad unknown 'waits for [ab], held by'
program either '' "$(lock b); pthread_mutex_lock(x ? &a : &b)" 'x = 1'
bad either 'waits for b, held by T1'
program other '' "$(lock a); pthread_mutex_lock(x ? &a : &b)" 'x = 1'
bad other 'waits for a, held by T1'
program freed '#include <stdlib.h>
pthread_mutex_t *h;' "pthread_mutex_lock(h)" "free(h); $(lock a); $(lock a)" 'h = malloc(sizeof *h); pthread_mutex_init(h, 0); pthread_mutex_lock(h);'
good freed
program alone '' '' '' "$(lock a); $(lock a);"
bad alone 'deadlock: main waits for a, held by main'
# A thread that runs, that can time out, or that ends the process is no part of a deadlock.
program spins '' 'while (!x) { }' "$(lock a); $(lock a)"
good spins
program timed '#include <time.h>
struct timespec end;' "$(lock a); while (pthread_mutex_timedlock(&b, &end)) { }; $(unlock b); $(unlock a)" "$(lock b); $(lock a); $(unlock a); $(unlock b)"
good timed
# Mistakes that do not count stop their thread.
program mistake '' "$(unlock b)" "$(lock a); $(lock a)"
good mistake
program gone '#include <stdlib.h>
int *volatile q;' 'x = *q' "$(lock a); $(lock a)" 'q = malloc(sizeof *q); free(q);'
sed -i '/pthread_join(one/d' "$place/gone.c"
good gone
program leaves '' "$(lock a)" "$(lock a)"
sed -i 's/pthread_join(one, 0);/pthread_exit(0);/' "$place/leaves.c"
bad leaves 'waits for a, held by T[12] .*, which has ended'
program ends '' "$(lock a); $(unlock a)" "$(lock a); $(unlock a)"
sed -i 's/pthread_join(one, 0);/pthread_exit(0);/' "$place/ends.c"
good ends
program returns '' "$(lock a)" "$(lock a)"
sed -i '/pthread_join/d' "$place/returns.c"
good returns
# Behind a loop that is cut nothing is known.
program cut '' "int n = x; for (int i = 0; i < n; i++) { $(lock a); $(unlock a); } if (n > 4) { $(lock a); $(lock a); }" 'x = 5;'
run_heddle check "$place/cut.c" --property deadlock -q --engine ord --unwind 2
expect_code "cut" 4
expect_match "cut" 'BOUNDED'
bad cut 'waits for a, held by'
# Who would wait inside an atomic block has not begun it, and perhaps never will.
program stuck 'void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);' "__VERIFIER_atomic_begin(); $(lock a); __VERIFIER_atomic_end(); $(unlock a)" "$(lock a)"
run_heddle check "$place/stuck.c" --property deadlock -q
expect_code "stuck in a block" 3
expect_match "stuck in a block" 'UNSUPPORTED under SC: .*waiting in an atomic block'
# Threads that an assumption stops, and the end of the process, are no deadlocks.
program assumed 'void __VERIFIER_assume(int);' '__VERIFIER_assume(0)' ''
good assumed
program exits '' "$(lock a); $(lock a)" 'extern void exit(int); exit(0)'
good exits

run_heddle check "$place/cycle.c" --property deadlock -q --sarif "$place/x.sarif" --html "$place/x.html" --witness "$place/x.graphml" --save-schedule "$place/x.schedule" --json
expect_text "rule" '"ruleId":"deadlock"' "$place/x.sarif"
expect_text "page" 'deadlock: main waits' "$place/x.html"
expect_text "JSON" '"property":"deadlock"' "$place/stdout"
expect_text "witness" 'G ! deadlock' "$place/x.graphml"
run_heddle run "$place/cycle.c" --schedule "$place/x.schedule"
expect_match "the schedule" 'DEADLOCK: .*waits for b, held by T2'

finish "deadlocks are found where nobody can go on"
