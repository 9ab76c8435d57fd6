/* The same as in waiting_forgets.c, but each iteration looks at what the one before has read: to see 1 after 2, the
 * loop has to go round three times.
 *
 * Verdict: SC violation
 * Prints SC: waiting_remembers.c:39: assertion
 */
#include <assert.h>
#include <pthread.h>

int word, went_back;

static void *writer(void *unused)
{
    word = 2;
    word = 1;
    word = 3;
    return unused;
}

static void *waiter(void *unused)
{
    int now = 0, back = 0;
    while (now != 3) {
        int next = __atomic_load_n(&word, __ATOMIC_RELAXED);
        back |= next < now;
        now = next;
    }
    went_back = back;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, waiter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(!went_back);
    return 0;
}
