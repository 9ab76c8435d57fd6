#!/usr/bin/env bash
# sampling.sh HEDDLE: random executions find what lies deep in loops, under every model, and always the same.
set -u
heddle=$(realpath "$1")
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place" || exit 1
failures=0

complain() {
    echo "$1"
    failures=$((failures + 1))
}

cat >deep.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int goes_on = 1, rounds;
static void *worker(void *unused)
{
    while (goes_on)
        rounds++;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    goes_on = 0;
    pthread_join(t, NULL);
    assert(rounds < 40);
    return 0;
}
END
# Here the buffers of TSO are needed as well.
sed 's/^atomic_int.*/int x, y, seen_x, seen_y; &/
     s/^    while (goes_on)/    x = 1; seen_y = y;\n&/
     s/^    goes_on = 0;/    y = 1; seen_x = x;\n&/
     s/rounds < 40/rounds < 40 || seen_x || seen_y/' deep.c >deep_buffers.c

# instructions ARGUMENTS...: how many there were in random executions.
instructions() {
    "$heddle" check -q --stats "$@" 2>&1 | awk '/instructions in random executions/ { print $NF }'
}

"$heddle" check deep.c --mm all -q >found 2>&1
[ "$(grep -c '^VIOLATION under .*rounds < 40.* failed$' found)" -eq 3 ] || complain "deep.c: $(cat found)"
[ "$(instructions deep.c)" -gt 0 ] || complain "deep.c: no random execution"
[ "$(instructions deep.c --unwind 2)" -eq 0 ] || complain "--unwind: random executions"
"$heddle" check deep_buffers.c --mm tso -q >found 2>&1
grep -q '^VIOLATION under TSO' found || complain "deep_buffers.c: $(cat found)"

for model in sc tso pso; do
    "$heddle" check deep.c --mm $model -q --save-schedule one >/dev/null 2>&1
    "$heddle" check deep.c --mm $model -q --save-schedule two >/dev/null 2>&1
    cmp -s one two || complain "deep.c under $model: another execution the second time"
    "$heddle" run deep.c --mm $model --schedule one >found 2>&1
    grep -q 'rounds < 40' found || complain "deep.c under $model: the schedule does not lead there"
done

cat >shallow.c <<'END'
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), i = 0;
    while (i < n && i < 3)
        i++;
    assert(i != 3);
    return 0;
}
END
[ "$(instructions shallow.c --sampling off)" -eq 0 ] || complain "--sampling off: random executions"
"$heddle" check shallow.c -q --sampling off | grep -q '^VIOLATION' || complain "--sampling off: no violation"
"$heddle" check shallow.c --sampling some >found 2>&1
if [ $? -ne 2 ] || ! grep -q -e "--sampling" found; then
    complain "--sampling some: $(cat found)"
fi

[ $failures -eq 0 ] && echo "random executions find what they should"
