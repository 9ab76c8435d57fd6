/* A local variable that was never set may have any value of the range.
 *
 * Verdict: SC bounded, TSO bounded, PSO bounded
 * Check: safe
 * Options: --nondet 0..1 --observe r
 * Outcomes: r=0 | r=1
 */
int r;

static int read(const int *p)
{
    return *p;
}

int main(void)
{
    int local;
    r = read(&local);
    return 0;
}
