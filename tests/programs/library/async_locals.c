/* A statement with a label __CPROVER_ASYNC_n has copies of its creator's variables, as they were when it started, even
 * if they have no value yet; but a variable whose address was taken is the creator's own.
 *
 * Verdict: SC bounded, TSO bounded
 * Check: safe
 * Options: --observe copied,shared --nondet 0..1
 * Outcomes: copied=12 shared=5
 */
void __CPROVER_assume(_Bool);
void __CPROVER_assert(_Bool, const char *);
void __CPROVER_atomic_begin(void);
void __CPROVER_atomic_end(void);

int copied, shared, ended;

struct pair {
    int a, b;
};

static void use(int number, struct pair pair, int unknown, int *pointer)
{
    __CPROVER_assert(unknown == 0 || unknown == 1, "any value, but one that was allowed");
    __CPROVER_atomic_begin();
    copied += number + pair.b;
    *pointer += 2;
    ended++;
    __CPROVER_atomic_end();
}

int main(void)
{
    int unknown, own = 1;
    struct pair pair = {1, 2};
    if (unknown != 0 && unknown != 1)
        return 0;
    for (int i = 3; i <= 5; i += 2) {
    __CPROVER_ASYNC_1:
        use(i, pair, unknown, &own);
    }
    pair.b = 7;
    unknown = 8;
    __CPROVER_assume(ended == 2);
    shared = own;
    return 0;
}
