/* ConcurrencyKit: the queue for one producer and one consumer.
 *
 * Checked: items come out in the order in which they went in, and complete.
 *
 * Compiled for x86, there is no fence between an entry and the pointer to it: under PSO the pointer overtakes the
 * entry.
 *
 * Needs: -Iinclude
 * Verdict: SC safe, TSO safe, PSO violation
 * Verdict -DCK_MD_PSO: PSO safe
 */
#include <assert.h>
#include <pthread.h>

#include <ck_fifo.h>

enum { ITEMS = 2 };

static ck_fifo_spsc_t fifo;
static ck_fifo_spsc_entry_t stub, entries[ITEMS];
static int items[ITEMS];

static void *producer(void *unused)
{
    for (int i = 0; i < ITEMS; i++) {
        items[i] = i + 1;
        ck_fifo_spsc_enqueue(&fifo, &entries[i], &items[i]);
    }
    return unused;
}

static void *consumer(void *unused)
{
    for (int i = 0; i < ITEMS; i++) {
        int *item;
        while (!ck_fifo_spsc_dequeue(&fifo, &item))
            ;
        assert(item == &items[i] && *item == i + 1);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    ck_fifo_spsc_init(&fifo, &stub);
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(ck_fifo_spsc_isempty(&fifo));
    return 0;
}
