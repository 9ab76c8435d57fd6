/* There is no other locale than that of C; another one may be refused.
 *
 * Verdict: SC safe
 */
#include <assert.h>
#include <locale.h>
#include <stddef.h>

int main(void)
{
    const char *name = setlocale(LC_ALL, NULL);
    assert(name && name[0] == 'C' && name[1] == '\0');
    name = setlocale(LC_ALL, "");
    assert(!name || name[0] == 'C');
    return 0;
}
