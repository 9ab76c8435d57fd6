/* A list that nobody changes once there are threads, walked hand over hand. Its length is known only after it is
 * known that it does not change; the locks of its later nodes are written as well as those of the first.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <pthread.h>
#include <stddef.h>

struct node {
    pthread_mutex_t lock;
    int key;
    struct node *next;
};

struct node nodes[7];
struct node *first;

static void *walk(void *unused)
{
    struct node *at = first;
    pthread_mutex_lock(&at->lock);
    while (at->next && at->key < 5) {
        struct node *next = at->next;
        pthread_mutex_lock(&next->lock);
        pthread_mutex_unlock(&at->lock);
        at = next;
    }
    pthread_mutex_unlock(&at->lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    for (int i = 6; i >= 0; i--) {
        nodes[i].key = i;
        nodes[i].next = first;
        first = &nodes[i];
    }
    pthread_create(&a, NULL, walk, NULL);
    pthread_create(&b, NULL, walk, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
