/* Unknown assembly that is not reached does not matter.
 *
 * Verdict: SC safe
 */
int off;

int main(void)
{
    unsigned a = 0;
    if (off)
        __asm__ volatile("cpuid" : "+a"(a) : : "ebx", "ecx", "edx");
    return 0;
}
