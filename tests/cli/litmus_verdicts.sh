#!/usr/bin/env bash
# litmus_verdicts.sh HEDDLE: the tests of tests/litmus have the verdicts of tests/litmus/verdicts.txt, by all ways to find
# one.
set -u
. tests/cli/lib.sh
table=$root/tests/litmus/verdicts.txt
models=(SC TSO PSO RMO Alpha ARMv8 Power)

# The file, and the verdict under the model whose column is given.
expected() {
    awk -v column="$1" '!/^#/ && $column != "-" { print $1, $column }' "$table"
}

# The same, from what heddle says: a line for each test, in the order of the files.
actual() {
    awk '$3 == "Allowed" { print "yes" } $3 == "Forbidden" { print "no" } $3 ~ /Unknown/ { print "unknown" }' "$place/stdout"
}

check_model() { # COLUMN MODEL OPTION...
    local column=$1 model=$2
    shift 2
    mapfile -t files < <(expected "$column" | cut -d' ' -f1)
    cd "$root/tests/litmus" || exit 1
    run_heddle check "${files[@]}" --mm "$model" "$@"
    cd "$root" || exit 1
    expect_code "under $model $*" 0
    paste -d' ' <(printf '%s\n' "${files[@]}") <(actual) >"$place/actual"
    expected "$column" >"$place/expected"
    diff "$place/expected" "$place/actual" >"$place/difference" ||
        complain "verdicts under $model $*: $(head -c 400 "$place/difference")"
}

listed=$(expected 2 | wc -l)
there=$(find tests/litmus -name '*.litmus' | wc -l)
[ "$listed" -eq "$there" ] || complain "every test has a verdict" "$there" "$listed"

for i in "${!models[@]}"; do
    check_model $((i + 2)) "${models[i]}"
    check_model $((i + 2)) "${models[i]}" --engine ord
    check_model $((i + 2)) "${models[i]}" --engine clock
    [ "$i" -gt 2 ] || check_model $((i + 2)) "${models[i]}" --engine rf # which needs a machine
done
finish "litmus tests have their verdicts"
