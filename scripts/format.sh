#!/usr/bin/env bash
# format.sh [--check]: formats all C of the repository in place, or only lists the files that are not formatted.
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t files < <(find src include models examples tests bench cmake -name '*.[ch]' | LC_ALL=C sort)
if [ "${1-}" != --check ]; then
    clang-format-14 -i "${files[@]}"
    exit
fi
status=0
for file in "${files[@]}"; do
    if ! clang-format-14 --dry-run -Werror "$file" >/dev/null 2>&1; then
        echo "$file: not formatted; 'make format' does it"
        status=1
    fi
done
exit $status
