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

printf '#include <pthread.h>\nstatic void *f(void *p) { return p; }\n' >"$place/one.c"
printf 'int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return 0; }\n' >>"$place/one.c"
run_heddle check "$place/one.c" --engine rf
expect_match "one is not many" ' 2 threads, 1 class, ' "$place/stdout"

# expect_answer NAME VERDICT FILE OPTIONS...: under all models.
expect_answer() {
    run_heddle check "${@:3}" --mm all -q --engine rf
    expect_equal "$1" 3 "$(grep -c "^$2 under " "$place/stdout")"
}

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
