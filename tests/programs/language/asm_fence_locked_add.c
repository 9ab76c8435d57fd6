/* A full fence in inline assembly (x86, the older way): store buffering is impossible.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>

int x, y, r1, r2;

static void *left(void *unused)
{
    x = 1;
    __asm__ __volatile__("lock; addl $0,0(%%rsp)" ::: "memory");
    r1 = y;
    return unused;
}

static void *right(void *unused)
{
    y = 1;
    __asm__ __volatile__("lock; addl $0,0(%%rsp)" ::: "memory");
    r2 = x;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r1 || r2);
    return 0;
}
