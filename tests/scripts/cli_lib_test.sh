#!/usr/bin/env bash
# Tests the helpers of tests/cli/lib.sh: each accepts what is right, and fails the test where a heddle misbehaves. Its
# complaint then names the command, what was expected and what there was.
# shellcheck disable=SC2016 # the lines of tests are not for this shell
set -u
cd "$(dirname "$0")/../.." || exit 1
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
failures=0

# A heddle that says "one" and "two", has an error of one line, and ends with 3.
cat >"$place/heddle" <<'END_OF_HEDDLE'
#!/usr/bin/env bash
printf 'one\ntwo\n'
echo "heddle: error: wrong $*" >&2
[ "$1" != slow ] || sleep 60
[ "$1" != crash ] || kill -SEGV $$
exit 3
END_OF_HEDDLE
chmod +x "$place/heddle"

# run_test LINES: a test of these lines, in its own folder; what it says is in the file output.
run_test() {
    { echo 'set -u; . tests/cli/lib.sh; cd_place() { cd "$place" || exit; }'; echo "$1"; } >"$place/test.sh"
    bash "$place/test.sh" "$place/heddle" "$place" >"$place/output" 2>&1
}

wrong() {
    echo "$1; the test says:"
    sed 's/^/    /' "$place/output"
    failures=$((failures + 1))
}

# passes LINES
passes() {
    run_test "$1
finish 'all is well'" || wrong "fails, and should not: $1"
    [ "$(cat "$place/output")" = "all is well" ] || wrong "says something else than that it is well: $1"
}

# fails LINES TEXT...: each text occurs in what it says.
fails() {
    local lines=$1 text
    shift
    if run_test "$lines
finish 'all is well'"; then
        wrong "passes, and should not: $lines"
    fi
    ! grep -q 'all is well' "$place/output" || wrong "says that all is well: $lines"
    for text in "$@"; do
        grep -qF -e "$text" "$place/output" || wrong "does not say '$text': $lines"
    done
}

# fails_after_run CHECK TEXT...: the same after a command, which the complaint names.
fails_after_run() {
    fails "cd_place; run_heddle check a.c; $1" "command: $place/heddle check a.c" 'stdout: one' \
        'stderr: heddle: error: wrong check a.c' "${@:2}"
}

passes_after_run() {
    passes "cd_place; run_heddle check a.c; $1"
}

passes_after_run 'expect_code text 3'
passes_after_run 'expect_code text 0 3'
fails_after_run 'expect_code text 0' 'text: ' 'expected: 0' 'actual: 3'
fails_after_run 'expect_code text 0 13' 'text: ' 'expected: 0 or 13' 'actual: 3'
fails 'run_heddle crash; expect_code text 3' 'expected: 3' 'actual: 139'
fails 'killed_after=0.5; run_heddle slow; expect_code text 3' 'expected: 3' 'actual: 137'

passes_after_run 'expect_match text "^tw.$"; expect_match text "wrong check" stderr; expect_match text "^one" stdout'
fails_after_run 'expect_match text "^three"' 'text: ' "expected: a line that matches '^three'"
fails_after_run 'expect_match text "error" stdout' 'text: ' "expected: a line that matches 'error'"
fails_after_run 'echo four >file; expect_match text "five" file' 'text: ' 'actual: file' 'file: four'
fails_after_run 'expect_match text "" nowhere' 'text: '
passes_after_run 'expect_no_match text three; expect_no_match text error stdout'
fails_after_run 'expect_no_match text "^two"' 'text: ' "expected: no line that matches '^two'"
passes_after_run 'expect_text text "error: wrong"'
fails_after_run 'expect_text text "o.e"' 'text: ' 'expected: o.e'
passes_after_run 'expect_lines text 2 stdout'
fails_after_run 'expect_lines text 3 stdout' 'text: ' 'expected: 3 lines' 'actual: 2 lines'
passes_after_run ': >file; expect_empty text file'
fails_after_run 'expect_empty text stderr' 'text: ' 'expected: nothing in stderr'
passes_after_run 'expect_error text "wrong"'
fails_after_run 'expect_error text "right"' 'text: ' "expected: a line that matches 'right'"
fails_after_run 'echo more >>stderr; expect_error text "wrong"' 'text: ' 'expected: 1 lines' 'actual: 2 lines'
fails "cd_place; run_heddle check a.c; sed -i s/error/mistake/ stderr; expect_error text wrong" "text: " "'error: '"

passes_after_run 'expect_equal text one "$(head -n 1 stdout)"'
fails_after_run 'expect_equal text two "$(head -n 1 stdout)"' 'text' 'expected: two' 'actual: one'
passes_after_run 'expect_at_most text 5 5 s'
fails_after_run 'expect_at_most text 5 6 s' 'text' 'expected: at most 5 s' 'actual: 6 s'
passes_after_run 'cp stdout file; expect_same text stdout file'
fails_after_run 'expect_same text stdout stderr' 'text: '
fails_after_run 'expect_same text stdout nowhere' 'text: '
passes_after_run 'expect_absent text nowhere'
fails_after_run 'expect_absent text stdout' 'text' 'expected: no file stdout'
passes_after_run 'expect_accepted text grep one stdout; expect_match text "^one$" found'
fails_after_run 'expect_accepted text sh -c "echo no; exit 1"' 'text' 'expected: accepted by: sh -c' 'found: no'

passes 'expect_run text 3 "^two$" "$heddle" check a.c'
passes 'expect_run text 3 "" "$heddle" check a.c'
fails 'expect_run text 0 "^two$" "$heddle" check a.c' "command: $place/heddle check a.c" 'expected: 0' 'actual: 3'
fails 'expect_run text 3 "^six$" "$heddle" check a.c' "command: $place/heddle check a.c" "a line that matches '^six$'"

# Whatever else goes wrong is no success either.
fails_after_run 'complain text' 'text'
fails_after_run '(complain text)' 'text' '1 checks failed'
fails_after_run 'complain text | cat; complain other' 'text' 'other' '2 checks failed'
fails_after_run 'complain text; exit 0' 'text'
fails_after_run 'expect_nothing text' 'no such command: expect_nothing text'
fails 'echo "$undefined"' 'undefined'
run_test 'exit 7'
[ $? -eq 7 ] || wrong "an exit code is lost"

# Nothing stays behind.
run_test 'echo "$place"; touch "$place/file"'
[ ! -e "$(cat "$place/output")" ] || wrong "the folder of the test is still there"

[ $failures -eq 0 ] && echo "the helpers of tests/cli find what is wrong"
