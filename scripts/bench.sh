#!/usr/bin/env bash
# bench.sh HEDDLE BUILD: how many instructions a second the machine executes (simple ones must reach MINIMUM), and the
# solver against CaDiCaL and MiniSat.
set -u
cd "$(dirname "$0")/.." || exit
heddle=$(realpath "$1")
build=$(realpath "$2")
MINIMUM=20 # million per second

# speed FILE MODEL: million instructions per second, the best of three.
speed() {
    for _ in 1 2 3; do
        "$heddle" run "$1" --mm "$2" --seed 1 --stats | sed -nE 's/.*, ([0-9.]+) million per second$/\1/p'
    done | sort -n | tail -n 1
}

printf '%-14s %8s %8s %8s   million instructions per second\n' program SC TSO PSO
for program in tests/bench/*.c; do
    printf '%-14s' "$(basename "$program" .c)"
    for model in SC TSO PSO; do
        printf ' %8s' "$(speed "$program" $model)"
    done
    printf '\n'
done

simple=$(speed tests/bench/arithmetic.c SC)
if ! awk -v simple="${simple:-0}" -v minimum=$MINIMUM 'BEGIN { exit !(simple >= minimum) }'; then
    echo "bench: simple instructions run at ${simple:-0} million per second, less than $MINIMUM"
    exit 1
fi

problems=$(mktemp -d)
trap 'rm -rf "$problems"' EXIT
"$build/tests/sat_bench" "$problems" "$heddle" 60
