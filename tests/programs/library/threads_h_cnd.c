/* C11 condition variables.
 *
 * A wait with a time-out may end at any time, so `heddle check` needs a bound for the loop around it.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Prints-not: DEADLOCK
 * Check: bounded
 * Check-options: --unwind 1
 */
#include <assert.h>
#include <stddef.h>
#include <threads.h>
#include <time.h>

mtx_t m;
cnd_t asked, answered;
int question, answer;

static int worker(void *unused)
{
    (void)unused;
    mtx_lock(&m);
    while (!question)
        assert(cnd_wait(&asked, &m) == thrd_success);
    answer = 42;
    assert(cnd_broadcast(&answered) == thrd_success);
    mtx_unlock(&m);
    return 0;
}

int main(void)
{
    thrd_t thread;
    struct timespec until = {.tv_sec = 1};
    mtx_init(&m, mtx_plain);
    assert(cnd_init(&asked) == thrd_success);
    assert(cnd_init(&answered) == thrd_success);
    assert(thrd_create(&thread, worker, NULL) == thrd_success);
    mtx_lock(&m);
    question = 1;
    assert(cnd_signal(&asked) == thrd_success);
    while (!answer) {
        int result = cnd_timedwait(&answered, &m, &until);
        assert(result == thrd_success || result == thrd_timedout);
    }
    assert(answer == 42);
    mtx_unlock(&m);
    thrd_join(thread, NULL);
    cnd_destroy(&asked);
    cnd_destroy(&answered);
    return 0;
}
