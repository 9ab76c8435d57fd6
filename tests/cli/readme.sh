#!/usr/bin/env bash
# readme.sh HEDDLE: runs every command of the README's ```sh blocks that calls heddle. A comment "# exit N" behind a
# command says how it ends, 0 if there is none. Programs that the README shows in ```c blocks are saved first, under
# the name that their first line gives (/* name.c ... */).
set -u
heddle=$(realpath "$1")
root=$PWD
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
failures=0 commands=0

mkdir "$place/build"
ln -s "$heddle" "$place/build/heddle"
ln -s "$root/examples" "$place/examples"
cd "$place" || exit 1

# block LANGUAGE: the text of all fenced blocks of that language.
block() {
    awk -v fence="\`\`\`$1" '$0 == fence { inside = 1; next } /^```/ { inside = 0 } inside' "$root/README.md"
}

block c | awk 'match($0, /^\/\* [a-z_]+\.c/) { name = substr($0, 4, RLENGTH - 3) } name { print > name }'

while IFS= read -r line; do
    [[ $line =~ ^(build/)?heddle\  ]] || continue
    commands=$((commands + 1))
    expected=0
    [[ $line =~ \#\ exit\ ([0-9]+) ]] && expected=${BASH_REMATCH[1]}
    PATH=$place/build:$PATH bash -c "$line" >output 2>&1 </dev/null
    code=$?
    if [ $code -ne "$expected" ]; then
        echo "README.md: '$line' ends with exit code $code, not $expected; it prints:"
        head -n 20 output
        failures=$((failures + 1))
    fi
done < <(block sh)

[ $commands -gt 0 ] || { echo "README.md shows no command to run"; exit 1; }
[ $failures -eq 0 ]
