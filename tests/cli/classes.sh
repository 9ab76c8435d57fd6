#!/usr/bin/env bash
# classes.sh HEDDLE: heddle classes lists what reads read from where, each class once, and marks those that end badly.
# shellcheck disable=SC2016 # messages have backquotes
set -u
. tests/cli/lib.sh
tools=$root/tests/tools
cd "$place" || exit 1
clang-19 -o json_check "$tools/json_check.c" || exit 1

cat >sb.c <<'END'
#include <assert.h>
#include <pthread.h>
int x, y, r1, r2;
static void *left(void *unused)
{
    x = 1;
    r1 = y;
    return unused;
}
static void *right(void *unused)
{
    y = 1;
    r2 = x;
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r1 || r2);
    return 0;
}
END

run_heddle classes sb.c
expect_code "store buffering under SC" 0
expect_match "three classes" '^3 classes under SC$' stdout
expect_match "an initial value" '^T1 \(left\) +sb\.c:7 +r1 = y; +reads y = 0 \(initially\)$' stdout
expect_match "a source" '^T2 \(right\) +sb\.c:13 r2 = x; +reads x = 1 from T1 sb\.c:6$' stdout
expect_match "what main reads" '^main +sb\.c:23 assert\(r1 \|\| r2\); +reads r1 = 0 from T1 sb\.c:7$' stdout
run_heddle classes sb.c --mm tso
expect_code "under TSO" 10
expect_match "one more, which is wrong" '^4 classes under TSO, 1 with a violation$' stdout
expect_match "what is wrong" '^VIOLATION: sb\.c:23: assertion `r1 \|\| r2` failed$' stdout
run_heddle classes sb.c --mm all -q
expect_code "under all models" 10
expect_equal "only the numbers" "3 4 4" "$(paste -s -d ' ' stdout)"

# Limits.
run_heddle classes sb.c --max-classes 2
expect_code "too many classes" 5
expect_match "there are more" '^at least 2 classes under SC: there are more classes \(see --max-classes\)$' stdout
run_heddle classes sb.c --max-classes 3
expect_code "just enough" 0
run_heddle classes sb.c --timeout 0.000001
expect_code "no time" 5

# Locks, updates, inputs, and bad ends.
cat >ends.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
atomic_int c;
static void *left(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&n);
    pthread_mutex_unlock(&n);
    pthread_mutex_unlock(&m);
    return unused;
}
static void *right(void *unused)
{
    pthread_mutex_lock(&n);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&n);
    if (__VERIFIER_nondet_bool())
        c++;
    __VERIFIER_assume(c == 0);
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
END
run_heddle classes ends.c
expect_code "a deadlock is no violation" 0
expect_match "all ends" '^5 classes under SC, 1 with a deadlock, 2 blocked$' stdout
expect_match "a lock" '^T1 \(left\) +ends\.c:9 +pthread_mutex_lock\(&m\); +comes first$' stdout
expect_match "a lock that waits" '^T2 \(right\) +ends\.c:18 pthread_mutex_lock\(&m\); +comes after T1 ends\.c:12$' stdout
expect_match "an input" 'ends\.c:21 if \(__VERIFIER_nondet_bool\(\)\) +any value: 1$' stdout
expect_match "an update" 'ends\.c:22 c\+\+; +reads c = 0 \(initially\), writes 1$' stdout
expect_match "a deadlock" '^DEADLOCK: .*T1 \(left\) waits for n, held by T2 \(right\)' stdout
expect_match "who was stopped" '^blocked: .*T2 \(right\) was stopped' stdout

# Parts of a word that come from different writes; a failed compare-and-swap writes nothing.
cat >parts.c <<'END'
#include <pthread.h>
union { int word; short halves[2]; } u;
int x, seen;
static void *part(void *unused)
{
    u.halves[1] = 1;
    __sync_bool_compare_and_swap(&x, 1, 2);
    return unused;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, part, 0);
    pthread_join(a, 0);
    seen = u.word + x;
    return 0;
}
END
run_heddle classes parts.c
expect_code "parts" 0
expect_match "one part" 'reads u\.word = 0 \(initially\)$' stdout
expect_match "the other part" 'reads u\.word\+2 = 1 from T1 parts\.c:6$' stdout
expect_match "nothing was written" 'parts\.c:15 .* reads x = 0 \(initially\)$' stdout
expect_match "one class" '^1 class under SC$' stdout

# Loops that wait are one class; what goes wrong is found behind assertions, too.
cat >spin.c <<'END'
#include <assert.h>
#include <pthread.h>
int go, late;
static void *wait(void *unused)
{
    while (!go) {
    }
    late = 1;
    return unused;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, wait, 0);
    assert(!late);
    go = 1;
    assert(!late);
    return 0;
}
END
run_heddle classes spin.c
expect_code "a loop that waits" 10
expect_match "it goes round" '^blocked: T1 \(wait\) goes round at spin\.c:6' stdout
expect_match "and goes on" '^VIOLATION: spin\.c:17: assertion `!late` failed$' stdout
printf 'int main(void) { return 0; }\n' >alone.c
run_heddle classes alone.c
expect_match "nothing to read" '^nothing is read$' stdout
printf 'int unknown(void);\nint main(void) { return unknown(); }\n' >unknown.c
run_heddle classes unknown.c
expect_code "not modelled" 3
run_heddle classes no-such-file.c
expect_code "no file" 2

# prints DESCRIPTION CODE REGEX ARGUMENTS...: a JSON value that matches.
prints() {
    run_heddle classes "${@:4}" --json
    expect_code "$1" "$2"
    ./json_check <stdout || complain "$1: not JSON"
    expect_accepted "$1: not as the schema says" "$tools/schema_check.py" "$root/docs/heddle.schema.json" stdout
    expect_match "$1" "$3" stdout
}
prints "JSON" 10 '"command":"classes".*"model":"TSO","verdict":"VIOLATION","are_all":true.*"end":"violation","message":"sb.c:23' sb.c --mm tso
prints "a source in JSON" 0 '"kind":"read","thread":2,"file":"sb.c","line":13,"place":"x","value":"1","from":\{"thread":1,"file":"sb.c","line":6\}' sb.c
prints "calls and inputs in JSON" 0 '"kind":"call".*"place":"m".*"kind":"input","thread":2' ends.c
prints "JSON without time" 5 '"verdict":"UNKNOWN","are_all":false' sb.c --timeout 0.000001
prints "JSON of a limit" 5 '"message":"there are more classes' sb.c --max-classes 1
finish "the classes of executions are listed"
