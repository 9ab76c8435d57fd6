/* <ctype.h> in the C locale: functions, and the tables that glibc's macros look at. */
#include "internal.h"

#include <ctype.h>

/* Tables are indexed from -128 (EOF and signed characters) to 255. */
enum { BEFORE_ZERO = 128, TABLE_SIZE = 384 };

#define AT(character) (BEFORE_ZERO + (character))
#define LETTER (_ISalpha | _ISalnum | _ISprint | _ISgraph)

static const unsigned short classes[TABLE_SIZE] = {
    [AT(0)... AT('\b')] = _IScntrl,
    [AT('\t')] = _IScntrl | _ISspace | _ISblank,
    [AT('\n')... AT('\r')] = _IScntrl | _ISspace,
    [AT('\r' + 1)... AT(' ' - 1)] = _IScntrl,
    [AT(' ')] = _ISspace | _ISblank | _ISprint,
    [AT('!')... AT('/')] = _ISpunct | _ISprint | _ISgraph,
    [AT('0')... AT('9')] = _ISdigit | _ISxdigit | _ISalnum | _ISprint | _ISgraph,
    [AT(':')... AT('@')] = _ISpunct | _ISprint | _ISgraph,
    [AT('A')... AT('F')] = _ISupper | _ISxdigit | LETTER,
    [AT('G')... AT('Z')] = _ISupper | LETTER,
    [AT('[')... AT('`')] = _ISpunct | _ISprint | _ISgraph,
    [AT('a')... AT('f')] = _ISlower | _ISxdigit | LETTER,
    [AT('g')... AT('z')] = _ISlower | LETTER,
    [AT('{')... AT('~')] = _ISpunct | _ISprint | _ISgraph,
    [AT(127)] = _IScntrl,
};

static const unsigned short *const class_of = classes + BEFORE_ZERO;

const unsigned short **__ctype_b_loc(void)
{
    return (const unsigned short **)&class_of;
}

#define CLASS(name, class)                                                                                             \
    int(name)(int character)                                                                                           \
    {                                                                                                                  \
        return class_of[character] & (class);                                                                          \
    }

CLASS(isalnum, _ISalnum)
CLASS(isalpha, _ISalpha)
CLASS(isblank, _ISblank)
CLASS(iscntrl, _IScntrl)
CLASS(isdigit, _ISdigit)
CLASS(isgraph, _ISgraph)
CLASS(islower, _ISlower)
CLASS(isprint, _ISprint)
CLASS(ispunct, _ISpunct)
CLASS(isspace, _ISspace)
CLASS(isupper, _ISupper)
CLASS(isxdigit, _ISxdigit)

int(isascii)(int character)
{
    return (character & ~0x7f) == 0;
}

int(tolower)(int character)
{
    return character >= 'A' && character <= 'Z' ? character + ('a' - 'A') : character;
}

int(toupper)(int character)
{
    return character >= 'a' && character <= 'z' ? character - ('a' - 'A') : character;
}

/* A table of n, n + 1, ... in which the 26 letters from `from` on are replaced by those from `to` on. */
#define EACH_2(f, n) f(n) f((n) + 1)
#define EACH_8(f, n) EACH_2(f, n) EACH_2(f, (n) + 2) EACH_2(f, (n) + 4) EACH_2(f, (n) + 6)
#define EACH_32(f, n) EACH_8(f, n) EACH_8(f, (n) + 8) EACH_8(f, (n) + 16) EACH_8(f, (n) + 24)
#define EACH_128(f, n) EACH_32(f, n) EACH_32(f, (n) + 32) EACH_32(f, (n) + 64) EACH_32(f, (n) + 96)
#define LOWER(n) (n) >= 'A' && (n) <= 'Z' ? (n) + ('a' - 'A') : (n),
#define UPPER(n) (n) >= 'a' && (n) <= 'z' ? (n) - ('a' - 'A') : (n),

static const int lower[TABLE_SIZE] = {EACH_128(LOWER, -BEFORE_ZERO) EACH_128(LOWER, 0) EACH_128(LOWER, 128)};
static const int upper[TABLE_SIZE] = {EACH_128(UPPER, -BEFORE_ZERO) EACH_128(UPPER, 0) EACH_128(UPPER, 128)};
static const int *const lower_of = lower + BEFORE_ZERO;
static const int *const upper_of = upper + BEFORE_ZERO;

const int **__ctype_tolower_loc(void)
{
    return (const int **)&lower_of;
}

const int **__ctype_toupper_loc(void)
{
    return (const int **)&upper_of;
}
