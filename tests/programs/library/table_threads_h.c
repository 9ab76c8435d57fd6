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

int main(void)
{
    check_mutex();
    check_threads();
    END_OF_TABLE();
    return 0;
}
