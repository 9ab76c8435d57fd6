/* A reader that wants to become the writer waits for itself.
 *
 * Verdict: SC safe, TSO safe
 * Options: --observe done
 * Outcomes: none
 * Prints: DEADLOCK: .*rw
 */
#include <pthread.h>

pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
int done;

int main(void)
{
    pthread_rwlock_rdlock(&rw);
    pthread_rwlock_wrlock(&rw);
    done = 1;
    return 0;
}
