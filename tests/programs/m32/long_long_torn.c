/* The processor moves a long long in two steps, so that others may see half of it; not a double, nor an atomic.
 *
 * Verdict: SC safe
 * Options: --32 --observe torn,atomic_torn,double_torn
 * Outcomes: torn=0 atomic_torn=0 double_torn=0 | torn=1 atomic_torn=0 double_torn=0
 */
#include <pthread.h>

long long wide;
_Atomic long long whole;
double number;
int torn, atomic_torn, double_torn;

static void *writer(void *unused)
{
    wide = -1;
    whole = -1;
    number = 0.1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    double there = number;
    double_torn = there != 0 && there != 0.1;
    long long seen = whole;
    atomic_torn = seen != 0 && seen != -1;
    seen = wide;
    torn = seen != 0 && seen != -1;
    pthread_join(thread, 0);
    return 0;
}
