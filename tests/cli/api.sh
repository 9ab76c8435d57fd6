#!/usr/bin/env bash
# api.sh HEDDLE BUILD: the programs in examples/api, compiled against what `make install` lays down, as a user would.
set -u
. tests/cli/lib.sh

run_command cmake --install "$build" --prefix "$place/prefix"
expect_code "installing" 0
export PKG_CONFIG_PATH=$place/prefix/lib/pkgconfig
read -ra flags <<<"$(pkg-config --cflags --libs heddle)"
# The library of a sanitized build needs the same sanitizers at the link.
if grep -q '^HEDDLE_SANITIZE:BOOL=ON' "$build/CMakeCache.txt"; then
    flags+=("-fsanitize=address,undefined")
fi
for program in check_files random_runs; do
    run_command cc -std=c17 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Werror "examples/api/$program.c" "${flags[@]}" \
        -o "$place/$program"
    expect_code "compiling $program" 0
done

# run CODE PROGRAM ARGUMENT...
run() {
    run_command "$place/$2" "${@:3}"
    expect_code "${*:2}" "$1"
}

# printed TEXT: is a part of the output.
printed() {
    expect_text "what is printed" "$1"
}

run 10 check_files examples/store_buffering.c
printed 'SC: safe: no execution violates the property'
# shellcheck disable=SC2016
printed 'TSO: violation: examples/store_buffering.c:47: assertion `seen1 || seen2` failed'
printed 'PSO: violation:'
printed "reads flag2 = 0 (T2 (second)'s 1 is still in its store buffer)"
run 0 check_files examples/peterson_fenced.c
printed 'PSO: safe:'
for program in check_files random_runs; do
    run 2 $program no_such_file.c
    printed 'no_such_file.c'
    run 2 $program
    printed usage
done

run 10 random_runs examples/store_buffering.c
printed "reads flag2 = 0 (T2 (second)'s 1 is still in its store buffer)"
printed 'model TSO'
run 0 random_runs examples/message_passing.c
printed 'no failure'
finish "a program can use the library"
