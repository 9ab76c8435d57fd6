/* A structure with a member that was never set is copied into the heap, and from there by another thread, for which the
 * member has any value: the same in both copies.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: copy_of_unset_member.c:20: assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct pair {
    unsigned char set, unset;
} * shared;

static void *client(void *unused)
{
    struct pair mine = *shared;
    unsigned char again = shared->unset;
    assert(mine.set == 1 && mine.unset == again);
    assert(mine.unset == 0);
    return unused;
}

int main(void)
{
    pthread_t t;
    struct pair local;
    local.set = 1;
    shared = malloc(sizeof *shared);
    *shared = local;
    pthread_create(&t, NULL, client, NULL);
    pthread_join(t, NULL);
    free(shared);
    return 0;
}
