#!/usr/bin/env bash
# check_tables_complete.sh NM BITCODE TABLE...
#
# Every function of the C library that the models define is called in a table (tests/programs/library/table_*.c), or is
# named here with the reason why it cannot be.
set -u
export LC_ALL=C

[ $# -gt 2 ] || { echo "usage: check_tables_complete.sh NM BITCODE TABLE..." >&2; exit 2; }
nm=$1
models=$2
shift 2

excused() {
    case $1 in
    # Not of the C library: for verifiers, for compilers, inside of macros and headers.
    __* | reach_error | assume_abort_if_not) ;;
    # They end the program: exit_*.c, signal_ends.c.
    _Exit | _exit | abort | quick_exit) ;;
    # They read what nobody knows beforehand: stdio_scanf*.c. Their conversions are those of sscanf.
    scanf | fscanf) ;;
    # glibc does not have them, or not any more.
    memcpy_s | memmove_s | memset_s | pthread_mutexattr_getkind_np | pthread_mutexattr_setkind_np) ;;
    *) return 1 ;;
    esac
}

functions=$("$nm" --defined-only "$models" | awk '$2 ~ /[TW]/ { print $3 }' | sort -u)
[ "$(wc -l <<<"$functions")" -gt 300 ] || { echo "$models: hardly any functions" >&2; exit 1; }
words=$(cat "$@" | grep -oE '\b[a-zA-Z_][a-zA-Z0-9_]*\b' | sort -u)
missing=0
for function in $(comm -23 <(echo "$functions") <(echo "$words")); do
    if ! excused "$function"; then
        echo "$function: in no table" >&2
        missing=1
    fi
done
exit "$missing"
