#!/usr/bin/env bash
# sections.sh HEDDLE: critical sections that are one step, and those that must not be. The verdicts are the same with
# and without (tests/programs/sections says which they are).
set -u
heddle=$1
programs=tests/programs/sections
failures=0

# How many sections are one step, at the last depth.
sections() {
    "$heddle" check "$1" -q --stats 2>/dev/null | awk '/critical sections taken for one step/ { print $NF }'
}

# expect NAME COUNT
expect() {
    local have
    have=$(sections "$programs/$1.c")
    [ "$have" = "$2" ] || { echo "$1.c: $have sections are one step, not $2"; failures=$((failures + 1)); }
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
        on=$("$heddle" check "$program" --mm $model -q 2>&1 | head -n 1 | cut -d ' ' -f 1)
        off=$("$heddle" check "$program" --mm $model -q --sections off 2>&1 | head -n 1 | cut -d ' ' -f 1)
        [ "$on" = "$off" ] || { echo "$program under $model: $on, and $off without"; failures=$((failures + 1)); }
    done
done
[ $failures -eq 0 ]
