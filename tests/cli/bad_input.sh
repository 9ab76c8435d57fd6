#!/usr/bin/env bash
# bad_input.sh HEDDLE: whatever it is given, heddle ends with the right exit code and one clear message; it neither
# crashes nor hangs nor leaves files behind.
set -u
. tests/cli/lib.sh
mkdir "$place/tmp"
cd "$place" || exit 1
killed_after=300

# run DESCRIPTION ARGUMENTS...: runs heddle and checks what always holds.
run() {
    what=$1
    shift
    TMPDIR=${TMPDIR_FOR_TEST-$place/tmp} run_heddle "$@"
    [ "$code" -lt 124 ] || complain "$what: crashed or hung" "an exit code of heddle" "$code"
    expect_equal "$what: left in TMPDIR" "" "$(ls -A tmp)"
    rm -rf tmp/*
}

# rejects DESCRIPTION CODE REGEX ARGUMENTS...: one line on stderr, which matches.
rejects() {
    run "$1" "${@:4}"
    expect_code "$1" "$2"
    expect_error "$1" "$3"
}

# accepts DESCRIPTION ARGUMENTS...
accepts() {
    run "$@"
    expect_code "$1" 0
    expect_empty "$1" stderr
}

# compiler_rejects DESCRIPTION REGEX ARGUMENTS...: clang's own words.
compiler_rejects() {
    run "$1" "${@:3}"
    expect_code "$1" 2
    expect_match "$1" "$2" stderr
}

# After run: it is fine both to manage and to give up with a message.
works_or_says_so() {
    expect_code "$what" 0 2
    [ "$code" -eq 0 ] || expect_match "$what" 'error: ' stderr
}

# many COUNT TEXT
many() {
    local line
    printf -v line '%*s' "$1" ''
    printf '%s' "${line// /$2}"
}

echo 'int main(void) { return 0; }' >good.c

# Usage.
rejects "no subcommand" 2 'usage|help|command'
rejects "unknown subcommand" 2 'frobnicate' frobnicate good.c
rejects "unknown option" 2 '--frobnicate' outcomes good.c --frobnicate
rejects "no file" 2 'file' outcomes --mm SC
rejects "unknown memory model" 2 'nonsense' outcomes good.c --mm nonsense
rejects "option without its value" 2 '--mm' outcomes good.c --mm
rejects "seed that is no number" 2 'abc' run good.c --seed abc
rejects "unknown global to observe" 2 'nosuch' outcomes good.c --observe nosuch
rejects "help for an unknown subcommand" 2 'frobnicate' help frobnicate
accepts "version" --version
accepts "help" --help
for subcommand in ir run outcomes; do
    accepts "help for $subcommand" help $subcommand
    accepts "a good program for $subcommand" $subcommand good.c
done

# Files.
mkdir directory directory.c
head -c 4096 /dev/urandom >garbage
cp garbage garbage.bc
cp garbage garbage.ll
cp garbage garbage.c
: >empty.c
: >empty.bc
: >empty.ll
clang-19 -g -c -emit-llvm good.c -o good.bc
clang-19 -g -S -emit-llvm good.c -o good.ll
head -c $(($(stat -c %s good.bc) / 2)) good.bc >truncated.bc
head -c 8 good.bc >stub.bc
head -c $(($(stat -c %s good.ll) / 2)) good.ll >truncated.ll
for subcommand in ir run outcomes; do
    rejects "missing file for $subcommand" 2 'missing\.c' $subcommand missing.c
    rejects "directory for $subcommand" 2 'directory' $subcommand directory
    rejects "directory called .c for $subcommand" 2 'directory\.c' $subcommand directory.c
    rejects "binary without a suffix for $subcommand" 2 'garbage' $subcommand garbage
    rejects "garbage as bitcode for $subcommand" 2 'garbage\.bc' $subcommand garbage.bc
    rejects "garbage as C for $subcommand" 2 'garbage\.c' $subcommand garbage.c
    rejects "garbage as LLVM assembly for $subcommand" 2 'garbage\.ll' $subcommand garbage.ll
    rejects "empty source for $subcommand" 2 'empty\.c' $subcommand empty.c
    rejects "empty bitcode for $subcommand" 2 'empty\.bc' $subcommand empty.bc
    rejects "empty LLVM assembly for $subcommand" 2 'empty\.ll' $subcommand empty.ll
    rejects "truncated bitcode for $subcommand" 2 'truncated\.bc' $subcommand truncated.bc
    rejects "bitcode cut in its header for $subcommand" 2 'stub\.bc' $subcommand stub.bc
    rejects "truncated LLVM assembly for $subcommand" 2 'truncated\.ll' $subcommand truncated.ll
done
rejects "missing file beside a good one" 2 'missing\.c' outcomes good.c missing.c
rejects "main twice" 2 'main' outcomes good.c good.bc
rejects "missing schedule" 2 'missing\.schedule' run good.c --schedule missing.schedule
rejects "garbage as a schedule" 2 'garbage' run good.c --schedule garbage

# What LLVM reads and finds valid, and could not be meant.
printf '%%T = type { i32, [2 x %%T] }\n@g = global %%T zeroinitializer\ndefine i32 @main() { ret i32 0 }\n' >contains_itself.ll
rejects "a type that contains itself" 2 'contains itself: %T' outcomes contains_itself.ll
cat >debug.c <<'END'
typedef int number;
typedef struct pair { number x, y[3]; } pair;
static pair p;
int main(void) { { static number here; here = p.y[1]; p.x = here; } return 0; }
END
clang-19 -g -S -emit-llvm debug.c -o debug.ll
number_of() { sed -n "s/^!\([0-9]*\) = .*$1.*/\1/p" debug.ll; }
typedef=$(number_of 'name: "number"') block=$(number_of DILexicalBlock) array=$(number_of DW_TAG_array_type) member=$(number_of 'name: "x"')
# damaged_debug NODE SED-COMMAND: debug.ll with that node changed
damaged_debug() {
    sed "/^!$1 = /$2" debug.ll >damaged_debug.ll
    ! cmp -s debug.ll damaged_debug.ll || complain "nothing is damaged in !$1"
    accepts "debug information with !$1 damaged: $2" outcomes damaged_debug.ll
}
damaged_debug "$block" "s/file: ![0-9]*/file: !$typedef/"
damaged_debug "$typedef" "s/= \(.*\)baseType: ![0-9]*/= distinct \1baseType: !$typedef/"
damaged_debug "$typedef" 's/baseType: ![0-9]*/baseType: null/'
damaged_debug "$array" 's/, elements: ![0-9]*//'
damaged_debug "$(number_of "{!$member, .*}")" 's/!{.*/!{!"text", null}/'

accepts "bitcode" outcomes good.bc
accepts "LLVM assembly" outcomes good.ll

# Sources.
printf 'int main(void)\n{\n    return x;\n}\n' >undeclared.c
compiler_rejects "undeclared name" 'undeclared\.c:3:12: error: .*x' outcomes undeclared.c
echo 'int f(void) { return 0; }' >no_main.c
rejects "no main" 2 'main' outcomes no_main.c
printf 'int unknown(int);\nint zero;\nint main(void)\n{\n    return unknown(zero);\n}\n' >reached.c
rejects "unknown function, reached" 3 'reached\.c:5: error: .*unknown' outcomes reached.c
rejects "unknown function, reached by one run" 3 'reached\.c:5: error: .*unknown' run reached.c
sed 's/return/if (zero) return/' reached.c >not_reached.c
accepts "unknown function, not reached" outcomes not_reached.c
{ echo 'int main(void)'; many 10000 '{'; many 10000 '}'; } >blocks.c
compiler_rejects "10,000 nested blocks" 'blocks\.c:.*error: ' outcomes blocks.c
{ echo 'int zero; int main(void) { '; many 10000 'if (!zero) '; echo 'return 0; return 1; }'; } >conditions.c
run "10,000 nested conditions" outcomes conditions.c
works_or_says_so
{
    echo 'int table[20000];'
    for ((i = 0; i < 20000; i++)); do
        printf 'int f%d(int x) { return x ? x + %d : table[%d]; } %230s\n' $i $i $i '/* padding */'
    done
    echo 'int main(void) { return f1(1) == 2 ? 0 : 1; }'
} >large.c
[ "$(stat -c %s large.c)" -gt 5000000 ] || complain "the large source is not large"
accepts "5 MB of source" outcomes large.c

# Names that a shell or a compiler could take for something else.
# shellcheck disable=SC2016 # the name itself is meant
for name in 'with blank' "it's" 'a"quote' 'gänse und 鳥' '$(touch injected)' '-dash' 'semi;colon' '*' '%s%n' '@at' 'a=b'; do
    cp good.c "./$name.c"
    accepts "a file called $name.c" outcomes "./$name.c"
done
expect_absent "a file's name was run as a command" injected

# Nowhere to put temporary files: it may not need any, or says so.
for TMPDIR_FOR_TEST in "$place/nowhere" "$place/good.c"; do
    run "TMPDIR that is no folder" outcomes good.c
    works_or_says_so
done

# A working folder that is gone by now.
mkdir gone
for subcommand in check outcomes run ir; do
    mkdir -p gone
    cd gone || exit 1
    rmdir ../gone
    TMPDIR=$place/tmp run_heddle $subcommand "$place/debug.c"
    cd "$place" || exit 1
    expect_code "a working folder that is gone, $subcommand" 0
done

finish "all bad input ends well"
