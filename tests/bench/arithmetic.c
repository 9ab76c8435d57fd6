/* Speed of plain instructions: one thread, local variables only. */
#include <stdint.h>

enum { ROUNDS = 5000000 };

int main(void)
{
    uint64_t x = 88172645463325252u;
    uint32_t odd = 0;
    for (int i = 0; i < ROUNDS; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        if (x & 1)
            odd++;
    }
    return odd == 0;
}
