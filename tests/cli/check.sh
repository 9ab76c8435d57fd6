#!/usr/bin/env bash
# check.sh HEDDLE: the command line of `heddle check`: verdicts and exit codes, what is printed, and what each option
# changes.
set -u
. tests/cli/lib.sh
litmus=$root/tests/programs/litmus
hard=$root/bench/programs/fib_bench.c
cd "$place" || exit 1

# ends DESCRIPTION CODE REGEX ARGUMENTS...: heddle check ends with the code, and a line on stdout or stderr matches.
ends() {
    expect_run "$1" "$2" "$3" "$heddle" check "${@:4}"
}

# rejects DESCRIPTION REGEX ARGUMENTS...: bad input, and one line on stderr that matches.
rejects() {
    run_heddle check "${@:3}"
    expect_code "$1" 2
    expect_error "$1" "$2"
    expect_empty "$1" stdout
}

# ---- programs ----

echo 'int main(void) { return 0; }' >good.c
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
# Three rounds of a loop whose end symbolic execution cannot see.
cat >rounds.c <<'END'
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int main(void)
{
    int n = __VERIFIER_nondet_int(), i = 0;
    __VERIFIER_assume(n >= 0 && n <= 3);
    while (i < n)
        i++;
    assert(i < 3);
    return 0;
}
END
sed 's/i < 3)/i <= 3)/' rounds.c >rounds_safe.c
printf 'int unknown(void);\nint main(void)\n{\n    return unknown();\n}\n' >unknown.c
printf '#include <assert.h>\nint x;\nint main(void)\n{\n    assert(x == 1);\n    return 0;\n}\n' >assertions.c
printf 'void reach_error(void);\nint main(void)\n{\n    reach_error();\n}\n' >unreach-call.c
printf 'int *p;\nint main(void)\n{\n    return *p;\n}\n' >memory.c
printf 'int zero;\nint main(void)\n{\n    return 1 / zero;\n}\n' >arithmetic.c
cat >locks.c <<'END'
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void)
{
    pthread_mutex_unlock(&m);
    return 0;
}
END

cat >patient.c <<'END'
#include <pthread.h>
volatile int ready;
static int give_up(int *attempt, int blocking)
{
    if (!blocking)
        return 1;
    if (++*attempt >= 10)
        *attempt = 0;
    return 0;
}
static void *set(void *unused)
{
    ready = 1;
    return unused;
}
int main(void)
{
    pthread_t t;
    int attempt = 0;
    pthread_create(&t, 0, set, 0);
    while (!ready)
        if (give_up(&attempt, 1))
            return 1;
    return 0;
}
END
cat >table.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
atomic_int slots[2];
static void *worker(void *argument)
{
    for (unsigned i = 1;; i++) {
        i &= 1;
        int seen = slots[i];
        if (seen != 1) {
            if (seen != 0)
                continue;
            int expected = 0;
            if (!atomic_compare_exchange_strong(&slots[i], &expected, 1) && expected != 0)
                continue;
        }
        return argument;
    }
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    slots[1] = 2;
    slots[0] = 2;
    slots[1] = 1;
    return 0;
}
END
cat >family.c <<'END'
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static void *member(void *argument)
{
    pthread_t t;
    if (__VERIFIER_nondet_int())
        pthread_create(&t, 0, member, 0);
    return argument;
}
int main(void)
{
    member(0);
    return 0;
}
END
cat >nested.c <<'END'
int __VERIFIER_nondet_int(void);
static int depth(void)
{
    return __VERIFIER_nondet_int() ? depth() + 1 : 0;
}
int main(void)
{
    return depth();
}
END

# A loop of one block, as optimisers make them: its header is all of it.
cat >one_block.ll <<'END'
target datalayout = "e-m:e-p:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare i32 @__VERIFIER_nondet_int()
declare void @reach_error()
define i32 @main() {
entry:
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %n, 1
  %input = call i32 @__VERIFIER_nondet_int()
  %stops = icmp eq i32 %input, 0
  br i1 %stops, label %end, label %loop
end:
  %is_six = icmp eq i32 %next, 6
  br i1 %is_six, label %bad, label %good
bad:
  call void @reach_error()
  ret i32 1
good:
  ret i32 0
}
END

# ---- verdicts ----

