#!/usr/bin/env bash
# check_modules.sh [ROOT]
#
# Checks that the files of src/ include only what src/modules.txt allows them to, and that the table itself has no
# cycles.
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"

mapfile -t files < <(find src -name '*.[ch]' | LC_ALL=C sort)

awk '
function complain(text) {
    printf "%s:%d: %s\n", FILENAME, FNR, text
    failed = 1
}

# allow(ROW, NAMES): NAMES is a list with blanks.
function allow(row, names,    list, count, i, path) {
    count = split(names, list, " ")
    for (i = 1; i <= count; i++) {
        split(list[i], path, "/")
        if (row !~ /^</ && !(path[1] in modules))
            complain("`" row "` names `" list[i] "`, which is no module of a line above")
        allowed[row, list[i]] = 1
    }
}

# The row of the table that restricts a header; an empty text if there is none.
function restriction(header,    row, name) {
    for (row in restricted) {
        name = substr(row, 2, length(row) - 2)
        if (sub(/\*$/, "", name) ? index(header, name) == 1 : header == name)
            return row
    }
    return ""
}

function check_include(header, quoted,    row, path) {
    row = restriction(header)
    split(header, path, "/")
    if (row != "") {
        if (!((row, module) in allowed))
            complain("src/modules.txt does not let `" module "` include " row ": " header)
    } else if (!quoted && !(path[1] in modules)) {
        return
    } else if (!(path[1] in modules) || header !~ /\//) {
        complain("include it as \"module/file.h\": " header)
    } else if (path[1] != module && !((module, path[1]) in allowed) && !((module, header) in allowed)) {
        complain("src/modules.txt does not let `" module "` include `" path[1] "`: " header)
    }
}

FILENAME == "src/modules.txt" {
    if ($0 ~ /^(#|$)/)
        next
    row = $1
    if (!sub(/:$/, "", row)) {
        complain("not of the form \"module: modules\"")
        next
    }
    allow(row, substr($0, length($1) + 1))
    if (row ~ /^</)
        restricted[row] = 1
    else
        modules[row] = 1
    next
}

FNR == 1 {
    split(FILENAME, path, "/")
    module = path[2]
    if (!(module in modules))
        complain("src/modules.txt has no module `" module "`")
}

/^[ \t]*#[ \t]*include/ {
    header = $0
    sub(/^[^"<]*["<]/, "", header)
    sub(/[">].*$/, "", header)
    check_include(header, $0 ~ /^[^<]*"/)
}

END { exit failed }
' src/modules.txt "${files[@]}"
