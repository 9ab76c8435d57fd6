/* Semaphores with a name. The names are those of one program: none is there when it starts. */
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>

enum { MOST_NAMED = 8, NAME_SIZE = 32, LONGEST_NAME = 250 };

static struct {
    sem_t semaphore;
    char name[NAME_SIZE]; /* without the slash in front */
    _Bool is_there;       /* and not unlinked */
    int opened;           /* how often it was, and not closed */
} named[MOST_NAMED];

/* Ends the atomic block. */
static sem_t *fail_with(int error)
{
    __heddle_atomic_end();
    errno = error;
    return SEM_FAILED;
}

static int refuse(int error)
{
    fail_with(error);
    return -1;
}

static const char *skip_slashes(const char *name)
{
    while (*name == '/')
        name++;
    return name;
}

static _Bool is_name(const char *name)
{
    size_t length = strlen(name);
    if (length >= NAME_SIZE && length <= LONGEST_NAME)
        __heddle_unsupported("a semaphore with a name of more than 31 letters");
    return length > 0 && length <= LONGEST_NAME && !strchr(name, '/');
}

static int find(const char *name)
{
    int at = 0;
    while (at < MOST_NAMED && !(named[at].is_there && strcmp(named[at].name, name) == 0))
        at++;
    return at;
}

static int find_place(void)
{
    int at = 0;
    while (at < MOST_NAMED && (named[at].is_there || named[at].opened > 0))
        at++;
    if (at == MOST_NAMED)
        __heddle_unsupported("more than 8 semaphores with names");
    return at;
}

/* Ends the atomic block. */
static sem_t *create(const char *name, unsigned value)
{
    if (value > SEM_VALUE_MAX)
        return fail_with(EINVAL);
    int at = find_place();
    for (size_t i = 0; i <= strlen(name); i++)
        named[at].name[i] = name[i];
    named[at].is_there = 1;
    named[at].opened = 1;
    sem_init(&named[at].semaphore, 0, value);
    __heddle_atomic_end();
    return &named[at].semaphore;
}

/* The arguments behind are there only with O_CREAT: the mode, which has no effect, and the value. Each takes a word. */
sem_t *sem_open(const char *name, int flags, ...)
{
    const char *arguments = __heddle_arguments();
    name = skip_slashes(name);
    __heddle_atomic_begin();
    if (!is_name(name))
        return fail_with(EINVAL);
    int at = find(name);
    if (at < MOST_NAMED && (flags & O_CREAT) && (flags & O_EXCL))
        return fail_with(EEXIST);
    if (at == MOST_NAMED)
        return flags & O_CREAT ? create(name, *(const unsigned *)(arguments + sizeof(void *))) : fail_with(ENOENT);
    named[at].opened++;
    __heddle_atomic_end();
    return &named[at].semaphore;
}

int sem_close(sem_t *semaphore)
{
    int at = 0;
    __heddle_atomic_begin();
    while (at < MOST_NAMED && !(named[at].opened > 0 && &named[at].semaphore == semaphore))
        at++;
    if (at == MOST_NAMED)
        return refuse(EINVAL);
    named[at].opened--;
    if (named[at].opened == 0 && !named[at].is_there)
        sem_destroy(semaphore);
    return finish(0);
}

int sem_unlink(const char *name)
{
    __heddle_atomic_begin();
    int at = find(skip_slashes(name));
    if (at == MOST_NAMED)
        return refuse(ENOENT);
    named[at].is_there = 0;
    return finish(0);
}
