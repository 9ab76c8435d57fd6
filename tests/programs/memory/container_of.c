/* From a member to what contains it, by arithmetic on a pointer that came through shared memory.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r
 * Outcomes: r=0 | r=5
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer)-offsetof(type, member)))

struct link {
    struct link *next;
};

struct item {
    int key;
    struct link link;
};

struct item items[2];
_Atomic(struct link *) first;
int r;

static void *insert(void *unused)
{
    items[1].key = 5;
    atomic_store_explicit(&first, &items[1].link, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, insert, NULL);
    struct link *link = atomic_load_explicit(&first, memory_order_acquire);
    if (link)
        r = container_of(link, struct item, link)->key;
    assert(r == 0 || r == 5);
    pthread_join(t, NULL);
    return 0;
}
