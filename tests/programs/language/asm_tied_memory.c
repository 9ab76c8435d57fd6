/* An empty asm with an input that is tied to an output, which the compiler may have put into memory.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>

int shared = 1;

int main(void)
{
    int y = 5, g = 7, rm = 7, both = 3;
    short narrow = 9;
    __asm__("" : "=g"(g) : "0"(y));
    __asm__("# nothing\n\t" : "=rm"(rm) : "0"(y + 1));
    __asm__("" : "=g"(shared) : "0"(y + 2));
    __asm__("" : "+g"(both));
    __asm__("" : "=g"(narrow) : "0"((short)y));
    assert(g == 5 && rm == 6 && shared == 7 && both == 3 && narrow == 5);
    return 0;
}
