/* What the tests of GenMC and Dartagnan say to a verifier: hints, threads and mutexes of their own.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe sum
 * Outcomes: sum=2
 */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

void __VERIFIER_assume(bool);
void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(bool);
void __VERIFIER_annotate_begin(int);
void __VERIFIER_annotate_end(int);
int __VERIFIER_opt_begin(void);
int __VERIFIER_thread_create(const void *attribute, void *(*routine)(void *), void *argument);
void *__VERIFIER_thread_join(long thread);
long __VERIFIER_thread_self(void);
int __VERIFIER_mutex_lock(int *mutex);
int __VERIFIER_mutex_unlock(int *mutex);

int mutex, sum;
_Atomic int ready;

static void *add(void *argument)
{
    bool goes_on = false;
    for (__VERIFIER_loop_begin(); __VERIFIER_spin_start(), goes_on = !ready, __VERIFIER_spin_end(!goes_on), goes_on;)
        ;
    if (__VERIFIER_opt_begin())
        __VERIFIER_assume(false);
    __VERIFIER_mutex_lock(&mutex);
    sum++;
    __VERIFIER_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    int a = __VERIFIER_thread_create(NULL, add, &sum);
    int b = __VERIFIER_thread_create(NULL, add, NULL);
    __VERIFIER_annotate_begin(2);
    ready = 1;
    __VERIFIER_annotate_end(2);
    assert(__VERIFIER_thread_join(a) == &sum);
    assert(__VERIFIER_thread_join(b) == NULL);
    assert(__VERIFIER_thread_self() != a && a != b);
    assert(sum == 2);
    return 0;
}
