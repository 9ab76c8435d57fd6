#!/usr/bin/env bash
# lib.sh: what the tests of the command share. It is no test itself. A test is started at the root of the sources, with
# the binary and the build folder as arguments, and begins with `. tests/cli/lib.sh`. Then it has:
#
#   $heddle, $build, $root   the arguments and the folder of the sources, as absolute names
#   $place                   an empty folder, which goes when the test ends
#   run_command, run_heddle  run something; then $code is its exit code, and the files stdout and stderr in $place have
#                            what it wrote
#   expect_...               one check each, of the last command unless it names files; the first argument says in words
#                            what is checked
#   complain                 for checks that are none of these
#   finish                   the last line of a test
#
# A test goes on after a check that fails, and ends with exit code 1.

heddle=$(realpath "${1:?usage: $0 HEDDLE [BUILD]}")
# shellcheck disable=SC2034 # for the tests
build=$(realpath "${2:-$(dirname "$heddle")}") root=$PWD
place=$(mktemp -d)
code=0
killed_after=100 # seconds; a test may change it
# What is known of the last command and of failures is in files, so that subshells can add to it.
touch "$place/stdout" "$place/stderr" "$place/.command"

end_test() {
    local status=$?
    if [ -e "$place/.failures" ]; then
        echo "$(wc -l <"$place/.failures") checks failed"
        status=1
    fi
    rm -rf "$place"
    exit $status
}
trap end_test EXIT

# A helper whose name is misspelt must not pass for a check.
command_not_found_handle() {
    complain "no such command: $*"
    return 127
}

# beginning_of FILE: its first lines, indented and marked with its name.
beginning_of() {
    head -n 10 "$1" | cut -c 1-300 | sed "s/^/  $(basename "$1"): /"
}

# complain TEXT [EXPECTED ACTUAL]: a check failed.
complain() {
    echo >>"$place/.failures"
    echo "$1"
    printf '  command: %s\n' "$(cut -c 1-500 "$place/.command")"
    [ $# -lt 3 ] || printf '  expected: %s\n  actual: %s\n' "$2" "$3"
    beginning_of "$place/stdout"
    beginning_of "$place/stderr"
}

# name_command COMMAND...: for complaints, before a test runs something by itself.
name_command() {
    printf '%s\n' "$*" >"$place/.command"
    : >"$place/stdout"
    : >"$place/stderr"
}

# run_command COMMAND...
run_command() {
    name_command "$@"
    timeout -s KILL "$killed_after" "$@" >"$place/stdout" 2>"$place/stderr" </dev/null
    code=$?
}

run_heddle() {
    run_command "$heddle" "$@"
}

# expect_code WHAT CODE...: one of these exit codes.
expect_code() {
    local codes="${*:2}"
    [[ " $codes " == *" $code "* ]] || complain "$1: wrong exit code" "${codes// / or }" "$code"
}

# found_in FILE...: what a complaint about these files says; stdout and stderr are shown with every complaint.
found_in() {
    local file
    for file in "$@"; do
        case $(realpath "$file") in
        "$place/stdout" | "$place/stderr") echo "see below" ;;
        *) echo "$file" && beginning_of "$file" ;;
        esac
    done | uniq
}

# expect_match WHAT REGEX [FILE...]: a line matches, of stdout or stderr or of the files.
expect_match() {
    local what=$1 regex=$2
    shift 2
    [ $# -gt 0 ] || set -- "$place/stdout" "$place/stderr"
    cat "$@" | grep -E -e "$regex" >/dev/null || complain "$what: no match" "a line that matches '$regex'" "$(found_in "$@")"
}

# expect_no_match WHAT REGEX [FILE...]
expect_no_match() {
    local what=$1 regex=$2
    shift 2
    [ $# -gt 0 ] || set -- "$place/stdout" "$place/stderr"
    ! cat "$@" | grep -E -e "$regex" >/dev/null || complain "$what: a match" "no line that matches '$regex'" "$(found_in "$@")"
}

# expect_text WHAT TEXT [FILE...]: TEXT occurs, letter by letter.
expect_text() {
    local what=$1 text=$2
    shift 2
    [ $# -gt 0 ] || set -- "$place/stdout" "$place/stderr"
    cat "$@" | grep -F -e "$text" >/dev/null || complain "$what: not there" "$text" "$(found_in "$@")"
}

# expect_lines WHAT COUNT FILE
expect_lines() {
    local count
    count=$(wc -l <"$3")
    [ "$count" -eq "$2" ] || complain "$1: wrong number of lines" "$2 lines" "$count lines: $(found_in "$3")"
}

# expect_empty WHAT FILE
expect_empty() {
    [ ! -s "$2" ] || complain "$1: says something" "nothing in $(basename "$2")" "$(found_in "$2")"
}

# expect_error WHAT REGEX: stderr is one line, an error, which matches.
expect_error() {
    expect_lines "$1" 1 "$place/stderr"
    expect_match "$1" 'error: ' "$place/stderr"
    expect_match "$1" "$2" "$place/stderr"
}

# expect_equal WHAT EXPECTED ACTUAL
expect_equal() {
    [ "$2" = "$3" ] || complain "$1" "$2" "$3"
}

# expect_at_most WHAT LIMIT ACTUAL UNIT
expect_at_most() {
    [ "$3" -le "$2" ] || complain "$1" "at most $2 $4" "$3 $4"
}

# expect_same WHAT FILE FILE: the files have the same contents.
expect_same() {
    cmp -s "$2" "$3" || complain "$1: $2 and $3 differ" "$(beginning_of "$2")" "$(beginning_of "$3")"
}

# expect_absent WHAT FILE
expect_absent() {
    [ ! -e "$2" ] || complain "$1" "no file $2" "it is there"
}

# expect_accepted WHAT CHECKER...: a command that looks at what is there is content. What it says is in $place/found.
expect_accepted() {
    local what=$1
    shift
    "$@" >"$place/found" 2>&1 </dev/null || complain "$what" "accepted by: $*" "$(beginning_of "$place/found")"
}

# expect_run WHAT CODE REGEX COMMAND...: it ends with this exit code, and a line of stdout or stderr matches; an empty
# REGEX asks for none.
expect_run() {
    local what=$1 expected=$2 regex=$3
    shift 3
    run_command "$@"
    expect_code "$what" "$expected"
    [ -z "$regex" ] || expect_match "$what" "$regex"
}

# finish TEXT: says TEXT if nothing has failed.
finish() {
    [ -e "$place/.failures" ] || echo "$1"
}
