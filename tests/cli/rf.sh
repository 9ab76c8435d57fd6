#!/usr/bin/env bash
# rf.sh HEDDLE: engine `rf` makes one execution of each class. How many classes there are is known for some programs: from the paper
# that the engine follows (Bui et al., "The Reads-From Equivalence for the TSO and PSO Memory Models", Table 1), which
# counts executions that stop as well.
set -u
. tests/cli/lib.sh

programs=$root/tests/programs/classes

# count FILE MODEL OPTIONS...: classes and blocked executions.
count() {
    "$heddle" check "$1" --mm "$2" "${@:3}" --engine rf --stats --no-trace |
        awk '/^  classes  / { c = $2 } /^  blocked executions / { b = $3 } END { print c + b }'
}

for row in sc:2902 tso:3682 pso:8233; do
    expect_equal "device_release.c, ${row%:*}" "${row#*:}" "$(count "$programs/device_release.c" "${row%:*}")"
done
for row in sc:4667 tso:29217; do
    expect_equal "sieve.c up to 17, ${row%:*}" "${row#*:}" "$(count "$programs/sieve.c" "${row%:*}" -DN=17)"
done
finish "one execution of each class"
