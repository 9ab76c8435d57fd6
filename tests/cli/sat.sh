#!/usr/bin/env bash
# sat.sh HEDDLE BUILD: heddle sat has the output and exit codes of the SAT competitions with every solver, and the own
# solver's proofs hold.
set -u
. tests/cli/lib.sh
check=$build/tests/drat_check

# pigeons HOLES: one more pigeon than that does not fit.
pigeons() {
    awk -v n="$1" 'BEGIN {
        print "p cnf", (n + 1) * n, (n + 1) + n * n * (n + 1) / 2
        for (p = 0; p <= n; p++) { for (h = 1; h <= n; h++) printf "%d ", p * n + h; print 0 }
        for (h = 1; h <= n; h++) for (p = 0; p <= n; p++) for (q = p + 1; q <= n; q++) print -(p * n + h), -(q * n + h), 0
    }'
}

# A formula over so many variables that the assignment with every third of them true satisfies.
planted() {
    awk -v n="$1" 'BEGIN {
        srand(1)
        print "p cnf", n, 3 * n
        for (i = 0; i < 3 * n; i++) {
            for (k = 0; k < 3; k++) { v = 1 + int(rand() * n); l = v % 3 == 0 ? v : -v; if (k > 0 && rand() < 0.5) l = -l; printf "%d ", l }
            print 0
        }
    }'
}

# satisfies CNF OUTPUT: the model in the output makes every clause true, and has a value for every variable.
satisfies() {
    awk 'NR == FNR { if ($1 == "v") for (i = 2; i <= NF; i++) { value[$i] = 1; count += $i != 0 } next }
         $1 == "p" { if (count != $3) exit 1; next }
         $1 != "c" { ok = 0; for (i = 1; i < NF; i++) ok = ok || $i in value; if (!ok) exit 1 }' "$2" "$1"
}

printf 'c two ways\np cnf 2 2\n1 2 0\n-1 -2 0\n' >"$place/sat.cnf"
pigeons 3 >"$place/unsat.cnf"
planted 2000 >"$place/planted.cnf"
pigeons 14 >"$place/hard.cnf"
printf 'p cnf 2 1\n1 two 0\n' >"$place/bad.cnf"
# Large enough that there is not the memory for it, whether that is noticed while it is read or while it is solved.
planted 200000 >"$place/large.cnf"

# gives_up COMMAND...: says that there is no answer, with the exit code for that.
gives_up() {
    local output
    output=$("$@" 2>&1)
    case $?:$output in
    0:"s UNKNOWN" | 5:*"gave up: out of memory") ;;
    *) echo "$output" && return 1 ;;
    esac
}

for solver in own cadical z3; do
    expect_run "$solver: satisfiable" 10 '^s SATISFIABLE$' "$heddle" sat --solver $solver "$place/sat.cnf"
    expect_run "$solver: a model" 10 '^v (1 -2|-1 2) 0$' "$heddle" sat --solver $solver "$place/sat.cnf"
    expect_run "$solver: quiet" 10 '' "$heddle" sat --solver $solver -q "$place/sat.cnf"
    expect_empty "$solver: quiet" "$place/stdout"
    expect_run "$solver: unsatisfiable" 20 '^s UNSATISFIABLE$' "$heddle" sat --solver=$solver "$place/unsat.cnf"
    expect_run "$solver: what it cost" 20 '^c solves +1  ' "$heddle" sat --solver $solver --stats "$place/unsat.cnf"
    expect_run "$solver: a large model" 10 '' "$heddle" sat -q --solver $solver "$place/planted.cnf"
    "$heddle" sat --solver $solver "$place/planted.cnf" >"$place/model"
    satisfies "$place/planted.cnf" "$place/model" || complain "$solver: the model is none"
    expect_run "$solver: no time" 0 '^s UNKNOWN$' timeout 20 "$heddle" sat --solver $solver --timeout 1 "$place/hard.cnf"
    gives_up timeout 20 "$heddle" sat --solver $solver --memory 70 "$place/large.cnf" || complain "$solver: no memory"
    expect_run "$solver: nonsense" 2 ':2: error: ' "$heddle" sat --solver $solver "$place/bad.cnf"
    expect_run "$solver: a missing file" 2 'error: cannot read' "$heddle" sat --solver $solver "$place/none.cnf"
done

expect_run "an unknown solver" 2 '^heddle: error: --solver: unknown solver .minisat.; it is one of own, cadical, z3$' \
    "$heddle" sat --solver minisat "$place/sat.cnf"
expect_run "a proof by another solver" 2 '^heddle: error: --proof: the solver .cadical. writes no proofs; use --solver own$' \
    "$heddle" sat --solver cadical "$place/unsat.cnf" --proof "$place/none"
[ ! -e "$place/none" ] || complain "a refused --proof left a file"

expect_run "with a proof" 20 '^s UNSATISFIABLE$' "$heddle" sat "$place/unsat.cnf" --proof "$place/proof"
expect_run "the proof" 0 '' "$check" "$place/unsat.cnf" "$place/proof"
: >"$place/short"
expect_run "no proof" 1 '' "$check" "$place/unsat.cnf" "$place/short"
expect_run "a proof that cannot be written" 2 'error: cannot write' "$heddle" sat "$place/unsat.cnf" --proof "$place/no/proof"
finish "heddle sat answers, and its proofs hold"
