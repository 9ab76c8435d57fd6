#!/usr/bin/env bash
# soak_csmith.sh HEDDLE SECONDS [SEED]: sequential programs of csmith, which compute a checksum of everything they do.
# With an assertion that it is the one that gcc's program prints, `heddle run` must finish and `heddle check` must say
# SAFE; with one that it is not, both must say VIOLATION. Where gcc's program or Heddle needs too long, or the program has
# something that is not modelled, it is left out. Programs that go wrong stay in a folder whose name is printed.
set -u
cd "$(dirname "$0")/.." || exit
heddle=$(realpath "$1")
seconds=$2
seed=${3:-$(date +%s)}
headers=/usr/include/csmith
limit=20 # seconds for each command

# No volatile: reads of it are unknown values for nobody but the reader. Small, because many small programs say more.
shape=(--no-argc --no-volatiles --no-volatile-pointers --concise --max-funcs 4 --max-block-depth 3 --max-block-size 3
    --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 6)
# How the program is run, and how it is compiled for Heddle.
ways=("" "-DIN_THREAD" "-O1" "-DIN_THREAD -O1")

if ! command -v csmith >/dev/null || [ ! -r $headers/csmith.h ]; then
    echo "soak_csmith: csmith is not installed (scripts/setup.sh soak)" >&2
    exit 1
fi
place=$(mktemp -d)
mkdir "$place/wrong"

# The program's own main, or a thread that calls it while nobody else does anything.
cat >"$place/around.h" <<'END'
#include <assert.h>
#ifdef IN_THREAD
#include <pthread.h>
static int csmith_main(void);
static void *run_csmith_main(void *unused)
{
    csmith_main();
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run_csmith_main, 0);
    return pthread_join(thread, 0);
}
#define PROGRAM_MAIN static int csmith_main
#else
#define PROGRAM_MAIN int main
#endif
END

# generate SEED: program.c, with CHECKSUM_END where the checksum is printed. False if there is none. Wherever csmith
# runs, it leaves a file behind (platform.info).
generate() {
    (cd "$place" && csmith --seed "$1" "${shape[@]}") >"$place/program.c" 2>/dev/null || return 1
    sed -i -E 's/^int main ?\(/PROGRAM_MAIN (/; s/platform_main_end\(crc32_context/CHECKSUM_END(crc32_context/' "$place/program.c"
    grep -q CHECKSUM_END "$place/program.c"
}

# The checksum as gcc has it; nothing if the program does not end.
checksum() {
    gcc -w -I "$headers" -include "$place/around.h" -DCHECKSUM_END=platform_main_end "$place/program.c" -o "$place/program" &&
        timeout 2 "$place/program" | sed -n 's/^checksum = //p'
}

# ask COMMAND RELATION CHECKSUM OPTIONS...: its exit code.
ask() {
    timeout -s KILL 60 "$heddle" "$1" "$place/program.c" --timeout $limit -I "$headers" \
        "-DCHECKSUM_END(sum, unused)=assert((unsigned)(sum) $2 0x$3u)" -- "${@:4}" -w -include "$place/around.h" \
        >"$place/output" 2>&1 </dev/null
}

programs=0 answers=0 left_out=0 failures=0
SECONDS=0
while [ $SECONDS -lt "$seconds" ]; do
    seed=$((seed + 1))
    generate $seed || continue
    sum=$(checksum)
    [ -n "$sum" ] || continue
    programs=$((programs + 1))
    read -ra options <<<"${ways[seed % ${#ways[@]}]}"
    for question in "run == 0" "check == 0" "run != 10" "check != 10"; do
        read -r command relation expected <<<"$question"
        ask "$command" "$relation" "$sum" "${options[@]}"
        code=$?
        case $code in
        "$expected") answers=$((answers + 1)) ;;
        3 | 4 | 5) left_out=$((left_out + 1)) ;;
        *)
            failures=$((failures + 1))
            cp "$place/program.c" "$place/wrong/$seed.c"
            echo "soak_csmith: seed $seed, heddle $command ${options[*]}: exit code $code, not $expected (checksum $relation $sum)"
            tail -n 3 "$place/output" | cut -c 1-300
            ;;
        esac
    done
done
echo "soak_csmith: $programs programs, $answers answers, $left_out left out, $failures failures"
if [ $failures -gt 0 ]; then
    cp "$place/around.h" "$place/wrong"
    echo "soak_csmith: the programs are in $place/wrong"
    exit 1
fi
rm -rf "$place"
