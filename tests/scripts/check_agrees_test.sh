#!/usr/bin/env bash
# Tests check_agrees.sh on a fake heddle: what should pass passes, and everything else is seen.
set -u
runner=$(cd "$(dirname "$0")/.." && pwd)/check_agrees.sh
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
failures=0

# The fake: SC is safe, TSO has a violation, PSO is not modelled; with --unwind, SC is bounded. It notes its arguments.
cat >"$place/heddle" <<'END'
#!/usr/bin/env bash
echo "$*" >"$(dirname "$0")/arguments"
[ "$1 $3 $4 $5" = "check --mm sc,tso,pso -q" ] || { echo "heddle: error: usage: $*" >&2; exit 2; }
case " $* " in
*" --unwind "*) echo 'BOUNDED under SC: no violation within 2 iterations' ;;
*) echo 'SAFE under SC: no execution violates the property' ;;
esac
echo 'VIOLATION under TSO: sb.c:9: assertion'
echo 'UNSUPPORTED under PSO: sb.c:3: not modelled' >&2
exit 10
END
chmod +x "$place/heddle"

# expect PASSES|FAILS|SKIPS DESCRIPTION COMMENT [ARGUMENTS]: what the runner must say of a program with this comment,
# and what it must have put on the command line.
expect() {
    local code
    printf '/* A program.\n%s\n */\nint main(void) { return 0; }\n' "$3" >"$place/program.c"
    rm -f "$place/arguments"
    "$runner" "$place/heddle" "$place/program.c" ${engine:+"$engine"} >"$place/output" 2>&1
    code=$?
    case $1 in
    PASSES) [ $code -eq 0 ] && [ -e "$place/arguments" ] && grep -qF -e "${4-}" "$place/arguments" ;;
    FAILS) [ $code -eq 1 ] && grep -q 'to rerun: .*heddle check .*program.c --mm' "$place/output" ;;
    SKIPS) [ $code -eq 0 ] && [ ! -e "$place/arguments" ] ;;
    esac && return
    echo "$2: expected that it $1, got exit code $code, '$(cat "$place/arguments" 2>&1)', and:"
    sed 's/^/    /' "$place/output"
    failures=$((failures + 1))
}

expect PASSES "the verdicts of outcomes" " * Verdict: SC safe, TSO violation, PSO unsupported"
expect PASSES "a subset of the models" "// Verdict: TSO violation"
expect PASSES "the end of a comment" " * Verdict: SC safe */ /*"
expect PASSES "another verdict of one model" " * Verdict: SC safe, TSO safe
 * Check: TSO violation"
expect PASSES "another verdict, with options" " * Verdict: SC safe
 * Check: SC bounded
 * Check-options: --unwind 2" '--unwind 2'
expect PASSES "a limit of outcomes, with a verdict of check" " * Verdict: SC limit
 * Check: SC safe"
expect PASSES "options that change the program" " * Verdict: SC safe
 * Options: --observe r1,r2 --malloc-may-fail --atomics plain -DN=3" '--malloc-may-fail --atomics plain -DN=3'
expect PASSES "options of the compiler" " * Verdict: SC safe
 * Options: --nondet 0..1 -- -O1" '-- -O1'

expect SKIPS "a limit" " * Verdict: SC limit, TSO limit"
expect SKIPS "an error" " * Verdict: SC error"

expect FAILS "wrong verdict" " * Verdict: SC violation"
expect FAILS "a violation that is missed" " * Verdict: SC violation, TSO violation"
expect FAILS "a violation that is none" " * Verdict: TSO safe"
expect FAILS "another verdict that is wrong" " * Verdict: SC safe
 * Check: SC bounded"
expect FAILS "a verdict for all models" " * Verdict: SC safe
 * Check: safe"
expect PASSES "ord, unless another engine is asked for" " * Verdict: SC safe" '--engine ord'
engine=default
expect PASSES "all engines: bounds of ord are not for them" " * Verdict: SC safe
 * Check: SC bounded
 * Check-options: --unwind 2"
expect FAILS "all engines: a violation that is missed" " * Verdict: SC bounded
 * Check: SC violation"
expect SKIPS "all engines: nothing is known" " * Verdict: SC limit
 * Check: SC bounded"
engine=refine
expect PASSES "refine: bounds are for it as well" " * Verdict: SC safe
 * Check: SC bounded
 * Check-options: --unwind 2" '--unwind 2 --engine refine'
expect PASSES "refine: it may know less" " * Verdict: SC safe
 * Check-options: --unwind 2"
expect FAILS "refine: a contradiction" " * Verdict: TSO safe"
engine=states
expect FAILS "another engine: a contradiction" " * Verdict: TSO safe" '--engine states'
sed -i 's/SAFE under SC/UNKNOWN under SC/' "$place/heddle"
expect PASSES "another engine: it leaves the program alone" " * Verdict: SC violation" '--engine states'
engine=default
expect FAILS "all engines: they leave the program alone" " * Verdict: SC violation"
engine=
sed -i '/under SC/d' "$place/heddle"
expect FAILS "no verdict at all" " * Verdict: SC safe"

[ $failures -eq 0 ] && echo "check_agrees.sh does what it says"
