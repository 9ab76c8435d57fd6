/* What the programs table_*.c share: each is a table of calls with what POSIX, or else glibc, has them return. They run
 * with the system's own library as well (tests/check_table.sh), so no row may block, or depend on privileges.
 *
 * With -DREACH the end of the program is a violation: so a model that never returns makes no table look right. */
#ifndef TABLE_H
#define TABLE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <assert.h>
#include <errno.h>
#include <stddef.h>

/* The call returns this. */
#define ROW(call, result) assert((call) == (result))
/* The call fails, with errno. */
#define FAILS(call, error) (errno = 0, assert((call) == -1), assert(errno == (error)))
/* It stores this value. */
#define GIVES(call, variable, expected) (assert((call) == 0), assert((variable) == (expected)))

#ifdef REACH
#define END_OF_TABLE() assert(!"the end of the table")
#else
#define END_OF_TABLE() ((void)0)
#endif

#endif
