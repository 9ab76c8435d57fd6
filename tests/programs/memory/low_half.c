/* The low halves of addresses are not zero, differ, and are aligned.
 *
 * Verdict: SC safe, TSO safe
 */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int x, y;
_Alignas(64) char line[64];

int main(void)
{
    int local = 0, *heap = malloc(sizeof *heap), *other = malloc(sizeof *heap);
    assert((uint32_t)(uintptr_t)&x != 0 && (uint32_t)(uintptr_t)&x != (uint32_t)(uintptr_t)&y);
    assert((int)(intptr_t)&local != 0);
    assert((uint32_t)(uintptr_t)heap != 0 && (uint32_t)(uintptr_t)heap != (uint32_t)(uintptr_t)other);
    assert((uintptr_t)&line % 64 == 0 && (uintptr_t)heap % 16 == 0);
    free(heap);
    free(other);
    return 0;
}
