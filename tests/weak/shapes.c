/* The classic shapes of litmus tests, as a C program: -DSHAPE=SB, and what stands between the two accesses of its
 * threads, -DA=..., -DB=... in the order of the threads that have two. The assertion fails in the weak outcome.
 *
 * Between accesses (the first one a read, where it is a dependency): po, addr, data, ctrl, ctrlisb, ctrlisync, dmb,
 * dmbst, dmbld, sync, lwsync, addr_rfi_addr, ctrl_rfi_addr, rfi_pos; `rel`, `acq`: the second (first) access is a
 * release (acquire). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define RELAXED memory_order_relaxed
#define FENCE(text) __asm__ volatile(text ::: "memory")

enum { SB, MP, LB, S, R, W22, WRC, RWC, ISA2, IRIW };
enum {
    po,
    addr,
    data,
    ctrl,
    ctrlisb,
    ctrlisync,
    dmb,
    dmbst,
    dmbld,
    sync,
    lwsync,
    addr_rfi_addr,
    ctrl_rfi_addr,
    rfi_pos,
    rel,
    acq,
    relacq,
};

#ifndef A
#define A po
#endif
#ifndef B
#define B po
#endif

static atomic_int x, y, z, w;
static int result[4];

static void fence(int link)
{
    if (link == dmb)
        FENCE("dmb sy");
    else if (link == dmbst)
        FENCE("dmb st");
    else if (link == dmbld)
        FENCE("dmb ld");
    else if (link == sync)
        FENCE("sync");
    else if (link == lwsync)
        FENCE("lwsync");
}

static int load(atomic_int *place, int link)
{
    if (link == acq || link == relacq)
        return atomic_load_explicit(place, memory_order_acquire);
    return atomic_load_explicit(place, RELAXED);
}

static void store(atomic_int *place, int value, int link)
{
    if (link == rel || link == relacq)
        atomic_store_explicit(place, value, memory_order_release);
    else
        atomic_store_explicit(place, value, RELAXED);
}

/* Two writes. */
static void write_write(atomic_int *first, int one, atomic_int *second, int two, int link)
{
    store(first, one, po);
    fence(link);
    store(second, two, link);
}

/* A write, then a read. */
static int write_read(atomic_int *first, int one, atomic_int *second, int link)
{
    store(first, one, link);
    fence(link);
    if (link == rfi_pos)
        (void)load(first, po);
    return load(second, link);
}

/* A read, then a read of `second`; what the first one read is *read. */
static int read_read(atomic_int *first, int *read, atomic_int *second, int link)
{
    int r = *read = load(first, link);
    int zero = 0, other = 0;
    fence(link);
    if (link == addr)
        return load(second + (r ^ r), po);
    if (link == ctrl || link == ctrlisb || link == ctrlisync) {
        if (r == 42)
            other = 1;
        if (link == ctrlisb)
            FENCE("isb");
        if (link == ctrlisync)
            FENCE("isync");
    }
    if (link == addr_rfi_addr) {
        store(&w + (r ^ r), 1, po);
        zero = load(&w, po);
        return load(second + (zero ^ zero), po);
    }
    if (link == ctrl_rfi_addr) {
        if (r == 42)
            other = 1;
        store(&w, 1, po);
        zero = load(&w, po);
        return load(second + (zero ^ zero), po);
    }
    return load(second, po);
}

/* A read, then a write of `value`. */
static int read_write(atomic_int *first, atomic_int *second, int value, int link)
{
    int r = load(first, link), other = 0;
    fence(link);
    if (link == data)
        store(second, value + (r ^ r), po);
    else if (link == addr)
        store(second + (r ^ r), value, po);
    else {
        if (link == ctrl && r == 42)
            other = 1;
        store(second, value, link);
    }
    return r;
}

static void *first(void *unused)
{
    switch (SHAPE) {
    case SB:
        result[0] = write_read(&x, 1, &y, A);
        break;
    case MP:
    case S:
        write_write(&x, SHAPE == S ? 2 : 1, &y, 1, A);
        break;
    case LB:
        result[0] = read_write(&x, &y, 1, A);
        break;
    case R:
        write_write(&x, 1, &y, 1, A);
        break;
    case W22:
        write_write(&x, 1, &y, 2, A);
        break;
    case WRC:
    case RWC:
    case IRIW:
        store(&x, 1, po);
        break;
    case ISA2:
        write_write(&x, 1, &y, 1, A);
        break;
    }
    return unused;
}

static void *second(void *unused)
{
    switch (SHAPE) {
    case SB:
        result[1] = write_read(&y, 1, &x, B);
        break;
    case MP:
        result[1] = read_read(&y, &result[0], &x, B);
        break;
    case LB:
        result[1] = read_write(&y, &x, 1, B);
        break;
    case S:
        result[0] = read_write(&y, &x, 1, B);
        break;
    case R:
        result[0] = write_read(&y, 2, &x, B);
        break;
    case W22:
        write_write(&y, 1, &x, 2, B);
        break;
    case WRC:
        result[0] = read_write(&x, &y, 1, A);
        break;
    case RWC:
        result[1] = read_read(&x, &result[0], &y, A);
        break;
    case ISA2:
        result[0] = read_write(&y, &z, 1, B);
        break;
    case IRIW:
        result[1] = read_read(&x, &result[0], &y, A);
        break;
    }
    return unused;
}

static void *third(void *unused)
{
    switch (SHAPE) {
    case WRC:
        result[2] = read_read(&y, &result[1], &x, B);
        break;
    case RWC:
        result[2] = write_read(&y, 1, &x, B);
        break;
    case ISA2:
        result[2] = read_read(&z, &result[1], &x, B);
        break;
    case IRIW:
        store(&y, 1, po);
        break;
    default:
        break;
    }
    return unused;
}

static void *fourth(void *unused)
{
    if (SHAPE == IRIW)
        result[3] = read_read(&y, &result[2], &x, B);
    return unused;
}

int main(void)
{
    void *(*const all[])(void *) = {first, second, third, fourth};
    int count = SHAPE == IRIW ? 4 : SHAPE >= WRC ? 3 : 2;
    pthread_t threads[4];
    for (int i = 0; i < count; i++)
        pthread_create(&threads[i], 0, all[i], 0);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], 0);
    switch (SHAPE) {
    case SB:
        assert(!(result[0] == 0 && result[1] == 0));
        break;
    case MP:
        assert(!(result[0] == 1 && result[1] == 0));
        break;
    case LB:
        assert(!(result[0] == 1 && result[1] == 1));
        break;
    case S:
        assert(!(result[0] == 1 && x == 2));
        break;
    case R:
        assert(!(result[0] == 0 && y == 2));
        break;
    case W22:
        assert(!(x == 1 && y == 1));
        break;
    case WRC:
        assert(!(result[0] == 1 && result[1] == 1 && result[2] == 0));
        break;
    case RWC:
        assert(!(result[0] == 1 && result[1] == 0 && result[2] == 0));
        break;
    case ISA2:
        assert(!(result[0] == 1 && result[1] == 1 && result[2] == 0));
        break;
    case IRIW:
        assert(!(result[0] == 1 && result[1] == 0 && result[2] == 1 && result[3] == 0));
        break;
    }
    return 0;
}
