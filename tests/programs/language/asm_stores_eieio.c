/* A fence between stores in inline assembly (Power, for stores): message passing works, store buffering remains
 * possible.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe late
 * Outcomes SC: late=0 | late=1
 * Outcomes TSO: late=0 | late=1
 * Outcomes PSO: late=0 | late=1
 */
#include <assert.h>
#include <pthread.h>

int data, ready, late;

static void *writer(void *unused)
{
    data = 1;
    __asm__ __volatile__("eieio" ::: "memory");
    ready = 1;
    late = 0;
    return unused;
}

static void *reader(void *unused)
{
    if (ready) {
        assert(data == 1);
        late = 1;
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
