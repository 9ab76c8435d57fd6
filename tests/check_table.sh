#!/usr/bin/env bash
# check_table.sh HEDDLE FILE
#
# FILE is a table of calls and results (tests/programs/library/table.h) that must hold everywhere: with the system's own
# library, in random runs, and without a deadlock. Its end must be reached, which `heddle check` shows with -DREACH. What
# `check` and `outcomes` say of the table itself is checked as for any other program.
set -u

[ $# -eq 2 ] || { echo "usage: check_table.sh HEDDLE FILE" >&2; exit 2; }
heddle=$1
file=$2
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

fail() {
    echo "$file: $1" >&2
    cat "$place/output" >&2
    exit 1
}

"${CC:-cc}" -pthread -w -o "$place/table" "$file" -lm >"$place/output" 2>&1 || fail "does not compile"
timeout 20 "$place/table" </dev/null >"$place/output" 2>&1 || fail "the system's library does something else"
for seed in 1 2 3 4 5; do
    "$heddle" run "$file" --seed "$seed" >"$place/output" 2>&1 || fail "does not finish with seed $seed"
done
timeout 60 "$heddle" outcomes "$file" >"$place/output" 2>&1
! grep -q '^DEADLOCK' "$place/output" || fail "may wait for ever"
"$heddle" check "$file" -q -DREACH >"$place/output" 2>&1
code=$?
if [ "$code" -ne 10 ] || ! grep -q 'the end of the table' "$place/output"; then
    fail "its end is not reached"
fi
