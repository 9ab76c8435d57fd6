/* Unknown assembly that is reached names its text and its line.
 *
 * Verdict: SC unsupported
 * Prints: asm_unknown.c:10:.*cpuid
 */
int main(void)
{
    unsigned a = 0, b, c = 0, d;
    if (a == 0)
        __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    return 0;
}
