#!/usr/bin/env bash
# manual.sh HEDDLE: the manual page and `heddle help` know the same options and the same version.
set -u
. tests/cli/lib.sh
manual=docs/heddle.1

options_of_help() {
    { "$heddle" --help; for command in check ir run outcomes classes schedules events loops consistent sat completion; do "$heddle" help $command; done; } |
        grep -oE -- '--[a-z][a-z-]+' | sort -u
}
options_of_manual() {
    sed 's/\\-/-/g' $manual | grep -oE -- '--[a-z][a-z-]+' | sort -u
}

expect_equal "options that only 'heddle help' (<) or only $manual (>) has" "" \
    "$(diff <(options_of_help) <(options_of_manual) | grep '^[<>]')"
expect_run "the version" 0 '^heddle [0-9]' "$heddle" --version
expect_text "the version" "\"$(cat "$place/stdout")\"" $manual
finish "the manual page has every option"
