#!/usr/bin/env bash
# bench_try.sh HEDDLE [ENGINE...]
#
# Programs in the shape and of the sizes that SATCheck has solved in an hour each (Demsky and Lam, OOPSLA 2015, Table 1
# and Figure 18): threads try, nobody waits for long, operations grow. Prints a table in Markdown with a column for each
# engine (all, unless some are named): processor time, peak memory, verdict. It is that of docs/satdir.md.
#
#   LIMIT=60       seconds of processor time for a run; a smaller size is tried first, with a third of that
#   MEMORY=1024    MiB for a run
set -u

limit=${LIMIT:-60} memory=${MEMORY:-1024}
[ $# -ge 1 ] || { sed -n '2,/^set -u/{/^#/s/^# \{0,1\}//p}' "$0" >&2 && exit 2; }
heddle=$(realpath "$1")
shift
engines=("$@")
[ $# -gt 0 ] || engines=(sample states rf ord refine clock satdir)
cd "$(dirname "$0")/.." || exit
measured=$(mktemp)
trap 'rm -f "$measured"' EXIT

# program, model, a smaller size, that of the paper, options
ROWS=(
    "try_spinlock sc 50 250"
    "try_spinlock tso 50 100"
    "try_spinlock sc 10 90 -DMANY"
    "try_spinlock tso 10 90 -DMANY"
    "try_spinlock sc 50 250 -DPLAIN"
    "try_spinlock tso 50 100 -DPLAIN"
    "try_spinlock sc 20 90 -DMANY -DPLAIN"
    "try_spinlock tso 20 90 -DMANY -DPLAIN"
    "one_way_queue sc 4 13"
    "one_way_queue tso 4 13"
    "try_rwlock sc 6 20"
    "try_rwlock tso 6 20"
    "dekker sc 6 30 -DFENCES"
    "dekker tso 6 40 -DFENCES"
    "try_seqlock sc 6 60"
    "try_seqlock tso 6 60"
)

# run_one SECONDS ENGINE PROGRAM MODEL N OPTIONS...: into `cell` and `verdict`.
run_one() {
    local output seconds mib
    output=$(
        ulimit -S -t "$1"
        command time -q -f '%U %S %M' -o "$measured" "$heddle" check "bench/programs/$3.c" -q --mm "$4" "-DN=$5" "${@:6}" \
            --engine "$2" --memory "$memory" 2>/dev/null </dev/null
    )
    verdict=$(grep -oE '^(SAFE|VIOLATION|BOUNDED|UNKNOWN)' <<<"$output" | tail -n 1)
    read -r seconds mib < <(tail -n 1 "$measured" | awk '{ printf "%.1f %.0f\n", $1 + $2, $3 / 1024 }')
    if [ -z "$verdict" ]; then
        cell="> $1 s"
    elif [ "$verdict" = SAFE ]; then
        cell="**$seconds s**, $mib MiB"
    else
        cell="$verdict, $seconds s, $mib MiB"
    fi
}

printf '| program | model | N'
printf " | \`%s\`" "${engines[@]}"
printf ' |\n|---|---|---'
printf '|---%.0s' "${engines[@]}"
printf '|\n'
for row in "${ROWS[@]}"; do
    read -r program model small full options <<<"$row"
    printf '| %s | %s | %s' "\`$program\`${options:+ \`$options\`}" "${model^^}" "$full"
    for engine in "${engines[@]}"; do
        # shellcheck disable=SC2086 # options are words
        run_one $((limit / 3)) "$engine" "$program" "$model" "$small" $options
        if [ "$verdict" = SAFE ] || [ "$engine" = sample ]; then
            # shellcheck disable=SC2086
            run_one "$limit" "$engine" "$program" "$model" "$full" $options
        else
            cell="N=$small: $cell"
        fi
        printf ' | %s' "$cell"
        echo "$program $options ${model^^} $engine: $cell" >&2
    done
    printf ' |\n'
done
