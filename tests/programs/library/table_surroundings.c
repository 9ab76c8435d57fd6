/* What a program may ask about its surroundings: processes, processors, random numbers, the locale.
 *
 * Options: --nondet 0..1
 * Verdict: SC bounded
 * Check: safe
 */
#include "table.h"

#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>

uint32_t arc4random(void) __attribute__((weak));
uint32_t arc4random_uniform(uint32_t bound) __attribute__((weak));

static void check_random(void)
{
    unsigned seed = 3;
    srand(7);
    srandom(7);
    srand48(7);
    double fraction = drand48();
    ROW(fraction >= 0 && fraction < 1, 1);
    ROW(rand() >= 0, 1);
    ROW(random() >= 0, 1);
    ROW(rand_r(&seed) >= 0, 1);
    ROW(lrand48() >= 0, 1);
    ROW(mrand48() <= INT32_MAX, 1);
    if (arc4random && arc4random_uniform) {
        ROW(arc4random() <= UINT32_MAX, 1);
        ROW(arc4random_uniform(1), 0);
    }
}

static void check_processors(void)
{
    cpu_set_t set;
    ROW(get_nprocs() >= 1, 1);
    ROW(get_nprocs_conf() >= get_nprocs(), 1);
    cpu_set_t *allocated = CPU_ALLOC(8);
    assert(allocated != NULL);
    CPU_FREE(allocated);
    ROW(sched_getcpu() >= 0, 1);
    ROW(sched_yield(), 0);
    CPU_ZERO(&set);
    ROW(sched_getaffinity(0, sizeof set, &set), 0);
    ROW(CPU_COUNT(&set) >= 1, 1);
    ROW(sched_setaffinity(0, sizeof set, &set), 0);
    CPU_ZERO(&set);
    FAILS(sched_setaffinity(0, sizeof set, &set), EINVAL);
    FAILS(sched_getaffinity(0, 1, &set), EINVAL);
}

int main(void)
{
    ROW(getpid() > 0, 1);
    ROW(getppid() != getpid(), 1);
    ROW(gettid(), getpid());
    ROW(getpagesize(), sysconf(_SC_PAGESIZE));
    ROW(getenv("HEDDLE_NOBODY_SETS_THIS"), NULL);
    ROW(strcmp(setlocale(LC_ALL, NULL), "C"), 0);
    check_processors();
    check_random();
    END_OF_TABLE();
    return 0;
}