ends "safe" 0 '^SAFE under SC: ' good.c
expect_empty "safe" stderr
# shellcheck disable=SC2016 # backquotes as they are
ends "violation" 10 '^VIOLATION under TSO: sb\.c:17: assertion `r1 \|\| r2` failed$' sb.c --mm tso
ends "bounded" 4 '^BOUNDED under SC: .*rounds\.c:[0-9]+' rounds.c --unwind 2
ends "bounded, a test that is known but never ends the loop" 4 '^BOUNDED .* 1 iteration at patient\.c:21' patient.c --unwind 1
for number in 4294967298 99999999999999999999 -1 3x; do
    rejects "no bound: $number" "unwind" sb.c --unwind "$number"
    ends "no bound of a loop: $number" 2 'error: ' sb.c --unwindset "main.0:$number"
done
ends "bounded, a loop over a table" 4 '^BOUNDED .* 2 iterations at table\.c:' table.c --unwind 2
ends "bounded, threads that start each other" 4 '^BOUNDED .* 3 nested calls at family\.c:7' family.c --unwind 3
ends "bounded, a loop of one block" 4 '^BOUNDED .* 3 iterations' one_block.ll --unwind 3
ends "a loop of one block" 10 '^VIOLATION' one_block.ll --engine ord
ends "bounded, recursion" 4 '^BOUNDED .* 3 nested calls at nested\.c:4' nested.c --unwind 3
ends "not modelled" 3 '^UNSUPPORTED under SC: unknown\.c:4: .*unknown' unknown.c
expect_match "not modelled" '^UNSUPPORTED under SC: ' stdout
expect_empty "not modelled" stderr
ends "what to do about it" 3 'or --undefined-functions=nondet ' unknown.c
ends "a function that may return anything" 0 '^SAFE under SC: ' unknown.c --undefined-functions nondet
ends "what the verdict rests upon" 0 '^assuming that .unknown., which is not defined, ' unknown.c --undefined-functions=nondet -q
ends "the same in JSON" 0 '"assumed": *\["unknown"\]|^ *"unknown"' unknown.c --undefined-functions=nondet --json
ends "all models" 10 '^SAFE under SC: ' sb.c --mm sc,tso,pso
expect_match "all models" '^VIOLATION under TSO: sb\.c:17: ' stdout
expect_match "all models" '^VIOLATION under PSO: sb\.c:17: ' stdout
expect_equal "all models: verdicts" 3 "$(grep -cE '^[A-Z]+ under [A-Z]+: ' stdout)"
expect_match "all models: the execution is of the strongest model violated" 'an execution under TSO' stdout

# ---- what is printed ----

ends "a trace" 10 'an execution under TSO' sb.c --mm tso
expect_match "a trace: the thread occurs in it" 'T1' stdout
ends "the summary" 10 '^checked: assertions, error calls, memory, arithmetic, locks; 2 threads, [0-9]+ events, ' \
    sb.c --mm tso --engine ord
expect_equal "the summary is the last line" "checked:" "$(tail -n 1 stdout | cut -c 1-8)"
ends "the summary of some properties" 0 '^checked: memory; 1 thread, ' good.c --property memory
for option in --no-trace -q --quiet; do
    ends "without a trace: $option" 10 '^VIOLATION under TSO' sb.c --mm sc,tso,pso $option
    lines=3
    [ $option != --no-trace ] || lines=4 # and the summary
    expect_lines "$option: nothing but the verdicts" $lines stdout
    expect_empty "$option" stderr
done
expect_no_match "no statistics unless asked for" 'conflicts' stdout
for what in conflicts 'rf pairs' variables; do
    ends "statistics" 10 "^ +$what +[0-9]+$" sb.c --mm tso --no-trace --stats --engine ord
done
ends "statistics of all models" 10 '^PSO, ord: .*solving [0-9.]+ s' sb.c --mm sc,tso,pso --no-trace --stats --engine ord
ends "who has answered" 0 '^SC: follows from the verdict for another model$' good.c --mm sc,tso,pso --stats
ends "nobody has answered" 4 '^SC: no answer$' rounds.c --unwind 2 --stats

# members PYTHON: an expression about the result of --json in `j`, with the results by model in `m`.
members() {
    expect_accepted "JSON: not so: $1" python3 -c 'import json, sys
j = json.load(open("stdout"))
m = {r["model"]: r for r in j["results"]}
sys.exit(not eval(sys.argv[1]))' "$1"
}

