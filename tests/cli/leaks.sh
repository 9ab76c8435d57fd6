#!/usr/bin/env bash
# leaks.sh HEDDLE: memory that is left, or lost, when the program ends, by request.
set -u
. tests/cli/lib.sh

# program NAME GLOBALS THREAD MAIN: a thread, which main starts and joins as it likes.
program() {
    cat >"$place/$1.c" <<C
#include <pthread.h>
#include <stdlib.h>
struct node { struct node *next; int value; };
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct node *kept;
int x, y;
pthread_t one;
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
$2
static void *first(void *p) { $3; return p; }
int main(void)
{
    $4
}
C
}
start='pthread_create(&one, 0, first, 0);'
join='pthread_join(one, 0);'
make='struct node *n = malloc(sizeof *n);'

# ask NAME PROPERTY CODE: engines that can tell.
engines='states ord refine clock'
ask() {
    local engine
    for engine in $engines; do
        run_heddle check "$place/$1.c" --property "$2" -q --mm sc,tso,pso --engine "$engine"
        expect_code "$1 ($2, $engine)" "$3"
    done
}
left() { ask "$1" leaks 10; }
clean() {
    ask "$1" leaks 0
    ask "$1" memtrack 0
}
lost() { ask "$1" memtrack 10; }
kept() {
    ask "$1" leaks 10
    run_heddle check "$place/$1.c" --property memtrack -q --mm sc,tso,pso --engine states
    expect_code "$1 is kept" 0
}

program once '' '' "$make n->value = 1; return 0;"
left once
expect_match "what is left" 'VIOLATION under SC: memory leak: node#1, 16 bytes that main allocated at .*once\.c:13: not freed when the program ends$'
lost once
expect_match "what is lost" 'memory is lost: node#1, 16 bytes that main allocated at .*once\.c:13: not freed, and nothing points there when the program ends$'
run_heddle check "$place/once.c" -q
expect_code "only by request" 0
run_heddle check "$place/once.c" -q --property all --no-leak-check --no-memtrack-check
expect_code "switched off" 0
run_heddle check "$place/once.c" -q --property leaks --engine sample
expect_code "by chance" 10
run_heddle check "$place/once.c" -q --property leaks --engine rf
expect_code "who cannot tell" 5
run_heddle check "$place/once.c" -q --property leaks --mm armv8
expect_code "models without a machine" 5
expect_match "models without a machine" 'what is left when the program ends is decided under SC, TSO, PSO only'

program freed '' '' "$make free(n); return 0;"
clean freed
program global '' '' "kept = malloc(8); return 0;"
kept global
program list '' '' "$make kept = n; n->next = malloc(sizeof *n); n->next->next = 0; return 0;"
kept list
run_heddle check "$place/list.c" --property leaks -q
expect_match "how many" 'memory leak: node#1, .*, and 1 more: not freed'
engines='states ord' # others have the claims of `ord`
# A circle that nobody has any more.
program circle '' '' "$make n->next = malloc(sizeof *n); n->next->next = n; return 0;"
lost circle
program middle 'int *middle;' '' 'int *all = malloc(8); middle = all + 1; return 0;'
kept middle
program overwritten '' '' 'kept = malloc(8); kept = malloc(8); return 0;'
lost overwritten
expect_match "the first one" 'memory is lost: [a-z]*#1, 8 bytes'
program conditional '_Bool __VERIFIER_nondet_bool(void);' '' "$make if (__VERIFIER_nondet_bool()) free(n); return 0;"
left conditional

# The end: exit and its kin, but not abort. Variables of functions that have not returned are there.
program exits '' '' "kept = malloc(8); exit(0);"
kept exits
program handler 'static void clean(void) { free(kept); }' '' "atexit(clean); kept = malloc(8); return 0;"
clean handler
program underscore 'void _exit(int);' '' "kept = malloc(8); _exit(0);"
left underscore
program aborts '' '' "kept = malloc(8); abort();"
clean aborts
program deep 'static void leave(void) { exit(0); }' '' "struct node n; n.next = malloc(8); kept = &n; leave();"
kept deep
program gone 'static void make(void) { malloc(8); }' '' "make(); exit(0);"
lost gone
program register 'static void leave(void) { exit(0); }' '' 'char *p = malloc(8); *p = 1; leave();'
run_heddle check "$place/register.c" --property memtrack -q --engine states
expect_code "a variable that is not needed any more" 3
expect_match "a variable that is not needed any more" 'telling whether a local variable still points'

