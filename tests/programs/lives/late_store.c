/* A store that waits in its buffer while another thread, which was told that it was done, frees the object.
 *
 * Verdict: SC safe, TSO safe, PSO violation
 * Prints PSO: reaches memory after the object's end
 */
#include <pthread.h>
#include <stdlib.h>

static int *object;
static int is_done;

static void *user(void *unused)
{
    *object = 1;
    is_done = 1;
    return unused;
}

static void *owner(void *unused)
{
    if (is_done)
        free(object);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    object = malloc(sizeof *object);
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, owner, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
