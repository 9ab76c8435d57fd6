#!/usr/bin/env bash
# events.sh HEDDLE: `heddle events` as text, JSON and DOT.
set -u
. tests/cli/lib.sh

# shows ARGUMENTS...: `heddle events` ends well.
shows() {
    run_heddle events "$@"
    expect_code "events $*" 0
}

# contains REGEX: a line of its output matches.
contains() {
    expect_match "the output" "$1" "$place/stdout"
}

program=examples/store_buffering.c
for model in SC TSO PSO; do
    shows "$program" --mm $model
    contains "^$model: 3 threads, [0-9]+ events"
    contains "^reads-from: [0-9]+ pairs, [0-9]+ after pruning"
    contains "write .* = 1 +$program:[0-9]+"

    shows "$program" --mm $model --json
    contains "\"model\": ?\"$model\""
    expect_accepted "--json gives no valid JSON under $model" python3 -m json.tool "$place/stdout"

    shows "$program" --mm $model --dot
    contains "^digraph events \{"
    contains "e[0-9]+ -> e[0-9]+"
    expect_equal "--dot: braces match" "$(tr -cd '{' <"$place/stdout" | wc -c)" "$(tr -cd '}' <"$place/stdout" | wc -c)"
    expect_accepted "dot does not read the output of --dot" dot -Tplain "$place/stdout"
done

# A loop whose end is not known is cut where --unwind says; one that only waits is not.
cat >"$place/loop.c" <<'END'
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
shows "$place/loop.c" --unwind 3
contains "^cut after 3 iterations: .*loop.c:6"
expect_equal "--unwind 3: how often the body runs" 3 "$(grep -c 'write x' "$place/stdout")"
cat >"$place/wait.c" <<'END'
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
shows "$place/wait.c" --unwind 1 -q
contains " 0 cuts"

# A long loop takes seconds, not minutes, and little memory.
cat >"$place/long.c" <<'END'
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
run_command prlimit --cpu=60 "$heddle" events "$place/long.c" -q --stats
expect_code "a loop of 120,000 events" 0
contains "1 threads, 120002 events"
peak=$(sed -n 's/.*peak \([0-9]*\) MiB.*/\1/p' "$place/stdout")
expect_at_most "memory for a loop of 120,000 events" 1023 "${peak:-9999}" MiB

finish "events are shown"
