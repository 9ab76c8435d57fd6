/* With --undefined-functions=nondet, a function that nobody defines returns any value of its type, each time another
 * one, and writes nothing: neither what its arguments point to, nor variables that it could know. One that never
 * returns ends its thread.
 *
 * Options: --undefined-functions=nondet --nondet 0..1 --observe first,second,flag
 * Verdict: SC bounded
 * Check: safe
 * Outcomes: first=0 second=0 flag=0 | first=0 second=1 flag=0 | first=1 second=0 flag=0 | first=1 second=1 flag=0
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int ask(int *question, ...);
_Bool is_late(void);
struct pair {
    int one, other;
} make_pair(void);
struct many {
    short small;
    long numbers[4];
} make_many(void);
void tell(const int *what);
_Noreturn void leave(void);

int first = -1, second = -1, flag;
int known = 5;

static void *worker(void *unused)
{
    flag = is_late() ? 0 : 0;
    leave();
    flag = 2;
    return unused;
}

int main(void)
{
    pthread_t thread;
    int (*through_pointer)(int *, ...) = ask;
    pthread_create(&thread, NULL, worker, NULL);
    first = ask(&known, 1, 2);
    second = through_pointer(&known);
    tell(&known);
    struct pair pair = make_pair();
    assert(pair.one == pair.one && known == 5);
    struct many many = make_many();
    assert(many.numbers[3] == many.numbers[3]);
    return 0;
}
