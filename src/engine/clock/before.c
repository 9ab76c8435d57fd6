#include "engine/clock/before.h"

#include "base/alloc.h"

void before_init(before *b, solver *clauses, clock_backend clocks)
{
    *b = (before){.clauses = clauses, .clocks = clocks};
}

void before_clear(before *b)
{
    b->clocks.destroy(b->clocks.self);
    map_clear(&b->index);
    vec_clear(&b->pairs);
}

static before_pair *pair_of(before *b, uint32_t first, uint32_t second)
{
    uint64_t key = first < second ? (uint64_t)first << 32 | second : (uint64_t)second << 32 | first;
    const uint64_t *known = map_find(&b->index, key);
    if (known)
        return &b->pairs.data[*known];
    map_put(&b->index, key, b->pairs.size);
    vec_push(&b->pairs, ((before_pair){.first = first, .second = second, .literal = solver_new_var(b->clauses)}));
    return &b->pairs.data[b->pairs.size - 1];
}

int before_literal(before *b, uint32_t first, uint32_t second)
{
    assert(first != second);
    before_pair *pair = pair_of(b, first, second);
    bool is_less = pair->first == first;
    bool *is_said = is_less ? &pair->says_less : &pair->says_greater;
    int literal = is_less ? pair->literal : -pair->literal;
    if (!*is_said) {
        b->clocks.add_less(b->clocks.self, literal, first, second);
        b->comparisons++;
    }
    *is_said = true;
    return literal;
}
