#!/usr/bin/env bash
# formats.sh HEDDLE BUILD: every form in which `heddle check` writes its result is what readers of it expect, whatever
# the verdict is and whatever the program is called; and what cannot be written is said once.
set -u
heddle=$(realpath "$1")
node=$(realpath "$2")/node
scripts/setup_node.sh "$node" || exit 1
root=$PWD
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place" || exit 1
failures=0
: >found

complain() {
    echo "$1"
    head -n 20 found | cut -c 1-300 | sed 's/^/  found: /'
    head -n 10 stderr | cut -c 1-300 | sed 's/^/  stderr: /'
    failures=$((failures + 1))
}

# check CODE ARGUMENTS...: heddle check, with that exit code.
check() {
    local expected=$1
    shift
    timeout -s KILL 60 "$heddle" check "$@" >stdout 2>stderr </dev/null
    local code=$?
    [ $code -eq "$expected" ] || complain "heddle check $*: exit code $code, not $expected"
}

# finds DESCRIPTION REGEX...: `found`, which a checker has written, has a line that matches each.
finds() {
    local what=$1
    shift
    for regex in "$@"; do
        grep -qE -e "$regex" found || complain "$what: no line matches '$regex'"
    done
}

# all_forms CODE PROGRAM ARGUMENTS...: writes result.{json,sarif,dot,svg} and, if there is one, witness.{yml,graphml};
# each passes its checker, and what the checkers say is in the file of the same name with .found behind it.
all_forms() {
    rm -f result.* witness.*
    check "$@" --json
    mv stdout result.json
    "$root/tests/tools/schema_check.py" "$root/docs/heddle.schema.json" result.json >found 2>&1 ||
        complain "$2: --json does not fit its schema"
    check "$@" -q --sarif result.sarif --witness witness.yml
    "$root/tests/tools/sarif_check.py" "$node/sarif.schema.json" result.sarif >found 2>&1 || complain "$2: not SARIF"
    mv found result.sarif.found
    check "$@" --dot --witness witness.graphml
    mv stdout result.dot
    dot -Tsvg result.dot >result.svg 2>found || complain "$2: no graph"
    [ ! -s found ] || complain "$2: dot(1) warns"
    for witness in witness.*; do
        [ -e "$witness" ] || continue
        "$root/tests/tools/witness_check.py" "$witness" >found 2>&1 || complain "$2: not a witness: $witness"
        mv found "$witness.found"
    done
    if [ -e witness.graphml ] && ! xmllint --noout witness.graphml >found 2>&1; then
        complain "$2: not XML"
    fi
    return 0
}

no_witness() {
    if [ -e witness.yml ] || [ -e witness.graphml ]; then
        complain "$1: a witness of what is not known"
    fi
}

# ---- programs ----

cp "$root/examples/store_buffering.c" "$root/examples/treiber_stack_aba.c" .
echo 'int main(void) { return 0; }' >safe.c
cat >bounded.c <<'EOF'
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int main(void)
{
    int n = __VERIFIER_nondet_int(), i = 0;
    __VERIFIER_assume(n >= 0 && n <= 9);
    while (i < n)
        i++;
    assert(i <= 9);
    return 0;
}
EOF
printf 'int unknown(void);\nint main(void)\n{\n    return unknown();\n}\n' >unsupported.c
cat >values.c <<'EOF'
#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
int main(void)
{
    int a = __VERIFIER_nondet_int();
    if (__VERIFIER_nondet_uchar() == 200 && a == -7) {
        long b = __VERIFIER_nondet_long( );
        unsigned long c = __VERIFIER_nondet_ulong();
        assert(b != -9223372036854775807L - 1 || c != 18446744073709551615UL);
    }
    return 0;
}
EOF
printf '#include <assert.h>\nint x;\nint main(void)\n{\n    assert(x == 1);\n}\n' >assertions.c
printf 'void reach_error(void);\nint main(void)\n{\n    reach_error();\n}\n' >unreach-call.c
printf 'int *p;\nint main(void)\n{\n    return *p;\n}\n' >memory.c
printf 'int zero;\nint main(void)\n{\n    return 1 / zero;\n}\n' >arithmetic.c
cat >locks.c <<'EOF'
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void)
{
    pthread_mutex_unlock(&m);
}
EOF
cat >words.c <<'EOF'
#include <assert.h>
int x;
int main(void)
{
    /* ä */ assert(x == 1 && "<&> {0} [a](b) \"q\" \\ ö");
}
EOF

