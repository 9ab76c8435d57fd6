/* Assembly outside of functions that does nothing.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
__asm__("");
__asm__("/* only\n a comment */ # and another\n\t;\n");

int main(void)
{
    return 0;
}
