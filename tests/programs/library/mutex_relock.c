/* A normal mutex locked again by its holder blocks.
 *
 * Verdict: SC safe, PSO safe
 * Options: --observe done
 * Outcomes: none
 * Prints: DEADLOCK: .*queue\.lock
 */
#include <pthread.h>
#include <stddef.h>

struct {
    int size;
    pthread_mutex_t lock;
} queue;
int done;

int main(void)
{
    pthread_mutex_init(&queue.lock, NULL);
    pthread_mutex_lock(&queue.lock);
    pthread_mutex_lock(&queue.lock);
    done = 1;
    return 0;
}
