#!/usr/bin/env bash
# refine.sh HEDDLE: the engine `refine` looks at few candidates, by graphs where these decide, and else by a solver.
set -u
. tests/cli/lib.sh
programs=$root/tests/programs
cd "$place" || exit 1

# counted NAME ARGUMENTS...: what `refine` has counted under that name.
counted() {
    run_heddle check --json --engine refine "${@:2}"
    grep -oE "\"refine_$1\": *[0-9]+" stdout | grep -oE '[0-9]+$'
}

for solver in own cadical; do
    options=(--refine-solver "$solver" --mm sc)
    rounds=$(counted rounds "$programs/litmus/paper-refinement-example.c" "${options[@]}")
    reasons=$(counted reasons "$programs/litmus/paper-refinement-example.c" "${options[@]}")
    echo "the example with $solver: $rounds candidates, $reasons reasons"
    [ "${rounds:-100}" -le 10 ] || complain "the example with $solver: $rounds candidates"
    [ "${reasons:-0}" -gt 0 ] || complain "the example with $solver: no reason"
    expect_equal "the example with $solver: not decided by its graph" 0 \
        "$(counted undecided "$programs/litmus/paper-refinement-example.c" "${options[@]}")"
    expect_match "the example with $solver" '"verdict": *"SAFE"' stdout

    expect_equal "butterfly.c with $solver: refuted by a graph" 0 \
        "$(counted refuted "$programs/refine/butterfly.c" "${options[@]}")"
    expect_equal "butterfly.c with $solver: refuted late" 1 \
        "$(counted refuted_late "$programs/refine/butterfly.c" "${options[@]}")"
    expect_match "butterfly.c with $solver" '"verdict": *"SAFE"' stdout
done

# CaDiCaL stops when it is told to.
run_heddle check "$root/bench/programs/szymanski.c" -DN=9 --engine refine --refine-solver cadical --timeout 1
expect_match "a limit" 'out of time' stdout
expect_run "a solver that there is not" 2 'own or cadical' \
    "$heddle" check "$programs/refine/butterfly.c" --refine-solver z3

finish "refinement does what it should"
