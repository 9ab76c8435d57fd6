/* Asynchronous cancellation takes its time: the thread may still see what was done after the request.
 *
 * Verdict: SC safe
 * Options: --observe seen,done
 * Outcomes: seen=0 done=0 | seen=0 done=1 | seen=1 done=0 | seen=1 done=1
 * Prints-not: DEADLOCK
 */
#include <pthread.h>
#include <stddef.h>

int flag, seen, done;

static void *worker(void *unused)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    seen = flag;
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_cancel(thread);
    flag = 1;
    pthread_join(thread, NULL);
    return 0;
}
