#!/usr/bin/env bash
# sections.sh HEDDLE: critical sections that are one step, and those that must not be. The verdicts are the same with
# and without (tests/programs/sections says which they are).
set -u
. tests/cli/lib.sh
programs=tests/programs/sections

# expect NAME COUNT: how many sections are one step, at the last depth.
expect() {
    run_heddle check "$programs/$1.c" -q --stats --engine ord
    expect_equal "$1.c: sections that are one step" "$2" \
        "$(awk '/critical sections taken for one step/ { print $NF }' "$place/stdout")"
}

# verdict ARGUMENT...: the first word of `heddle check`.
verdict() {
    run_heddle check "$@" -q
    cat "$place/stdout" "$place/stderr" | head -n 1 | cut -d ' ' -f 1
}

expect protected 2
expect fails_inside 3
expect in_the_heap 4
expect nested_always 2
expect in_a_loop 4
expect spin_lock 2
expect store_buffering 2
expect looked_at 0
expect trylock 0
expect timedlock 0
expect two_locks 0
expect some_paths 0
expect given_by_another 0

for program in "$programs"/*.c; do
    for model in sc tso pso; do
        expect_equal "$program under $model: --sections off changes the verdict" \
            "$(verdict "$program" --mm $model --sections off)" "$(verdict "$program" --mm $model)"
    done
done
finish "sections are one step where they may be"
