/* CBMC's labels __CPROVER_ASYNC_n: the statement is executed by a new thread, and may be any.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe sum,seen
 * Outcomes: sum=6 seen=0 | sum=6 seen=1
 */
void __CPROVER_assume(_Bool);
void __CPROVER_assert(_Bool, const char *);
void __CPROVER_atomic_begin(void);
void __CPROVER_atomic_end(void);

int sum, ended, flag, seen;

static void add(int value)
{
    __CPROVER_atomic_begin();
    sum += value;
    ended++;
    __CPROVER_atomic_end();
}

int main(void)
{
__CPROVER_ASYNC_1:
    add(1);
__CPROVER_ASYNC_2 : {
    int two = 1;
    two++;
    add(two);
}
__CPROVER_ASYNC_3:
    if (sum >= 0)
        add(3), flag = 1;
    seen = flag;
    __CPROVER_assume(ended == 3);
    __CPROVER_assert(sum == 6, "all three have added");
    return 0;
}
