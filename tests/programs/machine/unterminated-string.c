/* strlen runs off the end of an array without a terminator.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <string.h>

char text[3] = {'a', 'b', 'c'};
size_t length;

int main(void)
{
    length = strlen(text);
    return 0;
}
