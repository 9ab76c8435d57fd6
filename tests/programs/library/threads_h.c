/* C11 <threads.h>: threads, mutexes, once, thread-specific storage.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe count,destroyed
 * Outcomes: count=2 destroyed=1
 * Prints-not: DEADLOCK
 */
#include <assert.h>
#include <stddef.h>
#include <threads.h>
#include <time.h>

mtx_t plain, recursive;
once_flag flag = ONCE_FLAG_INIT;
tss_t key;
thread_local int own;
int count, destroyed;

static void destroy(void *value)
{
    destroyed += *(int *)value;
}

static void make_key(void)
{
    assert(tss_create(&key, destroy) == thrd_success);
}

static int worker(void *argument)
{
    int *value = argument;
    own += *value;
    call_once(&flag, make_key);
    assert(tss_get(key) == NULL);
    assert(tss_set(key, value) == thrd_success);
    assert(tss_get(key) == value);
    assert(mtx_lock(&plain) == thrd_success);
    count += own;
    assert(mtx_unlock(&plain) == thrd_success);
    return 7;
}

static int exits(void *unused)
{
    (void)unused;
    thrd_exit(-8);
}

static void check_mutexes(void)
{
    struct timespec until = {.tv_sec = 1};
    assert(mtx_init(&plain, mtx_plain) == thrd_success);
    assert(mtx_init(&recursive, mtx_timed | mtx_recursive) == thrd_success);
    assert(mtx_lock(&recursive) == thrd_success);
    assert(mtx_timedlock(&recursive, &until) == thrd_success);
    assert(mtx_unlock(&recursive) == thrd_success);
    assert(mtx_unlock(&recursive) == thrd_success);
    mtx_destroy(&recursive);
    assert(mtx_trylock(&plain) == thrd_success);
    assert(mtx_trylock(&plain) == thrd_busy);
    assert(mtx_timedlock(&plain, &until) == thrd_timedout);
    assert(mtx_unlock(&plain) == thrd_success);
}

int main(void)
{
    thrd_t thread;
    int result, one = 1;
    check_mutexes();
    assert(thrd_create(&thread, worker, &one) == thrd_success);
    assert(!thrd_equal(thread, thrd_current()));
    thrd_yield();
    thrd_sleep(&(struct timespec){.tv_nsec = 1}, NULL);
    worker(&one);
    assert(thrd_join(thread, &result) == thrd_success && result == 7);
    assert(count == 2 && own == 1 && destroyed == 1);
    tss_delete(key);
    assert(thrd_create(&thread, exits, NULL) == thrd_success);
    assert(thrd_join(thread, &result) == thrd_success && result == -8);
    assert(thrd_create(&thread, exits, NULL) == thrd_success);
    assert(thrd_detach(thread) == thrd_success);
    mtx_destroy(&plain);
    return 0;
}
