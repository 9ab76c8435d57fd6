/* Pointers in a heap array whose index is not known: they may mean any of the objects that the threads make.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(atomic_int *) *slots;
atomic_int next;

static void *thread(void *unused)
{
    atomic_int *own = malloc(sizeof *own);
    int i = next++;
    atomic_init(own, 0);
    slots[i] = own;
    atomic_int *other = slots[(i + 1) % 3];
    if (other)
        atomic_store(other, 1);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    slots = malloc(3 * sizeof *slots);
    for (int i = 0; i < 3; i++)
        atomic_init(&slots[i], NULL);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, thread, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < 3; i++)
        free(slots[i]);
    free(slots);
    return 0;
}
