#!/usr/bin/env bash
# schedules.sh HEDDLE: heddle schedules writes schedules that can be run, few of them, which together show everything.
set -u
. tests/cli/lib.sh
cd "$place" || exit 1

# shown FILE OPTIONS...: what the schedules in the folder `out` make the program print, each line once.
shown() {
    for schedule in out/*.schedule; do
        "$heddle" run "$1" --schedule "$schedule" --output "${@:2}" 2>&1 | sed -E 's/ ?after [0-9]+ steps?.*//'
    done | grep -v '^finished$' | sort -u
}

# shows_all FILE MODEL OBSERVED OPTIONS...: the program prints what it observes, "x=0 y=1".
shows_all() {
    local expected
    rm -rf out
    run_heddle schedules "$1" --mm "$2" --out out "${@:4}"
    expect_code "$1 ${*:4} under $2" 0
    expect_match "$1 under $2: all of them" ' schedules? under .* in out show all that threads can do$' stdout
    expected=$("$heddle" outcomes "$1" --mm "$2" --observe "$3" "${@:4}" | sed -n 's/^  //p' | sort -u)
    expect_equal "$1 ${*:4} under $2: outcomes" "$expected" "$(shown "$1" "${@:4}")"
}

cat >litmus.c <<'END_OF_C'
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#define GET(x) atomic_load_explicit(&(x), memory_order_relaxed)
#define SET(x, value) atomic_store_explicit(&(x), value, memory_order_relaxed)
atomic_int x, y, a, b;
static void *first(void *unused)
{
    SET(x, 1);
#if defined SB
    SET(a, GET(y));
#elif defined MP
    SET(y, 1);
#else
    SET(y, 2);
#endif
    return unused;
}
static void *second(void *unused)
{
#if defined SB
    SET(y, 1);
    SET(b, GET(x));
#elif defined MP
    SET(a, GET(y));
    SET(b, GET(x));
#else
    SET(y, 1);
    SET(x, 2);
#endif
    return unused;
}
int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    printf("x=%d y=%d a=%d b=%d\n", x, y, a, b);
    return 0;
}
END_OF_C
shows_all litmus.c sc x,y,a,b -DSB
shows_all litmus.c tso x,y,a,b -DSB
shows_all litmus.c pso x,y,a,b -DMP
shows_all litmus.c pso x,y,a,b

# Locks and a counter: who was first can be seen.
cat >locked.c <<'END_OF_C'
#include <pthread.h>
#include <stdio.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int trace;
static void *work(void *number)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        trace = trace * 10 + (int)(long)number;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}
int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, (void *)1L);
    pthread_create(&t2, NULL, work, (void *)2L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    printf("trace=%d\n", trace);
    return 0;
}
END_OF_C
shows_all locked.c tso trace

# What goes wrong is shown as well, each of it, and what goes well beside it.
cat >wrong.c <<'END_OF_C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
atomic_int x;
static void *reader(void *unused)
{
    int seen = x;
    assert(seen != 2);
    assert(seen != 3);
    return unused;
}
int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    for (int i = 1; i < 5; i++)
        x = i;
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    puts("joined");
    return 0;
}
END_OF_C
for model in sc tso; do
    rm -rf out
    run_heddle schedules wrong.c --mm $model --out out
    expect_code "wrong.c under $model" 10
    expect_match "wrong.c under $model: all of them" 'show all that threads can do$' stdout
    grep -o 'VIOLATION.*' stdout | sort -u >said
    expect_equal "wrong.c under $model: violations" 2 "$(grep -cE 'seen != [23]` failed' said)"
    expect_equal "wrong.c under $model: what is run" "$(cat said; echo joined)" "$(shown wrong.c)"
done

# Few are enough where threads do not depend on each other: three values for each of three readers, not 27 executions.
cat >readers.c <<'END_OF_C'
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *reader(void *unused)
{
    (void)x;
    return unused;
}
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, reader, NULL);
    x = 1;
    x = 2;
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
END_OF_C
rm -rf out
run_heddle schedules readers.c --out out -q
count=$(find out -name '*.schedule' | wc -l)
{ [ "$count" -ge 3 ] && [ "$count" -le 9 ]; } || complain "readers.c: schedules" "3 to 9" "$count"
expect_equal "readers.c: what is printed" "$count schedules under SC in out show all that threads can do" "$(cat stdout)"

# ---- what cannot be done ----

expect_run "no folder" 2 'where to\? Try' "$heddle" schedules readers.c
expect_run "a folder with something in it" 2 'out is not empty' "$heddle" schedules readers.c --out out
expect_run "a file" 2 'cannot write into readers.c' "$heddle" schedules readers.c --out readers.c
expect_run "a folder nowhere" 2 'cannot write into no/such: No such' "$heddle" schedules readers.c --out no/such
expect_run "no program" 2 'cannot|no such' "$heddle" schedules none.c --out new
[ ! -e new ] || complain "a folder without schedules" "gone" "$(ls new)"
expect_run "a model without a machine" 2 'needs a machine' "$heddle" schedules readers.c --mm armv8 --out new
cat >input.c <<'END_OF_C'
#include <pthread.h>
#include <stdatomic.h>
_Bool __VERIFIER_nondet_bool(void);
atomic_int x;
static void *writer(void *unused)
{
    x = __VERIFIER_nondet_bool();
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    x = 2;
    pthread_join(t, NULL);
    return 0;
}
END_OF_C
expect_run "a program with inputs" 5 'threads may do more: a program with inputs' "$heddle" schedules input.c --out new
[ ! -e new ] || complain "a folder without schedules" "gone" "$(ls new)"
expect_run "no time" 5 'gave up|threads may do more' "$heddle" schedules readers.c --timeout 0.000001 --out new

finish "schedules show what threads can do"
