#!/usr/bin/env bash
# clock.sh HEDDLE: the engine `clock` counts its constraints, compares a pair of clocks once, keeps to its limits, and
# agrees with `ord` where the machine has too many states.
set -u
. tests/cli/lib.sh
cd "$place" || exit 1

# counted NAME: what `clock` has counted under that name, in the last run.
counted() {
    grep -oE "\"clock_$1\": *[0-9]+" stdout | grep -oE '[0-9]+$'
}

# expect_counted NAME NUMBER
expect_counted() {
    expect_equal "$1 of $what" "$2" "$(counted "$1")"
}

# Figure 2 of the paper: two readers that see two writes in different orders. Its constraints are those of Figure 4, but
# for what is known beforehand: initial values are before everything.
cat >iriw.c <<'END'
#include <assert.h>
#include <pthread.h>
int x, y, a, b, c, d;
static void *p0(void *u) { a = x; b = y; return u; }
static void *p1(void *u) { c = y; d = x; return u; }
static void *p2(void *u) { x = 1; return u; }
static void *p3(void *u) { y = 1; return u; }
int main(void)
{
    pthread_t t[4];
    void *(*f[])(void *) = {p0, p1, p2, p3};
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, f[i], 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    assert(!(a == 1 && b == 0 && c == 1 && d == 0));
    return 0;
}
END
for how in sat idl; do
    what="iriw.c with $how"
    run_heddle check iriw.c --json --engine clock --clock $how
    expect_match "$what" '"verdict": *"SAFE"' stdout
    expect_counted rf_some 4
    expect_counted rf_val 8
    expect_counted grf 4
    expect_counted ws 0
    expect_counted fr 4
    expect_counted coherence 0
done
expect_counted bits 0

# As many bits as it takes to tell all nodes apart, and no more.
for file in iriw.c "$root/examples/dekker.c" "$root/examples/fd_queue.c"; do
    run_heddle check "$file" --json --engine clock --unwind 2
    nodes=$(counted nodes) bits=$(counted bits)
    ((1 << bits >= nodes && 1 << (bits - 1) < nodes)) || complain "$file: $bits bits for $nodes clocks"
done

# Fences cost as many constraints as there are of them, times a constant: here each has one.
run_heddle check "$root/examples/peterson_fenced.c" --json --engine clock --mm tso
expect_match "peterson_fenced.c" '"verdict": *"SAFE"' stdout
[ "$(counted fences)" -gt 0 ] || complain "peterson_fenced.c: no constraint for its fences"

# Both stop when they are told to: by time, and by memory.
for how in sat idl; do
    run_heddle check "$root/bench/programs/szymanski.c" -DN=9 --engine clock --clock $how --timeout 1
    expect_match "a limit of time, $how" 'out of time' stdout
    run_heddle check "$root/bench/programs/szymanski.c" -DN=9 --engine clock --clock $how --memory 100 --timeout 30
    expect_match "a limit of memory, $how" 'out of memory' stdout
done

# Where the machine has too many states; scripts/soak_engines.sh, without arguments, does that for longer.
run_command "$root/scripts/soak_engines.sh" "$heddle" 5 sc,tso,pso,armv8,power co_2p2w airline
expect_code "clocks and the theory" 0
expect_match "clocks and the theory" ' 0 contradict$' stdout

expect_run "clocks that there are not" 2 'sat or idl' "$heddle" check iriw.c --clock hands

finish "clocks count as they should"
