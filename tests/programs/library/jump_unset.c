/* A buffer that setjmp has never seen.
 *
 * Verdict: SC violation
 * Prints: jump_unset.c:12: .*null pointer
 */
#include <setjmp.h>

static jmp_buf buffer;

int main(void)
{
    longjmp(buffer, 1);
}
