#!/usr/bin/env bash
# all.sh HEDDLE: `heddle check --all`, every violation once, and whether there may be more; places with their calls.
set -u
. tests/cli/lib.sh

cat >"$place/x.c" <<'C'
#include <assert.h>
#include <pthread.h>
int x, y, z, *p;
static void *one(void *u)
{
    x = 1;
    assert(y == 0);
    assert(z == 0);
    assert(x == 1);
    return u;
}
static void *two(void *u)
{
    y = 1;
    assert(x == 0);
    z = 1;
    *p = 1;
    return u;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    return 0;
}
C
fits_schema() {
    expect_accepted "$1" "$root/tests/tools/schema_check.py" "$root/docs/heddle.schema.json" "$place/stdout"
}
lines() { sed -n 's/^VIOLATION under \([A-Z]*\): [^:]*x.c:\([0-9]*\): .*/\1 \2/p' "$place/stdout" | tr '\n' ','; }

for engine in '' ord states rf refine clock satdir; do
    run_heddle check "$place/x.c" --all --mm sc,tso -q ${engine:+--engine "$engine"}
    expect_code "all ($engine)" 10
    expect_equal "all ($engine)" 'SC 7,SC 15,SC 17,TSO 7,TSO 8,TSO 15,TSO 17,' "$(lines)"
    expect_equal "these are all ($engine)" 2 \
        "$(grep -c '^under [SCT]*O* *these are all: no execution violates anything else$' "$place/stdout")"
done
run_heddle check "$place/x.c" --all --engine sample -q
expect_match "random executions prove nothing" '^under SC there may be more: random executions'
run_heddle check "$place/x.c" -q
expect_equal "without --all" 1 "$(grep -c '^VIOLATION' "$place/stdout")"
expect_no_match "without --all" 'these are all|more'

# ---- what is shown of each ----
run_heddle check "$place/x.c" --all --mm sc,tso --save-schedule "$place/x.schedule"
expect_equal "an execution of each, under the strongest model" 4 "$(grep -c '^fails: .*x.c:[0-9]*: ' "$place/stdout")"
expect_equal "an execution of each, under the strongest model" 1 "$(grep -c 'an execution under TSO' "$place/stdout")"
run_heddle run "$place/x.c" --schedule "$place/x.schedule"
expect_match "the schedule is that of the first one" 'x.c:7: '
run_heddle check "$place/x.c" --all --mm sc,tso -q --json --sarif "$place/x.sarif" --html "$place/x.html"
expect_equal "JSON" '[[7, 15, 17], [7, 8, 15, 17]] SAFE SAFE 7' "$(python3 -c '
import json, sys
results = json.load(open(sys.argv[1]))["results"]
print([[v["line"] for v in r["violations"]] for r in results], *[r["rest"] for r in results],
      results[0]["violation"]["line"])' "$place/stdout")"
fits_schema "JSON"
expect_equal "SARIF" '[7, 15, 17, 7, 8, 15, 17]' "$(python3 -c '
import json, sys
results = json.load(open(sys.argv[1]))["runs"][0]["results"]
print([r["locations"][0]["physicalLocation"]["region"]["startLine"] for r in results])' "$place/x.sarif")"
expect_text "page" '"rest":"SAFE"' "$place/x.html"

# ---- there may be more ----
cat >"$place/deep.c" <<'C'
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = 0;
    if (__VERIFIER_nondet_int())
        assert(n == 1);
    while (__VERIFIER_nondet_int()) {
        n += __VERIFIER_nondet_int() ? 2 : 1;
        assert(n != 9);
    }
}
C
run_heddle check "$place/deep.c" --all --unwind 2 -q --json
expect_match "bounded" '"rest":"BOUNDED"'
fits_schema "bounded"
run_heddle check "$place/deep.c" --all --unwind 2 -q
expect_match "bounded" '^under SC there may be more: no other violation within 2 iterations at '
run_heddle check "$place/deep.c" --all --unwind 9 -q
expect_equal "a larger bound" 2 "$(grep -c '^VIOLATION' "$place/stdout")"
cat >"$place/strange.c" <<'C'
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    if (__VERIFIER_nondet_int())
        assert(0);
    __asm__("cpuid" ::: "eax", "ebx", "ecx", "edx");
}
C
run_heddle check "$place/strange.c" --all -q --json
expect_code "not modelled" 10
expect_match "not modelled" '"rest":"UNSUPPORTED"'
fits_schema "not modelled"

# ---- races, deadlocks and loops without an end ----
cat >"$place/race.c" <<'C'
#include <pthread.h>
int x, y;
static void set(int *p)
{
    *p = 1;
}
static void *one(void *u)
{
    set(&x);
    set(&y);
    return u;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, one, 0);
    x = 2;
    int r = y;
    return r;
}
C
run_heddle check "$place/race.c" --all --property races
expect_equal "races" 2 "$(grep -c '^VIOLATION.*data race on [xy]:' "$place/stdout")"
expect_match "races" '^under SC these are all'
expect_match "calls" '^  T1 \(one\): in set at .*race.c:5, called by one at .*race.c:9$'
expect_match "calls" '^  main: in main at .*race.c:17$'
run_heddle check "$place/race.c" --all --property races --engine ord -q
expect_match "behind a race there may be others" '^under SC there may be more'
cat >"$place/both.c" <<'C'
#include <pthread.h>
#include <stdatomic.h>
atomic_int f;
int x;
static void *one(void *u)
{
    x = 1;
    x = 2;
    atomic_store_explicit(&f, 1, memory_order_relaxed);
    return u;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, one, 0);
    return atomic_load_explicit(&f, memory_order_relaxed) ? x : 0;
}
C
for engine in states rf; do
    run_heddle check "$place/both.c" --all --property races --engine $engine -q
    expect_equal "of two accesses none stands for the other ($engine)" 2 "$(grep -c '^VIOLATION.* data race' "$place/stdout")"
    expect_match "of two accesses none stands for the other ($engine)" '^under SC these are all'
done
run_heddle check "$place/race.c" --property races -q --json --sarif "$place/race.sarif"
fits_schema "calls"
expect_equal "calls in SARIF" '[["main"], ["set", "one"]]' "$(python3 -c '
import json, sys
result = json.load(open(sys.argv[1]))["runs"][0]["results"][0]
assert result["relatedLocations"]
print(json.dumps(sorted([f["location"]["message"]["text"] for f in s["frames"]] for s in result["stacks"])))' "$place/race.sarif")"

cat >"$place/dead.c" <<'C'
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *u)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_lock(&c);
    pthread_mutex_unlock(&c);
    pthread_mutex_unlock(&a);
    return u;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, one, 0);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    pthread_mutex_lock(&c);
    pthread_mutex_lock(&a);
    return 0;
}
C
run_heddle check "$place/dead.c" --all --property deadlock -q
expect_equal "deadlocks" 2 "$(grep -c '^VIOLATION under SC: deadlock: ' "$place/stdout")"
expect_match "deadlocks" '^under SC these are all'
cat >"$place/hang.c" <<'C'
int __VERIFIER_nondet_bool(void);
volatile int f;
int main(void)
{
    if (__VERIFIER_nondet_bool())
        while (!f)
            ;
    while (f == 0)
        ;
}
C
run_heddle check "$place/hang.c" --all --property liveness -q
expect_equal "loops without an end" 2 "$(grep -c '^VIOLATION under SC: no thread can ever end: ' "$place/stdout")"
expect_match "loops without an end" '^under SC these are all'
finish "all violations, each once, in every form"
