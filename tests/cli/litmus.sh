#!/usr/bin/env bash
# litmus.sh HEDDLE: litmus tests as input: what is printed, exit codes, several files, JSON, errors.
set -u
. tests/cli/lib.sh
tools=$root/tests/tools
cd "$place" || exit 1
clang-19 -o json_check "$tools/json_check.c" || exit 1

cat >SB.litmus <<'END'
X86 SB
"Fre PodWR Fre PodWR"
Cycle=Fre PodWR Fre PodWR
{ (* a comment *) x=0; y=0; }
 P0          | P1          ; // another one
 MOV [x],$1  | MOV [y],$1  ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\ 1:EAX=0)
END
sed 's/^X86 SB/X86 SBn/; s/^exists/~exists/' SB.litmus >SBn.litmus
sed 's/^X86 SB/X86 SBf/; s/^exists.*/forall (0:EAX=1 \\\/ 1:EAX=1)/' SB.litmus >SBf.litmus
printf 'X86 odd\n{ }\n P0 ;\n MOVE [x],EAX ;\nexists (x=1)\n' >odd.litmus

cat >expected_sc <<'END'
Test SB Allowed
States 3
0:EAX=0; 1:EAX=1;
0:EAX=1; 1:EAX=0;
0:EAX=1; 1:EAX=1;
No
Witnesses
Positive: 0 Negative: 3
Condition exists (0:EAX=0 /\ 1:EAX=0)
Observation SB Never 0 3
END
for command in check outcomes; do
    run_heddle $command SB.litmus
    expect_code "$command of store buffering under SC" 0
    expect_same "$command says what herd7 does" expected_sc stdout
done
run_heddle check SB.litmus --mm tso
expect_code "exists is no violation" 0
expect_match "the fourth state" '^0:EAX=0; 1:EAX=0;$' stdout
expect_match "it is observed" '^Ok$' stdout
expect_match "the observation" '^Observation SB Sometimes 1 3$' stdout

run_heddle check SBn.litmus --mm tso
expect_code "what is forbidden and happens is a violation" 10
expect_match "it is forbidden" '^Test SBn Forbidden$' stdout
expect_match "and that does not stand" '^No$' stdout
run_heddle check SBn.litmus --mm sc
expect_code "what is forbidden and does not happen" 0
expect_match "that stands" '^Ok$' stdout
run_heddle check SBf.litmus --mm tso
expect_code "what is required and does not always happen" 10
expect_match "it is required" '^Test SBf Required$' stdout
run_heddle check SBf.litmus
expect_code "what is required and always happens" 0
expect_match "always" '^Observation SBf Always 3 0$' stdout
run_heddle check SBn.litmus --mm tso --engine ord
expect_code "the same by an engine" 10
run_heddle check SBf.litmus --mm sc --engine rf
expect_code "and by another one" 0

# Several models, and several files.
run_heddle check SB.litmus --mm all
expect_match "which model" '^under PSO:$' stdout
run_heddle check SB.litmus SBn.litmus SBf.litmus --mm tso
expect_code "several, of which some are violated" 10
expect_match "a line each" '^SB TSO Allowed Sometimes 1 3$' stdout
expect_match "with a mark" '^SBn TSO Allowed Sometimes 1 3 No$' stdout
expect_match "a summary" '^3 tests: 3 allowed, 0 forbidden, 0 unknown, 2 violated$' stdout
expect_lines "nothing else" 4 stdout
run_heddle check SB.litmus odd.litmus SBf.litmus
expect_code "an error is said at the end" 2
expect_error "an error says where" '^odd\.litmus:4: error: P0: instruction .move. is not supported$'
expect_match "others go on" '^SBf SC Required Always 3 0$' stdout
expect_match "and it is counted" '^3 tests: 0 allowed, 2 forbidden, 1 unknown, 0 violated$' stdout

run_heddle check SB.litmus odd.litmus --mm tso --json
expect_code "as JSON" 2
./json_check <stdout || complain "it is JSON"
expect_accepted "as the schema says" "$tools/schema_check.py" "$root/docs/heddle.schema.json" stdout
expect_text "states in JSON" '"states":["0:EAX=0; 1:EAX=0;"' stdout
expect_text "an error in JSON" '"file":"odd.litmus","test":"odd.litmus","verdict":"UNKNOWN","message":"odd.litmus:4' stdout

run_heddle outcomes SBn.litmus --mm all --json --engine ord
expect_code "outcomes has no engines" 2
run_heddle check SBn.litmus --mm all --json --engine ord
expect_code "as JSON by an engine" 10
expect_accepted "that fits, too" "$tools/schema_check.py" "$root/docs/heddle.schema.json" stdout

# The other commands see a program.
run_heddle ir SB.litmus
expect_match "its code" 'store relaxed i32 \[x\], 1 .*SB\.litmus:6' stdout
run_heddle run SB.litmus --seed 1
expect_code "it can be run" 0
run_heddle classes SB.litmus --mm tso
expect_match "its classes" '^4 classes under TSO$' stdout
run_heddle run SBn.litmus --mm tso --seed 1
expect_code "with the condition as an assertion" 0 10

# Dependencies are those of the text.
cat >dep.litmus <<'END'
AArch64 dep
{ 0:X1=x; 0:X3=y; 0:X5=z; }
 P0                  ;
 LDR W0,[X1]         ;
 EOR W2,W0,W0        ;
 LDR W4,[X3,W2,SXTW] ;
 CBNZ W4,L           ;
 L:                  ;
 STR W2,[X5]         ;
exists (0:X0=0)
END
run_heddle events dep.litmus
grep -A3 'read relaxed y\|write relaxed z' stdout | grep -c '^ *\(addr\|data\|ctrl\): e[0-9]' >found
expect_equal "an address, a value and a branch" 3 "$(cat found)"

run_heddle check SB.litmus "$root/examples/dekker.c"
expect_code "a test and a C file" 2
expect_error "they are not linked" 'a litmus test is a whole program'
run_heddle check SB.litmus --html page.html
expect_code "what a test does not have" 2
expect_error "which option" '--html is not for litmus tests'
run_heddle check nowhere.litmus
expect_code "no file" 2
expect_error "that is said" 'cannot read .nowhere.litmus.'
finish "litmus tests are read and answered"
