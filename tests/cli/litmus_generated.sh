#!/usr/bin/env bash
# litmus_generated.sh HEDDLE: on litmus tests made from cycles, listing final states, the ordering theory and classes of
# executions agree; and a test in C ends in the states of the same program as clang compiles it.
set -u
. tests/cli/lib.sh
generate="python3 $root/tests/tools/litmus_generate.py"
cd "$place" || exit 1

# agree ARCH COUNT SEED: the same verdicts by all ways, under all models.
agree() {
    $generate "$1" "$2" "$3" "$1" || complain "the generator fails"
    run_heddle check "$1"/*.litmus --mm sc,tso,pso
    expect_code "listing states of $1" 0
    expect_match "every test of $1 is understood" "^$2 tests: .* 0 unknown, 0 violated$" stdout
    awk 'NF > 3 { print $1, $2, $3 }' stdout | grep -v tests: >"$1.listed"
    expect_lines "three verdicts for each test of $1" $(($2 * 3)) "$1.listed"
    for engine in ord rf; do
        run_heddle check "$1"/*.litmus --mm sc,tso,pso --engine "$engine"
        expect_code "$engine on $1" 0
        grep -v ' tests: ' stdout >"$1.$engine"
        expect_same "$engine and the final states of $1" "$1.listed" "$1.$engine"
    done
}

# agree_weak ARCH: the same for models that are known by axioms, which have two ways.
agree_weak() {
    run_heddle check "$1"/*.litmus --mm rmo,alpha,armv8,power,riscv
    expect_code "listing states of $1 under weak models" 0
    grep -v ' tests: ' stdout | awk 'NF > 3 { print $1, $2, $3 }' >"$1.listed"
    run_heddle check "$1"/*.litmus --mm rmo,alpha,armv8,power,riscv --engine ord
    expect_code "ord on $1 under weak models" 0
    grep -v ' tests: ' stdout >"$1.ord"
    expect_same "ord and the final states of $1 under weak models" "$1.listed" "$1.ord"
    expect_match "tests of $1 that some of them allows" Allowed "$1.listed"
    expect_match "and that some forbids" Forbidden "$1.listed"
}

agree X86 200 7
agree AArch64 60 7
agree PPC 60 7
agree C 60 7
expect_match "tests of X86 that are allowed" Allowed X86.listed
expect_match "and forbidden" Forbidden X86.listed

agree_weak AArch64
agree_weak PPC
agree_weak C

# The same, against a plain evaluation of the axioms on all executions. `make soak` does that for 5,200 tests.
run_command "$root/scripts/soak_litmus.sh" "$build" 16 7
expect_code "states, engines and axioms" 0
expect_match "states, engines and axioms" '^16 litmus tests, 288 verdicts compared, 0 failures$' stdout

# Two runs with the same seed are the same.
$generate X86 20 3 again
$generate X86 20 3 once_more
expect_accepted "the same seed makes the same tests" diff -r again once_more

# The states of a litmus test in C, one line each, as `outcomes --observe` prints those of a program.
litmus_states() {
    grep ';$' stdout | tr -d '[];' | sed 's/\([0-9]\):/P\1_/g' | sort
}

for number in 00000 00003 00007 00011 00019 00023 00031 00042; do
    names=$(sed -n '1s/.*observe: //p' "C/C-$number.c")
    {
        sed '/^exists/d' "C/C-$number.litmus"
        echo "locations [$(tr ',' ';' <<<"$names" | sed 's/P\([0-9]\)_/\1:/g');]"
    } >"all-$number.litmus"
    for model in sc tso pso; do
        run_heddle outcomes "all-$number.litmus" --mm $model
        litmus_states >from_litmus
        run_heddle outcomes "C/C-$number.c" --observe "$names" --mm $model
        expect_code "the program of $number" 0
        sed -n 's/^  //p' stdout | sort >from_c
        expect_same "the states of $number under $model" from_litmus from_c
    done
done
finish "litmus tests that were generated have the same verdicts by all ways"
