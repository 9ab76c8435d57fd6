#include "report/utf8.h"

#include <stdbool.h>

int utf8_length(const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    if (p[0] < 0x80)
        return 1;
    int length = p[0] >= 0xc2 && p[0] < 0xe0 ? 2 : (p[0] & 0xf0) == 0xe0 ? 3 : p[0] >= 0xf0 && p[0] < 0xf5 ? 4 : 0;
    for (int i = 1; i < length; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    bool is_bad = (p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] >= 0xa0) || (p[0] == 0xf0 && p[1] < 0x90) ||
                  (p[0] == 0xf4 && p[1] >= 0x90);
    return is_bad ? 0 : length;
}
