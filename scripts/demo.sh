#!/usr/bin/env bash
# demo.sh HEDDLE: a program that is right under sequential consistency and wrong on every PC, and how to mend it.
set -u
cd "$(dirname "$0")/.." || exit
heddle=$1

say() {
    printf '\n%s\n\n' "$1"
}

# show CODE ARGUMENTS...: runs heddle as a user would; anything but this exit code ends the demo.
show() {
    local expected=$1 code
    shift
    echo "\$ heddle $*"
    "$heddle" "$@"
    code=$?
    echo "(exit code $code)"
    if [ $code -ne "$expected" ]; then
        echo "demo: expected exit code $expected" >&2
        exit 1
    fi
    echo
}

say "Store buffering: each thread raises its own flag, then looks at the other's. Can both miss the other?"
awk '/^int main/ { exit } /^(static )?void \*/ { inside = 1 } inside { print "    " $0 } /^}/ { inside = 0 }' \
    examples/store_buffering.c
say "Under sequential consistency they cannot. On x86 (TSO) each store may wait in its thread's buffer while the
thread reads on; PSO buffers even more. All executions are checked at once, and one that fails is shown:"
show 10 check examples/store_buffering.c --mm all

say "These are the values that can come out on x86, from running every schedule:"
show 10 outcomes examples/store_buffering.c --mm tso --observe seen1,seen2

say "This is why Peterson's lock, right in every textbook, fails on x86, and what fences in the right places do:"
show 10 check examples/peterson.c --mm all --no-trace
show 0 check examples/peterson_fenced.c --mm sc,tso,pso

say "A lock-free stack is right under all of them, on ARM too, until its nodes are used again too early (the ABA problem):"
show 0 check examples/treiber_stack.c --mm all
show 10 check examples/treiber_stack_aba.c --mm sc
echo "More to read and try is in examples/ and docs/check.md; 'heddle help check' lists the options."
