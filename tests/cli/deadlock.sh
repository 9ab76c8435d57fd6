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

bad() {
    run_heddle check "$place/$1.c" --property deadlock -q "${@:3}"
    expect_code "$1" 10
    expect_match "$1" "$2"
}
good() {
    run_heddle check "$place/$1.c" --property deadlock -q --mm sc,tso,pso "${@:2}"
    expect_code "$1" 0
}

program cycle '' "$(lock a); $(lock b); $(unlock b); $(unlock a)" "$(lock b); $(lock a); $(unlock a); $(unlock b)"
bad cycle 'VIOLATION under SC: deadlock: main waits for the end of T1 \(first\) in pthread_join at .*:15; T1 \(first\) waits for b, held by T2 \(second\), in pthread_mutex_lock at .*:8; T2 \(second\) waits for a, held by T1 \(first\), in pthread_mutex_lock at .*:9$'
for engine in states rf sample; do
    bad cycle 'VIOLATION under SC: deadlock: ' --engine $engine
done
run_heddle check "$place/cycle.c" -q
expect_code "only by request" 0
run_heddle check "$place/cycle.c" -q --property all
expect_code "one of all" 10
run_heddle check "$place/cycle.c" -q --property all --no-deadlock-check
expect_code "switched off" 0
run_heddle check "$place/cycle.c" --property deadlock --engine ord -q
expect_code "who cannot tell" 5
expect_match "who cannot tell" 'only the engine .states. can tell'

program order '' "$(lock a); $(lock b); $(unlock b); $(unlock a)" "$(lock a); $(lock b); $(unlock a); $(unlock b)"
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
bad joins 'T1 \(first\) waits for the end of T2 \(second\)'
program itself '' 'pthread_join(pthread_self(), 0)' ''
good itself
program buffers 'sem_t s;' 'x = 1; if (!y) sem_wait(&s); else sem_post(&s)' 'y = 1; if (!x) sem_wait(&s); else sem_post(&s)' 'sem_init(&s, 0, 0);'
run_heddle check "$place/buffers.c" --property deadlock -q --mm sc,tso
expect_match "takes no buffers" 'SAFE under SC'
expect_match "takes buffers" 'VIOLATION under TSO: deadlock: '
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
