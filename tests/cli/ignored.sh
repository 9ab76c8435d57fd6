#!/usr/bin/env bash
# ignored.sh HEDDLE: properties that are not checked. A thread that violates one stops; what the others do counts, before
# and after. The same for what is not modelled.
set -u
. tests/cli/lib.sh

# expect EXIT-CODE FILE OPTIONS...
expect() {
    run_heddle check "$place/$2" -q "${@:3}"
    expect_code "${*:2}" "$1"
}

# A null pointer in one thread, an assertion in another that fails whether or not the first has stopped.
cat >"$place/other.c" <<'C'
#include <assert.h>
#include <pthread.h>
int x, *none;
static void *wrong(void *unused) { *none = 1; x = 1; return unused; }
int main(void) { pthread_t t; pthread_create(&t, 0, wrong, 0); assert(x == 1); return 0; }
C
expect 10 other.c --property assertions
expect 10 other.c --no-memory-check

# The mistake is an access to what has been freed, which is known only when all threads are.
cat >"$place/freed.c" <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int *p, done, x;
static void *wrong(void *unused) { p[0] = 2; done = 1; return unused; }
int main(void)
{
    pthread_t t;
    p = malloc(4);
    free(p);
    pthread_create(&t, 0, wrong, 0);
    x = 1;
    assert(BAD);
    return 0;
}
C
expect 10 freed.c --property assertions -DBAD='x == 0'
expect 0 freed.c --property assertions -DBAD='done == 0'
expect 10 freed.c -DBAD='done == 0'

# A store that waits in the buffer when its object goes, behind which its thread has gone on.
cat >"$place/late.c" <<'C'
#include <pthread.h>
#include <stdlib.h>
void reach_error(void), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x, v, done, *p;
static void *first(void *unused)
{
    p[0] = 1;
    int r = x;
    if (done && v == 0 && r == 0)
        reach_error();
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
    p = calloc(1, 4);
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    return 0;
}
C
expect 0 late.c --property unreach-call
expect 3 late.c --property unreach-call --mm tso --engine ord

# Who waits for a thread that has stopped waits for ever.
cat >"$place/joined.c" <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int *p;
static void *wrong(void *unused) { free(p); return unused; }
static void *child(void *unused) { p[0] = 1; return unused; }
int main(void)
{
    pthread_t t, u;
    p = malloc(4);
    pthread_create(&t, 0, wrong, 0);
    pthread_join(t, 0);
    pthread_create(&u, 0, child, 0);
    pthread_join(u, 0);
    assert(0);
    return 0;
}
C
expect 0 joined.c --property assertions
expect 10 joined.c

# A pointer made of numbers may be that of any object: nothing is known of it.
cat >"$place/numbers.c" <<'C'
#include <assert.h>
#include <stdint.h>
uintptr_t __VERIFIER_nondet_ulong(void);
int x, y;
int main(void)
{
    uintptr_t mask = __VERIFIER_nondet_ulong(), number = (uintptr_t)&x ^ mask;
    if (number == (uintptr_t)&y) {
        *(int *)number = 1;
        assert(y == 0);
    }
    return 0;
}
C
expect 3 numbers.c --property assertions
expect 3 numbers.c

# Not modelled, but something else comes first.
cat >"$place/unknown.c" <<'C'
#include <assert.h>
#include <pthread.h>
int unknown(void), x;
static void *ask(void *unused) { x = 1; unknown(); x = 2; return unused; }
int main(void) { pthread_t t; pthread_create(&t, 0, ask, 0); assert(BAD); return 0; }
C
expect 10 unknown.c -DBAD='x != 1'
expect 3 unknown.c -DBAD='x != 2'
run_heddle outcomes "$place/unknown.c" -DBAD='x != 1'
expect_code "outcomes: a violation beside what is not modelled" 10
finish "what is not checked is ignored, and nothing else"
