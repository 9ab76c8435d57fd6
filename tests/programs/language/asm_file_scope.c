/* Assembly outside of functions may define or change anything.
 *
 * Verdict: SC unsupported, TSO unsupported, PSO unsupported
 * Prints: not modelled: assembly outside of functions: ".globl counter"
 */
__asm__(".globl counter\n.data\ncounter: .long 1\n");

int main(void)
{
    return 0;
}
