/* An asm that does something to an output that it may have in memory or in a register, and that an input is tied to.
 *
 * Verdict: SC unsupported, TSO unsupported, PSO unsupported
 * Prints: inline assembly
 */
int main(void)
{
    int x = 1, y = 2;
    __asm__("incl %0" : "=g"(x) : "0"(y));
    return x - 3;
}
