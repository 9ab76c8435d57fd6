#!/usr/bin/env bash
# Tests the module check: one file at a time, with one include.
set -u
check=$(cd "$(dirname "$0")/../.." && pwd)/scripts/check_modules.sh
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
failures=0

# expect accepts|rejects FILE INCLUDE
expect() {
    mkdir -p "$place/$(dirname "$2")"
    printf 'int x;\n%s\n' "$3" >"$place/$2"
    if "$check" "$place" >"$place/output" 2>&1; then
        [ "$1" = accepts ]
    else
        [ "$1" = rejects ] && grep -q "^$2:[12]: " "$place/output"
    fi || {
        echo "expected that it $1 $3 in $2; it says: $(cat "$place/output")"
        failures=$((failures + 1))
    }
    rm -rf "$place/src"
}

expect accepts src/ir/a.c '#include "ir/ir.h"'
expect accepts src/ir/a.c '#include "base/vec.h"'
expect accepts src/ir/a.c '#include <stdio.h>'
expect accepts src/frontend/a.c '#include <llvm-c/Core.h>'
expect accepts src/solver/a.c '#include <ccadical.h>'
expect rejects src/engine/a.c '#include <ccadical.h>'
expect rejects src/engine/a.c '#include <cadical.hpp>'
expect accepts src/engine/rf/a.c '# include "machine/run.h"'
expect accepts src/cli/main.c '#include "heddle.h"'
expect rejects src/ir/a.h '#include "frontend/a.h"'
expect rejects src/base/a.c '#include "ir/ir.h" /* why */'
expect rejects src/ir/a.c '#include "a.h"'
expect rejects src/ir/a.c '#include "../base/vec.h"'
expect rejects src/machine/a.c '#include <llvm-c/Core.h>'
expect rejects src/cli/a.c '  #  include "llvm/Support.h"'
expect rejects src/other/a.c '#include <stdio.h>'

[ $failures -eq 0 ] && echo "check_modules.sh does what it says"
