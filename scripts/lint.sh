#!/usr/bin/env bash
# lint.sh BUILD: every static check; BUILD is a configured build folder.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
build=$1
failed=()

# check NAME COMMAND...
check() {
    local name=$1 start=$SECONDS
    shift
    if "$@"; then
        echo "lint: $name: fine ($((SECONDS - start)) s)"
    else
        echo "lint: $name: FAILED"
        failed+=("$name")
    fi
}

# clang-tidy counts warnings in system headers aloud; only findings matter.
run_clang_tidy() {
    find src include cmake tests/unit -name '*.c' -print0 |
        xargs -0 -n 4 -P "$(nproc)" clang-tidy-14 --quiet -p "$build" 2> >(grep -v 'warnings\? generated' >&2)
}

run_cppcheck() {
    cppcheck --quiet --enable=warning,performance,portability --inline-suppr --error-exitcode=1 --std=c11 \
        --suppress=missingIncludeSystem --suppress=objectIndex -j "$(nproc)" -I src -I include src
}

# No address or path of the machine or network that somebody happened to work on.
check_texts() {
    ! grep -rnIE "(https?|ftp)://|(^|[^[:alnum:].])/(home|root|work|Users)/[[:alnum:]]" \
        --exclude-dir=.git --exclude-dir="$(basename "$build")" --exclude="$(basename "$0")" \
        --exclude=namespaces.h --exclude='*.schema.json' --exclude='*.svg' .
}

check format scripts/format.sh --check
check modules scripts/check_modules.sh
check texts check_texts
check shellcheck shellcheck scripts/*.sh tests/*.sh tests/*/*.sh .ci/run
check cppcheck run_cppcheck
check clang-tidy run_clang_tidy

if [ ${#failed[@]} -gt 0 ]; then
    echo "lint: failed: ${failed[*]}"
    exit 1
fi
