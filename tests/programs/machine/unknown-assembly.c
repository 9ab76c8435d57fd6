/* Inline assembly that is not a known fence is reached.
 *
 * Verdict: SC unsupported, TSO unsupported, PSO unsupported
 * Prints: unknown-assembly.c:8:.*rdtsc
 */
int main(void)
{
    __asm__ volatile("rdtsc" ::: "eax", "edx");
    return 0;
}
