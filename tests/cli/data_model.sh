#!/usr/bin/env bash
# data_model.sh HEDDLE: every command that reads programs knows 32-bit ones, of C and of LLVM's formats.
set -u
. tests/cli/lib.sh

cat >"$place/sizes.c" <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

struct node {
    struct node *next;
    long value;
} *list;

static void *work(void *unused)
{
    struct node *node = malloc(sizeof *node);
    node->next = list;
    list = node;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    printf("%d bytes at %d\n", (int)sizeof *list, list != 0);
    for (struct node *node = list; node; node = node->next)
        assert(sizeof(struct node) == 8);
    return 0;
}
END
cat >"$place/other.c" <<'END'
long other;
END
cat >"$place/large.c" <<'END'
int large[10000000];
int main(void)
{
    return large[0];
}
END

# expect CODE REGEX ARGUMENT...: the exit code, and what the output has a match of.
expect() {
    expect_run "heddle ${*:3}" "$1" "$2" "$heddle" "${@:3}"
}

source=$place/sizes.c
expect 0 '^SAFE under PSO' check --32 --mm sc,tso,pso "$source"
expect 10 'assertion .sizeof\(struct node\) == 8' check "$source"
expect 10 'assertion .sizeof\(struct node\) == 8' check --64 "$source"
expect 10 'assertion .sizeof\(struct node\) == 8' check --32 --64 "$source"
expect 0 '^SAFE' check "$source" -- -m32
expect 0 '^SAFE' outcomes --32 "$source"
expect 0 '^8 bytes at 1' run --32 --output "$source"
expect 0 'write list = ' events --32 "$source"
expect 0 'main' loops --32 "$source"
expect 0 'global list: struct node \*, 4 bytes, align 4' ir --32 "$source"

# Preprocessed files do not say what they are; LLVM's formats do.
flags=(-m32 -idirafter /usr/include/x86_64-linux-gnu -isystem models/include -g)
clang-19 "${flags[@]}" -S -emit-llvm "$source" -o "$place/sizes.ll" &&
    clang-19 "${flags[@]}" -E "$source" -o "$place/sizes.i" &&
    clang-19 -m32 -c -emit-llvm "$place/sizes.ll" -o "$place/sizes.bc" &&
    clang-19 -g -c -emit-llvm "$place/other.c" -o "$place/other.bc" || exit 1
expect 0 '^SAFE' check "$place/sizes.ll"
expect 0 '^SAFE' check --32 "$place/sizes.i"
expect 0 '^SAFE' check --32 "$place/sizes.bc"
expect 2 'sizes.bc is compiled for 32 bits, not for 64' check --64 "$place/sizes.bc"
expect 2 'other.bc is compiled for 64 bits, not for 32' check --32 "$place/other.bc" "$source"
expect 2 'are compiled for different data models' check "$place/sizes.bc" "$place/other.bc"
sed -E 's/^(target triple = )"i386-/\1"armv7-/' "$place/sizes.ll" >"$place/arm.ll"
expect 2 "compiled for 'armv7.*64-bit targets and 32-bit x86" check "$place/arm.ll"

expect 5 'the global .large. is too large' check --32 "$place/large.c"
expect 0 '^SAFE' check "$place/large.c"

run_heddle check -q --32 "$source" --witness "$place/witness.yml"
expect_match "the witness is about ILP32" 'data_model: ILP32' "$place/witness.yml"
run_heddle check -q --32 "$source" --witness "$place/witness.graphml"
expect_match "the witness is about 32 bits" '32bit' "$place/witness.graphml"
finish "32-bit programs are known"
