/* A read collects each byte from the newest buffered store that has it.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r1
 * Outcomes: r1=134678785
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
    u.word = 0x04030201;
    u.byte[1] = 9;
    u.half[1] = 0x0807;
    r1 = u.word;
    return NULL;
}

int main(void)
{
    pthread_t t1;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_join(t1, NULL);
    assert(r1 == 0x08070901);
    return 0;
}
