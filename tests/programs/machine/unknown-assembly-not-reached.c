/* Inline assembly that is not a known fence is not reached.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
int never;

int main(void)
{
    if (never)
        __asm__ volatile("rdtsc" ::: "eax", "edx");
    return 0;
}
