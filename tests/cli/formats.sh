#!/usr/bin/env bash
# formats.sh HEDDLE BUILD: every form in which `heddle check` writes its result is what readers of it expect, whatever
# the verdict is and whatever the program is called; and what cannot be written is said once.
set -u
. tests/cli/lib.sh
node=$build/node
scripts/setup_node.sh "$node" || exit 1
cd "$place" || exit 1

# check CODE ARGUMENTS...: heddle check, with that exit code.
check() {
    run_heddle check "${@:2}"
    expect_code "heddle check ${*:2}" "$1"
}

# finds DESCRIPTION REGEX...: `found`, which a checker has written, has a line that matches each.
finds() {
    local what=$1
    shift
    for regex in "$@"; do
        expect_match "$what" "$regex" found
    done
}

# all_forms CODE PROGRAM ARGUMENTS...: writes result.{json,sarif,dot,svg} and, if there is one, witness.{yml,graphml};
# each passes its checker, and what the checkers say is in the file of the same name with .found behind it.
all_forms() {
    rm -f result.* witness.*
    check "$@" --json
    mv stdout result.json
    expect_accepted "$2: --json does not fit its schema" \
        "$root/tests/tools/schema_check.py" "$root/docs/heddle.schema.json" result.json
    check "$@" -q --sarif result.sarif --witness witness.yml
    expect_accepted "$2: not SARIF" "$root/tests/tools/sarif_check.py" "$node/sarif.schema.json" result.sarif
    mv found result.sarif.found
    check "$@" --dot --witness witness.graphml
    mv stdout result.dot
    expect_accepted "$2: no graph" dot -Tsvg result.dot -o result.svg
    expect_empty "$2: dot(1) warns" found
    for witness in witness.*; do
        [ -e "$witness" ] || continue
        expect_accepted "$2: not a witness: $witness" "$root/tests/tools/witness_check.py" "$witness"
        mv found "$witness.found"
    done
    [ ! -e witness.graphml ] || expect_accepted "$2: not XML" xmllint --noout witness.graphml
}

no_witness() {
    expect_absent "$1: a witness of what is not known" witness.yml
    expect_absent "$1: a witness of what is not known" witness.graphml
}

# cannot_write WHAT TEXT: stderr is one line, with this error.
cannot_write() {
    expect_lines "$1" 1 stderr
    expect_text "$1" "heddle: error: cannot write $2" stderr
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
expect_accepted "a violation with buffers, JSON: no two reads that miss a store" python3 -c 'import json, sys
steps = json.load(open("result.json"))["results"][0]["violation"]["steps"]
late = [s for s in steps if "missed" in s]
sys.exit(not (len(late) == 2 and all(s["kind"] == "read" and steps[s["missed"]]["kind"] == "buffer" for s in late)))'

all_forms 10 treiber_stack_aba.c
cp result.sarif.found found
finds "a violation under SC, SARIF" '^result assertions SC: main, T1 \(popper\), T2 \(recycler\)$'
cp witness.graphml.found found
finds "a violation under SC, GraphML" '^T2 returnFrom=recycler$' '^T1 enterFunction=popper$'
cp result.dot found
finds "a violation under SC, DOT" 'label=ws' 'label=rf'
expect_no_match "a violation under SC, DOT: memory has no steps of its own" 'label="memory"' result.dot

all_forms 10 store_buffering.c --mm sc,tso,pso
cp result.sarif.found found
finds "three models, SARIF" '^verdict SC SAFE$' '^result assertions TSO' '^result assertions PSO'

all_forms 0 safe.c --mm sc,tso,pso
cp result.sarif.found found
finds "safe, SARIF" '^verdict PSO SAFE$' '^successful True$'
expect_no_match "safe, SARIF" '^(result|notification)' found
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
expect_same "the same witness, made twice" a.yml b.yml
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
expect_accepted "a name that is no UTF-8: not SARIF" \
    "$root/tests/tools/sarif_check.py" "$node/sarif.schema.json" result.sarif
expect_accepted "a name that is no UTF-8: not XML" xmllint --noout witness.graphml
check 10 "$name" --dot
expect_accepted "a name that is no UTF-8: no graph" dot -Tsvg stdout

# ---- what cannot be written ----

for option in --sarif --witness --html --save-schedule; do
    # What cannot be opened is said before the work begins.
    for target in nowhere/file .; do
        check 2 store_buffering.c --mm tso -q $option $target
        cannot_write "$option $target" "$target: "
        expect_empty "$option $target: a verdict nevertheless" stdout
    done
    # A verdict that is there stands.
    check 10 store_buffering.c --mm tso -q $option /dev/full
    cannot_write "$option /dev/full" "/dev/full: "
    expect_match "$option /dev/full: the verdict" '^VIOLATION' stdout
done
for form in --quiet --json --dot; do
    name_command "$heddle" check store_buffering.c --mm tso $form
    "$heddle" check store_buffering.c --mm tso $form >/dev/full 2>stderr
    code=$?
    expect_code "$form to a full disk" 10
    cannot_write "$form to a full disk" "the output"
    # Nobody reads what comes: the verdict counts, and nothing is said.
    {
        sleep 0.2
        "$heddle" check store_buffering.c --mm tso $form 2>stderr
        echo $? >code
    } | :
    expect_equal "$form to a closed pipe: exit code" 10 "$(cat code)"
    expect_empty "$form to a closed pipe" stderr
done

# Reports have their own files, and never those of the program.
cp store_buffering.c kept.c
ln -s kept.c link.html
for file in kept.c link.html ./kept.c; do
    check 2 kept.c --mm tso --html $file
    expect_match "--html $file" 'is an input: it is not overwritten' stderr
    expect_same "--html $file: the program" store_buffering.c kept.c
done
check 2 kept.c --mm tso --html both --sarif ./both
expect_match "two reports in one file" 'both and ./both are one file' stderr
expect_absent "two reports in one file" both
check 0 kept.c --mm sc --save-schedule none.schedule --witness none.graphml
expect_absent "a schedule of no violation" none.schedule
check 10 kept.c --mm tso --html /dev/null --sarif /dev/null
echo 'a very long text that was there before, longer than any schedule can be: '"$(seq 1000)" >old.schedule
check 10 kept.c --mm tso --save-schedule old.schedule
expect_no_match "what was in a file before" 'was there before' old.schedule
name_command "$heddle" check kept.c --mm tso --html out.html
# shellcheck disable=SC2094 # that is what is tested
"$heddle" check kept.c --mm tso --html out.html >out.html 2>stderr
code=$?
expect_code "a report where standard output goes" 2

check 2 store_buffering.c --json --dot
expect_lines "--json with --dot" 1 stderr

finish "every form of the result is well-formed"
