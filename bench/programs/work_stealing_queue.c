/* A work-stealing queue after Chase and Lev: its owner pushes and pops at the bottom, a thief steals from the top.
 *
 * Both take without a lock while they are far apart, and only the last task needs a compare-and-swap. The owner says
 * by `bottom` which task it is about to take, and then looks at `top`: with a store buffer the thief may not have seen
 * it, and both run the task. Under PSO also the task itself may arrive after the `bottom` that announces it.
 *
 * N: how many tasks the owner pushes; it then pops as often, and the thief tries to steal as often.
 * FENCES: with the fences it needs, a full one in `pop` and one for stores in `push`. (Loads stay in order in all these
 * models, so `steal` needs none.)
 *
 * Verdict: SC safe, TSO violation, PSO violation
 * Bench: N=2,4,6
 * Bench: N=2,4,6 -DFENCES; SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

#ifdef FENCES
#define FENCE(order) atomic_thread_fence(order)
#else
#define FENCE(order)
#endif

enum { NOTHING = -1 };

atomic_int top, bottom; /* tasks[top .. bottom - 1] are there */
atomic_int tasks[N];
int owner_ran[N], thief_ran[N];

static void push(int task)
{
    int end = atomic_load_explicit(&bottom, memory_order_relaxed);
    atomic_store_explicit(&tasks[end], task, memory_order_relaxed);
    FENCE(memory_order_release);
    atomic_store_explicit(&bottom, end + 1, memory_order_relaxed);
}

static int pop(void)
{
    int last = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
    atomic_store_explicit(&bottom, last, memory_order_relaxed);
    FENCE(memory_order_seq_cst);
    int first = atomic_load_explicit(&top, memory_order_relaxed);
    if (first < last)
        return atomic_load_explicit(&tasks[last], memory_order_relaxed);
    int task = NOTHING;
    if (first == last && atomic_compare_exchange_strong(&top, &first, first + 1))
        task = atomic_load_explicit(&tasks[last], memory_order_relaxed);
    atomic_store_explicit(&bottom, last + 1, memory_order_relaxed);
    return task;
}

static int steal(void)
{
    int first = atomic_load_explicit(&top, memory_order_relaxed);
    FENCE(memory_order_acquire);
    if (first >= atomic_load_explicit(&bottom, memory_order_relaxed))
        return NOTHING;
    int task = atomic_load_explicit(&tasks[first], memory_order_relaxed);
    return atomic_compare_exchange_strong(&top, &first, first + 1) ? task : NOTHING;
}

static void *thief(void *unused)
{
    for (int i = 0; i < N; i++) {
        int task = steal();
        if (task != NOTHING)
            thief_ran[task]++;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, thief, NULL);
    for (int i = 0; i < N; i++)
        push(i);
    for (int i = 0; i < N; i++) {
        int task = pop();
        if (task != NOTHING)
            owner_ran[task]++;
    }
    pthread_join(thread, NULL);
    for (int i = 0; i < N; i++)
        assert(owner_ran[i] + thief_ran[i] == 1);
    return 0;
}
