/* Rounds of a loop that leave everything as it was. But in the middle of one, somebody can tell, and here two of them
 * must have been seen: by what an operation returns, by what a block copies, or by a lock that is taken.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef LOOK
#define LOOK 2
#endif

void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
atomic_int stop, busy;
int seen[3];

static void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    while (!stop) {
        pthread_cond_wait(&changed, &lock);
        busy++;
        busy--;
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

static int look(int i)
{
    switch (LOOK) {
    case 0:
        return atomic_fetch_add(&busy, 0);
    case 1:
        __VERIFIER_atomic_begin();
        seen[i] = busy;
        __VERIFIER_atomic_end();
        return seen[i];
    default:
        if (pthread_mutex_trylock(&lock))
            return 1;
        pthread_mutex_unlock(&lock);
        return 0;
    }
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int first = look(0), second = look(1), third = look(2);
    /* A third time, so that two whole rounds are over. */
    int fourth = look(1), fifth = look(2);
    assert(!(first && !second && third && !fourth && fifth));
    return 0;
}
