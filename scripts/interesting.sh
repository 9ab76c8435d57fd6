#!/usr/bin/env bash
# interesting.sh: is the program still a case of the bug? For cvise and creduce, which run it in a folder with the file:
#
#     tar xf bundle.tar && cp heddle-bundle/0-queue.i queue.i
#     export HEDDLE=$PWD/build/heddle REDUCED=queue.i
#     cvise --c scripts/interesting.sh queue.i
#
#     HEDDLE           the command (default: heddle)
#     REDUCED          the file that is reduced
#     HEDDLE_OPTIONS   for every run, e.g. "--mm tso"
#     HEDDLE_PATTERN   what `heddle check` must print (extended regular expression), for crashes and wrong messages
#     HEDDLE_TIMEOUT   seconds for a run (default: 10)
#
# Without a pattern, the bug is that `heddle check` and `heddle outcomes` disagree: one finds a violation, and the other
# one says that there is none.
set -u
heddle=${HEDDLE:-heddle}
file=${REDUCED:?set REDUCED to the name of the file that is reduced}
read -ra options <<<"${HEDDLE_OPTIONS:-}"

run() {
    timeout -s KILL "${HEDDLE_TIMEOUT:-10}" "$heddle" "$1" "$file" "${options[@]}" -q 2>&1
}

# It is still C, and not undefined in a way that a compiler sees.
clang-19 -fsyntax-only -x cpp-output -w -Werror=implicit-function-declaration -Werror=return-type \
    -Werror=uninitialized "$file" 2>/dev/null || exit 1

if [ -n "${HEDDLE_PATTERN:-}" ]; then
    run check | grep -qE -- "$HEDDLE_PATTERN"
    exit
fi
run check >/dev/null
check=$?
run outcomes >/dev/null
outcomes=$?
[ "$check,$outcomes" = 0,10 ] || [ "$check,$outcomes" = 10,0 ]
