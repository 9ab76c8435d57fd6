/* Message passing: one thread writes a message and raises a flag, the other waits for the flag and reads.
 *
 * Under SC and TSO stores reach memory in the order in which they were made, so who sees the flag sees the message.
 * PSO keeps one buffer per location: the flag may arrive first, and the reader finds an empty message. The reader's
 * side is not to blame, loads are never reordered under these models.
 *
 * To try:
 *   - heddle check examples/message_passing.c --mm pso
 *   - Put atomic_thread_fence(memory_order_release) from <stdatomic.h> between the two stores.
 *   - Make `ready` an atomic_int and raise it by atomic_store_explicit(&ready, 1, memory_order_release).
 *
 * Verdict: SC safe, TSO safe, PSO violation
 * Options: --observe received
 * Outcomes: received=42
 * Outcomes PSO: received=0
 */
#include <assert.h>
#include <pthread.h>

int message;
volatile int ready; /* volatile: the compiler must read it again each time round the loop */
int received;

static void *sender(void *unused)
{
    (void)unused;
    message = 42;
    ready = 1;
    return NULL;
}

static void *receiver(void *unused)
{
    (void)unused;
    while (!ready)
        ;
    received = message;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, sender, NULL);
    pthread_create(&t2, NULL, receiver, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(received == 42);
    return 0;
}
