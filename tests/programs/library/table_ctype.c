/* <ctype.h>: functions, macros and tables agree with the C locale.
 *
 * Verdict: SC safe
 */
#include "table.h"

#include <ctype.h>
#include <stdio.h>

const int **__ctype_tolower_loc(void);
const int **__ctype_toupper_loc(void);

static void check_macros(void)
{
    assert(isalpha('a') && isalpha('Z') && !isalpha('0') && !isalpha('@') && !isalpha('['));
    assert(isdigit('0') && isdigit('9') && !isdigit('/') && !isdigit(':'));
    assert(isalnum('7') && isalnum('g') && !isalnum('_'));
    assert(isspace(' ') && isspace('\n') && isspace('\t') && isspace('\v') && !isspace('x'));
    assert(isblank('\t') && !isblank('\n'));
    assert(isupper('A') && !isupper('a') && islower('z') && !islower('Z'));
    assert(isxdigit('f') && isxdigit('F') && isxdigit('9') && !isxdigit('g'));
    assert(ispunct('!') && ispunct('~') && ispunct('[') && !ispunct('a') && !ispunct(' '));
    assert(isprint(' ') && isprint('~') && !isprint('\n') && !isprint(127));
    assert(isgraph('!') && !isgraph(' ') && iscntrl(0) && iscntrl(31) && iscntrl(127) && !iscntrl(' '));
    assert(!isalpha(200) && !isprint(255) && !isalpha(EOF));
}

static void check_functions(void)
{
    assert((isalpha)('a') && !(isalpha)('1') && (isdigit)('5') && (isalnum)('b') && (isspace)(' '));
    assert((isblank)(' ') && (isupper)('Q') && (islower)('q') && (isxdigit)('e') && (ispunct)(';'));
    assert((isascii)('p') && !(isascii)(200));
    assert((isprint)('p') && (isgraph)('p') && (iscntrl)('\b') && !(isalpha)(EOF));
    assert(tolower('A') == 'a' && tolower('a') == 'a' && tolower('1') == '1' && tolower(EOF) == EOF);
    assert(toupper('z') == 'Z' && toupper('Z') == 'Z' && toupper('{') == '{');
    for (int c = EOF; c < 256; c++) {
        assert((*__ctype_tolower_loc())[c] == tolower(c));
        assert((*__ctype_toupper_loc())[c] == toupper(c));
    }
}

int main(void)
{
    check_macros();
    check_functions();
    END_OF_TABLE();
    return 0;
}
