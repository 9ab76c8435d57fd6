#!/usr/bin/env bash
# heddle events: text, JSON and DOT. Usage: events.sh HEDDLE BUILD_FOLDER
set -u
heddle=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "FAILED: $1"
    failures=$((failures + 1))
}

# contains FILE REGEX
contains() {
    grep -Eq -- "$2" "$1" || fail "$1 lacks: $2"
}

program=examples/store_buffering.c
for model in SC TSO PSO; do
    "$heddle" events "$program" --mm $model >"$work/text" || fail "events --mm $model"
    contains "$work/text" "^$model: 3 threads, [0-9]+ events"
    contains "$work/text" "^reads-from: [0-9]+ pairs, [0-9]+ after pruning"
    contains "$work/text" "write .* = 1 +$program:[0-9]+"

    "$heddle" events "$program" --mm $model --json >"$work/json" || fail "events --json --mm $model"
    contains "$work/json" "\"model\": ?\"$model\""
    if command -v python3 >/dev/null; then
        python3 -m json.tool "$work/json" >/dev/null || fail "--json gives no valid JSON under $model"
    fi

    "$heddle" events "$program" --mm $model --dot >"$work/dot" || fail "events --dot --mm $model"
    contains "$work/dot" "^digraph events \{"
    contains "$work/dot" "e[0-9]+ -> e[0-9]+"
    [ "$(tr -cd '{' <"$work/dot" | wc -c)" = "$(tr -cd '}' <"$work/dot" | wc -c)" ] || fail "--dot: braces do not match"
    if command -v dot >/dev/null; then
        dot -Tplain "$work/dot" >/dev/null || fail "dot does not read the output of --dot"
    fi
done

# A loop whose end is not known is cut where --unwind says; one that only waits is not.
cat >"$work/loop.c" <<'END'
int __VERIFIER_nondet_int(void);
int x;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        x = i;
    return 0;
}
END
"$heddle" events "$work/loop.c" --unwind 3 >"$work/text" || fail "events --unwind 3"
contains "$work/text" "^cut after 3 iterations: .*loop.c:6"
[ "$(grep -c 'write x' "$work/text")" = 3 ] || fail "--unwind 3 does not run the body three times"
cat >"$work/wait.c" <<'END'
#include <sched.h>
int x, flag;
int main(void)
{
    while (flag == 0)
        ;
    while (!__sync_bool_compare_and_swap(&x, 0, 1))
        sched_yield();
    return 0;
}
END
"$heddle" events "$work/wait.c" --unwind 1 -q >"$work/text" || fail "events of waiting loops"
contains "$work/text" " 0 cuts"

# A long loop takes seconds, not minutes, and little memory.
cat >"$work/long.c" <<'END'
int a[64], total;
int main(void)
{
    for (int i = 0; i < 60000; i++) {
        a[i & 63] += i;
        total += a[(i + 1) & 63];
    }
    return 0;
}
END
(
    ulimit -t 60
    "$heddle" events "$work/long.c" -q --stats
) >"$work/text" || fail "a loop of 120,000 events"
contains "$work/text" "1 threads, 120002 events"
peak=$(sed -n 's/.*peak \([0-9]*\) MiB.*/\1/p' "$work/text")
[ "${peak:-9999}" -lt 1024 ] || fail "a loop of 120,000 events takes $peak MiB"

exit $((failures > 0))
