#!/usr/bin/env bash
# Tests check_clients.sh on a fake heddle and a made-up library: what it runs, and what it makes of the results.
set -u
script=$(cd "$(dirname "$0")/../.." && pwd)/scripts/check_clients.sh
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
failures=0
mkdir -p "$place/clients" "$place/toy/include" "$place/toy/src"
touch "$place/toy/src/toy.c"
export HEDDLE_CLIENTS=$place/clients

# The fake: a lock is safe, but not under PSO unless it has fences; it insists on what it needs.
cat >"$place/heddle" <<'END'
#!/usr/bin/env bash
echo "$*" >>"${0%/*}/log"
case " $* " in
*" -- "*"-I"*"/toy/include "*) ;;
*) echo "error: toy.h: no such file" >&2; exit 2 ;;
esac
case " $* " in
*" --mm pso "*-DFENCES*) echo "SAFE under PSO" ;;
*" --mm pso "*) echo "VIOLATION under PSO: toy.c:1: assertion"; exit 10 ;;
*" --unwind 2 "*) echo "BOUNDED under SC"; exit 4 ;;
*) echo "SAFE under SC" ;;
esac
END
chmod +x "$place/heddle"

complain() {
    echo "$1"
    sed 's/^/    /' "$place/output"
    failures=$((failures + 1))
}

# client NAME COMMENT
client() {
    printf '/* A client.\n%s\n */\nint main(void) { return 0; }\n' "$2" >"$place/clients/$1.c"
}

# run EXIT-CODE DESCRIPTION ARGUMENT...
run() {
    local expected=$1 description=$2 code
    shift 2
    rm -f "$place/log"
    "$script" "$@" >"$place/output" 2>&1
    code=$?
    [ $code -eq "$expected" ] || complain "$description: exit code $code, expected $expected; its output:"
}

# prints REGEX, and logged REGEX: the last run has printed it, and has run heddle so.
prints() {
    grep -qE -e "$1" "$place/output" || complain "does not print '$1':"
}
logged() {
    grep -qE -e "$1" "$place/log" || complain "heddle was not run with '$1', but: $(cat "$place/log")"
}

client toy_lock " * Needs: -Iinclude src/toy.c -DTOY
 * Verdict: SC safe, TSO safe, PSO violation
 * Verdict -DFENCES: PSO safe"
client toy_queue " * Needs: -Iinclude
 * Options: --unwind 2
 * Verdict: SC bounded"
client other_lock " * Verdict: SC safe"

run 0 "all as written" toy "$place/toy" "$place/heddle"
prints '^toy_lock +SC +safe +[0-9.]+ +ok$'
prints '^toy_lock +PSO +violation +[0-9.]+ +ok$'
prints '^toy_lock -DFENCES +PSO +safe +[0-9.]+ +ok$'
prints '^toy_queue +SC +bounded +[0-9.]+ +ok$'
prints '^5 checks, 0 wrong$'
logged "check .*toy_lock.c $place/toy/src/toy.c --mm tso -q --timeout 60 -- -I$place/toy/include -DTOY$"
logged "toy_queue.c --mm sc -q --timeout 60 --unwind 2 -- "
run 0 "some of them, with flags" --only queue --timeout 5 toy "$place/toy/" "$place/heddle" -- -DMORE -O1
prints '^1 checks, 0 wrong$'
logged "--timeout 5 --unwind 2 -- -I$place/toy/include -DMORE -O1$"

client toy_wrong " * Needs: -Iinclude
 * Verdict: SC violation, TSO safe, PSO violation"
run 1 "a wrong verdict" toy "$place/toy" "$place/heddle"
prints '^toy_wrong +SC +safe +[0-9.]+ +WRONG: expected violation$'
prints '^8 checks, 1 wrong$'
client toy_wrong " * Verdict: SC safe"
run 1 "an error of the compiler" toy "$place/toy" "$place/heddle"
prints '^toy_wrong +SC +error +[0-9.]+ +WRONG: expected safe$'
prints 'no such file'

client toy_wrong " * Needs: src/missing.c
 * Verdict: SC safe"
run 2 "a source that is missing" --only wrong toy "$place/toy" "$place/heddle"
client toy_wrong " * Verdict: SC fine"
run 2 "an unknown word" --only wrong toy "$place/toy" "$place/heddle"
client toy_wrong " * Needs: -Iinclude"
run 2 "no verdict" --only wrong toy "$place/toy" "$place/heddle"
run 2 "no such library" nothing "$place/toy" "$place/heddle"
run 2 "no such folder" toy "$place/nowhere" "$place/heddle"
run 2 "no such program" toy "$place/toy" "$place/nothing"
run 2 "no client of that name" --only nothing toy "$place/toy" "$place/heddle"
run 2 "too few arguments" toy

[ "$failures" -eq 0 ] || exit 1