# ---- verdicts ----

all_forms 10 store_buffering.c --mm tso
cp result.sarif.found found
finds "a violation with buffers, SARIF" '^result assertions TSO: main, T1 \(first\), T2 \(second\), memory$' \
    '^successful True$'
cp witness.yml.found found
finds "a violation with buffers, YAML" '^violation_sequence$' '^target 47:5$'
cp witness.graphml.found found
finds "a violation with buffers, GraphML" '^violation_witness$' '^T0 .*createThread=2$' '^T2 startline=36$'
cp result.dot found
finds "a violation with buffers, DOT" 'label="T1 \(first\)"' 'label="memory"' 'label=po' 'label=rf' 'label=fr' \
    'label=buffer' 'still in its store buffer.*style=filled'
python3 -c 'import json, sys
steps = json.load(open("result.json"))["results"][0]["violation"]["steps"]
late = [s for s in steps if "missed" in s]
sys.exit(not (len(late) == 2 and all(s["kind"] == "read" and steps[s["missed"]]["kind"] == "buffer" for s in late)))' ||
    complain "a violation with buffers, JSON: no two reads that miss a store"

all_forms 10 treiber_stack_aba.c
cp result.sarif.found found
finds "a violation under SC, SARIF" '^result assertions SC: main, T1 \(popper\), T2 \(recycler\)$'
cp witness.graphml.found found
finds "a violation under SC, GraphML" '^T2 returnFrom=recycler$' '^T1 enterFunction=popper$'
cp result.dot found
finds "a violation under SC, DOT" 'label=ws' 'label=rf'
! grep -q 'label="memory"' result.dot || complain "a violation under SC, DOT: memory has steps of its own"

all_forms 10 store_buffering.c --mm all
cp result.sarif.found found
finds "three models, SARIF" '^verdict SC SAFE$' '^result assertions TSO' '^result assertions PSO'

all_forms 0 safe.c --mm all
cp result.sarif.found found
finds "safe, SARIF" '^verdict PSO SAFE$' '^successful True$'
! grep -qE '^(result|notification)' found || complain "safe, SARIF: it finds something"
cp witness.yml.found found
finds "safe, YAML" '^invariant_set$'
cp witness.graphml.found found
finds "safe, GraphML" '^correctness_witness$'
cp result.dot found
finds "safe, DOT" 'verdict \[label="SAFE under SC'

all_forms 4 bounded.c --unwind 3
cp result.sarif.found found
finds "bounded, SARIF" '^notification bounded warning$' '^successful True$'
no_witness "bounded"

all_forms 3 unsupported.c
cp result.sarif.found found
finds "unsupported, SARIF" '^notification unsupported error$' '^successful False$'
no_witness "unsupported"

for property in assertions unreach-call memory arithmetic locks; do
    all_forms 10 $property.c
    cp result.sarif.found found
    finds "the rule for $property" "^result $property SC: main$"
done

# ---- witnesses ----

all_forms 10 values.c
cp witness.yml.found found
finds "values, YAML" '^function_return 8:35 \\result == -7$' '^function_return 9:33 \\result == 200$' \
    '^function_return 10:42 \\result == -9223372036854775808$' \
    '^function_return 11:51 \\result == 18446744073709551615$'
cp witness.graphml.found found
finds "values, GraphML" '^T0 .*assumption=\\result == -7; .*resultfunction=__VERIFIER_nondet_int$' \
    'assumption=\\result == \(-9223372036854775807LL - 1\);' 'assumption=\\result == 18446744073709551615ULL;'

SOURCE_DATE_EPOCH=86399 check 10 store_buffering.c --mm tso -q --witness a.yml
SOURCE_DATE_EPOCH=86399 check 10 store_buffering.c --mm tso -q --witness b.yml
cp a.yml found
cmp -s a.yml b.yml || complain "the same witness, made twice, differs"
finds "the time that is given" 'creation_time: "1970-01-01T23:59:59Z"'
SOURCE_DATE_EPOCH=0 check 10 store_buffering.c --mm pso -q --witness c.yml
[ "$(grep uuid a.yml)" != "$(grep uuid c.yml)" ] || complain "another witness has the same UUID"

