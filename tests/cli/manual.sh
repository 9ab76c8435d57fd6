#!/usr/bin/env bash
# manual.sh HEDDLE: the manual page and `heddle help` know the same options and the same version.
set -u
heddle=$1
manual=docs/heddle.1

options_of_help() {
    { "$heddle" --help; for command in check ir run outcomes events loops sat completion; do "$heddle" help $command; done; } |
        grep -oE -- '--[a-z][a-z-]+' | sort -u
}
options_of_manual() {
    sed 's/\\-/-/g' $manual | grep -oE -- '--[a-z][a-z-]+' | sort -u
}

if ! diff <(options_of_help) <(options_of_manual) >/dev/null; then
    echo "options that only 'heddle help' (<) or only $manual (>) has:"
    diff <(options_of_help) <(options_of_manual) | grep '^[<>]'
    exit 1
fi
version=$("$heddle" --version)
grep -qF "\"$version\"" $manual || { echo "$manual is not about $version"; exit 1; }
