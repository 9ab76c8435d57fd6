/* Semaphores with names.
 *
 * Verdict: SC safe
 */
#include "table.h"

#include <fcntl.h>
#include <semaphore.h>

#define NAME "/heddle-table-of-names"

#define REFUSES(call, error) (errno = 0, assert((call) == SEM_FAILED), assert(errno == (error)))

int main(void)
{
    int value = -1;
    sem_unlink(NAME);
    REFUSES(sem_open(NAME, 0), ENOENT);
    REFUSES(sem_open("/", O_CREAT, 0600, 1), EINVAL);
    REFUSES(sem_open("/a/b", O_CREAT, 0600, 1), EINVAL);
    REFUSES(sem_open(NAME, O_CREAT, 0600, 0x80000000u), EINVAL);
    sem_t *first = sem_open(NAME, O_CREAT | O_EXCL, 0600, 2);
    assert(first != SEM_FAILED);
    sem_t *second = sem_open(NAME, O_CREAT, 0600, 7); /* it is there, with another value */
    assert(second == first);
    REFUSES(sem_open(NAME, O_CREAT | O_EXCL, 0600, 2), EEXIST);
    GIVES(sem_getvalue(second, &value), value, 2);
    ROW(sem_wait(first), 0);
    ROW(sem_close(second), 0);
    ROW(sem_unlink(NAME), 0);
    FAILS(sem_unlink(NAME), ENOENT);
    REFUSES(sem_open(NAME, 0), ENOENT);
    ROW(sem_post(first), 0); /* who has it open can still use it */
    GIVES(sem_getvalue(first, &value), value, 2);
    ROW(sem_close(first), 0);
    END_OF_TABLE();
    return 0;
}