engines='states ord clock'
# Threads. What is not joined may be anywhere when main ends.
program joined '' 'free(p)' "pthread_create(&one, 0, first, malloc(8)); $join return 0;"
clean joined
program running '' 'free(p)' "pthread_create(&one, 0, first, malloc(8)); return 0;"
left running
program own '' 'x = 1; char *own = malloc(4); *own = 1; free(own)' "$start return 0;"
left own
program own_joined '' 'x = 1; char *own = malloc(4); *own = 1; free(own)' "$start $join return 0;"
clean own_joined
program own_block '' 'y = 1; __VERIFIER_atomic_begin(); char *own = malloc(4); free(own); __VERIFIER_atomic_end()' "$start return 0;"
run_heddle check "$place/own_block.c" --property leaks -q --mm sc,tso,pso
expect_code "made and freed in one step" 0
program seen '' 'free(kept); __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST)' "kept = malloc(8); $start if (!x) pthread_join(one, 0); return 0;"
clean seen
program handed '' 'pthread_mutex_lock(&m); if (kept) { free(kept); kept = 0; } pthread_mutex_unlock(&m)' "kept = malloc(8); $start pthread_mutex_lock(&m); free(kept); kept = 0; pthread_mutex_unlock(&m); $join return 0;"
clean handed
# Both may think that the other one frees it, if stores wait in buffers.
program buffers '' 'x = 1; if (y) free(kept)' "kept = malloc(8); $start y = 1; int r = x; $join if (!r) free(kept); return 0;"
run_heddle check "$place/buffers.c" --property leaks -q --no-memory-check --mm sc,tso
expect_code "buffers" 10
program both '' 'x = 1; if (!y) return 0; pthread_mutex_lock(&m); free(kept); kept = 0; pthread_mutex_unlock(&m)' "kept = malloc(8); $start y = 1; int r = x; if (r) { pthread_mutex_lock(&m); free(kept); kept = 0; pthread_mutex_unlock(&m); } $join return 0;"
run_heddle check "$place/both.c" --property leaks -q --mm sc,tso
expect_match "takes no buffers" 'SAFE under SC'
expect_match "takes buffers" 'VIOLATION under TSO: memory leak: '
for engine in ord clock; do
    run_heddle check "$place/both.c" --property leaks -q --mm sc,tso --engine $engine
    expect_match "takes no buffers ($engine)" 'SAFE under SC'
    expect_match "takes buffers ($engine)" 'VIOLATION under TSO: memory leak: '
done
# The last thread is the end, if main has left before.
program last '' 'free(p)' 'pthread_create(&one, 0, first, malloc(8)); pthread_exit(0);'
run_heddle check "$place/last.c" --property leaks -q --mm sc,tso,pso
expect_code "the last thread frees it" 0
program last_leaks '' 'x = 1' 'pthread_create(&one, 0, first, malloc(8)); pthread_exit(0);'
run_heddle check "$place/last_leaks.c" --property leaks -q
expect_code "the last thread does not" 10
program other_exit '' 'exit(0)' "kept = malloc(8); $start $join free(kept); return 0;"
run_heddle check "$place/other_exit.c" --property leaks -q
expect_code "another thread ends it" 10

run_heddle check "$place/once.c" --property leaks -q --sarif "$place/x.sarif" --html "$place/x.html" --witness "$place/x.graphml" --json
expect_text "rule" '"ruleId":"leaks"' "$place/x.sarif"
expect_text "page" 'memory leak: node#1' "$place/x.html"
expect_text "JSON" '"property":"leaks"' "$place/stdout"
expect_text "witness" 'G valid-memcleanup' "$place/x.graphml"
run_heddle check "$place/own.c" --property leaks -q --save-schedule "$place/x.schedule"
run_heddle run "$place/own.c" --leaks --schedule "$place/x.schedule"
expect_match "the schedule" 'VIOLATION: memory leak: char#1-1, 4 bytes that T1 \(first\)'
run_heddle run "$place/once.c" --memtrack
expect_match "one execution" 'VIOLATION: memory is lost: node#1, '
run_heddle outcomes "$place/own.c" --leaks
expect_match "all executions" 'VIOLATION: memory leak: char#1-1, '
run_heddle outcomes "$place/own_joined.c" --leaks --memtrack
expect_code "no execution" 0
echo 'CHECK( init(main()), LTL(G valid-memcleanup) )' >"$place/cleanup.prp"
printf 'CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n' >"$place/safety.prp"
run_heddle check "$place/once.c" --svcomp "$place/cleanup.prp"
expect_match "SV-COMP, cleaning up" '^false\(valid-memcleanup\)$' "$place/stdout"
run_heddle check "$place/freed.c" --svcomp "$place/cleanup.prp"
expect_match "SV-COMP, clean" '^true$' "$place/stdout"
run_heddle check "$place/circle.c" --svcomp "$place/safety.prp"
expect_match "SV-COMP, tracking" '^false\(valid-memtrack\)$' "$place/stdout"
run_heddle check "$place/list.c" --svcomp "$place/safety.prp"
expect_match "SV-COMP, kept, but only where the program ends" '^unknown$' "$place/stdout"

finish "memory that is left or lost is found where the program ends"
