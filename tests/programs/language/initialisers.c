/* Initialisers of globals and locals of every kind.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct node {
    int value;
    struct node *next;
};
extern struct node second;
struct node first = {1, &second}, second = {2, &first};
struct node *third = &(struct node){3, &second};
int array[5] = {[1] = 10, 20, [4] = 50}, zeroed[3];
int *middle = &array[2], *past_the_end = array + 5;
char text[8] = "abc", exact[3] = "xyz", *pointer = "literal" + 3;
const char *const names[] = {"zero", "one", NULL};
int nested[2][2] = {1, 2, 3}, (*row)[2] = &nested[1];
ptrdiff_t distance = offsetof(struct node, next);
uintptr_t address = (uintptr_t)&array[1];
char *inside = (char *)&first + offsetof(struct node, next);
double numbers[] = {1, -0.5, 1e300};
float small[] = {0.5f, 3};
__int128 wide = ((__int128)1 << 80) + 1;
_Bool flag = 7;
int (*function)(const char *, const char *) = strcmp;
enum colour { RED, GREEN = 5, BLUE } colour = BLUE;
struct {
    char c;
    union {
        int i;
        float f;
    } u;
    unsigned b : 4, d : 12;
} mixed = {'c', {.f = 1.0f}, 9, 300};
wchar_t wide_text[] = L"wide";
int done;

static int sum(const int *numbers, int count)
{
    int total = 0;
    for (int i = 0; i < count; i++)
        total += numbers[i];
    return total;
}

int main(void)
{
    assert(first.next->value == 2 && first.next->next == &first && third->value == 3 && third->next == &second);
    assert(sum(array, 5) == 80 && sum(zeroed, 3) == 0 && *middle == 20 && past_the_end - array == 5);
    assert(strcmp(text, "abc") == 0 && text[7] == 0 && exact[2] == 'z' && strcmp(pointer, "eral") == 0);
    assert(strcmp(names[1], "one") == 0 && names[2] == NULL && (*row)[0] == 3 && nested[1][1] == 0);
    assert(distance == 8 && *(int *)address == 10 && *(struct node **)inside == &second);
    assert(numbers[2] > 1e299 && numbers[1] == -0.5 && small[1] == 3 && (int)(wide >> 80) == 1 && (int)wide == 1);
    assert(flag == 1 && function("a", "a") == 0 && colour == 6 && GREEN == 5);
    assert(mixed.u.i == 0x3f800000 && mixed.b == 9 && mixed.d == 300 && wide_text[3] == L'e');
    struct node local = {.next = &first}, copies[2] = {[1] = local};
    char letters[] = {'h', 'i', 0}, longer[6] = "ab";
    assert(local.value == 0 && copies[1].next == &first && copies[0].next == NULL);
    assert(strcmp(letters, "hi") == 0 && longer[5] == 0 && sizeof letters == 3);
    assert(sum((int[]){1, 2, 3}, 3) == 6);
    done = 1;
    return 0;
}
