#!/usr/bin/env bash
# bundle.sh HEDDLE: what --debug-bundle writes is a tar archive from which the check can be run again.
set -u
heddle=$(realpath "$1")
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cp examples/store_buffering.c "$place/it's \"a\" prögram.c"
cd "$place" || exit 1
fail() {
    echo "$1"
    exit 1
}

"$heddle" check "it's \"a\" prögram.c" --mm tso -q --debug-bundle bundle.tar >/dev/null
[ $? -eq 10 ] || fail "not the exit code of a violation"
tar xf bundle.tar || fail "no tar archive"
[ -s heddle-bundle/version ] || fail "no version"
diff heddle-bundle/command <(printf '%s\n' "$heddle" check "it's \"a\" prögram.c" --mm tso -q --debug-bundle bundle.tar) ||
    fail "not the command"
python3 -c 'import json; assert json.load(open("heddle-bundle/result.json"))["results"][0]["verdict"] == "VIOLATION"' ||
    fail "not the result"
"$heddle" check heddle-bundle/0-*.i --mm tso -q | grep -q '^VIOLATION under TSO' || fail "not the same program"

echo 'int main(void) { return x; }' >wrong.c
"$heddle" check wrong.c --debug-bundle wrong.tar 2>/dev/null
[ $? -eq 2 ] || fail "a program that does not compile: not exit code 2"
tar tf wrong.tar | grep -q '0-wrong.i' || fail "no bundle of a program that does not compile"
"$heddle" check wrong.c --debug-bundle /dev/full 2>errors
[ $? -eq 2 ] || fail "a full disk: not exit code 2"
grep -q 'cannot write /dev/full' errors || fail "a full disk: no message"
