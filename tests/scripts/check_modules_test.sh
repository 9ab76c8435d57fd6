#!/usr/bin/env bash
# Tests the module check: one file at a time, with one include, first with a small table and then with that of src/.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
failures=0
mkdir "$place/src"

# expect accepts|rejects FILE INCLUDE
expect() {
    mkdir -p "$place/$(dirname "$2")"
    printf 'int x;\n%s\n' "$3" >"$place/$2"
    says "$1" "$2" "$3 in $2"
    rm -rf "${place:?}/$(dirname "$2")"
}

# expect_table accepts|rejects LINES: the table alone.
expect_table() {
    printf '%b' "$2" >"$place/src/modules.txt"
    mkdir "$place/src/low"
    echo 'int x;' >"$place/src/low/a.c"
    says "$1" src/modules.txt "the table $2"
    rm -r "$place/src/low"
}

# says accepts|rejects FILE WHAT: a complaint is about a line of FILE.
says() {
    if "$root/scripts/check_modules.sh" "$place" >"$place/output" 2>&1; then
        [ "$1" = accepts ]
    else
        [ "$1" = rejects ] && grep -q "^$2:[0-9]*: " "$place/output"
    fi || {
        echo "expected that it $1 $3; it says: $(cat "$place/output")"
        failures=$((failures + 1))
    }
}

cat >"$place/src/modules.txt" <<'TABLE'
# A comment: with a colon.

low:
beside: low
high:   low
top:    low high
above:  high/open.h low

<library*>: beside
<exact.h>:  top high
TABLE
expect accepts src/high/a.c '#include "high/a.h"'
expect accepts src/high/a.c '#include "low/a.h"'
expect accepts src/high/a.c '#include "low/folder/a.h"'
expect accepts src/high/a.c '#include <stdio.h>'
expect accepts src/high/folder/a.c '# include "low/a.h"'
expect accepts src/beside/a.c '#include <library-c/Core.h>'
expect accepts src/above/a.c '#include "high/open.h"'
expect rejects src/above/a.c '#include "high/closed.h"'
expect accepts src/top/a.c '#include "exact.h"'
expect accepts src/top/a.c '#include <exact.h>'
expect accepts src/low/a.c '#include <inexact.h>'
expect rejects src/low/a.h '#include "high/a.h"'
expect rejects src/low/a.h '#include <high/a.h>'
expect rejects src/low/folder/a.c '#include "high/a.h"'
expect rejects src/low/a.c '#include "high/a.h" /* why */'
expect rejects src/high/a.c '#include "beside/a.h"' # above it, but not in its line
expect rejects src/high/a.c '#include "a.h"'
expect rejects src/high/a.c '#include "../low/a.h"'
expect rejects src/high/a.c '#include "unknown/a.h"'
expect rejects src/high/a.c '#include <library-c/Core.h>'
expect rejects src/high/a.c '  #  include "library/Support.h"'
expect rejects src/low/a.c '#include <exact.h>'
expect rejects src/unknown/a.c '#include <stdio.h>'
expect rejects src/unknown/a.c 'int y;'

expect_table accepts 'low:\nhigh: low\n'
expect_table rejects 'low: high\nhigh: low\n'
expect_table rejects 'low: unknown\n'
expect_table rejects 'low: unknown/a.h\n'
expect_table rejects 'low\n'

# What must hold of Heddle whatever else changes.
cp "$root/src/modules.txt" "$place/src"
expect accepts src/ir/a.c '#include "base/vec.h"'
expect accepts src/frontend/a.c '#include <llvm-c/Core.h>'
expect accepts src/solver/a.c '#include <ccadical.h>'
expect accepts src/cli/a.c '#include "heddle.h"'
expect rejects src/base/a.c '#include "ir/ir.h"'
expect rejects src/base/a.c '#include "heddle.h"'
expect rejects src/machine/a.c '#include <llvm-c/Core.h>'
expect rejects src/machine/a.c '#include "engine/engine.h"'
expect rejects src/cli/a.c '#include <clang-c/Index.h>'
expect rejects src/cli/a.c '#include "api/program.h"'
expect rejects src/cli/a.c '#include "machine/machine.h"'
expect rejects src/sat/a.c '#include <ccadical.h>'
expect rejects src/engine/a.c '#include <z3.h>'

[ $failures -eq 0 ] && echo "check_modules.sh does what it says"
