#!/usr/bin/env bash
# svcomp.sh HEDDLE: the convention of SV-COMP, and the tool-info module for BenchExec.
set -u
. tests/cli/lib.sh

echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' >"$place/unreach-call.prp"
printf 'CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n' >"$place/memsafety.prp"
echo 'CHECK( init(main()), LTL(G valid-deref) )' >"$place/valid-deref.prp"
echo 'CHECK( init(main()), LTL(G valid-free) )' >"$place/valid-free.prp"
echo 'CHECK( init(main()), LTL(F end) )' >"$place/termination.prp"
echo 'CHECK( init(main()), LTL(G ! data-race) )' >"$place/no-data-race.prp"
echo 'CHECK( init(main()), LTL(G ! test-pair) )' >"$place/test.prp"
echo 'int main(void);' >"$place/none.prp"

cat >"$place/reached.c" <<'END'
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

void reach_error(void) { assert(0); }
int x;

static void *writer(void *unused)
{
    x = 1;
    assert(0); /* no part of the property: the thread ends here */
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    if (x)
        reach_error();
    return 0;
}
END
sed 's/if (x)/if (x == 2)/' "$place/reached.c" >"$place/not_reached.c"
cat >"$place/dereference.c" <<'END'
int *p;
int main(void) { return *p; }
END
cat >"$place/freed.c" <<'END'
#include <stdlib.h>
int main(void)
{
    void *p = malloc(1);
    free(p);
    free(p);
    return 0;
}
END
cat >"$place/not_heap.c" <<'END'
#include <stdlib.h>
int x;
int main(void)
{
    int *p = &x;
    free(p);
    return 0;
}
END
cat >"$place/free_slots.c" <<'END'
int free_slots[2];
int main(void)
{
    for (int i = 0; i <= 2; i++)
        free_slots[i] = i;
    return 0;
}
END
cat >"$place/no_start.c" <<'END'
#include <stdlib.h>
int main(void)
{
    char *p = malloc(2);
    free(p + 1);
    return 0;
}
END
cat >"$place/endless.c" <<'END'
void reach_error(void);
int main(void)
{
    for (unsigned long i = 1; i; i++)
        if (i == 1000000000)
            reach_error();
    return 0;
}
END

# expect CODE LAST-LINE ARGUMENT...
expect() {
    run_heddle check "${@:3}"
    expect_code "heddle check ${*:3}" "$1"
    expect_equal "heddle check ${*:3}: the last line" "$2" "$(tail -n 1 "$place/stdout")"
}

# violates PROPERTY FORMULA ARGUMENT...: the answer names the property, and so do both witnesses.
violates() {
    local property=$1 formula="CHECK( init(main()), LTL($2) )" form
    shift 2
    for form in graphml yml; do
        expect 10 "false($property)" --witness "$place/witness.$form" "$@"
        if [ "$(grep -c 'CHECK(' "$place/witness.$form")" -ne 1 ] || ! grep -qF "$formula" "$place/witness.$form"; then
            echo "heddle check $*: the witness is not about $formula:"
            grep 'CHECK(' "$place/witness.$form"
            failures=$((failures + 1))
        fi
    done
}

violates unreach-call 'G ! call(reach_error())' --svcomp "$place/unreach-call.prp" "$place/reached.c"
for program in dereference free_slots; do
    violates valid-deref 'G valid-deref' --svcomp "$place/memsafety.prp" "$place/$program.c"
    violates valid-deref 'G valid-deref' --svcomp "$place/valid-deref.prp" "$place/$program.c"
    expect 0 unknown --svcomp "$place/valid-free.prp" "$place/$program.c"
done
for program in freed not_heap no_start; do
    violates valid-free 'G valid-free' --svcomp "$place/memsafety.prp" "$place/$program.c"
    violates valid-free 'G valid-free' --svcomp "$place/valid-free.prp" "$place/$program.c"
    expect 0 unknown --svcomp "$place/valid-deref.prp" "$place/$program.c"
done
expect 0 true --svcomp "$place/unreach-call.prp" --64 "$place/not_reached.c"
expect 0 unknown --svcomp "$place/memsafety.prp" "$place/not_reached.c"
expect 4 unknown --svcomp "$place/unreach-call.prp" --unwind 2 "$place/endless.c"
expect 3 unknown --svcomp "$place/termination.prp" "$place/reached.c"
expect 10 "false(no-data-race)" --svcomp "$place/no-data-race.prp" "$place/reached.c"
expect 3 unknown --svcomp "$place/test.prp" "$place/reached.c"
expect 2 '' --svcomp "$place/none.prp" "$place/reached.c"
expect 2 '' --svcomp "$place/no_such_file.prp" "$place/reached.c"
expect 10 'false(unreach-call)' --svcomp "$place/unreach-call.prp" --32 "$place/reached.c"
expect 0 true --svcomp "$place/unreach-call.prp" --32 "$place/not_reached.c"

# The tool-info module, with just enough of BenchExec around it.
mkdir -p "$place/benchexec/tools"
touch "$place/benchexec/__init__.py" "$place/benchexec/tools/__init__.py"
cat >"$place/benchexec/result.py" <<'END'
RESULT_TRUE_PROP, RESULT_FALSE_PROP, RESULT_UNKNOWN, RESULT_ERROR = "true", "false", "unknown", "ERROR"
END
echo 'class BaseTool2: pass' >"$place/benchexec/tools/template.py"
cat >"$place/benchexec/tools/sv_benchmarks_util.py" <<'END'
ILP32, LP64 = "ILP32", "LP64"
def get_data_model_from_task(task, models):
    return models.get(task.options.get("data_model"))
END
cp contrib/heddle.py "$place/heddle_info.py"
cat >"$place/try.py" <<'END'
from types import SimpleNamespace as S
from heddle_info import Tool
tool = Tool()
task = S(options={"data_model": "LP64"}, property_file="p.prp", input_files_or_identifier=["a.c"])
command = tool.cmdline("heddle", ["-q"], task, S(cputime=900, memory=8 << 30))
short = S(options={"data_model": "ILP32"}, property_file="p.prp", input_files_or_identifier=["a.c"])
assert "--32" in tool.cmdline("heddle", [], short, S(cputime=900, memory=8 << 30))
assert command == ["heddle", "check", "-q", "--64", "--svcomp", "p.prp", "--timeout", "900", "--memory", "7372", "a.c"], command
def answer(lines, code=0, was_timeout=False):
    return tool.determine_result(S(output=lines, exit_code=S(value=code), was_timeout=was_timeout))
assert answer(["SAFE under SC: ...\n", "true\n"]) == "true"
assert answer(["x", "false(unreach-call)\n"], 10) == "false(unreach-call)"
assert answer(["unknown\n"], 4) == "unknown"
assert answer(["heddle: error: ..."], 2) == "ERROR"
assert answer([], 0, True) == "ERROR"
END
PYTHONPATH=$place run_command python3 "$place/try.py"
expect_code "the tool-info module" 0

# Files that gcc has preprocessed: attributes that clang does not know, and functions that are only inline.
cat >"$place/gcc.i" <<'END'
# 1 "given.c"
extern void free(void *);
extern void *make(unsigned long) __attribute__((__malloc__(free, 1))) __attribute__((__malloc__));
extern void reach_error(void);
inline int twice(int x) { return x + x; }
int linux = 21;
int main(void)
{
    if (twice(linux) == 42)
        reach_error();
    return 0;
}
END
run_heddle check "$place/gcc.i" -q
expect_match "preprocessed by gcc" '^VIOLATION under SC: given.c:9'
finish "SV-COMP gets its answers"
