/* Keys: more of them than live at the same time, one after the other, and those that do not exist.
 *
 * Verdict: SC safe
 */
#include "table.h"

#include <limits.h>
#include <pthread.h>

static int destroyed;

static void destroy(void *value)
{
    (void)value;
    destroyed++;
}

static void *leave_values(void *key)
{
    ROW(pthread_getspecific(*(pthread_key_t *)key), NULL);
    ROW(pthread_setspecific(*(pthread_key_t *)key, &destroyed), 0);
    return NULL;
}

static void check_destructor(void)
{
    pthread_key_t key;
    pthread_t thread;
    ROW(pthread_key_create(&key, destroy), 0);
    ROW(pthread_create(&thread, NULL, leave_values, &key), 0);
    ROW(pthread_join(thread, NULL), 0);
    ROW(destroyed, 1);
    ROW(pthread_getspecific(key), NULL);
    ROW(pthread_key_delete(key), 0);
}

int main(void)
{
    pthread_key_t key = 0;
    for (int i = 0; i < 20; i++) {
        ROW(pthread_key_create(&key, NULL), 0);
        ROW(pthread_getspecific(key), NULL); /* nothing is left of the one before */
        ROW(pthread_setspecific(key, &key), 0);
        ROW(pthread_getspecific(key), &key);
        ROW(pthread_key_delete(key), 0);
    }
    ROW(pthread_key_delete(key), EINVAL);
    ROW(pthread_key_delete(PTHREAD_KEYS_MAX), EINVAL);
    ROW(pthread_setspecific(key, &key), EINVAL);
    ROW(pthread_setspecific(PTHREAD_KEYS_MAX, &key), EINVAL);
    check_destructor();
    END_OF_TABLE();
    return 0;
}
