#!/usr/bin/env bash
# bench_check.sh [OPTION...] HEDDLE OUT [PROGRAM...]
#
# Runs `HEDDLE check` on the programs of bench/programs (all, or those named, without .c), sizes upwards until one needs
# more than the time limit, and writes into the folder OUT: runs.tsv and the output of every run, results.md (tables),
# cactus.svg and scaling.svg. Fails if a verdict differs from the one in the program's header.
#
#   --timeout S         seconds for a run (default 60; 10 with --engines)
#   --cpu-time          the limit is of processor time, for machines that do other things meanwhile
#   --memory MIB        memory for a run (default 8192)
#   --mm MODELS         e.g. sc,tso (default sc,tso,pso)
#   --first K           only the first K sizes of a line
#   --grow              after the last size, go on in steps as large as the last one, until the time limit
#   --set NAME=OPTIONS  a set of options for HEDDLE check. With several, every run is made with each of them, and the
#                       others are compared with the first: results.md has the ratios, and there is compare.svg. E.g.
#                         --set default= --set eager=--ord-fr=eager --set 'plain=--ord-unit=off --ord-cycle=tarjan'
#   --engines           every engine that can prove something, alone, and last what is run if nothing is said: the same
#                       as --set ord='--engine ord' --set states='--engine states' --set default=. The last is tried
#                       on every size that one of the others solves, and engines.md compares it with the better one
#   --table8            only the nine programs of Zord's Table 8
#   --command WORD      another command of HEDDLE with the same exit codes, e.g. outcomes
#
# What a program is run with stands in its header, in lines
#     Bench: N=5,15,25                                  sizes; the verdict is that of its line 'Verdict:'
#     Bench: N=2,4 -DFENCES; SC safe, TSO safe, PSO safe      with further options, or another verdict
set -u

TABLE8=(co_2p2w float_read airline fib_bench szymanski lamport circular_buffer parker account)
BENCH='^[ *]*Bench: N=([0-9,]+)([^;]*)(; *(.*))?$'
GROWTH_STEPS=20
ENGINES=(ord states)
TIMEOUT=60 ENGINES_TIMEOUT=10 # seconds
CPU_PATIENCE=10 # a limit of processor time is one of so many times as much time as well
HARD_LIMIT_EXTRA=10 # seconds beyond twice its time limit after which a run is ended from outside

usage() {
    echo "bench_check: $1" >&2
    sed -n '2,/^set -u/{/^#/s/^# \{0,1\}//p}' "$0" >&2
    exit 2
}

timeout="" memory=8192 models=sc,tso,pso first=0 grow=0 engines=0 patience=1 command=check
sets=() programs=() positional=()
while [ $# -gt 0 ]; do
    case $1 in
    --timeout | --memory | --mm | --first | --set | --command) [ $# -ge 2 ] || usage "$1 needs a value" ;;
    esac
    case $1 in
    --timeout) timeout=$2 && shift ;;
    --memory) memory=$2 && shift ;;
    --mm) models=$2 && shift ;;
    --first) first=$2 && shift ;;
    --set) [[ $2 == *=* ]] || usage "--set NAME=OPTIONS, not '$2'"; sets+=("$2") && shift ;;
    --command) command=$2 && shift ;;
    --grow) grow=1 ;;
    --cpu-time) patience=$CPU_PATIENCE ;;
    --engines) engines=1 ;;
    --table8) programs+=("${TABLE8[@]}") ;;
    -*) usage "unknown option '$1'" ;;
    *) positional+=("$1") ;;
    esac
    shift
