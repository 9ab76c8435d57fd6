#include "api/unwindset.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "base/alloc.h"

/* The whole text is a number that fits. */
static bool parse_count(const char *text, uint32_t *count)
{
    char *end;
    errno = 0;
    unsigned long number = strtoul(text, &end, 10);
    *count = (uint32_t)number;
    return isdigit((unsigned char)*text) && *end == '\0' && errno == 0 && number <= UINT32_MAX;
}

/* "worker.1:3", which is taken apart. */
static bool parse_bound(const ir_program *program, char *item, symex_bound *bound, diag *d)
{
    char *colon = strrchr(item, ':');
    if (colon)
        *colon = '\0';
    char *dot = strrchr(item, '.');
    bool ok = colon && dot && parse_count(colon + 1, &bound->bound) && parse_count(dot + 1, &bound->number);
    if (ok)
        *dot = '\0';
    if (!ok)
        return diag_fail(
            d, STATUS_BAD_INPUT,
            "--unwindset needs loops and bounds like main.0:5,worker.1:3 (`heddle loops` lists the loops)");
    bound->function = ir_find_function(program, item);
    return bound->function != IR_NONE ||
           diag_fail(d, STATUS_BAD_INPUT,
                     "--unwindset: the program has no function `%s` (`heddle loops` lists the loops)", item);
}

bool unwindset_parse(const ir_program *program, const char *text, unwindset *list, diag *d)
{
    for (const char *at = text; at && *at;) {
        size_t length = strcspn(at, ",");
        char *item = alloc_bytes(length + 1);
        memcpy(item, at, length);
        item[length] = '\0';
        symex_bound bound = {.function = IR_NONE};
        bool ok = parse_bound(program, item, &bound, d);
        free(item);
        if (!ok)
            return false;
        vec_push(list, bound);
        at += length + (at[length] == ',');
    }
    return true;
}
