/* Unions: the same bytes seen as different types.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>
#include <stdint.h>

union word {
    uint32_t whole;
    uint16_t halves[2];
    uint8_t bytes[4];
    float number;
};
union word global = {.bytes = {1, 2, 3, 4}};
struct tagged {
    enum { NUMBER, TEXT } kind;
    union {
        long number;
        const char *text;
    };
} things[2] = {{NUMBER, .number = 5}, {TEXT, .text = "five"}};
int done;

static union word make(uint32_t whole)
{
    return (union word){whole};
}

int main(void)
{
    assert(global.whole == 0x04030201 && global.halves[1] == 0x0403);
    global.bytes[3] = 0xff;
    assert(global.whole == 0xff030201);
    assert(make(0x40490fdb).number > 3.14f && make(0x12345678).bytes[0] == 0x78);
    assert(things[0].kind == NUMBER && things[0].number == 5);
    assert(things[1].kind == TEXT && things[1].text[3] == 'e');
    done = 1;
    return 0;
}
