#!/usr/bin/env bash
# rf.sh HEDDLE: engine `rf` makes one execution of each class. How many classes there are is known for some programs: from the paper
# that the engine follows (Bui et al., "The Reads-From Equivalence for the TSO and PSO Memory Models", Table 1), which
# counts executions that stop as well.
set -u
. tests/cli/lib.sh

programs=$root/tests/programs/classes

# count FILE MODEL OPTIONS...: classes and blocked executions.
count() {
    "$heddle" check "$1" --mm "$2" "${@:3}" --engine rf --stats --no-trace |
        awk '/^  classes  / { c = $2 } /^  blocked executions / { b = $3 } END { print c + b }'
}

for row in sc:2902 tso:3682 pso:8233; do
    expect_equal "device_release.c, ${row%:*}" "${row#*:}" "$(count "$programs/device_release.c" "${row%:*}")"
done
for row in sc:4667 tso:29217; do
    expect_equal "sieve.c up to 17, ${row%:*}" "${row#*:}" "$(count "$programs/sieve.c" "${row%:*}" -DN=17)"
done
for model in sc pso; do
    expect_equal "fill_array.c, $model" 14625 "$(count "$programs/fill_array.c" $model -DROUNDS=3)"
done

printf '#include <pthread.h>\nstatic void *f(void *p) { return p; }\n' >"$place/one.c"
printf 'int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return 0; }\n' >>"$place/one.c"
run_heddle check "$place/one.c" --engine rf
expect_match "one is not many" ' 2 threads, 1 class, ' "$place/stdout"

# expect_answer NAME VERDICT FILE OPTIONS...: under all models.
expect_answer() {
    run_heddle check "${@:3}" --mm all -q --engine rf
    expect_equal "$1" 3 "$(grep -c "^$2 under " "$place/stdout")"
}

# A mutex that is made anew while somebody holds it: nobody takes what is there then, so classes do not show it.
cat >"$place/anew.c" <<'END'
#include <assert.h>
#include <pthread.h>
int a;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *p)
{
    pthread_mutex_lock(&m);
    a = 1;
    a = 0;
    pthread_mutex_unlock(&m);
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, f, NULL);
    pthread_mutex_init(&m, NULL);
    pthread_mutex_lock(&m);
    assert(a == 0);
    pthread_mutex_unlock(&m);
    return 0;
}
END
run_heddle check "$place/anew.c" -q --engine states
expect_match "a mutex is made anew" '^VIOLATION under SC'
run_heddle check "$place/anew.c" -q --engine rf
expect_match "a mutex is made anew (rf)" '^UNKNOWN under SC: a lock is set by somebody who does not take it'

# Loops are followed as far as the user says, and cut where a test lets them begin an iteration too many.
cat >"$place/loop.c" <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int stop, rounds;
static void *worker(void *unused)
{
    while (!stop) {
        rounds++;
        assert(rounds < 4);
    }
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    stop = 1;
    pthread_join(t, NULL);
    return 0;
}
END
bounded='no violation within 3 iterations at .*loop.c:7; a larger bound goes further'
for engine in rf ord; do
    for bound in '--unwind 3' '--unwindset worker.0:3' '--unwind 9 --unwindset worker.0:3'; do
        # shellcheck disable=SC2086 # several words
        expect_run "$engine $bound" 4 "^BOUNDED under SC: $bounded" "$heddle" check "$place/loop.c" --engine $engine $bound
    done
    expect_run "$engine: one more" 10 '^VIOLATION' "$heddle" check "$place/loop.c" --engine $engine --unwind 4
done
# A loop that is entered again begins at 0: by an outer loop, or by another call.
cat >"$place/again.c" <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int sum;
static void add(int count)
{
    do {
        sum++;
    } while (--count > 0);
}
static void *worker(void *unused)
{
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            sum++;
        add(3);
        add(3);
    }
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int seen = sum;
    pthread_join(t, NULL);
    assert(sum == 27 && seen <= 27);
    return 0;
}
END
expect_run "three iterations are enough" 0 '^SAFE under SC' "$heddle" check "$place/again.c" --engine rf --unwind 3
expect_run "two are not" 4 'within 2 iterations at .*again.c:(7|14|15)' "$heddle" check "$place/again.c" --engine rf --unwind 2
# Without a bound something is known when the time is over.
sed 's/rounds < 4/rounds >= 0/' "$place/loop.c" >"$place/endless.c"
run_heddle check "$place/endless.c" --engine rf --timeout 5
expect_match "a depth is known" '^BOUNDED under SC: no violation within [0-9]+ iterations at .*endless.c:7 .out of time' "$place/stdout"
# Who looks at it meanwhile sees classes.
script -qec "$heddle check $place/endless.c --engine rf --timeout 3" /dev/null >"$place/stdout" 2>&1
expect_match "progress" 'SC rf: exploring: [0-9]+ classes, ' "$place/stdout"

# A loop that waits is one read, wherever it begins.
cat >"$place/wait.c" <<'END'
#include <pthread.h>
#include <stdatomic.h>
atomic_int ready;
static void *worker(void *unused)
{
    ready = 1;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    while (!ready) {
    }
    return 0;
}
END
expect_equal "one read that waits" 2 "$("$heddle" classes "$place/wait.c" -q)"

# Rounds of a loop that nobody can notice: how many there are does not matter, nor how often a thread wakes up for no
# reason.
expect_answer "threads that wait for each other" SAFE "$root/examples/bounded_buffer.c"
expect_answer "a signal without the lock" SAFE "$root/tests/programs/sections/waits.c"
cat >"$place/poll.c" <<'END'
#include <assert.h>
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int ready, x;
static void *worker(void *unused)
{
    int seen;
    do {
        pthread_mutex_lock(&lock);
        seen = ready;
        pthread_mutex_unlock(&lock);
    } while (!seen);
    assert(x == 1);
    return unused;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, worker, NULL);
    pthread_create(&u, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    x = 1;
    ready = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
END
expect_answer "a lock that is taken in every round" SAFE "$place/poll.c"
# Rounds that somebody notices, or that leave something behind, count.
expect_answer "rounds that write" VIOLATION "$root/tests/programs/library/cond_wait_in_callback.c"
for look in 0 1 2; do
    expect_answer "rounds that are seen, in way $look" VIOLATION "$programs/rounds_seen.c" -DLOOK=$look
done
finish "one execution of each class"
