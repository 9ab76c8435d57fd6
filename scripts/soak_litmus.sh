#!/usr/bin/env bash
# soak_litmus.sh BUILD COUNT SEED [ENGINE...]: COUNT litmus tests made from cycles, a quarter for each architecture. For
# SC, TSO and PSO, each engine (ord and clock, if none is named) must say what the machine's final states say; for the
# models that are known by axioms, what their final states say, and what a plain evaluation of the axioms on all
# executions says.
set -u
[ $# -ge 3 ] || { echo "usage: soak_litmus.sh BUILD COUNT SEED [ENGINE...]" >&2; exit 2; }
build=$(realpath "$1") each=$((($2 + 3) / 4)) seed=$3
engines=("${@:4}")
[ ${#engines[@]} -gt 0 ] || engines=(ord clock)
cd "$(dirname "$0")/.." || exit 2
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
failures=0 tests=0 verdicts=0

fail() {
    echo "soak_litmus: $*"
    failures=$((failures + 1))
}

# lines MODELS OPTIONS...: "NAME MODEL VERDICT" for each test of the folder and each model.
lines() {
    "$build/heddle" check "$place/$arch"/*.litmus --mm "$@" | awk '!/ tests: / { print $1, $2, $3 }'
}

for arch in X86 AArch64 PPC C; do
    python3 tests/tools/litmus_generate.py "$arch" "$each" "$seed" "$place/$arch" || fail "the generator fails on $arch"
    for models in sc,tso,pso rmo,alpha,armv8,power,riscv,rc11; do
        commas=${models//[!,]/}
        lines "$models" >"$place/listed"
        listed=$(wc -l <"$place/listed")
        [ "$listed" -eq $((each * (${#commas} + 1))) ] || fail "$arch: $listed verdicts under $models for $each tests"
        ! grep Unknown "$place/listed" || fail "$arch: no answer"
        for engine in "${engines[@]}"; do
            lines "$models" --engine "$engine" >"$place/decided"
            diff "$place/listed" "$place/decided" || fail "$arch: final states (<) and $engine (>) differ"
            verdicts=$((verdicts + listed))
        done
    done
    for engine in "${engines[@]}"; do
        ENGINE=$engine "$build/tests/weak_soak" "$place/$arch"/*.litmus >"$place/axioms" ||
            fail "$arch: axioms and $engine differ"
        sed "s/^/$arch, axioms and $engine: /" "$place/axioms"
    done
    tests=$((tests + each))
done
echo "$tests litmus tests, $verdicts verdicts compared, $failures failures"
[ "$failures" -eq 0 ]
