#!/usr/bin/env bash
# fuzz.sh BUILD [SECONDS [SEED]]: loads damaged bitcode and assembly for that long; findings stay in BUILD/fuzz.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
seconds=${2:-600}
seed=${3:-$RANDOM}

folder=$build/fuzz
rm -rf "$folder"
mkdir -p "$folder/seeds"
mapfile -t sources < <(find tests/programs examples -name '*.c' | LC_ALL=C sort)
for ((i = 0; i < ${#sources[@]}; i += 1 + ${#sources[@]} / 40)); do
    name=$folder/seeds/$(basename "${sources[i]}" .c)
    flags=(-g -O0 -Xclang -disable-O0-optnone -fno-discard-value-names -w -isystem models/include -emit-llvm)
    # A program that needs options of its own to compile is no seed.
    clang-19 "${flags[@]}" -S "${sources[i]}" -o "$name.ll" 2>/dev/null || continue
    clang-19 "${flags[@]}" -c "${sources[i]}" -o "$name.bc"
done

echo "fuzz: seed $seed, $seconds s"
status=0
"$build/tests/reader_fuzz" "$seconds" "$seed" "$folder" "$folder"/seeds/* || status=$?
rm -rf "$folder/seeds"
exit $status
