/* The argument of __builtin_constant_p is not evaluated, whatever is in it; what is known to be a constant without
 * evaluating anything is one.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <stdatomic.h>

struct node {
    int value;
    struct node *next;
} * list;
int zero, *null, array[2];
atomic_int *counter;

int main(void)
{
    int far = 1000, answers = 0;
    struct node *next = list;
    answers += __builtin_constant_p(*null);
    answers += __builtin_constant_p(list->next->value);
    answers += __builtin_constant_p(10 / zero);
    answers += __builtin_constant_p(array[far] << far);
    answers += __builtin_constant_p(*counter);
    answers += __builtin_constant_p(null ? zero : *null);
    answers += __builtin_constant_p(*null && zero && next->value);
    answers += __builtin_constant_p(*null || (next->value ? array[far] : 1 % zero) || zero);
    answers += __builtin_constant_p(zero++);
    assert(answers == 0 && zero == 0);
    static char sized[__builtin_constant_p(3) ? 3 : 1];
    assert(sizeof sized == 3 && __builtin_constant_p("text"));
    return 0;
}
