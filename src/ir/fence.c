#include "ir/fence.h"

#include <assert.h>
#include <string.h>

static const struct {
    const char *name;
    uint8_t pairs;
} kinds[IR_FENCE_KIND_COUNT] = {
#define F(kind, name, pairs) {name, pairs},
    IR_FENCES(F)
#undef F
};

ir_fence ir_fence_make(ir_fence_kind kind)
{
    assert(kind < IR_FENCE_KIND_COUNT && kinds[kind].pairs != IR_PAIRS_GIVEN);
    return (ir_fence){(uint8_t)kind, kinds[kind].pairs};
}

ir_fence ir_fence_make_given(ir_fence_kind kind, uint8_t pairs)
{
    assert(kind < IR_FENCE_KIND_COUNT && kinds[kind].pairs == IR_PAIRS_GIVEN && pairs <= IR_PAIRS_ALL);
    return (ir_fence){(uint8_t)kind, pairs};
}

const char *ir_fence_name(ir_fence fence)
{
    return kinds[fence.kind].name;
}

bool ir_fence_is_proper(ir_fence fence)
{
    if (fence.kind >= IR_FENCE_KIND_COUNT)
        return false;
    uint8_t pairs = kinds[fence.kind].pairs;
    return pairs == IR_PAIRS_GIVEN ? fence.pairs <= IR_PAIRS_ALL : fence.pairs == pairs;
}

/* ---- assembly ---- */

static const char *after_prefix(const char *text, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(text, prefix, length) == 0 ? text + length : NULL;
}

static bool ends_with(const char *text, const char *suffix)
{
    size_t length = strlen(text), wanted = strlen(suffix);
    return length >= wanted && strcmp(text + length - wanted, suffix) == 0;
}

/* Kinds that the name in the table is the instruction of. */
static bool find_name(const char *text, ir_fence *out)
{
    for (uint32_t kind = IR_FENCE_MFENCE; kind <= IR_FENCE_WMB; kind++)
        if (kinds[kind].pairs != IR_PAIRS_GIVEN && strcmp(text, kinds[kind].name) == 0) {
            *out = ir_fence_make((ir_fence_kind)kind);
            return true;
        }
    return false;
}

/* Other spellings. */
static bool find_alias(const char *text, ir_fence *out)
{
    static const struct {
        const char *text;
        ir_fence_kind kind;
    } ALIASES[] = {
        {"", IR_FENCE_COMPILER},   {"nop", IR_FENCE_NOP},     {"pause", IR_FENCE_NOP},     {"rep nop", IR_FENCE_NOP},
        {"yield", IR_FENCE_NOP},   {"wfe", IR_FENCE_NOP},     {"sev", IR_FENCE_NOP},       {"hwsync", IR_FENCE_SYNC},
        {"rmb", IR_FENCE_SMP_RMB}, {"sync 0", IR_FENCE_SYNC}, {"sync 1", IR_FENCE_LWSYNC}, {"isb sy", IR_FENCE_ISB},
        {"dmb", IR_FENCE_DMB_SY},  {"dsb", IR_FENCE_DSB_SY},
    };
    for (size_t i = 0; i < sizeof ALIASES / sizeof *ALIASES; i++)
        if (strcmp(text, ALIASES[i].text) == 0) {
            *out = ir_fence_make(ALIASES[i].kind);
            return true;
        }
    return false;
}

/* All threads share one domain: whatever else is named (`osh`, `nsh`) is taken for the inner one. */
static ir_fence arm_fence(const char *domain, const ir_fence_kind by_accesses[3])
{
    if (ends_with(domain, "st"))
        return ir_fence_make(by_accesses[1]);
    return ir_fence_make(by_accesses[ends_with(domain, "ld") ? 2 : 0]);
}

