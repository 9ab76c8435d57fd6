/* A destroyed mutex can be initialised again; zeroed memory and an initialiser on the stack make valid mutexes.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
    pthread_mutex_t local = PTHREAD_MUTEX_INITIALIZER, *zeroed = calloc(1, sizeof *zeroed);
    assert(pthread_mutex_lock(&local) == 0);
    assert(pthread_mutex_unlock(&local) == 0);
    assert(pthread_mutex_destroy(&local) == 0);
    assert(pthread_mutex_init(&local, NULL) == 0);
    assert(pthread_mutex_lock(&local) == 0);
    assert(pthread_mutex_lock(zeroed) == 0);
    assert(pthread_mutex_unlock(zeroed) == 0);
    free(zeroed);
    return 0;
}
