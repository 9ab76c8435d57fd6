#!/usr/bin/env bash
# satdir.sh HEDDLE: engine `satdir` makes few executions, shows what it finds, and says what it leaves to others.
set -u
. tests/cli/lib.sh
cd "$place" || exit 1

# counted NAME ARGUMENTS...: what was counted under that name.
counted() {
    run_heddle check --json "${@:2}"
    grep -oE "\"$1\": *[0-9]+" stdout | head -n 1 | grep -oE '[0-9]+$'
}

# Each of three readers can see three values: 27 combinations, and each value of each reader is seen in some execution.
cat >readers.c <<'END_OF_C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *reader(void *unused)
{
    assert(x <= LIMIT);
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
expect_equal "classes of readers.c" 27 "$(counted classes readers.c -DLIMIT=2 --mm sc --engine rf)"
executions=$(counted executions readers.c -DLIMIT=2 --mm sc --engine satdir)
{ [ "$executions" -ge 3 ] && [ "$executions" -le 9 ]; } || complain "readers.c: executions" "3 to 9" "$executions"
for name in satdir_goals satdir_encodings satdir_spots satdir_points variables clauses; do
    number=$(counted $name readers.c -DLIMIT=2 --mm sc --engine satdir)
    [ "${number:-0}" -gt 0 ] || complain "readers.c: $name" "more than 0" "$number"
done
run_heddle check readers.c -DLIMIT=2 --mm all -q --engine satdir
expect_equal "readers.c: how many models it is safe under" 3 "$(grep -c '^SAFE under ' stdout)"

for model in sc tso pso; do
    run_heddle check readers.c -DLIMIT=1 --mm $model -q --engine satdir --save-schedule schedule
    expect_match "readers.c under $model, a violation" '^VIOLATION under ' stdout
    run_heddle run readers.c -DLIMIT=1 --mm $model --schedule schedule
    expect_match "readers.c under $model, the schedule" 'x <= LIMIT'
done

# What is not known to be right has no verdict.
refuses() {
    expect_run "$1" 5 "$2" "$heddle" check "$3" --mm sc --engine satdir
}
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
sed 's/__VERIFIER_nondet_bool()/1/; s/pthread_join(t, NULL)/pthread_detach(t)/' input.c >detached.c
refuses "an input" 'a program with inputs' input.c
refuses "a thread that is detached" 'detached threads' detached.c
cat >endless.c <<'END_OF_C'
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
static void *writer(void *unused)
{
    for (int i = 0;; i = !i)
        x = i;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    while (x == 0)
        y = x;
    return 0;
}
END_OF_C
expect_run "a loop without an end" 5 'UNKNOWN|no answer' "$heddle" check endless.c --mm sc --engine satdir --timeout 5

# A thread that is started in an atomic block which does not come to its end was never there.
cat >undone.c <<'END_OF_C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_assume(int condition);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
atomic_int x;
static void *setter(void *unused)
{
    x = 1;
    return unused;
}
static void *starter(void *unused)
{
    pthread_t t;
    __VERIFIER_atomic_begin();
    pthread_create(&t, NULL, setter, NULL);
    __VERIFIER_assume(x == 2);
    __VERIFIER_atomic_end();
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, starter, NULL);
    assert(x != 1);
    pthread_join(t, NULL);
    return 0;
}
END_OF_C
run_heddle check undone.c --mm all -q --engine satdir
expect_equal "undone.c: how many models it is safe under" 3 "$(grep -c '^SAFE under ' stdout)"

finish "directed executions do what they should"