/* `membar #LoadLoad | #StoreLoad` */
static ir_fence sparc_fence(const char *mask)
{
    static const struct {
        const char *word;
        uint8_t pairs;
    } WORDS[] = {
        {"loadload", IR_RR},   {"loadstore", IR_RW},   {"storeload", IR_WR},
        {"storestore", IR_WW}, {"sync", IR_PAIRS_ALL}, {"memissue", IR_PAIRS_ALL},
    };
    uint8_t pairs = 0;
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strstr(mask, WORDS[i].word))
            pairs |= WORDS[i].pairs;
    return ir_fence_make_given(IR_FENCE_MEMBAR, pairs);
}

/* RISC-V: `fence before,after` with letters of i, o, r, w. */
static ir_fence riscv_fence(const char *sets)
{
    const char *comma = strchr(sets, ',');
    if (comma == NULL)
        return ir_fence_make_given(IR_FENCE_RISCV, IR_PAIRS_ALL);
    size_t length = (size_t)(comma - sets);
    uint8_t pairs = 0, from_read = memchr(sets, 'r', length) != NULL, from_write = memchr(sets, 'w', length) != NULL;
    if (strchr(comma, 'r'))
        pairs |= (uint8_t)(from_read * IR_RR | from_write * IR_WR);
    if (strchr(comma, 'w'))
        pairs |= (uint8_t)(from_read * IR_RW | from_write * IR_WW);
    return ir_fence_make_given(IR_FENCE_RISCV, pairs);
}

/* A locked operation that changes nothing, on the top of the stack: the classic full fence. */
static bool is_locked_nothing(const char *text)
{
    static const char *const OPERATIONS[] = {"lock add", "lock or", "lock sub", "lock xor"};
    const char *rest = NULL;
    for (size_t i = 0; i < sizeof OPERATIONS / sizeof OPERATIONS[0] && !rest; i++)
        rest = after_prefix(text, OPERATIONS[i]);
    if (!rest)
        return false;
    rest += strspn(rest, "bwlq ");
    const char *after_zero = after_prefix(rest, "$0x0");
    rest = after_zero ? after_zero : after_prefix(rest, "$0");
    return rest && *rest == ',' && (ends_with(rest, "(%rsp)") || ends_with(rest, "(%esp)"));
}

/* Those whose operands say what they order. */
static bool find_by_operands(const char *text, ir_fence *out)
{
    static const ir_fence_kind DMB[] = {IR_FENCE_DMB_ISH, IR_FENCE_DMB_ISHST, IR_FENCE_DMB_ISHLD};
    static const ir_fence_kind DSB[] = {IR_FENCE_DSB_ISH, IR_FENCE_DSB_ISHST, IR_FENCE_DSB_ISHLD};
    const char *rest;
    if ((rest = after_prefix(text, "dmb ")))
        *out = arm_fence(rest, DMB);
    else if ((rest = after_prefix(text, "dsb ")))
        *out = arm_fence(rest, DSB);
    else if ((rest = after_prefix(text, "membar ")))
        *out = sparc_fence(rest);
    else if (strcmp(text, "fence") == 0)
        *out = riscv_fence("");
    else if ((rest = after_prefix(text, "fence ")))
        *out = riscv_fence(rest);
    else if (is_locked_nothing(text))
        *out = ir_fence_make(IR_FENCE_LOCKED);
    else
        return false;
    return true;
}

bool ir_fence_find(const char *text, ir_fence *out)
{
    return find_name(text, out) || find_alias(text, out) || find_by_operands(text, out);
}

/* ---- printing ---- */

void ir_fence_print_pairs(uint8_t pairs, strbuf *out)
{
    static const char *const NAMES[] = {"RR", "RW", "WR", "WW"};
    const char *separator = "";
    for (uint32_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (pairs >> i & 1) {
            strbuf_addf(out, "%s%s", separator, NAMES[i]);
            separator = ",";
        }
}

void ir_fence_print(ir_fence fence, strbuf *out)
{
    strbuf_add(out, ir_fence_name(fence));
    if (fence.pairs) {
        strbuf_add_char(out, ' ');
        ir_fence_print_pairs(fence.pairs, out);
    }
}
