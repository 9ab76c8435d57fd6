#!/usr/bin/env bash
# limits.sh HEDDLE: --timeout and --memory hold in every phase, and signals are heeded: heddle says that it gave up,
# in time, and leaves neither processes nor files behind.
set -u
. tests/cli/lib.sh
mkdir "$place/tmp"
cd "$place" || exit 1
export TMPDIR=$place/tmp

now() { date +%s%N | cut -c 1-13; }

left_behind() {
    expect_equal "$1: left in TMPDIR" "" "$(ls -A tmp)"
    rm -rf tmp/*
    expect_equal "$1: processes left" "" "$(pgrep -a -f "$place")"
}

# SLACK milliseconds: a second, and what a busy machine needs to start a process; more where everything is slow.
sanitizer=$(nm -D "$heddle" | grep -c __asan_init)
SLACK=${SLACK:-$((sanitizer ? 6000 : 2000))}

# stops DESCRIPTION SECONDS REGEX ARGUMENTS...: ends by itself with UNKNOWN at that time.
stops() {
    local what=$1 seconds=$2 regex=$3 begin taken
    shift 3
    begin=$(now)
    run_heddle "$@" --timeout "$seconds"
    taken=$(($(now) - begin))
    expect_code "$what" 5
    expect_at_most "$what: took too long" $((seconds * 1000 + SLACK)) $taken ms
    expect_match "$what" "$regex"
    left_behind "$what"
}

# ---- programs ----

mkfifo fifo.h
echo '#include "fifo.h"
int main(void) { return 0; }' >fifo.c
{
    echo '#define A(x) x+x+x+x+x+x+x+x+x+x'
    echo 'int main(void) { return A(A(A(A(A(A(A(A(A(1))))))))); }'
} >macro.c
{
    for ((i = 0; i < 60000; i++)); do
        echo "int f$i(int x) { int y = x; while (y > $i) y -= x; return y; }"
    done
    echo 'int main(void) { return f1(0); }'
} >functions.c
cat >endless.c <<'END'
#include <pthread.h>
int x;
void *f(void *p) { for (;;) x++; return p; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    for (;;) x--;
}
END

# ---- time ----

stops "a file that nobody writes" 2 '^UNKNOWN under SC: out of time while clang was compiling' check fifo.c
stops "the same for outcomes" 2 '^UNKNOWN: gave up: out of time' outcomes fifo.c
stops "the same for run" 2 'gave up: out of time' run fifo.c
stops "a macro that grows" 2 '^UNKNOWN under SC: out of time' check macro.c
stops "many functions" 2 '^UNKNOWN under SC: out of time' check functions.c
stops "all models" 2 '^UNKNOWN under PSO: out of time' check fifo.c --mm sc,tso,pso
stops "as JSON" 2 '"verdict":"UNKNOWN"' check fifo.c --json
stops "outcomes as JSON" 2 '"verdict":"UNKNOWN"' outcomes fifo.c --json
stops "run as JSON" 2 '"end":"limit"' run fifo.c --json
stops "many functions as JSON" 1 '"verdict":"UNKNOWN"' check functions.c --json
stops "a run without end" 2 'not finished|gave up' run endless.c --max-steps 0

# ---- memory ----

# keeps_to DESCRIPTION MEBIBYTES REGEX ARGUMENTS...: neither heddle nor clang has more than that, but for a fifth.
keeps_to() {
    local what=$1 limit=$2 regex=$3
    shift 3
    run_command python3 -c '
import resource, subprocess, sys
code = subprocess.call(sys.argv[1:], stdin=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024, file=open("peak", "w"))
sys.exit(code)' "$heddle" "$@" --memory "$limit" --timeout 30
    expect_code "$what" 5
    expect_at_most "$what: took too much" $((limit * 6 / 5)) "$(cat peak)" MiB
    expect_match "$what" "$regex"
    left_behind "$what"
}

echo 'int a[1 << 28] = {1}; int main(void) { return a[1]; }' >large.c
cat >grows.c <<'END'
#include <pthread.h>
#include <string.h>
char a[1 << 22];
void *f(void *p) { memset(a, 1, sizeof a); return p; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    memset(a, 2, sizeof a);
    return a[5];
}
END
if [ "$sanitizer" -eq 0 ]; then
    keeps_to "a macro that grows" 400 '^UNKNOWN under SC: out of memory while clang was compiling' check macro.c
    keeps_to "a large array" 400 '^UNKNOWN: gave up: out of memory' outcomes large.c
    keeps_to "many events" 300 '^UNKNOWN under SC: out of memory' check grows.c
fi

# ---- signals ----

# heeds DESCRIPTION ARGUMENTS...: whatever the signal, it ends at once and leaves nothing.
heeds() {
    local what=$1 signal begin runner taken
    shift
    for signal in INT TERM HUP QUIT; do
        name_command "$heddle" "$@"
        "$heddle" "$@" >stdout 2>stderr </dev/null &
        runner=$!
        sleep 0.7
        begin=$(now)
        kill -$signal $runner
        wait $runner
        code=$?
        taken=$(($(now) - begin))
        expect_code "$what, SIG$signal" 5
        expect_at_most "$what, SIG$signal: took too long" "$SLACK" $taken ms
        expect_match "$what, SIG$signal" 'interrupted|not finished'
        left_behind "$what, SIG$signal"
    done
}

heeds "clang waits" check fifo.c
heeds "many functions" check functions.c
heeds "unrolling" check grows.c
heeds "a run without end" run endless.c --max-steps 0
heeds "all executions" outcomes endless.c --max-states 1000000000

# Nothing can be done about SIGKILL, but clang does not survive it.
name_command "$heddle" check fifo.c
"$heddle" check fifo.c >stdout 2>stderr </dev/null &
runner=$!
sleep 0.5
kill -KILL $runner
wait $runner 2>/dev/null
sleep 0.5
expect_equal "killed: clang goes on" "" "$(pgrep -a -f "$place")"
rm -rf tmp/*

finish "all limits hold"
