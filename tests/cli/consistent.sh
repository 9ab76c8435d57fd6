#!/usr/bin/env bash
# consistent.sh HEDDLE: heddle consistent knows which recorded executions can happen, shows how or why not, and says what
# is wrong with files that are not as they should be.
# shellcheck disable=SC2016 # messages have backquotes
set -u
. tests/cli/lib.sh
cd "$place" || exit 1
clang-19 -o json_check "$root/tests/tools/json_check.c" || exit 1

# lines FILE LINE...: a recording.
lines() {
    printf '%s\n' "${@:2}" >"$1"
}

# verdict MODEL: of the last command.
verdict() {
    sed -n "s/^$1: //p" stdout
}

# litmus NAME VERDICTS LINE...: what SC, TSO and PSO say, yes or no each.
litmus() {
    local name=$1 expected=$2 model found=
    lines "$name" "${@:3}"
    run_heddle consistent "$name" --mm all
    for model in SC TSO PSO; do
        case $(verdict $model) in
        CONSISTENT) found+=" yes" ;;
        "NOT CONSISTENT") found+=" no" ;;
        esac
    done
    expect_equal "$name" "$expected" "${found# }"
    case $expected in
    *no*) expect_code "$name" 10 ;;
    *) expect_code "$name" 0 ;;
    esac
}

# The table of docs/ground-truth.md. Where it asks for the last value of a place, others look at it: whoever sees both
# writes tells their order.
litmus SB "no yes yes" "a write x 1" "a read y 0" "b write y 1" "b read x 0"
litmus SB+mfences "no no no" "a write x 1" "a mfence" "a read y 0" "b write y 1" "b fence" "b read x 0"
litmus SB+mfence+po "no yes yes" "a write x 1" "a mfence" "a read y 0" "b write y 1" "b read x 0"
litmus SB+rfi-po "no yes yes" "a write x 1" "a read x 1" "a read y 0" "b write y 1" "b read y 1" "b read x 0"
litmus SB+rmw "no no no" "a rmw x 0 1" "a read y 0" "b rmw y 0 1" "b read x 0"
litmus MP "no no yes" "a write x 1" "a write y 1" "b read y 1" "b read x 0"
litmus MP+sfence "no no no" "a write x 1" "a sfence" "a write y 1" "b read y 1" "b read x 0"
litmus MP+order "no no no" "a write x 1 as x" "a write y 1 as y" "a order x y" "b read y 1" "b read x 0"
litmus LB "no no no" "a read x 1" "a write y 1" "b read y 1" "b write x 1"
litmus S "no no yes" "a write x 2" "a write y 1" "b read y 1" "b write x 1" "c read x 1" "c read x 2"
litmus R "no yes yes" "a write x 1" "a write y 1" "b write y 2" "b read x 0" "c read y 1" "c read y 2"
litmus 2+2W "no no yes" "a write x 1" "a write y 2" "b write y 1" "b write x 2" "c read x 2" "c read x 1" "d read y 2" "d read y 1"
litmus WRC "no no no" "a write x 1" "b read x 1" "b write y 1" "c read y 1" "c read x 0"
litmus RWC "no yes yes" "a write x 1" "b read x 1" "b read y 0" "c write y 1" "c read x 0"
litmus W+RWC "no yes yes" "a write x 1" "a write z 1" "b read z 1" "b read y 0" "c write y 1" "c read x 0"
litmus ISA2 "no no yes" "a write x 1" "a write y 1" "b read y 1" "b write z 1" "c read z 1" "c read x 0"
litmus IRIW "no no no" "a write x 1" "b write y 1" "c read x 1" "c read y 0" "d read y 1" "d read x 0"
litmus n6 "no yes yes" "a write x 1" "a read x 1" "a read y 0" "b write y 1" "b write x 2" "c read x 2" "c read x 1"
litmus n5 "no no no" "a write x 1" "a read x 2" "b write x 2" "b read x 1"
litmus CoRR "no no no" "a write x 1" "b read x 1" "b read x 0"
litmus CoWR "no no no" "a write x 1" "a read x 2" "b write x 2" "c read x 2" "c read x 1"
litmus CoRW "no no no" "a read x 2" "a write x 1" "b write x 2" "c read x 1" "c read x 2"

