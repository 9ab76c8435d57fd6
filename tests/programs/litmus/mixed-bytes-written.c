/* Two byte stores are two stores: one read of the whole may fall between them, and under PSO they may be seen in
 * either order.
 *
 * Verdict: SC safe, TSO safe, PSO violation
 * Options: --observe r1
 * Outcomes: r1=0 | r1=1 | r1=257
 * Outcomes PSO: r1=256
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

union {
    uint32_t word;
    uint16_t half[2];
    uint8_t byte[4];
} u;
uint32_t r1;

static void *thread1(void *unused)
{
    (void)unused;
    u.byte[0] = 1;
    u.byte[1] = 1;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    r1 = u.word;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(!(r1 == 0x0100));
    return 0;
}
