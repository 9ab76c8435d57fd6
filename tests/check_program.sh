#!/usr/bin/env bash
# check_program.sh HEDDLE FILE
#
# Runs `HEDDLE outcomes FILE` under each memory model that a comment of FILE names, and checks what it says there:
#
#     Verdict: SC safe, TSO violation, PSO violation   words: safe violation bounded limit unsupported error
#     Options: --observe r1,r2                         added to every run
#     Outcomes TSO: r1=0 r2=0 | r1=0 r2=1              exactly these, in any order; "none" for the empty set
#     Prints TSO: regex                                must match in the output (extended regular expression)
#     Prints-not PSO: regex                            must not match
#
# Without a model, the last three hold for every model of the verdict. Lines may repeat, but for the verdict.
# An expectation that cannot be understood, or that no run would check, is an error.
set -u

declare -A EXIT_CODE=([safe]=0 [violation]=10 [bounded]=4 [limit]=5 [unsupported]=3 [error]=2)
EXPECTATION='^(Verdict|Options|Outcomes|Prints|Prints-not)( (SC|TSO|PSO))?:[[:space:]]*(.*)$'
NEAR_MISS='^(verdicts?|options?|outcomes?|prints?|prints?-?nots?|prints? nots?)( [[:alpha:]]{2,5})?[[:space:]]*:'

[ $# -eq 2 ] || { echo "usage: check_program.sh HEDDLE FILE" >&2; exit 2; }
heddle=$1
file=$2

broken() {
    echo "$file: $1" >&2
    exit 2
}

[ -r "$file" ] || broken "cannot be read"

# Parsed expectations: parallel arrays, model "" for all models.
kinds=() models=() values=()
while IFS= read -r line; do
    line=$(sed -E 's,^[[:space:]]*(/\*+|\*+/?|//+)?[[:space:]]*,,; s,\*/.*,,; s,[[:space:]]+$,,' <<<"$line")
    if [[ $line =~ $EXPECTATION ]]; then
        [ -n "${BASH_REMATCH[4]}" ] || broken "nothing is expected in '$line'"
        kinds+=("${BASH_REMATCH[1]}") models+=("${BASH_REMATCH[3]}") values+=("${BASH_REMATCH[4]}")
    else
        broken "cannot understand '$line'"
    fi
done < <(grep -iE "^[[:space:]]*(/\*+|\*+|//+)?[[:space:]]*${NEAR_MISS#^}" "$file")

verdict="" options=()
for i in "${!kinds[@]}"; do
    case ${kinds[i]} in
    Verdict)
        [ -z "$verdict" ] || broken "has two verdicts"
        [ -z "${models[i]}" ] || broken "cannot understand 'Verdict ${models[i]}:'; write 'Verdict: SC safe, ...'"
        verdict=${values[i]}
        ;;
    Options)
        [ -z "${models[i]}" ] || broken "options hold for all models; cannot understand 'Options ${models[i]}:'"
        read -ra words <<<"${values[i]}"
        options+=("${words[@]}")
        ;;
    esac
done
[ -n "$verdict" ] || broken "no line 'Verdict: ...' says what to expect"

declare -A expected_word=()
IFS=, read -ra parts <<<"$verdict"
for part in "${parts[@]}"; do
    read -ra words <<<"$part"
    [ ${#words[@]} -eq 2 ] || broken "cannot understand '$part' in its verdict"
    [[ ${words[0]} =~ ^(SC|TSO|PSO)$ ]] || broken "unknown memory model '${words[0]}' in its verdict"
    [ -n "${EXIT_CODE[${words[1]}]-}" ] || broken "unknown word '${words[1]}' in its verdict"
    [ -z "${expected_word[${words[0]}]-}" ] || broken "has two verdicts for ${words[0]}"
    expected_word[${words[0]}]=${words[1]}
done
for i in "${!kinds[@]}"; do
    [ -z "${models[i]}" ] || [ -n "${expected_word[${models[i]}]-}" ] ||
        broken "'${kinds[i]} ${models[i]}:' is never checked: the verdict does not name ${models[i]}"
    if [[ ${kinds[i]} == Prints* ]]; then
        grep -qE -e "${values[i]}" </dev/null
        [ $? -le 1 ] || broken "'${values[i]}' is not a regular expression"
    fi
done

failures=0
output=$(mktemp)
trap 'rm -f "$output" "$output.err"' EXIT

complain() {
    failures=$((failures + 1))
    {
        echo "$file under $model: $1"
        echo "  to rerun: $(printf '%q ' "${command[@]}")"
    } >&2
}

# One outcome a line, words separated by one blank, sorted.
sorted_set() {
    sed -E 's/[[:space:]]+/ /g; s/^ //; s/ $//; /^$/d' | LC_ALL=C sort -u
}

check_outcomes() {
    local expected actual
    expected=$(for i in "${!kinds[@]}"; do
        if [ "${kinds[i]}" = Outcomes ] && [[ ${models[i]} == "" || ${models[i]} == "$model" ]]; then
            tr '|' '\n' <<<"${values[i]}"
        fi
    done | sorted_set)
    [ -n "$expected" ] || return 0
    [ "$expected" != none ] || expected=""
    actual=$(grep -E '^  ' "$output" | sorted_set)
    [ "$expected" = "$actual" ] ||
        complain "other outcomes than expected (-: missing, +: unexpected)
$(diff <(echo "$expected") <(echo "$actual") | sed -n 's/^</  -/p; s/^>/  +/p')"
}

check_printed() {
    cat "$output.err" >>"$output"
    for i in "${!kinds[@]}"; do
        [[ ${models[i]} == "" || ${models[i]} == "$model" ]] || continue
        case ${kinds[i]} in
        Prints) grep -qE -e "${values[i]}" "$output" || complain "does not print '${values[i]}'" ;;
        Prints-not) ! grep -qE -e "${values[i]}" "$output" || complain "prints '${values[i]}'" ;;
        esac
    done
}

for model in SC TSO PSO; do
    word=${expected_word[$model]-}
    [ -n "$word" ] || continue
    command=("$heddle" outcomes "$file" --mm "$model" "${options[@]}")
    before=$failures
    "${command[@]}" >"$output" 2>"$output.err" </dev/null
    code=$?
    [ "$code" -eq "${EXIT_CODE[$word]}" ] || complain "expected $word (exit code ${EXIT_CODE[$word]}), got exit code $code"
    case $word in
    violation) grep -q '^VIOLATION: ' "$output" || complain "no line says what the violation is" ;;
    safe) ! grep '^VIOLATION: ' "$output" >&2 || complain "reports a violation, but its exit code is 0" ;;
    esac
    check_outcomes
    check_printed
    [ "$failures" -eq "$before" ] || { echo "  its output:" && head -n 60 "$output" | sed 's/^/    /'; } >&2
done

[ "$failures" -eq 0 ]