# Atomic operations, blocks, threads, wide accesses.
litmus two-winners "no no no" "a rmw x 0 1" "b rmw x 0 2"
litmus one-winner "yes yes yes" "a rmw x 0 -> 1" "b rmw x 1 -> 2" "c read x 2"
litmus no-rmw-between "no no no" "a rmw x 0 1" "b write x 2" "c read x 2" "c read x 1"
litmus block "no no no" "a begin" "a write x 1" "a write y 1" "a end" "b read y 1" "b read x 0"
litmus no-block "yes yes yes" "a write y 1" "a write x 1" "b read y 1" "b read x 0"
litmus mixed-block "no no no" "a begin" "b read y 1" "a write x 1" "b read x 0" "a write y 1" "a end"
litmus block-is-fence "no no no" "a write x 1" "a begin" "a end" "a read y 0" "b rmw y 0 1" "b read x 0"
litmus create "no no no" "a write x 1" "a create b" "b read x 0"
litmus create-before "yes yes yes" "a create b" "a write x 1" "b read x 0"
litmus join "no no no" "b write x 1" "a join b" "a read x 0"
litmus join-before "yes yes yes" "b write x 1" "a read x 0" "a join b"
litmus join-nothing "yes yes yes" "a join b" "a join b"
litmus wide "no no no" "a write low,high 1,2 as w" "b read low,high from w,initial"
litmus wide-whole "yes yes yes" "a write low,high 1,2" "b read low,high 1,2" "c read low 0"
litmus wide-order "no no no" "a write low,high 1,2" "b read low,high 1,2" "b read low 0"
litmus named "yes yes yes" "a write x 1 as first" "a write x 1 as second" "b read x from first" "b read x from second"
litmus named-wrong "no no no" "a write x 1 as first" "a write x 1 as second" "b read x from second" "b read x from first"
litmus written-forms "yes yes yes" "initial x 7" $'a:\twrite x=0x10\r' "b: read x=7 # before" "b: read x 16"

# A witness: every line once, and each store that waits a second time.
run_heddle consistent SB --mm tso
expect_equal "the witness of SB" "$(printf '%s\n' 'TSO: CONSISTENT' \
    '  line 1    a write x 1   (waits in the store buffer)' '  line 2    a read y 0' \
    '  line 3    b write y 1   (waits in the store buffer)' '  line 4    b read x 0' \
    '  line 1    a write x 1   reaches memory' '  line 3    b write y 1   reaches memory')" "$(cat stdout)"
run_heddle consistent wide-whole
expect_lines "a witness under SC" 4 stdout

# A proof that needs others, and the model's own reasons.
run_heddle consistent n6 --mm sc
expect_match "a fact that rests on others" '^  \[[0-9]\] line 7 .* is before line 5 .*: line 7 reads x from line 1, which line 5 overwrites \(\[[0-9]\], '
expect_match "a circle" '^  But \[[0-9]\], .* and \[[0-9]\] lead in a circle'
run_heddle consistent SB+mfences --mm tso
expect_match "a fence" 'line 1 \(a write x 1\) reaches memory before line 2 \(a mfence\): line 2 waits until the stores before it'
run_heddle consistent MP --mm tso
expect_match "stores in order" 'line 1 .* reaches memory before line 2 .*: these stores stay in program order'
run_heddle consistent join --mm tso
expect_match "a join" 'the end of b is before line 2 \(a join b\): line 2 joins it'
run_heddle consistent create
expect_match "a creation" 'line 2 \(a create b\) is before line 3 \(b read x 0\): line 2 creates the thread'
run_heddle consistent block
expect_match "a block" 'the block of line 1 \(a begin\) is before line 5'
run_heddle consistent n5 --mm tso
expect_match "an own write" 'line 2 reads x from line 3, although line 1 of the same thread is before it'

# Options.
run_heddle consistent SB
expect_equal "SC is the default" "SC: NOT CONSISTENT" "$(head -n 1 stdout)"
run_heddle consistent -q SB --mm=all
expect_equal "-q" "$(printf '%s\n' 'SC: NOT CONSISTENT' 'TSO: CONSISTENT' 'PSO: CONSISTENT')" "$(cat stdout)"
name_command "heddle consistent - <SB"
"$heddle" consistent - --mm tso <SB >stdout 2>stderr
code=$?
expect_code "standard input" 0

