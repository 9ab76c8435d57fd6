/* A jump into another thread, which is still in the function that called setjmp.
 *
 * Verdict: SC violation
 * Prints: another thread
 */
#include <pthread.h>
#include <setjmp.h>

static jmp_buf buffer;

static void *jump(void *argument)
{
    longjmp(buffer, 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    if (setjmp(buffer) == 0) {
        pthread_create(&thread, 0, jump, 0);
        pthread_join(thread, 0);
    }
    return 0;
}
