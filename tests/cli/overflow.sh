#!/usr/bin/env bash
# overflow.sh HEDDLE: signed overflow, by the types of the source. Unsigned numbers wrap, small ones are promoted.
set -u
. tests/cli/lib.sh

# expect CODE NAME DECLARATIONS STATEMENT [OPTION...]: by every engine.
expect() {
    printf '#include <limits.h>\n#include <stdlib.h>\n%s\nint main(void) { %s; return 0; }\n' "$3" "$4" >"$place/x.c"
    run_heddle check "$place/x.c" -q --property overflow "${@:5}"
    expect_code "$2: $4" "$1"
    [ "$1" != 10 ] || expect_match "$2" 'VIOLATION under SC: .*x.c:4: .*(overflow|fit|shift)'
}

bad() { expect 10 "$@"; }
good() { expect 0 "$@"; }

bad sum 'int a = INT_MAX, b = 1;' 'a = a + b'
good sum 'int a = INT_MAX, b = 1;' 'a = a - b'
bad difference 'long a = LONG_MIN;' 'a = a - 1'
bad product 'int a = 65536;' 'a = a * a'
good product 'unsigned a = 65536;' 'a = a * a'
bad promoted 'unsigned short a = 65535; int r;' 'r = a * a'
good promoted 'short a = 32767; short r;' 'r = a + a'
good small 'signed char a = 127;' 'a++'
good small 'short a = -32768;' 'a--; a = -a'
bad increment 'int a = INT_MAX;' 'a++'
bad decrement 'int a = INT_MIN;' '--a'
bad negation 'int a = INT_MIN;' 'a = -a'
good negation 'unsigned a = 5;' 'a = -a'
bad compound 'int a = INT_MAX, b = 2;' 'a *= b'
bad quotient 'int a = INT_MIN, b = -1;' 'a = a / b'
bad remainder 'int a = INT_MIN, b = -1;' 'a %= b'
bad shift 'int a = 1, n = 31;' 'a = a << n'
bad shift 'int a = -1;' 'a <<= 1'
good shift 'unsigned a = 1, n = 31;' 'a = a << n'
good shift 'int a = 1, n = 30;' 'a = a << n; a = -4 >> 1'
bad folded 'int a;' 'a = INT_MAX + 1'
bad absolute 'int a = INT_MIN;' 'a = abs(a)'
good atomic '_Atomic int a = INT_MAX;' 'a++'
good pointer 'int a[2], *p = a;' 'p++; p--; a[0] = p - a'
bad conversion 'double d = 3e9; int a;' 'a = (int)d'
good conversion 'double d = 2147483647.5; int a;' 'a = (int)d'
bad conversion 'float d = -1; unsigned a;' 'a = d'
bad bits 'struct { int b : 31; } s = {0}; int a = INT_MAX;' 's.b = a + 1'
good bits 'struct { int b : 3; } s = {3};' 's.b++'
bad input 'int __VERIFIER_nondet_int(void); int a;' 'a = __VERIFIER_nondet_int(); a = a + 1' --engine ord
good input 'int __VERIFIER_nondet_int(void); int a;' 'a = __VERIFIER_nondet_int(); if (a < INT_MAX) a = a + 1' --engine ord
bad thirty-two 'long a = 2147483647;' 'a++' --32
good sixty-four 'long a = 2147483647;' 'a++'

# It wraps unless somebody asks, and then it is one of several properties.
printf '#include <assert.h>\n#include <limits.h>\nint a = INT_MAX;\nint main(void) { a++; assert(a > 0); return 0; }\n' \
    >"$place/wraps.c"
run_heddle check "$place/wraps.c"
expect_match "it wraps" 'VIOLATION under SC: .*assertion'
expect_no_match "it is not checked" 'checked: .*overflow'
run_heddle check "$place/wraps.c" --overflow error
expect_match "it is an error" 'VIOLATION under SC: .*wraps.c:4: signed overflow in an addition'
expect_match "others are checked as well" 'checked: assertions, .*, overflow'
run_heddle check "$place/wraps.c" --property all --no-overflow-check
expect_match "switched off" 'VIOLATION under SC: .*assertion'
run_heddle check "$place/wraps.c" --property locks,overflow -q --sarif "$place/x.sarif" --witness "$place/x.graphml"
expect_code "named" 10
expect_text "rule" '"ruleId":"overflow"' "$place/x.sarif"
expect_text "witness" 'G ! overflow' "$place/x.graphml"
for command in run outcomes; do
    run_heddle $command "$place/wraps.c" --overflow error
    expect_code "$command" 10
    expect_match "$command" 'signed overflow in an addition'
done
run_heddle check "$place/wraps.c" --property overflow -q --save-schedule "$place/x.schedule"
run_heddle run "$place/wraps.c" --overflow error --schedule "$place/x.schedule"
expect_match "the schedule" 'signed overflow in an addition'

# SV-COMP.
echo 'CHECK( init(main()), LTL(G ! overflow) )' >"$place/no-overflow.prp"
run_heddle check "$place/wraps.c" --svcomp "$place/no-overflow.prp"
expect_equal "false" "false(no-overflow)" "$(tail -n 1 "$place/stdout")"
sed 's/INT_MAX/1/' "$place/wraps.c" >"$place/fine.c"
run_heddle check "$place/fine.c" --svcomp "$place/no-overflow.prp"
expect_equal "true" "true" "$(tail -n 1 "$place/stdout")"

# What is compiled already has lost the types.
echo 'int a; int main(void) { return a + 1; }' >"$place/x.c"
"${HEDDLE_CLANG:-clang-19}" -S -emit-llvm -o "$place/x.ll" "$place/x.c"
run_heddle check "$place/x.ll" --property overflow
expect_code "assembly" 3
expect_match "assembly" 'overflow can be found in C only'

finish "overflow is found by the rules of C"
