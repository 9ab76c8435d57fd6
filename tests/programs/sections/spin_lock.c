/* The same with a spin lock.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_spinlock_t lock;
int x;

static void *first(void *unused)
{
    pthread_spin_lock(&lock);
    x++;
    x++;
    pthread_spin_unlock(&lock);
    return unused;
}

static void *second(void *unused)
{
    pthread_spin_lock(&lock);
    assert(x % 2 == 0);
    pthread_spin_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_spin_init(&lock, 0);
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
