/* The function that called setjmp has returned.
 *
 * Verdict: SC violation
 * Prints: jump_gone.c:18: .*no longer exists
 */
#include <setjmp.h>

static jmp_buf buffer;

static int set(void)
{
    return setjmp(buffer);
}

int main(void)
{
    if (set() == 0)
        longjmp(buffer, 1);
    return 0;
}