ends "JSON" 10 '"VIOLATION"' sb.c --mm sc,tso,pso --json --engine ord
expect_accepted "JSON: not JSON" python3 -m json.tool stdout
members '[r["model"] for r in j["results"]] == ["SC", "TSO", "PSO"]'
members '[r["verdict"] for r in j["results"]] == ["SAFE", "VIOLATION", "VIOLATION"]'
members 'all(type(r["depth"]) is int and r["cut"] == [] for r in j["results"])'
members '(m["TSO"]["violation"]["file"], m["TSO"]["violation"]["line"]) == ("sb.c", 17)'
members 'm["TSO"]["violation"].keys() == {"file", "line", "column", "thread", "stack", "message", "property", "engine",
    "schedule", "threads", "steps"}'
members 'm["TSO"]["violation"]["schedule"].startswith("# heddle schedule")'
members '"violation" not in m["SC"]'
members 'm["TSO"]["statistics"].keys() >= {"threads", "events", "cells", "reads", "static_reads", "rf_before", "rf_after",
    "ws_pairs", "variables", "clauses", "conflicts", "decisions", "propagations", "peak_bytes", "unroll_seconds",
    "encode_seconds", "solve_seconds", "replay_seconds", "seconds"}'
members 'any(key.startswith("ord_") for key in m["TSO"]["statistics"])'
ends "JSON, bounded" 4 '"BOUNDED"' rounds.c --unwind 2 --json
members 'm["SC"]["depth"] == 2 and m["SC"]["cut"] == [{"file": "rounds.c", "line": 8, "column": 14, "iterations": 2}]'
ends "JSON, not modelled" 3 '"UNSUPPORTED"' unknown.c --json
members '(m["SC"]["unsupported"]["file"], m["SC"]["unsupported"]["line"]) == ("unknown.c", 4)'
members '"unknown" in m["SC"]["unsupported"]["message"]'

# ---- schedules ----

for model in tso pso; do
    ends "a schedule to save" 10 '^VIOLATION' sb.c --mm $model -q --save-schedule $model.schedule
    run_heddle run sb.c --mm $model --schedule $model.schedule
    expect_code "the schedule of $model" 10
    # shellcheck disable=SC2016 # the same
    expect_match "the schedule of $model" '^VIOLATION: sb\.c:17: assertion `r1 \|\| r2` failed$' stdout
done
ends "a schedule to save beside JSON" 10 '"VIOLATION"' sb.c --mm tso --json --save-schedule json.schedule
expect_same "the schedule with --json" tso.schedule json.schedule
ends "no schedule without a violation" 0 '^SAFE' sb.c --mm sc -q --save-schedule none.schedule
expect_absent "a schedule is saved without a violation" none.schedule

# ---- bounds ----

ends "deepening finds it" 10 '^VIOLATION under SC: rounds\.c:10' rounds.c
ends "deepening comes to an end" 0 '^SAFE' rounds_safe.c
ends "a bound that is large enough" 10 '^VIOLATION' rounds.c --unwind 4
ends "the same, safe" 0 '^SAFE' rounds_safe.c --unwind 4
loop=$("$heddle" loops rounds.c | sed -nE 's/^([^ ]+) .*rounds\.c.*/\1/p' | head -n 1)
ends "a bound for one loop" 10 '^VIOLATION' rounds.c --unwind 1 --unwindset "$loop:4"
ends "a bound for one loop, too small" 4 '^BOUNDED' rounds.c --unwind 4 --unwindset "$loop:1"

# ---- properties ----

# switched_off PROGRAM OPTION...: a violation without the options, none with them.
switched_off() {
    local program=$1
    shift
    ends "$program, checked" 10 '^VIOLATION' "$program" --no-trace
    ends "$program with $*" 0 '^SAFE' "$program" --no-trace "$@"
}

switched_off assertions.c --no-assertions
switched_off unreach-call.c --no-assertions
switched_off memory.c --no-memory-check
switched_off arithmetic.c --no-arithmetic-check
switched_off locks.c --no-lock-check
for property in assertions unreach-call memory arithmetic locks; do
    for program in assertions unreach-call memory arithmetic locks; do
        if [ $program = $property ]; then
            ends "$program.c, only $property" 10 '^VIOLATION' $program.c --no-trace --property $property
        else
            ends "$program.c, only $property" 0 '^SAFE' $program.c --no-trace --property $property
        fi
    done
    ends "$property.c, all properties" 10 '^VIOLATION' $property.c --no-trace --property all
