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
say "Under sequential consistency they cannot:"
show 0 outcomes examples/store_buffering.c --mm SC --observe seen1,seen2
say "On x86 (TSO) each store may still sit in its thread's buffer while the thread reads:"
show 10 outcomes examples/store_buffering.c --mm TSO --observe seen1,seen2
say "PSO buffers even more; for this program it makes no difference:"
show 10 outcomes examples/store_buffering.c --mm PSO --observe seen1,seen2

say "One schedule of x86 that ends badly, step by step:"
for ((seed = 1; seed < 1000; seed++)); do
    "$heddle" run examples/store_buffering.c --mm TSO --seed $seed >/dev/null || break
done
show 10 run examples/store_buffering.c --mm TSO --seed $seed --trace

say "This is why Peterson's lock, right in every textbook, fails on x86, and what a fence in the right place does:"
show 10 outcomes examples/peterson.c --mm TSO
show 0 outcomes examples/peterson_fenced.c --mm TSO
echo "More to read and try is in examples/; 'heddle help' lists what else there is."
