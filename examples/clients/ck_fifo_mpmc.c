/* ConcurrencyKit: the queue for several producers and several consumers, with a compare-and-swap of two words.
 *
 * Checked: two producers and a consumer that tries once: no item is lost, none comes out twice.
 *
 * Needs: -Iinclude
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>

#include <ck_fifo.h>

static ck_fifo_mpmc_t fifo;
static ck_fifo_mpmc_entry_t stub, entries[2];
static int items[2];

static void *producer(void *item)
{
    ck_fifo_mpmc_enqueue(&fifo, &entries[(int *)item - items], item);
    return item;
}

int main(void)
{
    pthread_t a, b;
    ck_fifo_mpmc_entry_t *garbage;
    int *got[3] = {NULL, NULL, NULL}, count = 0;
    ck_fifo_mpmc_init(&fifo, &stub);
    pthread_create(&a, NULL, producer, &items[0]);
    pthread_create(&b, NULL, producer, &items[1]);
    count += ck_fifo_mpmc_dequeue(&fifo, &got[0], &garbage);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    while (ck_fifo_mpmc_dequeue(&fifo, &got[count], &garbage))
        count++;
    assert(count == 2 && got[0] != got[1]);
    assert((got[0] == &items[0] || got[0] == &items[1]) && (got[1] == &items[0] || got[1] == &items[1]));
    return 0;
}
