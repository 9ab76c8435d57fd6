/* A statement with a label __CPROVER_ASYNC_n that is left in another way than by its end.
 *
 * Verdict: SC unsupported, TSO unsupported, PSO unsupported
 * Prints: async_left.c:14: .*__CPROVER_ASYNC_ that is left by return or goto
 */
int x;

int main(void)
{
    int i = 0;
again:
    if (i++ < 1) {
        x = 1;
    __CPROVER_ASYNC_1:
        if (x)
            goto again;
    }
    return 0;
}
