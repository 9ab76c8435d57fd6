#!/usr/bin/env bash
# Tests the test runner on a fake heddle: what should pass passes, and everything else is seen.
set -u
runner=$(cd "$(dirname "$0")/.." && pwd)/check_program.sh
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
failures=0

# The fake: SC is safe with one outcome, TSO has a violation and two; it insists on its options.
cat >"$place/heddle" <<'END'
#!/usr/bin/env bash
[ "$1 $3 $5 $6" = "outcomes --mm --observe r1,r2" ] || { echo "heddle: error: usage: $*" >&2; exit 2; }
case $4 in
SC) printf 'sb.c under SC: 1 outcomes, 9 states\n  r1=0  r2=1\n' ;;
TSO) printf 'sb.c under TSO: 2 outcomes, 9 states\n  r1=0 r2=1\n  r1=0 r2=0\nVIOLATION: sb.c:9: assertion\n'; exit 10 ;;
PSO) echo 'sb.c:3: error: unknown function `f`' >&2; exit 3 ;;
esac
END
chmod +x "$place/heddle"

# expect PASSES|FAILS|BROKEN DESCRIPTION COMMENT: what the runner must say of a program with this comment.
expect() {
    local code
    printf '/* A program.\n%s\n */\nint main(void) { return 0; }\n' "$3" >"$place/program.c"
    "$runner" "$place/heddle" "$place/program.c" >"$place/output" 2>&1
    code=$?
    case $1 in
    PASSES) [ $code -eq 0 ] ;;
    FAILS) [ $code -eq 1 ] && grep -q 'to rerun: .*heddle outcomes .*program.c --mm' "$place/output" ;;
    BROKEN) [ $code -eq 2 ] && grep -q 'program.c: ' "$place/output" ;;
    esac && return
    echo "$2: expected that it $1, got exit code $code and:"
    sed 's/^/    /' "$place/output"
    failures=$((failures + 1))
}

o=' * Options: --observe r1,r2'
expect PASSES "all models" "$o
 * Verdict: SC safe, TSO violation, PSO unsupported
 * Outcomes SC: r1=0 r2=1
 * Outcomes TSO: r1=0 r2=0 | r1=0 r2=1
 * Prints TSO: ^VIOLATION: sb\.c:[0-9]+
 * Prints PSO: unknown function
 * Prints-not SC: VIOLATION"
expect PASSES "a subset of the models, other comment styles" "   Options: --observe r1,r2
// Verdict: TSO violation
** Outcomes: r1=0 r2=0 | r1=0 r2=1"
expect PASSES "outcomes in two lines, and the end of a comment" "$o
 * Outcomes TSO: r1=0 r2=0
 * Outcomes TSO: r1=0 r2=1
 * Verdict: TSO violation */ /*"
expect PASSES "the empty set of outcomes" "$o
 * Verdict: PSO unsupported
 * Outcomes PSO: none"

expect FAILS "wrong verdict" "$o
 * Verdict: SC violation"
expect FAILS "wrong verdict of the second model" "$o
 * Verdict: SC safe, TSO safe"
expect FAILS "options missing" " * Verdict: SC safe"
expect FAILS "an outcome too many expected" "$o
 * Verdict: SC safe
 * Outcomes SC: r1=0 r2=1 | r1=0 r2=0"
expect FAILS "an outcome too few expected" "$o
 * Verdict: TSO violation
 * Outcomes TSO: r1=0 r2=1"
expect FAILS "no outcome expected" "$o
 * Verdict: TSO violation
 * Outcomes TSO: none"
expect FAILS "not printed" "$o
 * Verdict: TSO violation
 * Prints: deadlock"
expect FAILS "printed" "$o
 * Verdict: TSO violation
 * Prints-not TSO: assertion"

expect BROKEN "no verdict" "$o"
expect BROKEN "empty verdict" " * Verdict:"
expect BROKEN "two verdicts" " * Verdict: SC safe
 * Verdict: TSO safe"
expect BROKEN "two verdicts for one model" " * Verdict: SC safe, SC violation"
expect BROKEN "unknown model" " * Verdict: ARM safe"
expect BROKEN "unknown word" " * Verdict: SC fine"
expect BROKEN "missing comma" " * Verdict: SC safe TSO violation"
expect BROKEN "misspelt keyword" " * Verdict: SC safe
 * Outcome SC: r1=0"
expect BROKEN "keyword in lower case" " * verdict: SC safe"
expect BROKEN "outcomes of an unknown model" " * Verdict: SC safe
 * Outcomes ARM: r1=0"
expect BROKEN "outcomes of a model that is not run" " * Verdict: SC safe
 * Outcomes TSO: r1=0"
expect BROKEN "invalid regular expression" " * Verdict: SC safe
 * Prints: ("
expect BROKEN "options of one model" " * Verdict: SC safe
 * Options SC: --observe r1"

[ $failures -eq 0 ] && echo "check_program.sh does what it says"
