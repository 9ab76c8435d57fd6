/* Rounds of a loop that change one bit of a word and then change it back. If somebody overwrites the word in between,
 * the second change is no longer undone by the first, and is there after the round.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int stop, word;

static void *worker(void *unused)
{
    (void)!stop; /* so that the loop is entered at a step of its own */
    while (!stop) {
        word ^= 1;
        word ^= 1;
    }
    return unused;
}

static void *writer(void *unused)
{
    atomic_store_explicit(&word, 8, memory_order_relaxed);
    return unused;
}

static void *other(void *unused)
{
    word ^= 4;
    return unused;
}

int main(void)
{
    pthread_t t, u, v;
    pthread_create(&t, NULL, worker, NULL);
    pthread_create(&u, NULL, writer, NULL);
    pthread_create(&v, NULL, other, NULL);
    pthread_join(u, NULL);
    pthread_join(v, NULL);
    if (word == 9 + 4)
        stop = 1;
    pthread_join(t, NULL);
    assert(word != 9 + 4);
    return 0;
}
