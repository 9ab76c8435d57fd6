/* <string.h> on bytes of given number. */
#include "internal.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    __heddle_memcpy(to, from, size);
    return to;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t size)
{
    __heddle_memcpy(to, from, size);
    return (char *)to + size;
}

void *memmove(void *to, const void *from, size_t size)
{
    __heddle_memmove(to, from, size);
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    __heddle_memset(to, byte, size);
    return to;
}

void explicit_bzero(void *to, size_t size)
{
    __heddle_memset(to, 0, size);
}

void bzero(void *to, size_t size)
{
    __heddle_memset(to, 0, size);
}

void bcopy(const void *from, void *to, size_t size)
{
    __heddle_memmove(to, from, size);
}

/* ---- with checks, of C11's annex K: if one fails, all of the target is zeroed, as far as it is known ---- */

static int refuse(void *to, size_t room)
{
    if (to && room <= SIZE_MAX / 2)
        __heddle_memset(to, 0, room);
    return EINVAL;
}

static int can_copy(const void *to, size_t room, const void *from, size_t size)
{
    return to && from && room <= SIZE_MAX / 2 && size <= room;
}

static int is_apart(const char *to, const char *from, size_t size)
{
    return to + size <= from || from + size <= to;
}

int memcpy_s(void *restrict to, size_t room, const void *restrict from, size_t size)
{
    if (!can_copy(to, room, from, size) || !is_apart(to, from, size))
        return refuse(to, room);
    __heddle_memcpy(to, from, size);
    return 0;
}

int memmove_s(void *to, size_t room, const void *from, size_t size)
{
    if (!can_copy(to, room, from, size))
        return refuse(to, room);
    __heddle_memmove(to, from, size);
    return 0;
}

int memset_s(void *to, size_t room, int byte, size_t size)
{
    if (!to || room > SIZE_MAX / 2)
        return EINVAL;
    __heddle_memset(to, byte, size <= room ? size : room);
    return size <= room ? 0 : EINVAL;
}

int memcmp(const void *one, const void *other, size_t size)
{
    const unsigned char *a = one, *b = other;
    for (size_t i = 0; i < size; i++) {
        unsigned char x = a[i], y = b[i];
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

int bcmp(const void *one, const void *other, size_t size)
{
    return memcmp(one, other, size);
}

void *memchr(const void *bytes, int byte, size_t size)
{
    const unsigned char *b = bytes;
    for (size_t i = 0; i < size; i++)
        if (b[i] == (unsigned char)byte)
            return (void *)(b + i);
    return NULL;
}

void *memrchr(const void *bytes, int byte, size_t size)
{
    const unsigned char *b = bytes;
    for (size_t i = size; i-- > 0;)
        if (b[i] == (unsigned char)byte)
            return (void *)(b + i);
    return NULL;
}

/* ---- what _FORTIFY_SOURCE makes of them; Heddle checks bounds anyway ---- */

void *__memcpy_chk(void *restrict to, const void *restrict from, size_t size, size_t room)
{
    (void)room;
    return memcpy(to, from, size);
}

void *__mempcpy_chk(void *restrict to, const void *restrict from, size_t size, size_t room)
{
    (void)room;
    return mempcpy(to, from, size);
}

void *__memmove_chk(void *to, const void *from, size_t size, size_t room)
{
    (void)room;
    return memmove(to, from, size);
}

void *__memset_chk(void *to, int byte, size_t size, size_t room)
{
    (void)room;
    return memset(to, byte, size);
}

void __explicit_bzero_chk(void *to, size_t size, size_t room)
{
    (void)room;
    explicit_bzero(to, size);
}
