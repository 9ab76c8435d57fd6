#!/bin/sh
# heddle32.sh COMMAND ARGUMENT...: `$HEDDLE COMMAND` with --32, to run tests of other programs as 32-bit ones.
command=$1
shift
exec "$HEDDLE" "$command" --32 "$@"
