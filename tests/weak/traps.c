/* What is easily taken for ordered, and is not: -DTRAP=1 to 11, and 14. The assertion fails under ARMv8, and under Power where
 * the table in tests/cli/weak_models.sh says so. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int v[4]; /* v[0]: data, v[1]: flag */
static atomic_int w, z;
static int a, b, c;

static int load(atomic_int *place)
{
    return atomic_load_explicit(place, memory_order_relaxed);
}

static void store(atomic_int *place, int value)
{
    atomic_store_explicit(place, value, memory_order_relaxed);
}

/* Message passing, with all that is needed on the writer's side. */
static void *sender(void *unused)
{
    store(&v[0], 1);
    atomic_thread_fence(memory_order_seq_cst);
    store(&v[1], 1);
    return unused;
}

#if TRAP == 1
/* The second read depends on one that does not happen, which would depend on the first. */
static void *receiver(void *unused)
{
    int r = a = load(&v[1]), r1 = 0;
    if (r == 2)
        r1 = load(&v[2 + (r ^ r)]);
    b = load(&v[0 + (r1 ^ r1)]);
    return unused;
}
#elif TRAP == 2
/* Behind an access whose address depends on the first read, writes are in order, but reads are not. */
static void *receiver(void *unused)
{
    int r = a = load(&v[1]);
    c = load(&v[2 + (r ^ r)]);
    b = load(&v[0]);
    return unused;
}
#elif TRAP == 3
/* The read of an update may come before what its release waits for. */
static void *writer(void *unused)
{
    store(&v[0], 1);
    int r = atomic_fetch_add_explicit(&w, 1, memory_order_release);
    store(&v[1], 1 + (r ^ r));
    return unused;
}
static void *receiver(void *unused)
{
    a = atomic_load_explicit(&v[1], memory_order_acquire);
    b = load(&v[0]);
    return unused;
}
#elif TRAP == 4 || TRAP == 5 || TRAP == 6 || TRAP == 11
/* Store buffering, where something stands between the store and the load that seems to keep them apart: */
static void between(atomic_int *own, int *r)
{
#if TRAP == 4 || TRAP == 11
    *r = load(own); /* what it reads early, the address depends on; with 11 it may also read from somebody else */
#elif TRAP == 5
    *r = load(own); /* is before what follows the fence, but what it reads is not */
    __asm__ volatile("dmb ishld" ::: "memory");
    *r = 0;
#else
    *r = atomic_fetch_add_explicit(&w, 0, memory_order_relaxed); /* orders nothing */
    *r = 0;
#endif
}
static void *writer(void *unused)
{
    int r;
    store(&v[0], 1);
    between(&v[0], &r);
    a = !load(&v[1 + (r ^ r)]);
    return unused;
}
static void *receiver(void *unused)
{
    int r;
    store(&v[1], 1);
    between(&v[1], &r);
    b = load(&v[0 + (r ^ r)]);
    return unused;
}
#if TRAP == 11
static void *third(void *unused)
{
    store(&v[0], 2);
    store(&v[1], 2);
    return unused;
}
#endif
#elif TRAP == 7
/* A store depends on the read, but not the one that overwrites it. */
static void *writer(void *unused)
{
    int r = a = load(&v[1]);
    store(&v[0], 1 + (r ^ r));
    store(&v[0], 2);
    return unused;
}
static void *receiver(void *unused)
{
    int r = load(&v[0]);
    if (r == 2)
        store(&v[1], 1 + (r ^ r));
    return unused;
}
#elif TRAP == 8 || TRAP == 9
/* The address depends on the first read only if a third thread says so, or only if it does not. */
static void *receiver(void *unused)
{
    int r = a = load(&v[1]), other = c = load(&z), index = 0;
    if (other == (TRAP == 8))
        index = r ^ r;
    b = load(&v[index]);
    return unused;
}
static void *third(void *unused)
{
    store(&z, 1);
    return unused;
}
#elif TRAP == 10
/* A branch keeps back writes, not reads, nor what reads such a write early. */
static void *receiver(void *unused)
{
    int seen = a = load(&v[1]), r;
    if (seen == 1)
        store(&w, 1);
    r = load(&w);
    b = load(&v[0 + (r ^ r)]);
    return unused;
}
#elif TRAP == 12
/* The other way round: what nobody writes is read, and the read keeps others in order all the same, by its address. */
static void *writer(void *unused)
{
    int r = a = load(&v[1]);
    c = load(&v[2 + (r ^ r)]);
    store(&v[0], 1);
    return unused;
}
static void *receiver(void *unused)
{
    int r = load(&v[0]);
    b = !r;
    store(&v[1], 1 + (r ^ r));
    return unused;
}
#elif TRAP == 13
/* By its order: a release before it is seen before what follows it. */
static void *writer(void *unused)
{
    atomic_store(&v[0], 1);
    c = atomic_load(&z);
    a = !load(&v[1]);
    return unused;
}
static void *receiver(void *unused)
{
    atomic_store(&v[1], 1);
    c = atomic_load(&z);
    b = load(&v[0]);
    return unused;
}
#elif TRAP == 14
/* Somebody who waits is told to go on, by a store that overtakes a read, and takes with it what the store goes to. */
static _Atomic(atomic_int *) waiting;
static void *writer(void *unused)
{
    atomic_int *place;
    while (!(place = atomic_load_explicit(&waiting, memory_order_acquire)))
        ;
    a = load(&v[0]);
    store(place, 1);
    return unused;
}
static void *receiver(void *unused)
{
    atomic_int go = 0;
    atomic_store_explicit(&waiting, &go, memory_order_release);
    while (!load(&go))
        ;
    atomic_thread_fence(memory_order_seq_cst);
    store(&v[0], 1);
    return unused;
}
#endif

#if (TRAP >= 3 && TRAP <= 7) || TRAP >= 11
#define FIRST writer
#else
#define FIRST sender
#endif

int main(void)
{
    pthread_t t[3];
    (void)sender;
    pthread_create(&t[0], 0, FIRST, 0);
    pthread_create(&t[1], 0, receiver, 0);
#if TRAP == 8 || TRAP == 9 || TRAP == 11
    pthread_create(&t[2], 0, third, 0);
    pthread_join(t[2], 0);
#endif
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
#if TRAP == 7
    assert(!(a == 1));
#else
    assert(!(a == 1 && b == 0));
#endif
    return 0;
}
