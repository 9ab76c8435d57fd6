/* A function without a body or model is not reached, so nothing depends on it.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
extern void frobnicate(int);

int never;

int main(void)
{
    if (never)
        frobnicate(1);
    return 0;
}