done
[ ${#positional[@]} -ge 2 ] || usage "HEDDLE and OUT are needed"
if [ $engines -eq 1 ]; then
    [ ${#sets[@]} -eq 0 ] || usage "either --engines or --set"
    for engine in "${ENGINES[@]}"; do
        sets+=("$engine=--engine $engine")
    done
    sets+=(default=)
    TIMEOUT=$ENGINES_TIMEOUT
fi
timeout=${timeout:-$TIMEOUT}
[[ $timeout =~ ^[0-9]+$ && $memory =~ ^[0-9]+$ && $first =~ ^[0-9]+$ ]] || usage "limits are whole numbers"
[ ${#sets[@]} -gt 0 ] || sets=(heddle=)
heddle=$(command -v "${positional[0]}") || usage "cannot run '${positional[0]}'"
heddle=$(realpath "$heddle")
mkdir -p "${positional[1]}" || exit 2
out=$(realpath "${positional[1]}")
programs+=("${positional[@]:2}")
cd "$(dirname "$0")/.." || exit
if [ ${#programs[@]} -eq 0 ]; then
    for file in bench/programs/*.c; do
        programs+=("$(basename "$file" .c)")
    done
fi
mkdir -p "$out/runs"
columns=(program options n model set arguments expected exit user system wall kib output)
(IFS=$'\t' && echo "${columns[*]}") >"$out/runs.tsv"

# verdict_for MODEL VERDICTS: the word for the model in 'SC safe, TSO violation'.
verdict_for() {
    sed -nE "s/.*\b${1^^} ([a-z]+).*/\1/p" <<<"$2"
}

# measure FILE N OPTIONS MODEL SET EXPECTED: one run; adds it to runs.tsv. Is the time limit not reached?
measure() {
    local file=$1 n=$2 options=$3 model=$4 name=${5%%=*} extra=${5#*=} expected=$6 program words output code times
    program=$(basename "$file" .c)
    read -ra words <<<"-DN=$n $options $extra"
    output=runs/$(tr -c '[:alnum:]._\n' _ <<<"$program.$n$options.$model.$name")
    (
        [ $patience -eq 1 ] || ulimit -S -t "$timeout"
        exec time -q -f '%U %S %e %M' -o "$out/$output.time" \
            timeout -k 5 $((2 * timeout * patience + HARD_LIMIT_EXTRA)) \
            "$heddle" "$command" "$file" --mm "$model" --timeout $((timeout * patience)) --memory "$memory" \
            --json --stats "${words[@]}"
    ) >"$out/$output.json" 2>"$out/$output.err" </dev/null
    code=$?
    times=$(tail -n 1 "$out/$output.time" | tr ' ' '\t')
    rm -f "$out/$output.time"
    printf '%s\t' "$program" "$options" "$n" "${model^^}" "$name" "$extra" "$expected" "$code" >>"$out/runs.tsv"
    printf '%s\t%s\n' "$times" "$output" >>"$out/runs.tsv"
    printf '%-22s N=%-4s %-10s %-4s %-10s exit %-3s %8s s\n' "$program" "$n" "$options" "${model^^}" "$name" "$code" \
        "$(cut -f 3 <<<"$times")" >&2
    [ "$code" -eq 0 ] || [ "$code" -eq 10 ] || [ "$code" -eq 4 ]
}

# Reads the lines 'Bench:' of a program: `variants` are their options, `sizes` and `verdicts` by options.
read_header() {
    local file=$1 line number=0 default part
    variants=() sizes=() verdicts=()
    default=$(sed -nE 's/^[ *]*Verdict: (.*)$/\1/p' "$file")
    while IFS= read -r line; do
        [[ $line =~ $BENCH ]] || { echo "$file: cannot understand '$line'" >&2 && return 1; }
        local key options=${BASH_REMATCH[2]# } verdict=${BASH_REMATCH[4]:-$default}
        key="options $options"
        [ -n "${sizes[$key]-}" ] || variants+=("$options")
        for part in ${BASH_REMATCH[1]//,/ }; do
            sizes[$key]+="$part "
            verdicts["$part $options"]=$verdict
            number=$((number + 1))
        done
    done < <(grep -E '^[ *]*Bench:' "$file")
    [ $number -gt 0 ] || { echo "$file: no line 'Bench:' says for which N to run it" >&2 && return 1; }
}

# The sizes of a variant, and what follows if the benchmark shall grow.
list_sizes() {
    local -a list
    local i last step
    read -ra list <<<"$1"
    [ "$first" -eq 0 ] || list=("${list[@]:0:first}")
    echo "${list[@]}"
    [ $grow -eq 1 ] || return 0
    last=${list[-1]} step=1
    [ ${#list[@]} -lt 2 ] || step=$((last - list[-2]))
    for ((i = 1; i <= GROWTH_STEPS; i++)); do
        echo $((last + i * step))
    done
}

# is_due_again SET SOLVED: a smaller size ran out, but this is the default, and one engine alone has SOLVED this size.
is_due_again() {
    [ $engines -eq 1 ] && [ "$1" = default= ] && [ "$2" -eq 1 ]
}

declare -A sizes verdicts
run_program() {
    local file=$1 options model n set verdict goes_on
    read_header "$file" || return
    for options in "${variants[@]}"; do
        for model in ${models//,/ }; do
            local -A is_over=()
            verdict=""
            for n in $(list_sizes "${sizes["options $options"]}"); do
                verdict=${verdicts["$n $options"]:-$verdict} goes_on=0
                for set in "${sets[@]}"; do
                    [ -z "${is_over[$set]-}" ] || is_due_again "$set" $goes_on || continue
                    if measure "$file" "$n" "$options" "$model" "$set" "$(verdict_for "$model" "$verdict")"; then
                        goes_on=1
                    else
                        is_over[$set]=1
                    fi
                done
                [ $goes_on -eq 1 ] || break
            done
        done
    done
}

failed=0
for program in "${programs[@]}"; do
    file=bench/programs/$program.c
    [ -r "$file" ] || usage "there is no program '$program' in bench/programs"
    run_program "$file" || failed=1
done
"$heddle" --version >"$out/version" 2>/dev/null
python3 -B scripts/bench_table.py "$out" "$timeout" "$memory" || failed=1
if [ $engines -eq 1 ]; then
    python3 -B scripts/bench_engines.py "$out" "$timeout" || failed=1
fi
exit $failed
