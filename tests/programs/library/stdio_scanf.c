/* Formatted input stores any values that the format lets in, in order, until it fails; the result tells how many.
 *
 * Options: --nondet 0..1
 * Verdict: SC bounded
 * Check: safe
 */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int number = 7, last = 7;
    char word[3] = "--";
    int count = scanf("%d%% %*d%2[ab]%x", &number, word, (unsigned *)&last);
    assert(count >= EOF && count <= 3);
    assert(count >= 1 || number == 7);
    assert(count >= 2 || word[0] == '-');
    assert(count < 2 || (word[0] != '\0' && (word[1] == '\0' || word[2] == '\0')));
    assert(count == 3 || last == 7);
    return 0;
}
