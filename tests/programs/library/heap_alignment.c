/* An alignment that is no power of two is refused, as by newer versions of glibc.
 *
 * Verdict: SC safe
 */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void)
{
    volatile size_t three = 3;
    assert(aligned_alloc(three, 128) == NULL && errno == EINVAL);
    return 0;
}
