#!/usr/bin/env bash
# sat.sh HEDDLE BUILD: heddle sat has the output and exit codes of the SAT competitions, and its proofs hold.
set -u
heddle=$1
check=$2/tests/drat_check
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

# expect NAME CODE REGEX COMMAND...
expect() {
    local name=$1 code=$2 regex=$3 output
    shift 3
    output=$("$@" 2>&1)
    local got=$?
    if [ $got -ne "$code" ] || ! grep -qE -- "$regex" <<<"$output"; then
        echo "$name: expected exit code $code and /$regex/, got $got and: $output"
        failures=$((failures + 1))
    fi
}

printf 'c two ways\np cnf 2 2\n1 2 0\n-1 -2 0\n' >"$folder/sat.cnf"
expect "satisfiable" 10 '^s SATISFIABLE$' "$heddle" sat "$folder/sat.cnf"
expect "a model" 10 '^v (1 -2|-1 2) 0$' "$heddle" sat "$folder/sat.cnf"
expect "quiet" 10 '^$' "$heddle" sat -q "$folder/sat.cnf"

# Four pigeons do not fit into three holes.
awk 'BEGIN {
    print "p cnf 12 22"
    for (p = 0; p < 4; p++) print p * 3 + 1, p * 3 + 2, p * 3 + 3, 0
    for (h = 1; h <= 3; h++) for (p = 0; p < 4; p++) for (q = p + 1; q < 4; q++) print -(p * 3 + h), -(q * 3 + h), 0
}' >"$folder/unsat.cnf"
expect "unsatisfiable" 20 '^s UNSATISFIABLE$' "$heddle" sat "$folder/unsat.cnf" --proof "$folder/proof"
expect "the proof" 0 '' "$check" "$folder/unsat.cnf" "$folder/proof"
: >"$folder/short"
expect "no proof" 1 '' "$check" "$folder/unsat.cnf" "$folder/short"

printf 'p cnf 2 1\n1 two 0\n' >"$folder/bad.cnf"
expect "nonsense" 2 ':2: error: ' "$heddle" sat "$folder/bad.cnf"
expect "a missing file" 2 'error: cannot read' "$heddle" sat "$folder/none.cnf"
expect "a proof that cannot be written" 2 'error: cannot write' "$heddle" sat "$folder/unsat.cnf" --proof "$folder/no/proof"
[ $failures -eq 0 ]
