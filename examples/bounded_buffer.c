/* A bounded buffer with a lock and two condition variables: the producer waits while it is full, the consumer while
 * it is empty.
 *
 * Locks order everything, so the memory model makes no difference to a program like this. What can go wrong is the
 * waiting. A condition is tested in a loop, because a wait may end without a reason and because another thread may
 * have been faster; and it is changed only under the lock, because a signal that nobody waits for is lost.
 *
 * To try:
 *   - Write `if` in place of `while` in `take`: it takes an item that is not there. In `put`: an item is overwritten,
 *     and the consumer waits for ever.
 *   - Leave out one of the two signals: `heddle outcomes` reports a DEADLOCK, with who waits for what.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe received[0],received[1]
 * Outcomes: received[0]=1 received[1]=2
 * Prints-not: DEADLOCK
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum { ITEMS = 2 };

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
bool full; /* one slot is enough to make both sides wait */
int slot;
int received[ITEMS];

static void put(int item)
{
    pthread_mutex_lock(&lock);
    while (full)
        pthread_cond_wait(&not_full, &lock);
    slot = item;
    full = true;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
}

static int take(void)
{
    pthread_mutex_lock(&lock);
    while (!full)
        pthread_cond_wait(&not_empty, &lock);
    int item = slot;
    full = false;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
    return item;
}

static void *producer(void *unused)
{
    (void)unused;
    for (int i = 0; i < ITEMS; i++)
        put(i + 1);
    return NULL;
}

static void *consumer(void *unused)
{
    (void)unused;
    for (int i = 0; i < ITEMS; i++)
        received[i] = take();
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, producer, NULL);
    pthread_create(&t2, NULL, consumer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    for (int i = 0; i < ITEMS; i++)
        assert(received[i] == i + 1);
    return 0;
}
