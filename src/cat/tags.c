#include "cat/tags.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *name;
    cat_architecture architecture;
} TAGS[] = {
#define T(id, name, architecture) {name, CAT_##architecture},
    CAT_TAGS(T)
#undef T
};

/* Other names for tags, and names of sets that are always empty. */
static const struct {
    const char *name;
    uint64_t bit;
} OTHERS[] = {
    {"DMB", CAT_BIT(DMB_SY)},
    {"DSB", CAT_BIT(DSB_SY)},
    /* barriers of other shareability domains than those that C programs use */
    {"DMB.NSH", 0},
    {"DMB.NSHST", 0},
    {"DMB.NSHLD", 0},
    {"DMB.OSH", 0},
    {"DMB.OSHST", 0},
    {"DMB.OSHLD", 0},
    {"DSB.NSH", 0},
    {"DSB.NSHST", 0},
    {"DSB.NSHLD", 0},
    {"DSB.OSH", 0},
    {"DSB.OSHST", 0},
    {"DSB.OSHLD", 0},
    /* locks are made of accesses */
    {"LK", 0},
    {"LKR", 0},
    {"LKW", 0},
    {"LS", 0},
    {"LF", 0},
    {"UL", 0},
    /* branches, and accesses that no instruction asks for */
    {"B", 0},
    {"NExp", 0},
    {"PTE", 0},
};

bool cat_tag_find(const char *name, uint64_t *bit)
{
    for (size_t i = 0; i < CAT_TAG_COUNT; i++)
        if (strcmp(TAGS[i].name, name) == 0)
            return *bit = (uint64_t)1 << i, true;
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (strcmp(OTHERS[i].name, name) == 0)
            return *bit = OTHERS[i].bit, true;
    return false;
}

const char *cat_tag_name(cat_tag tag)
{
    return TAGS[tag].name;
}

cat_architecture cat_tag_architecture(cat_tag tag)
{
    return TAGS[tag].architecture;
}

const char *cat_architecture_name(cat_architecture architecture)
{
    static const char *const NAMES[CAT_ARCHITECTURE_COUNT] = {
        [CAT_ANY] = "any",     [CAT_X86] = "X86", [CAT_AARCH64] = "AArch64", [CAT_PPC] = "PPC",
        [CAT_RISCV] = "RISCV", [CAT_C11] = "C",   [CAT_SPARC] = "SPARC",     [CAT_ALPHA] = "Alpha",
    };
    return NAMES[architecture];
}
