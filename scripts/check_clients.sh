#!/usr/bin/env bash
# check_clients.sh [--only WORD] [--timeout SECONDS] LIBRARY PATH [HEDDLE] [-- FLAG...]
#
# Checks the clients examples/clients/LIBRARY_*.c of a library whose sources are in the folder PATH, under the memory
# models that their comments name, and compares the verdicts with what is written there:
#
#     Needs: -Iinclude src/ck_hp.c                what the compiler is given: folders and files (or patterns of files)
#                                                 are those in PATH; +(?) stands for any part of a name
#     Verdict: SC safe, TSO safe, PSO violation   words: safe violation bounded unsupported
#     Verdict -DCK_MD_PSO: PSO safe               the same with the library compiled in another way
#     Options: --unwind 3                         added to `heddle check`
#
# Prints one line for each client and model, and at the end how many are wrong. HEDDLE is build/heddle, if not given.
# --only takes the clients with WORD in their name; each check may take --timeout (60) seconds. Flags after -- go to the
# compiler.
#
# The exit code is 0 if all is as written, 1 if not, 2 if something cannot be understood.
set -u
shopt -s extglob

usage() {
    echo "usage: check_clients.sh [--only WORD] [--timeout SECONDS] LIBRARY PATH [HEDDLE] [-- FLAG...]" >&2
    exit 2
}

only="" timeout=60
while [[ ${1-} == --* ]]; do
    [ $# -ge 2 ] || usage
    case $1 in
    --only) only=$2 ;;
    --timeout) timeout=$2 ;;
    *) usage ;;
    esac
    shift 2
done
[ $# -ge 2 ] || usage
library=$1 path=${2%/}
shift 2
root=$(cd "$(dirname "$0")/.." && pwd)
heddle=$root/build/heddle
if [ $# -gt 0 ] && [ "$1" != -- ]; then
    heddle=$1
    shift
fi
flags=()
if [ $# -gt 0 ]; then
    [ "$1" = -- ] || usage
    flags=("${@:2}")
fi
clients=${HEDDLE_CLIENTS-$root/examples/clients}

broken() {
    echo "$1" >&2
    exit 2
}

[[ $timeout =~ ^[1-9][0-9]*$ ]] || broken "--timeout: not a number of seconds: '$timeout'"
[ -d "$path" ] || broken "$path: no such folder"
[ -x "$heddle" ] || broken "$heddle: not a program; build it first, or name another one"

declare -A WORD_OF=([0]=safe [10]=violation [4]=bounded [5]=unknown [3]=unsupported [70]=internal [137]=killed)
wrong=0 total=0

# The texts after "NAME:" in the comments of the client.
header() {
    sed -nE "s,^[[:space:]]*(/\*+|\*+|//+)?[[:space:]]*$1:[[:space:]]*(.*),\2,p" "$client" | sed -E 's,\*/.*,,; s,[[:space:]]+$,,'
}

# Sets needs (for the compiler) and sources (of the library) from the comments.
read_needs() {
    local words word files
    needs=() sources=()
    read -ra words <<<"$(header Needs | tr '\n' ' ')"
    for word in "${words[@]}"; do
        case $word in
        -I?*) needs+=("-I$path/${word#-I}") ;;
        -*) needs+=("$word") ;;
        *)
            mapfile -t files < <(compgen -G "$path/$word")
            [ "${#files[@]}" -gt 0 ] || broken "$client: needs $path/$word, which is not there"
            sources+=("${files[@]}")
            ;;
        esac
    done
}

# check MODEL WORD FLAG...: one line of the table.
check() {
    local model=$1 expected=$2 started=$EPOCHREALTIME seconds code got mark=ok
    shift 2
    "$heddle" check "$client" "${sources[@]}" --mm "${model,,}" -q --timeout "$timeout" "${options[@]}" -- \
        "${needs[@]}" "$@" "${flags[@]}" >"$output" 2>&1 </dev/null
    code=$?
    seconds=$(awk -v a="$started" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.2f", b - a }')
    got=${WORD_OF[$code]-error}
    total=$((total + 1))
    if [ "$got" != "$expected" ]; then
        wrong=$((wrong + 1))
        mark="WRONG: expected $expected"
    fi
    printf '%-37s %-4s %-11s %7s  %s\n' "$name${*:+ $*}" "$model" "$got" "$seconds" "$mark"
    [ "$mark" = ok ] || sed 's/^/    /' "$output" | head -n 6
}

# check_line FLAGS VERDICTS, as in "Verdict FLAGS: VERDICTS".
check_line() {
    local extra parts part words
    read -ra extra <<<"$1"
    IFS=, read -ra parts <<<"$2"
    for part in "${parts[@]}"; do
        read -ra words <<<"$part"
        [[ ${#words[@]} -eq 2 && ${words[0]} =~ ^(SC|TSO|PSO)$ && ${words[1]} =~ ^(safe|violation|bounded|unsupported)$ ]] ||
            broken "$client: cannot understand '$part' in its verdict"
        check "${words[0]}" "${words[1]}" "${extra[@]}"
    done
}

output=$(mktemp)
trap 'rm -f "$output"' EXIT
for client in "$clients/${library}"_*.c; do
    [ -r "$client" ] || broken "no client of $library in $clients"
    name=$(basename "$client" .c)
    [[ $name == *"$only"* ]] || continue
    read -ra options <<<"$(header Options | tr '\n' ' ')"
    read_needs
    lines=$(sed -nE 's,^[[:space:]]*(/\*+|\*+|//+)?[[:space:]]*Verdict( -[^:]*)?:[[:space:]]*(.*),\2:\3,p' "$client" |
        sed -E 's,\*/.*,,; s,[[:space:]]+$,,')
    [ -n "$lines" ] || broken "$client: no line 'Verdict: ...' says what to expect"
    while IFS=: read -r extra verdicts; do
        check_line "$extra" "$verdicts"
    done <<<"$lines"
done
[ "$total" -gt 0 ] || broken "no client of $library has '$only' in its name"
echo "$total checks, $wrong wrong"
[ "$wrong" -eq 0 ]
