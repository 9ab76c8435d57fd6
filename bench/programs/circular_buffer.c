/* A circular buffer under a lock; a producer and a consumer that take turns, and pass over a turn that is not theirs.
 *
 * The buffer is circular for the producer only: the place to write wraps around, the place to read does not, and a
 * place to write of 0 is taken for an empty buffer. So the tenth element that goes in is the first that does not come
 * out. It takes ten rounds of both, in strict alternation, to get there.
 *
 * N: how often each of the two takes the lock.
 * REPAIRED: the place to read wraps around as well, and elements are counted; safe for every N.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Bench: N=5,9
 * Bench: N=13; SC violation, TSO violation, PSO violation
 * Bench: N=5,9,13 -DREPAIRED; SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef N
#define N 3
#endif

enum { SLOTS = 10, NOTHING = -1 };

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
char slots[SLOTS];
unsigned write_place, read_place;
int last_sent;
bool may_send = true, may_receive = false;

#ifdef REPAIRED
unsigned filled;

static int put(int element)
{
    if (filled == SLOTS)
        return NOTHING;
    slots[write_place] = (char)element;
    write_place = (write_place + 1) % SLOTS;
    filled++;
    return element;
}

static int take(void)
{
    if (filled == 0)
        return NOTHING;
    int element = slots[read_place];
    read_place = (read_place + 1) % SLOTS;
    filled--;
    return element;
}
#else
static int put(int element)
{
    if (write_place >= SLOTS)
        return NOTHING;
    slots[write_place] = (char)element;
    write_place = (write_place + 1) % SLOTS;
    assert(write_place < SLOTS);
    return element;
}

static int take(void)
{
    if (write_place == 0 || read_place >= SLOTS)
        return NOTHING;
    return slots[read_place++];
}
#endif

static void *producer(void *unused)
{
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&lock);
        if (may_send) {
            assert(put(i) == i);
            last_sent = i;
            may_send = false;
            may_receive = true;
        }
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *consumer(void *unused)
{
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&lock);
        if (may_receive) {
            assert(take() == last_sent);
            may_receive = false;
            may_send = true;
        }
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, producer, NULL);
    pthread_create(&t2, NULL, consumer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
