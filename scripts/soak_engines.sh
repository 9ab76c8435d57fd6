#!/usr/bin/env bash
# soak_engines.sh HEDDLE SECONDS [MODELS [PROGRAM...]]: do engines that encode give the same verdicts where the machine's states are
# too many? Runs `ord`, `clock --clock sat` and `clock --clock idl`, for so many seconds each, on the programs of
# bench/programs (all, or those named, without .c), each with the second size of every line in its header, under all
# models or those that are named. No answer is no contradiction. Ends with 1 if two of them contradict.
set -u
[ $# -ge 2 ] || { echo "usage: soak_engines.sh HEDDLE SECONDS [MODELS [PROGRAM...]]" >&2; exit 2; }
heddle=$(realpath "$1") seconds=$2 models=${3-sc,tso,pso,armv8,power,rmo,alpha,riscv,rc11}
cd "$(dirname "$0")/.." || exit 2
failures=0 compared=0

# verdicts FILE OPTIONS...: lines "MODEL VERDICT", for those that are one.
verdicts() {
    "$heddle" check "$@" --mm "$models" --timeout "$seconds" -q --no-trace 2>&1 |
        sed -nE 's/^INTERNAL //; s/^(SAFE|VIOLATION|BOUNDED|ERROR) under ([A-Za-z0-9]+): .*/\2 \1/p' | sort
}

compare() {
    local first other how
    first=$(verdicts "$@" --engine ord)
    for how in sat idl; do
        other=$(verdicts "$@" --engine clock --clock $how)
        while read -r model one two; do
            compared=$((compared + 1))
            [ "$one" = "$two" ] && [ "$one" != ERROR ] && continue
            echo "$* under $model: ord says $one, clock with --clock $how says $two"
            failures=$((failures + 1))
        done < <(join <(echo "$first") <(echo "$other"))
    done
}

names=("${@:4}")
if [ ${#names[@]} -eq 0 ]; then
    for file in bench/programs/*.c; do names+=("$(basename "$file" .c)"); done
fi
for name in "${names[@]}"; do
    file=bench/programs/$name.c
    while read -r sizes options; do
        IFS=, read -ra sizes <<<"$sizes"
        read -ra options <<<"$options"
        for size in "${sizes[@]:1:1}"; do
            compare "$file" -DN="$size" ${options[@]+"${options[@]}"}
        done
    done < <(sed -nE 's/^[ *]*Bench: N=([0-9,]+)([^;]*)(;.*)?$/\1 \2/p' "$file")
done
echo "$compared verdicts compared, $failures contradict"
[ "$failures" -eq 0 ] && [ "$compared" -gt 0 ]
