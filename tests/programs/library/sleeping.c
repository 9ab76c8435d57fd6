/* Sleeping orders nothing: however long a thread sleeps, its store may still be in the buffer.
 *
 * Verdict: SC safe, TSO violation, PSO violation
 */
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

int x, y, r1, r2;

static void rest(void)
{
    struct timespec second = {.tv_sec = 1};
    assert(usleep(1000000) == 0);
    assert(poll(NULL, 0, 1000) == 0);
    assert(sleep(1) == 0);
    assert(nanosleep(&second, NULL) == 0);
    assert(clock_nanosleep(CLOCK_REALTIME, 0, &second, NULL) == 0);
}

static void *left(void *unused)
{
    (void)unused;
    x = 1;
    rest();
    r1 = y;
    return NULL;
}

static void *right(void *unused)
{
    (void)unused;
    y = 1;
    rest();
    r2 = x;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(r1 == 1 || r2 == 1);
    return 0;
}
