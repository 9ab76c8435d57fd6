/* A recursion without end meets a limit.
 *
 * Verdict: SC limit, TSO limit, PSO limit
 */
static int descend(int n)
{
    return descend(n + 1) + 1;
}

int main(void)
{
    return descend(0);
}
