/* Two writes to x, two to y, and for each a read that sees it, such that every write to the one is before every read of
 * the other. Whichever write to x is first, its reader is before the second write to x, which is before both reads of
 * y; and the same with x and y exchanged: a cycle. But as long as neither order is chosen, nothing can be derived from
 * what reads from what: this needs a case distinction. With store buffers a thread reads before its own write is seen.
 *
 * Options: --observe r
 * Verdict: SC safe, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>

int x, y;
int done[4]; /* who has written */
int r;       /* how many have seen what they must */
int seen[4];

static void *a(void *unused)
{
    x = 1;
    done[0] = 1;
    seen[0] = done[1] == 1 && y == 1;
    return unused;
}

static void *b(void *unused)
{
    x = 2;
    done[1] = 1;
    seen[1] = done[0] == 1 && y == 2;
    return unused;
}

static void *c(void *unused)
{
    y = 1;
    done[2] = 1;
    seen[2] = done[3] == 1 && x == 1;
    return unused;
}

static void *d(void *unused)
{
    y = 2;
    done[3] = 1;
    seen[3] = done[2] == 1 && x == 2;
    return unused;
}

int main(void)
{
    pthread_t t[4];
    pthread_create(&t[0], NULL, a, NULL);
    pthread_create(&t[1], NULL, b, NULL);
    pthread_create(&t[2], NULL, c, NULL);
    pthread_create(&t[3], NULL, d, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    r = seen[0] + seen[1] + seen[2] + seen[3];
    assert(r < 4);
    return 0;
}
