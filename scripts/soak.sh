#!/usr/bin/env bash
# soak.sh HEDDLE SECONDS: runs random schedules of random test programs. A run may end in a violation only where the
# program's verdict says so; it never crashes.
set -u
cd "$(dirname "$0")/.." || exit
heddle=$1
seconds=$2
models=(SC TSO PSO)
failures=0 runs=0 violations=0

# A verdict over a range of nondeterministic values says nothing about the values that a random run takes.
mapfile -t files < <(grep -rLE 'Options:.*--nondet' --include='*.c' examples tests/programs | LC_ALL=C sort)

# may_end FILE MODEL CODE: whether the verdict allows the exit code of one run.
may_end() {
    local verdict
    verdict=$(grep -m 1 'Verdict:' "$1")
    case $3 in
    0 | 5) true ;;
    10) [[ $verdict != *"$2 safe"* && $verdict != *"$2 bounded"* ]] ;;
    3) [[ $verdict == *"$2 unsupported"* ]] ;;
    2) [[ $verdict == *"$2 error"* ]] ;;
    *) false ;;
    esac
}

while [ $SECONDS -lt "$seconds" ]; do
    file=${files[RANDOM % ${#files[@]}]}
    model=${models[RANDOM % 3]}
    grep -qE "Verdict:.*$model" "$file" || continue
    seed=$((RANDOM * 32768 + RANDOM))
    # Options that only the search of all schedules knows are left out.
    read -ra options <<<"$(sed -n 's/^[ */]*Options: *//p' "$file" | sed -E 's/--(observe|max-states)[ =][^ ]+//g')"
    command=("$heddle" run "$file" --mm "$model" --seed "$seed" --timeout 5 "${options[@]}")
    output=$(timeout 60 "${command[@]}" 2>&1)
    code=$?
    runs=$((runs + 1))
    [ $code -ne 10 ] || violations=$((violations + 1))
    if ! may_end "$file" "$model" $code; then
        failures=$((failures + 1))
        printf 'soak: unexpected exit code %d: %s\n%s\n' $code "${command[*]}" "$(head -n 20 <<<"$output")"
    fi
done
echo "soak: $runs runs in $seconds s, $violations of them expected violations, $failures failures"
[ $failures -eq 0 ]
