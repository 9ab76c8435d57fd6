/* Locks and data in one heap object; each object has its own.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

struct account *a, *b;

static void move(struct account *from, struct account *to)
{
    pthread_mutex_lock(&from->lock);
    from->balance--;
    pthread_mutex_unlock(&from->lock);
    pthread_mutex_lock(&to->lock);
    to->balance++;
    pthread_mutex_unlock(&to->lock);
}

static void *first(void *unused)
{
    move(a, b);
    return unused;
}

static void *second(void *unused)
{
    move(b, a);
    return unused;
}

static struct account *open_account(void)
{
    struct account *account = malloc(sizeof *account);
    pthread_mutex_init(&account->lock, NULL);
    account->balance = 10;
    return account;
}

int main(void)
{
    pthread_t t1, t2;
    a = open_account();
    b = open_account();
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(a->balance == 10 && b->balance == 10);
    pthread_mutex_destroy(&a->lock);
    pthread_mutex_destroy(&b->lock);
    free(a);
    free(b);
    return 0;
}
