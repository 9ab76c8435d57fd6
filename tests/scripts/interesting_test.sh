#!/usr/bin/env bash
# Tests scripts/interesting.sh with a stand-in for heddle that gives the exit codes it is told.
set -u
script=$PWD/scripts/interesting.sh
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place" || exit 1
failures=0

cat >heddle <<'END'
#!/usr/bin/env bash
echo "VIOLATION: options: ${*:3}"
case $1 in check) exit "$CHECK" ;; outcomes) exit "$OUTCOMES" ;; esac
END
chmod +x heddle
echo 'int main(void) { return 0; }' >good.i
echo 'int main(void) { return' >bad.i
export HEDDLE=$place/heddle

# expect CODE CHECK OUTCOMES FILE [VARIABLE=VALUE...]
expect() {
    local code=$1 have
    env CHECK="$2" OUTCOMES="$3" REDUCED="$4" "${@:5}" bash "$script"
    have=$?
    [ $have -eq "$code" ] || { echo "expect $*: $have"; failures=$((failures + 1)); }
}

expect 0 0 10 good.i
expect 0 10 0 good.i
expect 1 0 0 good.i
expect 1 10 10 good.i
expect 1 5 10 good.i
expect 1 0 10 bad.i
expect 0 0 0 good.i HEDDLE_PATTERN='VIOL.*--mm tso' HEDDLE_OPTIONS='--mm tso'
expect 1 0 0 good.i HEDDLE_PATTERN='VIOL.*--mm pso' HEDDLE_OPTIONS='--mm tso'
[ $failures -eq 0 ]