done
ends "two properties" 10 '^VIOLATION' memory.c --no-trace --property assertions,memory
ends "what is not modelled is no property" 3 '^UNSUPPORTED' unknown.c --property memory

# ---- limits ----

before=$SECONDS
run_heddle check "$hard" -DN=9 --timeout 1 -q
expect_code "out of time" 4 5
expect_match "out of time" '^(UNKNOWN|BOUNDED) under SC: .*time' stdout
expect_at_most "out of time: it takes too long" 20 $((SECONDS - before)) s

# ---- wrong values ----

rejects "a bound that is no number" 'unwind.*abc' good.c --unwind abc
rejects "a negative bound" 'unwind.*-1' good.c --unwind=-1
rejects "an unknown loop" 'no function .nosuch.' good.c --unwindset nosuch.0:3
rejects "a loop without a bound" 'main\.0' rounds.c --unwindset main.0
# Nothing of a program or a name speaks to the terminal.
printf '%s\n' 'void __assert_fail(const char *, const char *, unsigned, const char *);' \
    'int global __asm__("\033[2Jglobal");' \
    'int main(void)' '{' '    global = 1;' '    __assert_fail("\033[31m\302\233red", "f.c", 1, "main");' '}' >$'escape\e[1m.c'
for subcommand in check outcomes run; do
    run_heddle $subcommand $'escape\e[1m.c'
    expect_code "control characters, $subcommand" 10
    expect_no_match "control characters, $subcommand" $'\e|\302\233'
    expect_text "control characters, $subcommand" '\x1b[31m\x9bred' stdout
done
run_heddle check $'missing\e[1m.c'
expect_no_match "control characters of a name that is missing" $'\e' stderr

rejects "no property at all" 'nothing to check' good.c --no-assertions --no-memory-check --no-arithmetic-check --no-lock-check
rejects "a property that is switched off again" 'nothing to check' good.c --property memory --no-memory-check
rejects "-I without a folder" '-I needs a value' good.c -I
rejects "-D without a name" '-D needs a value' good.c -D
rejects "a bound that no counter holds" '--unwind is at most' good.c --unwind 4294967298
rejects "memory that no machine has" '--memory is at most' good.c --memory 99999999999999999
rejects "time without end" '--timeout' good.c --timeout inf
rejects "no number of seconds" '--timeout' good.c --timeout nan
rejects "an unknown property" 'frobnicate' good.c --property frobnicate
rejects "an unknown one of two properties" 'frobnicate' good.c --property memory,frobnicate
rejects "an unknown way with functions" 'error or nondet' good.c --undefined-functions guess
rejects "an unknown model" 'arm' good.c --mm arm
rejects "a time that is no number" 'timeout.*soon' good.c --timeout soon
rejects "memory that is no number" 'memory.*much' good.c --memory much
rejects "an option of another command" 'observe' good.c --observe x
rejects "a switch with a value" 'no-trace' good.c --no-trace=yes
rejects "a value that is missing" 'unwind' good.c --unwind
rejects "no file" 'file' --mm sc
rejects "a file that is not there" 'missing\.c' missing.c
for switch in fr unit derive cycle decide; do
    rejects "a wrong value of --ord-$switch" "ord-$switch.*maybe" good.c --ord-$switch maybe
done
ends "a schedule that cannot be written" 2 'error: .*nowhere' sb.c --mm tso --no-trace --save-schedule nowhere/file

# ---- the switches of the ordering theory: the same verdicts ----

verdicts() {
    run_heddle check "$@" --mm sc,tso,pso -q
    sed -E 's/: .*//' stdout
}

for program in 2+2w mp n6 iriw rwc cas-one-wins; do
    expected=$(verdicts "$litmus/$program.c")
    expect_lines "$program: verdicts" 3 stdout
    for switch in fr=eager unit=off derive=off cycle=tarjan decide=rf; do
        expect_equal "$program: verdicts with --ord-$switch" "$expected" "$(verdicts "$litmus/$program.c" --ord-$switch)"
    done
done

finish "heddle check does what its options say"
