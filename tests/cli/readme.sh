#!/usr/bin/env bash
# readme.sh HEDDLE: runs every command of the ```sh blocks of README.md, examples/README.md and docs/*.md that calls
# heddle. A comment "# exit N" behind a command says how it ends, 0 if there is none. Programs that the page shows in
# ```c blocks are saved first, under the name that their first line gives (/* name.c ... */). Pages do not see each
# other's files. The files that a page links to must be there.
set -u
. tests/cli/lib.sh
commands=0

# save_programs PAGE: a block without a name is only part of a program.
save_programs() {
    awk '/^```/ { inside = $0 == "```c"; name = ""; first = 1; next }
         inside && first { first = 0; if (match($0, /^\/\* [a-z0-9_]+\.c/)) name = substr($0, 4, RLENGTH - 3) }
         inside && name { print > name }' "$1"
}

# commands_of PAGE: the lines of its ```sh blocks.
commands_of() {
    awk '/^```/ { inside = $0 == "```sh"; next } inside' "$1"
}

# run_line PAGE LINE
run_line() {
    local expected=0
    [[ $2 =~ \#\ exit\ ([0-9]+) ]] && expected=${BASH_REMATCH[1]}
    PATH=$place/bin:$PATH run_command bash -c "$2"
    expect_code "$1" "$expected"
}

check_links() {
    local link
    while IFS= read -r link; do
        [ -e "$root/$(dirname "$1")/$link" ] || complain "$1: there is no $link to link to"
    done < <(grep -oE '\]\([^)#:]+' "$root/$1" | cut -c 3-)
}

mkdir "$place/bin"
ln -s "$heddle" "$place/bin/heddle"
cd "$root" || exit 1
for page in README.md examples/README.md docs/*.md; do
    check_links "$page"
    mkdir -p "$place/$page"
    cd "$place/$page" || exit 1
    ln -s "$root/examples" examples
    save_programs "$root/$page"
    while IFS= read -r line; do
        [[ $line == heddle\ * ]] || continue
        commands=$((commands + 1))
        run_line "$page" "$line"
    done < <(commands_of "$root/$page")
    cd "$root" || exit 1
done

[ $commands -gt 0 ] || complain "there is no command to run"
finish "every command of the pages does what they say"
