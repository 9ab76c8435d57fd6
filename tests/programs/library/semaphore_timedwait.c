/* sem_timedwait may give up although a post would come, or take it.
 *
 * Verdict: SC safe, TSO safe
 * Options: --observe result,value
 * Outcomes: result=0 value=0 | result=-1 value=1
 * Prints-not: DEADLOCK
 */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

sem_t s;
int result, value;

static void *poster(void *unused)
{
    (void)unused;
    sem_post(&s);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    struct timespec until = {.tv_sec = 1};
    sem_init(&s, 0, 0);
    pthread_create(&thread, NULL, poster, NULL);
    result = sem_timedwait(&s, &until);
    pthread_join(thread, NULL);
    sem_getvalue(&s, &value);
    return 0;
}
