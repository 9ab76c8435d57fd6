#!/usr/bin/env bash
# json.sh HEDDLE: what --json prints is one JSON value, whatever happens, fits docs/heddle.schema.json, and says what
# the exit code says.
set -u
. tests/cli/lib.sh
tools=$root/tests/tools
cd "$place" || exit 1
clang-19 -o json_check "$tools/json_check.c" || exit 1

# prints DESCRIPTION CODE REGEX ARGUMENTS...: a JSON value that matches.
prints() {
    run_heddle "${@:4}" --json
    expect_code "$1" "$2"
    ./json_check <stdout || complain "$1: not JSON"
    expect_accepted "$1: not as the schema says" "$tools/schema_check.py" "$root/docs/heddle.schema.json" stdout
    expect_match "$1" "$3" stdout
}

echo 'int main(void) { return 0; }' >good.c
cat >text.c <<'END'
#include <assert.h>
const char *text = "a\"b\\c";
int x;
int main(void)
{
    assert(text[1] == '\\' && "äöü \t");
    return 0;
}
END
cat >sb.c <<'END'
#include <assert.h>
#include <pthread.h>
int x, y, r1, r2;
void *left(void *unused)
{
    x = 1;
    r1 = y;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, left, 0);
    y = 1;
    r2 = x;
    pthread_join(t, 0);
    assert(r1 || r2);
    return 0;
}
END
printf 'int unknown(void);\nint main(void)\n{\n    return unknown();\n}\n' >unknown.c
printf 'volatile int x;\nint main(void)\n{\n    for (;;)\n        x++;\n}\n' >endless.c
cat >deadlock.c <<'END'
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void)
{
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    return 0;
}
END
cat >rounds.c <<'END'
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int main(void)
{
    int n = __VERIFIER_nondet_int(), i = 0;
    __VERIFIER_assume(n >= 0 && n <= 9);
    while (i < n)
        i++;
    return 0;
}
END
cat >called.c <<'END'
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *left(void *unused)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, left, 0);
    pthread_mutex_lock(&m);
    assert(x == 0);
    pthread_mutex_unlock(&m);
    return 0;
}
END
cat >nondet.c <<'END'
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    assert(__VERIFIER_nondet_uint() < 9);
}
END
printf 'int __VERIFIER_nondet_int(void);\nint main(void)\n{\n    return __VERIFIER_nondet_int();\n}\n' >value.c

prints "safe" 0 '"verdict":"SAFE"' outcomes good.c
prints "violation" 10 '"verdict":"VIOLATION".*"line":6.*"schedule":"# heddle schedule' outcomes text.c
prints "three models" 10 '"SC".*"SAFE".*"TSO".*"VIOLATION".*"PSO".*"VIOLATION"' outcomes sb.c --mm all --observe r1,r2
expect_text "three models: SC's outcomes" '"outcomes":["r1=0 r2=1","r1=1 r2=0","r1=1 r2=1"]' stdout
prints "unsupported" 3 '"verdict":"UNSUPPORTED".*"line":4' outcomes unknown.c
prints "limit" 5 '"verdict":"UNKNOWN".*"message":' outcomes endless.c --max-states 10
prints "bounded" 4 '"verdict":"BOUNDED".*"values_were_cut":true' outcomes value.c
prints "deadlock" 0 '"deadlocks":\[".*m' outcomes deadlock.c
prints "a trace does not get in between" 10 '"verdict":"VIOLATION"' outcomes sb.c --mm TSO --trace

prints "run: finished" 0 '"end":"finished"' run good.c
prints "run: violation" 10 '"end":"violation".*"file":"text\.c","line":6' run text.c
prints "run: unsupported" 3 '"end":"unsupported".*"line":4' run unknown.c
prints "run: limit" 5 '"end":"unfinished"' run endless.c --max-steps 10
prints "run: deadlock" 0 '"end":"deadlock".*"message":"main waits for m' run deadlock.c
prints "run: a trace does not get in between" 0 '"end":"finished"' run good.c --trace
printf 'T1 step\n' >wrong
prints "run: a schedule that does not fit" 2 '"end":"misfit"' run good.c --schedule wrong

prints "check: safe" 0 '"verdict":"SAFE"' check good.c
prints "check: violation" 10 '"verdict":"VIOLATION".*"line":6.*"schedule":"# heddle schedule.*"steps":\[' check text.c
prints "check: three models" 10 '"SC".*"SAFE".*"TSO".*"VIOLATION".*"PSO".*"VIOLATION"' check sb.c --mm sc,tso,pso
prints "check: stores in buffers" 10 '"kind":"buffer".*"missed":' check sb.c --mm tso
prints "check: bounded" 4 '"verdict":"BOUNDED".*"cut":\[\{"file":"rounds\.c"' check rounds.c --unwind 2
prints "check: unsupported" 3 '"unsupported":\{"file":"unknown\.c","line":4,"column":[0-9]+,"message":"' check unknown.c
prints "check: a library call" 10 '"kind":"call"' check called.c
prints "check: nondeterministic" 10 '"kind":"nondet"' check nondet.c
prints "check: no trace, but its steps" 10 '"steps":\[\{' check sb.c --mm tso --no-trace -q
prints "events" 0 '"command":"events".*"kind":"write"' events sb.c

for name in 'a"quote' 'back\slash' $'new\nline' 'gänse' $'bad\xff'; do
    cp text.c "./$name.c"
    prints "a file called $name.c" 10 '"files":\[' outcomes "./$name.c"
    prints "check: a file called $name.c" 10 '"files":\[' check "./$name.c"
done

finish "every result is JSON"
