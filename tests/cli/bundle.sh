#!/usr/bin/env bash
# bundle.sh HEDDLE: what --debug-bundle writes is a tar archive from which the check can be run again.
set -u
. tests/cli/lib.sh
cp examples/store_buffering.c "$place/it's \"a\" prögram.c"
cd "$place" || exit 1

run_heddle check "it's \"a\" prögram.c" --mm tso -q --debug-bundle bundle.tar
expect_code "a violation" 10
expect_accepted "the archive" tar xf bundle.tar
expect_match "the version" '.' heddle-bundle/version
printf '%s\n' "$heddle" check "it's \"a\" prögram.c" --mm tso -q --debug-bundle bundle.tar >given
expect_same "the command" given heddle-bundle/command
expect_accepted "the result" python3 -c \
    'import json; assert json.load(open("heddle-bundle/result.json"))["results"][0]["verdict"] == "VIOLATION"'
run_heddle check heddle-bundle/0-*.i --mm tso -q
expect_match "the same program" '^VIOLATION under TSO' stdout

echo 'int main(void) { return x; }' >wrong.c
run_heddle check wrong.c --debug-bundle wrong.tar
expect_code "a program that does not compile" 2
expect_accepted "the bundle of a program that does not compile" tar tf wrong.tar
expect_match "the bundle of a program that does not compile" '0-wrong.i' found
run_heddle check wrong.c --debug-bundle /dev/full
expect_code "a full disk" 2
expect_match "a full disk" 'cannot write /dev/full' stderr
finish "bundles have what is needed"
