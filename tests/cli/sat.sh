#!/usr/bin/env bash
# sat.sh HEDDLE BUILD: heddle sat has the output and exit codes of the SAT competitions, and its proofs hold.
set -u
. tests/cli/lib.sh
check=$build/tests/drat_check

printf 'c two ways\np cnf 2 2\n1 2 0\n-1 -2 0\n' >"$place/sat.cnf"
expect_run "satisfiable" 10 '^s SATISFIABLE$' "$heddle" sat "$place/sat.cnf"
expect_run "a model" 10 '^v (1 -2|-1 2) 0$' "$heddle" sat "$place/sat.cnf"
expect_run "quiet" 10 '' "$heddle" sat -q "$place/sat.cnf"
expect_empty "quiet" "$place/stdout"
expect_empty "quiet" "$place/stderr"

# Four pigeons do not fit into three holes.
awk 'BEGIN {
    print "p cnf 12 22"
    for (p = 0; p < 4; p++) print p * 3 + 1, p * 3 + 2, p * 3 + 3, 0
    for (h = 1; h <= 3; h++) for (p = 0; p < 4; p++) for (q = p + 1; q < 4; q++) print -(p * 3 + h), -(q * 3 + h), 0
}' >"$place/unsat.cnf"
expect_run "unsatisfiable" 20 '^s UNSATISFIABLE$' "$heddle" sat "$place/unsat.cnf" --proof "$place/proof"
expect_run "the proof" 0 '' "$check" "$place/unsat.cnf" "$place/proof"
: >"$place/short"
expect_run "no proof" 1 '' "$check" "$place/unsat.cnf" "$place/short"

printf 'p cnf 2 1\n1 two 0\n' >"$place/bad.cnf"
expect_run "nonsense" 2 ':2: error: ' "$heddle" sat "$place/bad.cnf"
expect_run "a missing file" 2 'error: cannot read' "$heddle" sat "$place/none.cnf"
expect_run "a proof that cannot be written" 2 'error: cannot write' "$heddle" sat "$place/unsat.cnf" --proof "$place/no/proof"
finish "heddle sat answers, and its proofs hold"
