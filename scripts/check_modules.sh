#!/usr/bin/env bash
# check_modules.sh [ROOT]
#
# Checks that the modules of src/ form layers: a file includes headers only of its own module and of modules before
# it, by their full name ("module/file.h"), LLVM only in `frontend`, and CaDiCaL only in `solver`.
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"

modules=(base ir frontend machine term symex memory sat blast ord solver encode replay engine report api cli)
mapfile -t files < <(find src -name '*.[ch]' | LC_ALL=C sort)

awk -v list="${modules[*]}" '
BEGIN {
    count = split(list, names, " ")
    for (i = 1; i <= count; i++)
        level[names[i]] = i
}
function complain(text) {
    printf "%s:%d: %s\n", FILENAME, FNR, text
    failed = 1
}
FNR == 1 {
    split(FILENAME, path, "/")
    module = path[2]
    if (!(module in level))
        complain("unknown module \"" module "\"; scripts/check_modules.sh lists the modules in order")
}
/^[ \t]*#[ \t]*include/ {
    header = $0
    sub(/^[^"<]*["<]/, "", header)
    sub(/[">].*$/, "", header)
    split(header, path, "/")
    if (path[1] ~ /^llvm/ || path[1] ~ /^clang/) {
        if (module != "frontend")
            complain("LLVM belongs to `frontend` alone: " header)
    } else if (header ~ /c?cadical\.hp*$/ && header != "solver/cadical.h") {
        if (module != "solver")
            complain("CaDiCaL belongs to `solver` alone: " header)
    } else if ($0 ~ /"/) {
        if (header == "heddle.h")
            next
        if (!(path[1] in level) || header !~ /\//)
            complain("include it as \"module/file.h\": " header)
        else if (level[path[1]] > level[module])
            complain("`" module "` must not know `" path[1] "`: " header)
    }
}
END { exit failed }
' "${files[@]}"