# prints DESCRIPTION CODE REGEX ARGUMENTS...: a JSON value that matches.
prints() {
    run_heddle consistent "${@:4}" --json
    expect_code "$1" "$2"
    ./json_check <stdout || complain "$1: not JSON"
    expect_accepted "$1: not as the schema says" "$root/tests/tools/schema_check.py" "$root/docs/heddle.schema.json" stdout
    expect_match "$1" "$3" stdout
}
prints "JSON of SB" 10 '"command":"consistent","files":\["SB"\].*"verdict":"NOT CONSISTENT".*"cycle":\[1,2,3,4\].*"verdict":"CONSISTENT".*"line":1,"thread":"a","text":"a write x 1","moment":"arrives"' SB --mm all
prints "JSON of what no machine does" 10 '"before":1,"after":2,"text":".*older' <(printf 'a write x 1\na read x 0\n') --mm sc
prints "JSON of nothing" 0 '"witness":\[\]' /dev/null

# refuses WHAT LINE REGEX TEXT: standard error names the file and the line.
refuses() {
    printf '%b' "$4" >bad
    run_heddle consistent bad --mm all
    expect_code "$1" 2
    expect_empty "$1" stdout
    expect_error "$1" "^bad:$2: error: $3"
}
refuses "an unknown kind" 2 'expected read, write, .* not `load`' 'a write x 1\nb load x 1\n'
refuses "a value that nobody wrote" 1 'nobody writes this value to `x`' 'b read x 1\n'
refuses "a value twice" 3 'lines 1 and 2 both write this value' 'a write x 1\nb write x 1\nc read x 1\n'
refuses "a value that is initial, too" 2 'this is the initial value of `x`, and line 1 writes it, too' 'a write x 0\nc read x 0\n'
refuses "no such name" 1 'no write is named `w`' 'b read x from w\n'
refuses "a block without an end" 2 'this block has no `end`' '\na begin\na read x 0\n'
refuses "zero bytes" 2 'a byte that is no text' 'a write x 1\nb\0read x 1\n'
refuses "something for the terminal" 1 'a byte that is no text' 'a \033[31m x\n'
head -c 5000 "$heddle" >binary
run_heddle consistent binary
expect_code "a program" 2
head -c 100000 /dev/urandom >random
run_heddle consistent random
expect_code "random bytes" 2
run_heddle consistent no-such-file
expect_code "no file" 2
expect_error "no file" 'cannot read no-such-file'
run_heddle consistent .
expect_code "a folder" 2
run_heddle consistent SB MP
expect_code "two files" 2
run_heddle consistent
expect_code "no file at all" 2
: >empty
run_heddle consistent empty --mm all -q
expect_code "an empty file" 0
run_heddle consistent /dev/null
expect_code "/dev/null" 0

# Large ones. The same values in the same order are what one after the other would do.
awk 'BEGIN { srand(1); for (i = 1; i <= 20000; i++) { t = int(rand() * 6); x = int(rand() * 40)
    if (rand() < 0.4) { m[x] = i; print "t" t " write x" x " " i } else print "t" t " read x" x " " m[x] + 0 } }' >large
run_heddle consistent large --mm all -q
expect_code "20,000 lines" 0
# At the end somebody reads what was there first, and who has seen what came later.
awk '{ print } $2 == "write" && $3 == "x1" && !first { first = $4 } END { print "t0 read x1 " first }' large >late
run_heddle consistent late --mm all -q
expect_code "20,000 lines, of which one cannot be" 10
yes 't1 write x' | head -n 300000 >long
run_heddle consistent long --mm all -q
expect_code "300,000 lines" 0
awk 'BEGIN { for (i = 0; i < 40000; i++) print "t" i " read x 0" }' >wide-file
run_heddle consistent wide-file --mm all
expect_code "40,000 threads" 5
expect_match "40,000 threads" '^PSO: UNKNOWN: gave up: it is too large'
prints "JSON of 40,000 threads" 5 '"verdict":"UNKNOWN","message":"it is too large"' wide-file
prints "no time" 5 '"verdict":"UNKNOWN","message":"out of time"' large --mm all --timeout 0.000001
run_heddle consistent large --mm all --timeout 0.000001
expect_code "no time" 5
expect_match "no time" '^TSO: UNKNOWN: gave up: out of time'
finish "recorded executions are judged as the models say"
