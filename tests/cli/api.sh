#!/usr/bin/env bash
# api.sh HEDDLE BUILD: the program in examples/api, compiled against what `make install` lays down, as a user would.
set -euo pipefail
build=$2
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

cmake --install "$build" --prefix "$place/prefix" >/dev/null
export PKG_CONFIG_PATH=$place/prefix/lib/pkgconfig
read -ra flags <<<"$(pkg-config --cflags --libs heddle)"
# The library of a sanitized build needs the same sanitizers at the link.
if grep -q '^HEDDLE_SANITIZE:BOOL=ON' "$build/CMakeCache.txt"; then
    flags+=("-fsanitize=address,undefined")
fi
cc -std=c17 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Werror examples/api/check_files.c "${flags[@]}" \
    -o "$place/check_files"

# run CODE ARGUMENT...: ends with this code; what it prints is in $place/output.
run() {
    local expected=$1 code=0
    shift
    "$place/check_files" "$@" >"$place/output" 2>&1 || code=$?
    [ $code -eq "$expected" ] || { echo "check_files $*: exit code $code, not $expected"; cat "$place/output"; exit 1; }
}

# printed TEXT: is a part of the output.
printed() {
    grep -qF -- "$1" "$place/output" || { echo "not printed: $1"; cat "$place/output"; exit 1; }
}

run 10 examples/store_buffering.c
printed 'SC: safe: no execution violates the property'
# shellcheck disable=SC2016
printed 'TSO: violation: examples/store_buffering.c:47: assertion `seen1 || seen2` failed'
printed 'PSO: violation:'
printed "reads flag2 = 0 (T2 (second)'s 1 is still in its store buffer)"
run 0 examples/peterson_fenced.c
printed 'PSO: safe:'
run 2 no_such_file.c
printed 'no_such_file.c'
run 2
printed usage
