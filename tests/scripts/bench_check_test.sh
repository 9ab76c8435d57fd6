#!/usr/bin/env bash
# Tests the benchmark on a fake heddle: what it runs, when it stops, what it makes of the results.
set -u
cd "$(dirname "$0")/../.." || exit
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
failures=0

# The fake: as the headers say, but for size 5 of CO-2+2W with --lie; no answer for account from 15 on.
cat >"$place/heddle" <<'END'
#!/usr/bin/env bash
[ "$1" != --version ] || { echo "heddle 9.9"; exit; }
[[ $1 == check && $3 == --mm && $5 == --timeout && $7 == --memory ]] || exit 2
[[ " $* " == *" -DN="* ]] || exit 2
[[ " $* " == *" --json --stats "* ]] || exit 2
conflicts=10
[[ " $* " != *" --slow "* ]] || conflicts=30
echo "{\"results\":[{\"model\":\"$4\",\"statistics\":{\"events\":[1],\"conflicts\":$conflicts}}]}"
echo "77 events" >&2
case " $* " in
*peterson.c*-DN=6*states*) exit 0 ;;
*peterson.c*-DN=6*) exit 5 ;;
*dekker.c*-DN=6*) exit 5 ;;
*parker.c*"--timeout 10"*"--engine ord"*) while :; do :; done ;;
*account.c*-DN=5*) exit 10 ;;
*account.c*) exit 5 ;;
*szymanski.c*FENCES*) exit 0 ;;
*szymanski.c*sc*) exit 0 ;;
*szymanski.c*) exit 10 ;;
*--lie*) exit 10 ;;
esac
END
chmod +x "$place/heddle"

# bench EXIT-CODE ARGUMENT...
bench() {
    local expected=$1 code
    shift
    rm -rf "$place/out"
    scripts/bench_check.sh "$@" >"$place/log" 2>&1
    code=$?
    [ $code -eq "$expected" ] || complain "exit code $code of 'bench_check.sh $*', expected $expected"
}

complain() {
    echo "$1; the log:"
    sed 's/^/    /' "$place/log"
    failures=$((failures + 1))
}

# has FILE REGEX: some line matches; has_not likewise.
has() {
    grep -qE "$2" "$place/out/$1" || complain "no line of $1 matches '$2'"
}
has_not() {
    ! grep -qE "$2" "$place/out/$1" || complain "a line of $1 matches '$2'"
}

is_svg() {
    python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' "$place/out/$1.svg" || complain "$1.svg is broken"
}

bench 0 "$place/heddle" "$place/out" account szymanski co_2p2w
has results.md '^# heddle 9.9'
has results.md '^\| account \(5\) .* V \|.* V \|.* V \|'
has results.md '^\| account \(15\) .* limit \| *limit \| *limit \|'
has_not results.md 'account \(25\)'
has results.md '^\| szymanski fences \(6\) '
has results.md '^\| szymanski \(2\) *\| *TSO *\| *violation .*\| *77 \| *\| *10 \|'
has results.md '^\| co_2p2w \(25\) '
is_svg cactus
is_svg scaling
[ ! -e "$place/out/compare.svg" ] || complain "one set is compared with nothing"

bench 1 --first 1 --mm sc --set honest= --set liar=--lie "$place/heddle" "$place/out" co_2p2w szymanski
has results.md 'WRONG: violation'
has_not results.md 'co_2p2w \(15\)|TSO'

bench 0 --set fast= --set slow='--slow -q' "$place/heddle" "$place/out" szymanski
has results.md '^\| SC *\| *6 \|.*\| *3.00 \|'
has results.md ' 10 : 30 '
has results.md 'slow: .--slow -q.$'
is_svg compare

bench 0 --grow --mm sc --first 2 "$place/heddle" "$place/out" szymanski
has results.md '^\| szymanski \(44\) '

# Each engine alone, and all in turns, which are also tried where a smaller size ran out.
bench 0 --engines --mm sc "$place/heddle" "$place/out" peterson dekker
has engines.md '^\| peterson *\| *3 \| *SC \| *[0-9.]+ safe \| *[0-9.]+ safe \| *[0-9.]+ safe \| *[0-9.]+ \| *\|'
has engines.md '^\| peterson *\| *6 \| *SC \| *[0-9.]+ limit \| *[0-9.]+ safe \| *[0-9.]+ limit \| *\| *<< \|'
has engines.md '^\| peterson *\| *9 \| *SC \| *– \| *[0-9.]+ safe \| *[0-9.]+ safe \|'
has engines.md '^\| dekker *\| *6 \| *SC \| *[0-9.]+ limit \| *[0-9.]+ limit \| *[0-9.]+ limit \| *\| *\|'
has_not engines.md '^\| dekker *\| *9 '
has engines.md '^10 runs; solved: 4 by ord, 8 by states, 8 by one of them, 6 by default; 2 marked$'
grep -q -- '^10 runs; solved: .*engines.md$' "$place/log" || complain "no summary"
has results.md '^At most 10 s '
bench 0 --engines --timeout 1 --cpu-time --mm sc --first 1 "$place/heddle" "$place/out" parker
has engines.md '^\| parker *\| *12 \| *SC \| *[0-9.]+ limit \|'
has engines.md '^2 runs; solved: 0 by ord, 2 by states, '

bench 2 --engines --set a= "$place/heddle" "$place/out"
bench 2 "$place/heddle"
bench 2 --set nonsense "$place/heddle" "$place/out"
bench 2 "$place/heddle" "$place/out" no_such_program
bench 1 --command nonsense --first 1 "$place/heddle" "$place/out" account

[ $failures -eq 0 ]
