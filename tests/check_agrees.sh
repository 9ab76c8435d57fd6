#!/usr/bin/env bash
# check_agrees.sh HEDDLE FILE [ENGINE]
#
# Runs `HEDDLE check FILE --engine ENGINE` (ord) under the memory models that the comments of FILE name (see
# check_program.sh), and checks that it gives the verdict that is written there for `heddle outcomes`. Where `ord` gives
# another one, the file says so:
#
#     Check: SC bounded, TSO violation     for these models
#     Check: bounded                       for all models
#     Check-options: --unwind 3            added to the command line
#
# A program that is there for a limit of `heddle outcomes`, or for an error, is checked only if it has such a line.
#
# They hold for `refine` and `clock` as well, which ask the same questions (`clock-idl` is `clock` with --clock idl); they
# may be slower, and know less (BOUNDED, UNKNOWN), but must not contradict. They tell other engines what is true as far as they say `safe` or `violation`; bounds are not for
# them. `default` stands for all engines together: they must find what is true. Others may leave a program alone
# (UNKNOWN), but must not contradict. `rf` may also come to the end of its time (BOUNDED).
set -u

[ $# -eq 2 ] || [ $# -eq 3 ] || { echo "usage: check_agrees.sh HEDDLE FILE [ENGINE]" >&2; exit 2; }
heddle=$1
file=$2
engine=${3-ord}
case $engine in ord | refine | clock | clock-idl) knows_bounds=yes ;; *) knows_bounds= ;; esac

broken() {
    echo "$file: $1" >&2
    exit 2
}

# The text after "NAME:" in the comments.
header() {
    sed -nE "s,^[[:space:]]*(/\*+|\*+|//+)?[[:space:]]*$1:[[:space:]]*(.*),\2,p" "$file" | sed -E 's,\*/.*,,; s,[[:space:]]+$,,'
}

declare -A expected=()
IFS=, read -ra parts <<<"$(header Verdict)"
for part in "${parts[@]}"; do
    read -r model word <<<"$part"
    case $word in limit | error) ;; *) expected[$model]=$word ;; esac
done
IFS=, read -ra parts <<<"$(header Check)"
for part in "${parts[@]}"; do
    read -r model word <<<"$part"
    each=("$model")
    [ -n "$word" ] || { each=(SC TSO PSO) && word=$model; }
    case $knows_bounds:$word in
    yes:* | *:safe | *:violation) for model in "${each[@]}"; do expected[$model]=$word; done ;;
    esac
done
[ "$knows_bounds" ] || for model in "${!expected[@]}"; do
    case ${expected[$model]} in safe | violation) ;; *) unset "expected[$model]" ;; esac
done
[ ${#expected[@]} -gt 0 ] || exit 0

# Of the options of `outcomes`, those that change the program.
options=()
read -ra words <<<"$(header Options | tr '\n' ' ')"
for ((i = 0; i < ${#words[@]}; i++)); do
    case ${words[i]} in
    --32 | --64 | --malloc-may-fail | --atomics=* | --undefined-functions=* | -I?* | -D?*) options+=("${words[i]}") ;;
    --atomics | --undefined-functions) options+=("${words[i]}" "${words[++i]}") ;;
    --) options+=("${words[@]:i}") && break ;;
    esac
done
words=()
[ -z "$knows_bounds" ] || read -ra words <<<"$(header Check-options | tr '\n' ' ')"
[ "$engine" = default ] || words+=(--engine "${engine%-idl}")
[ "$engine" = "${engine%-idl}" ] || words+=(--clock idl)
# What these have not found soon they do not find.
case $engine in rf) seconds=20 ;; satdir) seconds=5 ;; *) seconds=60 ;; esac
command=("$heddle" check "$file" --mm "sc,tso,pso" -q --timeout "$seconds" ${words[@]+"${words[@]}"} ${options[@]+"${options[@]}"})
output=$("${command[@]}" 2>&1 </dev/null)
failures=0
for model in "${!expected[@]}"; do
    line=$(grep -E "^[A-Z ]+ under $model: " <<<"$output")
    actual=$(sed -E 's/ under .*//' <<<"$line" | tr '[:upper:]' '[:lower:]')
    case $engine:$actual in
    ord:* | default:*) ;;
    *:unknown | refine:bounded | clock*:bounded | rf:bounded) continue ;;
    esac
    [ "$actual" = "${expected[$model]}" ] || {
        echo "$file under $model: expected ${expected[$model]}, got ${line:-nothing}" >&2
        failures=$((failures + 1))
    }
done
[ "$failures" -eq 0 ] || { echo "  to rerun: $(printf '%q ' "${command[@]}")" && head -n 5 <<<"$output"; } >&2
[ "$failures" -eq 0 ]
