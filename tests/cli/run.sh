#!/usr/bin/env bash
# run.sh HEDDLE: how `heddle run` ends, and with which exit code; seeds, traces and what the program prints.
set -u
. tests/cli/lib.sh
cd "$place" || exit 1

# ends DESCRIPTION CODE REGEX ARGUMENTS...: heddle run ends with the code, and a line on stdout or stderr matches.
ends() {
    expect_run "$1" "$2" "$3" "$heddle" run "${@:4}"
}

# Ends.
echo 'int main(void) { return 0; }' >good.c
ends "finished" 0 '^finished after [0-9]+ step' good.c
expect_empty "finished" stderr
echo 'int main(void) { return 7; }' >seven.c
ends "a program's own exit code is not heddle's" 0 '^finished' seven.c
printf '#include <assert.h>\nint x;\nint main(void)\n{\n    assert(x == 1);\n    return 0;\n}\n' >assert.c
# shellcheck disable=SC2016 # backquotes as they are
ends "assertion" 10 '^VIOLATION: assert\.c:5: assertion `x == 1` failed$' assert.c
printf 'void reach_error(void);\nint main(void)\n{\n    reach_error();\n}\n' >error.c
ends "error call" 10 '^VIOLATION: error\.c:4: reach_error is called$' error.c
printf 'int *p;\nint main(void)\n{\n    return *p;\n}\n' >null.c
ends "null pointer" 10 '^VIOLATION: null\.c:4: null pointer dereference' null.c
printf 'struct { int a, b; } *p;\nint main(void)\n{\n    return p->b;\n}\n' >member.c
ends "a member through a null pointer" 10 '^VIOLATION: member\.c:4: null pointer dereference: reading address 4$' member.c
printf 'int main(void)\n{\n    *(int *)0xdeadbeef = 1;\n}\n' >wild.c
ends "a wild address" 10 '^VIOLATION: wild\.c:3: invalid pointer: writing address 0xdeadbeef, which is in no object$' wild.c
printf 'int zero;\nint main(void)\n{\n    return 1 / zero;\n}\n' >division.c
ends "division by zero" 10 '^VIOLATION: division\.c:4: division by zero$' division.c
printf '#include <stdlib.h>\nint main(void)\n{\n    char *p = malloc(4);\n    free(p);\n    free(p);\n}\n' >free.c
ends "double free" 10 '^VIOLATION: free\.c:6: double free' free.c
printf 'int a[4], i = 4;\nint main(void)\n{\n    return a[i];\n}\n' >bounds.c
ends "out of bounds" 10 '^VIOLATION: bounds\.c:4: out of bounds' bounds.c
printf 'int unknown(void);\nint main(void)\n{\n    return unknown();\n}\n' >unknown.c
# shellcheck disable=SC2016 # the same
ends "unknown function" 3 '^unknown\.c:4: error: .*`unknown`' unknown.c
printf 'void __VERIFIER_assume(int);\nint x;\nint main(void)\n{\n    __VERIFIER_assume(x);\n}\n' >assume.c
ends "failed assume" 0 'stopped by an assume' assume.c
printf 'volatile int x;\nint main(void)\n{\n    while (!x)\n        ;\n}\n' >endless.c
ends "a limit on steps" 5 '^not finished after 20 steps$' endless.c --max-steps 20
ends "a limit on time" 5 '^not finished after' endless.c --timeout 1
printf 'int main(void)\n{\n    for (;;)\n        ;\n}\n' >tight.c
ends "a limit on steps of a loop that touches nothing" 5 '^not finished after 20 steps$' tight.c --max-steps 20

# What cannot be executed goes to stderr, and a violation to stdout.
ends "unknown function" 3 'unknown' unknown.c
expect_empty "unknown function" stdout

# Interrupted, it still ends in order.
name_command "$heddle" run endless.c
"$heddle" run endless.c >stdout 2>stderr &
runner=$!
sleep 2
kill -INT $runner
wait $runner
code=$?
expect_code "interrupted" 5

# A deadlock says who waits for what, and who holds it.
cat >deadlock.c <<'END'
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int a_is_held, b_is_held;
void *worker(void *unused)
{
    pthread_mutex_lock(&b);
    __atomic_store_n(&b_is_held, 1, __ATOMIC_SEQ_CST);
    while (!__atomic_load_n(&a_is_held, __ATOMIC_SEQ_CST))
        ;
    pthread_mutex_lock(&a);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&a);
    __atomic_store_n(&a_is_held, 1, __ATOMIC_SEQ_CST);
    while (!__atomic_load_n(&b_is_held, __ATOMIC_SEQ_CST))
        ;
    pthread_mutex_lock(&b);
    return 0;
}
END
for model in SC TSO PSO; do
    ends "deadlock under $model" 0 '^DEADLOCK: ' deadlock.c --mm $model
    expect_match "deadlock: main's part" 'main waits for b, held by T1 \(worker\), .*deadlock\.c:21' stdout
    expect_match "deadlock: T1's part" 'T1 \(worker\) waits for a, held by main, .*deadlock\.c:10' stdout
done

# Seeds.
cat >race.c <<'END'
#include <assert.h>
#include <pthread.h>
int x;
void *worker(void *unused)
{
    x = 1;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    assert(x == 0);
    pthread_join(t, 0);
    return 0;
}
END
for model in SC TSO PSO; do
    codes=
    for seed in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        run_heddle run race.c --mm $model --seed $seed
        codes="$codes $code "
        [[ $codes == *" 0 "* && $codes == *" 10 "* ]] && break
    done
    [[ $codes == *" 0 "* && $codes == *" 10 "* ]] || complain "20 seeds under $model reach only$codes"
    for seed in 1 2; do
        run_heddle run race.c --mm $model --seed $seed --trace
        cat stdout stderr >first
        run_heddle run race.c --mm $model --seed $seed --trace
        cat stdout stderr >second
        expect_same "seed $seed under $model" first second
        expect_text "the trace under $model: the start of the thread" 'starts T1 (worker)' first
    done
done

# What the program prints.
cat >prints.c <<'END'
#include <stdio.h>
int main(void)
{
    printf("%d %s|%5.2f|%c%%\n", -3, "a\"b", 2.5, 'x');
    fputs("to stderr\n", stderr);
    puts("no newline follows:");
    printf("end");
    return 0;
}
END
ends "output" 0 '^-3 a"b\|' prints.c --output
expect_equal "output: the lines" "$(printf -- '-3 a"b| 2.50|x%%\nno newline follows:')" "$(head -n 2 stdout)"
[[ "$(tail -n +3 stdout)" =~ ^end[[:space:]]*finished ]] || complain "output: the end is wrong"
expect_equal "output: what the program writes to stderr" 'to stderr' "$(cat stderr)"
ends "no output" 0 '^finished' prints.c
expect_lines "no output" 1 stdout
expect_empty "no output" stderr

finish "every run ends as it should"
