/* A function without a body or model is reached.
 *
 * Verdict: SC unsupported, TSO unsupported, PSO unsupported
 * Prints: unknown-function.c:10:.*frobnicate
 */
extern void frobnicate(int);

int main(void)
{
    frobnicate(1);
    return 0;
}
