#!/usr/bin/env bash
# systems.sh HEDDLE: examples/ that are taken from systems code are right under models of real processors, and wrong where
# a fence is missing, whoever decides.
set -u
. tests/cli/lib.sh

# expect_verdicts FILE OPTIONS VERDICTS: under SC, TSO, ARMv8 and Power, by default and by clocks of both kinds.
expect_verdicts() {
    local engine
    for engine in "" "--engine clock" "--engine clock --clock idl"; do
        # shellcheck disable=SC2086 # several words
        run_heddle check "examples/$1" $2 $engine --mm sc,tso,armv8,power -q --no-trace
        expect_equal "$1 $2 $engine" "$3" "$(sed -nE 's/^([A-Z]+) under .*/\1/p' "$place/stdout" | xargs)"
    done
}

expect_verdicts rcu_publish.c "" "SAFE SAFE SAFE SAFE"
expect_verdicts rcu_publish_no_fence.c "" "SAFE SAFE VIOLATION VIOLATION"
expect_verdicts rcu_publish_no_dependency.c "" "SAFE SAFE VIOLATION VIOLATION"
expect_verdicts fd_queue.c "" "SAFE SAFE SAFE SAFE"
expect_verdicts fd_queue_no_fence.c "" "SAFE SAFE VIOLATION VIOLATION"
expect_verdicts postgres_latch.c "" "SAFE SAFE VIOLATION VIOLATION"
expect_verdicts postgres_latch_fixed.c "--unwind 2" "BOUNDED BOUNDED VIOLATION VIOLATION"
expect_verdicts postgres_latch_fixed.c "--unwind 2 -DREADS_IN_ORDER" "BOUNDED BOUNDED BOUNDED BOUNDED"

finish "the systems code is right with its fences, and wrong without"
