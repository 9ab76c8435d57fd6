/* C11 threads: what their functions return.
 *
 * Verdict: SC safe
 */
#include "table.h"

#include <threads.h>

static const struct timespec past, no_time = {.tv_nsec = 1000000000};

static void check_mutex(void)
{
    mtx_t mutex;
    ROW(mtx_init(&mutex, mtx_timed), thrd_success);
    ROW(mtx_lock(&mutex), thrd_success);
    ROW(mtx_trylock(&mutex), thrd_busy);
    ROW(mtx_timedlock(&mutex, &past), thrd_timedout);
    ROW(mtx_timedlock(&mutex, &no_time), thrd_error);
    ROW(mtx_unlock(&mutex), thrd_success);
    ROW(mtx_lock(&mutex), thrd_success);
    mtx_destroy(&mutex); /* by its holder */
    ROW(mtx_init(&mutex, mtx_plain | mtx_recursive), thrd_success);
    ROW(mtx_lock(&mutex), thrd_success);
    ROW(mtx_trylock(&mutex), thrd_success);
    mtx_destroy(&mutex);
}

static int seven(void *unused)
{
    (void)unused;
    return 7;
}

static int leave(void *unused)
{
    (void)unused;
    thrd_exit(8);
}

static void check_threads(void)
{
    thrd_t thread;
    int result = 0;
    ROW(thrd_create(&thread, seven, NULL), thrd_success);
    ROW(thrd_join(thread, &result), thrd_success);
    ROW(result, 7);
    ROW(thrd_create(&thread, leave, NULL), thrd_success);
    ROW(thrd_join(thread, &result), thrd_success);
    ROW(result, 8);
    ROW(thrd_sleep(&past, NULL), 0);
    ROW(thrd_sleep(&no_time, NULL) < 0, 1);
}

static cnd_t condition;
static mtx_t guard;
static tss_t key;
static once_flag once = ONCE_FLAG_INIT;
static int ran, destroyed;

static void run(void)
{
    ran++;
}

static void destroy(void *value)
{
    destroyed += *(int *)value;
}

static int announce(void *unused)
{
    (void)unused;
    static int one = 1;
    ROW(tss_get(key), NULL);
    ROW(tss_set(key, &one), thrd_success);
    ROW(tss_get(key), &one);
    call_once(&once, run);
    ROW(mtx_lock(&guard), thrd_success);
    ran++;
    ROW(cnd_signal(&condition), thrd_success);
    ROW(mtx_unlock(&guard), thrd_success);
    return 0;
}

static void check_waiting(void)
{
    thrd_t thread;
    ROW(cnd_init(&condition), thrd_success);
    ROW(mtx_init(&guard, mtx_plain), thrd_success);
    ROW(tss_create(&key, destroy), thrd_success);
    ROW(mtx_lock(&guard), thrd_success);
    ROW(cnd_timedwait(&condition, &guard, &no_time), thrd_error);
    int result = cnd_timedwait(&condition, &guard, &past);
    assert(result == thrd_timedout || result == thrd_success);
    ROW(thrd_create(&thread, announce, NULL), thrd_success);
    while (ran < 2)
        ROW(cnd_wait(&condition, &guard), thrd_success);
    ROW(mtx_unlock(&guard), thrd_success);
    ROW(thrd_join(thread, NULL), thrd_success);
    ROW(destroyed, 1);
    ROW(cnd_broadcast(&condition), thrd_success);
    cnd_destroy(&condition);
    mtx_destroy(&guard);
    tss_delete(key);
}

int main(void)
{
    thrd_t thread;
    check_mutex();
    check_threads();
    check_waiting();
    ROW(thrd_create(&thread, seven, NULL), thrd_success);
    ROW(thrd_equal(thread, thrd_current()), 0);
    ROW(thrd_detach(thread), thrd_success);
    thrd_yield();
    END_OF_TABLE();
    return 0;
}
