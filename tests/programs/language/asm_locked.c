/* The locked operations of x86 as libraries write them, and asm that only hides a value from the compiler.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>

int x = 5, done;
unsigned long large = 1;

static int exchange(int *p, int value)
{
    __asm__ volatile("xchgl %0, %1" : "=r"(value), "+m"(*p) : "0"(value) : "memory");
    return value;
}

static int fetch_add(int *p, int value)
{
    __asm__ volatile("lock; xaddl %0, %1" : "+r"(value), "+m"(*p) : : "memory", "cc");
    return value;
}

static int compare_and_swap(int *p, int expected, int desired)
{
    int seen;
    __asm__ volatile("lock\n\tcmpxchgl %2, %1" : "=a"(seen), "+m"(*p) : "r"(desired), "0"(expected) : "memory");
    return seen;
}

static int try_to_swap(int *p, int expected, int desired)
{
    unsigned char equal;
    __asm__ volatile("lock; cmpxchgl %3, %1; sete %0"
                     : "=q"(equal), "+m"(*p), "+a"(expected)
                     : "r"(desired)
                     : "memory");
    return equal;
}

static int decrement_and_test(int *p)
{
    unsigned char is_zero;
    __asm__ volatile("lock decl %0\n\tsetz %1" : "+m"(*p), "=qm"(is_zero) : : "memory");
    return is_zero;
}

int main(void)
{
    assert(exchange(&x, 7) == 5 && x == 7);
    assert(fetch_add(&x, -3) == 7 && x == 4);
    assert(compare_and_swap(&x, 3, 9) == 4 && x == 4 && compare_and_swap(&x, 4, 9) == 4 && x == 9);
    assert(!try_to_swap(&x, 4, 1) && try_to_swap(&x, 9, 2) && x == 2);
    assert(!decrement_and_test(&x) && decrement_and_test(&x) && x == 0);
    __asm__ volatile("lock; incl %0" : "+m"(x) : : "memory");
    __asm__ volatile("lock; addl %1,%0" : "+m"(x) : "ir"(41) : "memory");
    __asm__ volatile("lock; orq $6,(%0)" : : "r"(&large) : "memory");
    assert(x == 42 && large == 7);
    int *hidden = &x;
    __asm__("" : "+r"(hidden));
    assert(*hidden == 42);
    __asm__("" : "=r"(hidden) : "0"(&x));
    assert(hidden == &x);
    done = 1;
    return 0;
}
