/* ESBMC's functions.
 *
 * Verdict: SC violation, TSO violation
 * Prints: esbmc.c:38: assertion `can fail` failed
 * Prints-not: cannot fail
 */
#include <pthread.h>
#include <stddef.h>

void __ESBMC_assume(_Bool);
void __ESBMC_assert(_Bool, const char *);
void __ESBMC_atomic_begin(void);
void __ESBMC_atomic_end(void);
void __ESBMC_yield(void);

int count, twice;

static void *worker(void *unused)
{
    __ESBMC_atomic_begin();
    count++;
    __ESBMC_atomic_end();
    __ESBMC_yield();
    twice++;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    __ESBMC_assume(count == 2);
    __ESBMC_assert(count == 2, "cannot fail");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int sum = twice;
    __ESBMC_assert(sum == 2, "can fail");
    return 0;
}
