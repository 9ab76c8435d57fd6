/* memcpy, memmove and memset as instructions and as calls, of every alignment and size.
 *
 * Verdict: SC safe
 * Options: --observe done --buffer-bound 0
 * Outcomes: done=1
 */
#include <assert.h>
#include <string.h>

struct record {
    char tag;
    long number;
    char text[5];
} source = {'t', 7, "four"}, target;
char bytes[16] = "0123456789abcde", others[16];
int done;

static void check(size_t from, size_t to, size_t size)
{
    memset(others, '.', sizeof others);
    memcpy(others + to, bytes + from, size);
    for (size_t i = 0; i < sizeof others; i++)
        assert(others[i] == (i >= to && i < to + size ? bytes[i - to + from] : '.'));
}

int main(void)
{
    target = source;
    assert(target.number == 7 && strcmp(target.text, "four") == 0);
    memset(&target, 0xff, sizeof target);
    assert(target.number == -1 && target.tag == -1);
    void *(*copy)(void *, const void *, size_t) = memcpy;
    copy(&target, &source, sizeof target);
    assert(target.number == 7 && memcmp(target.text, source.text, 5) == 0);
    check(0, 0, 16);
    check(1, 3, 7);
    check(5, 2, 1);
    check(3, 3, 0);
    memmove(bytes + 2, bytes, 8);
    assert(memcmp(bytes, "0101234567abcde", 15) == 0);
    __builtin_memmove(bytes, bytes + 2, 8);
    assert(memcmp(bytes, "0123456767abcde", 15) == 0);
    __builtin_memset(bytes + 1, 'x', 3);
    assert(memcmp(bytes, "0xxx4", 5) == 0);
    done = 1;
    return 0;
}
