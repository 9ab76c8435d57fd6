#!/usr/bin/env bash
# uninitialised.sh HEDDLE: what depends on values that were never set, with the place where they were read.
set -u
. tests/cli/lib.sh

# expect CODE TEXT STATEMENTS [OPTION...]: by the engine that looks at all executions at once, and by the machine.
expect() {
    printf '#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\n%s\nint main(void)\n{\n%s\nreturn 0;\n}\n' \
        'int g; static int same(int x) { int y = x; return y; }' "$3" >"$place/x.c"
    for engine in ord states; do
        run_heddle check "$place/x.c" -q --property uninitialised --engine $engine "${@:4}"
        expect_code "$engine: $3" "$1"
        [ "$1" != 10 ] || expect_match "$engine: $3" "VIOLATION under SC: .*$2"
    done
}

bad() { expect 10 "$@"; }
good() { expect 0 '' "$@"; }

# What is said.
bad 'x.c:8: a branch depends on n, which was never set; it is read at .*x.c:8' $'int n;\nif (n) g = 1;'
bad 'x.c:9: a branch depends on n, which was never set; it is read at .*x.c:8' $'int n;\nint m = n;\nif (m) g = 1;'
bad 'x.c:7: a branch depends on what .same. returns, which was never set' 'int n; if (same(n)) g = 1;'
bad 'address of an access depends on int#1' 'int *p = malloc(4), a[2]; a[*p & 1] = 1;'
bad 'address of an access depends on p, ' 'int *p; *p = 1;'
bad 'which function is called depends on f, ' 'void (*f)(void); f();'
bad 'whether an operation has a result depends on n, ' 'int n; g = 1 / n;'
bad 'output depends on n, ' 'int n; printf("%d", n);'
bad 'output depends on n, ' 'int n; return n;'
bad 'output depends on c, ' 'char c; putchar(c);'
bad 'an assumption depends on n, ' 'int n; void __VERIFIER_assume(int); __VERIFIER_assume(n);'
bad 'what a function of the library does depends on t\[1\]' 'char t[2]; t[0] = 1; g = snprintf(0, 0, "%s", t);'
bad 'whether an atomic exchange happens depends on n, ' 'int n; __sync_bool_compare_and_swap(&n, 0, 1);'
good 'int n; g = n; g = n + 1; same(n);'
good 'struct { unsigned a : 3, b : 5; } s; s.b = 9; if (s.b == 9) g = 1;' --32
good 'int *p = calloc(1, 4); if (*p) g = 1;'

# Any value unless somebody asks, and then it is one of several properties.
printf '#include <assert.h>\n%s\n' 'int main(void) { int x; int y = x & 1; assert(y == 0); return 0; }' >"$place/any.c"
run_heddle check "$place/any.c"
expect_match "any value" 'VIOLATION under SC: .*assertion'
expect_no_match "it is not checked" 'checked: .*uninitialised'
run_heddle check "$place/any.c" --uninitialised error
expect_match "it is an error" 'VIOLATION under SC: .*any.c:2: a branch depends on x, which was never set'
expect_match "others are checked as well" 'checked: assertions, .*, uninitialised values'
run_heddle check "$place/any.c" --property all --no-uninitialised-check
expect_match "switched off" 'VIOLATION under SC: .*assertion'
run_heddle check "$place/any.c" --property locks,uninitialised -q --sarif "$place/x.sarif" --json
expect_code "named" 10
expect_text "rule" '"ruleId":"uninitialised"' "$place/x.sarif"
expect_match "JSON" '"property": *"uninitialised"'
for command in run outcomes; do
    run_heddle $command "$place/any.c" --uninitialised error
    expect_code "$command" 10
    expect_match "$command" 'a branch depends on x, which was never set'
done
run_heddle check "$place/any.c" --property uninitialised -q --save-schedule "$place/x.schedule"
run_heddle run "$place/any.c" --uninitialised error --schedule "$place/x.schedule"
expect_match "the schedule" 'which was never set'

# Memory that another thread has not set yet; under PSO also what was set too late for it.
cat >"$place/late.c" <<'END'
#include <pthread.h>
#include <stdlib.h>
int *data, ready, g;
static void *reader(void *unused)
{
    if (ready && *data)
        g = 1;
    return unused;
}
int main(void)
{
    pthread_t t;
    data = malloc(sizeof *data);
    pthread_create(&t, 0, reader, 0);
    *data = 1;
    ready = 1;
    pthread_join(t, 0);
    return 0;
}
END
for engine in ord refine clock states; do
    run_heddle check "$place/late.c" --property uninitialised --mm sc,tso,pso --engine $engine
    expect_match "$engine" 'SAFE under SC'
    expect_match "$engine" 'SAFE under TSO'
    expect_match "$engine" 'VIOLATION under PSO: .*late.c:6: a branch depends on int#[0-9], which was never set'
    expect_match "$engine" 'reads int#[0-9] = 0 \(never set, or not all of it\)'
done

# Who does not see it does not say that all is well.
for engine in rf satdir; do
    run_heddle check "$place/late.c" --property uninitialised --engine $engine
    expect_match "$engine is blind" 'UNKNOWN under SC'
done
run_heddle check "$place/late.c" --property uninitialised --mm armv8
expect_match "no machine" 'UNKNOWN under ARMv8: .*SC, TSO, PSO only'

# Functions that nobody defines return what is set.
printf '%s\n' 'int f(void); int g; int main(void) { if (f()) g = 1; return 0; }' >"$place/f.c"
run_heddle check "$place/f.c" -q --property uninitialised --undefined-functions nondet
expect_code "any value of a function" 0

finish "what depends on values that were never set is found"