# ---- names ----

mkdir -p 'a folder/ünter'
for name in 'two words' "it's" 'a"quote' 'gänse' 'a&b<c>' '100%' 'a:b' '#hash?' 'back\slash' 'a folder/ünter/x'; do
    cp words.c "$name.c"
    all_forms 10 "$name.c"
    all_forms 10 "$place/$name.c"
done
# Names that are no UTF-8 cannot be told in it, but what is written stays well-formed.
name=$'bad\xff.c'
cp words.c "$name"
check 10 "$name" --sarif result.sarif --witness witness.graphml
"$root/tests/tools/sarif_check.py" "$node/sarif.schema.json" result.sarif >found 2>&1 || complain "a name that is no UTF-8: not SARIF"
xmllint --noout witness.graphml >found 2>&1 || complain "a name that is no UTF-8: not XML"
check 10 "$name" --dot
dot -Tsvg stdout >/dev/null 2>found || complain "a name that is no UTF-8: no graph"

# ---- what cannot be written ----

for option in --sarif --witness --html --save-schedule; do
    # What cannot be opened is said before the work begins.
    for target in nowhere/file .; do
        check 2 store_buffering.c --mm tso -q $option $target
        cp stdout found
        if [ "$(wc -l <stderr)" -ne 1 ] || ! grep -qF "heddle: error: cannot write $target: " stderr; then
            complain "$option $target: no error of one line"
        fi
        [ ! -s stdout ] || complain "$option $target: a verdict nevertheless"
    done
    # A verdict that is there stands.
    check 10 store_buffering.c --mm tso -q $option /dev/full
    cp stdout found
    if [ "$(wc -l <stderr)" -ne 1 ] || ! grep -qF "heddle: error: cannot write /dev/full: " stderr; then
        complain "$option /dev/full: no error of one line"
    fi
    finds "$option /dev/full: the verdict" '^VIOLATION'
done
for form in --quiet --json --dot; do
    "$heddle" check store_buffering.c --mm tso $form >/dev/full 2>stderr
    [ $? -eq 10 ] || complain "$form to a full disk: exit code"
    : >found
    if [ "$(wc -l <stderr)" -ne 1 ] || ! grep -q '^heddle: error: cannot write the output' stderr; then
        complain "$form to a full disk: no error of one line"
    fi
    # Nobody reads what comes: the verdict counts, and nothing is said.
    {
        sleep 0.2
        "$heddle" check store_buffering.c --mm tso $form 2>stderr
        echo $? >code
    } | :
    [ "$(cat code)" -eq 10 ] || complain "$form to a closed pipe: exit code $(cat code)"
    [ ! -s stderr ] || complain "$form to a closed pipe: noise"
done

# Reports have their own files, and never those of the program.
cp store_buffering.c kept.c
ln -s kept.c link.html
for file in kept.c link.html ./kept.c; do
    check 2 kept.c --mm tso --html $file
    cp stderr found
    grep -q 'is an input: it is not overwritten' stderr || complain "--html $file: no message"
    cmp -s kept.c store_buffering.c || complain "--html $file: the program is gone"
done
check 2 kept.c --mm tso --html both --sarif ./both
cp stderr found
grep -q 'both and ./both are one file' stderr || complain "two reports in one file: no message"
[ ! -e both ] || complain "two reports in one file: it was made nevertheless"
check 0 kept.c --mm sc --save-schedule none.schedule --witness none.graphml
cp stdout found
[ ! -e none.schedule ] || complain "a schedule of no violation"
check 10 kept.c --mm tso --html /dev/null --sarif /dev/null
echo 'a very long text that was there before, longer than any schedule can be: '"$(seq 1000)" >old.schedule
check 10 kept.c --mm tso --save-schedule old.schedule
cp old.schedule found
! grep -q 'was there before' old.schedule || complain "what was in a file before is still there"
# shellcheck disable=SC2094 # that is what is tested
"$heddle" check kept.c --mm tso --html out.html >out.html 2>stderr
[ $? -eq 2 ] || complain "a report where standard output goes: exit code"

check 2 store_buffering.c --json --dot
cp stdout found
[ "$(wc -l <stderr)" -eq 1 ] || complain "--json with --dot: no error of one line"

[ $failures -eq 0 ] && echo "every form of the result is well-formed"
