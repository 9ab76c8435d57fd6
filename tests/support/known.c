#include "support/known.h"

#include "base/alloc.h"
#include "term/table.h"
#include "term/value.h"

static void list_users(known *k, uint32_t count)
{
    for (term a = 0; a < count; a++)
        for (uint32_t i = 0; i < term_arity(k->terms, a); i++)
            k->first_user[term_child(k->terms, a, i) + 2]++;
    for (uint32_t i = 2; i < count + 2; i++)
        k->first_user[i] += k->first_user[i - 1];
    k->users = alloc_bytes((k->first_user[count + 1] + 1) * sizeof(term));
    for (term a = 0; a < count; a++)
        for (uint32_t i = 0; i < term_arity(k->terms, a); i++)
            k->users[k->first_user[term_child(k->terms, a, i) + 1]++] = a;
}

/* Does the value of `a` follow from its children? */
static bool follows(const known *k, term a, term_value *value)
{
    const term_node *node = node_of(k->terms, a);
    uint32_t arity = term_op_arity((term_op)node->op);
    term child[3] = {node->a, arity > 1 ? node->b : node->a, arity > 2 ? node->c : node->a};
    if (node->op == TERM_ITE && k->is_known[child[0]]) {
        term side = child[k->values[child[0]] ? 1 : 2];
        *value = k->values[side];
        return k->is_known[side];
    }
    if (node->op == TERM_AND && (known_is_false(k, child[0]) || known_is_false(k, child[1]))) {
        *value = 0;
        return true;
    }
    for (uint32_t i = 0; i < arity; i++)
        if (!k->is_known[child[i]])
            return false;
    *value = value_apply((term_op)node->op, node->width, term_width(k->terms, child[arity - 1]), node->aux,
                         k->values[child[0]], k->values[child[1]], k->values[child[2]]);
    return true;
}

static void note(known *k, term a, term_value value)
{
    k->is_known[a] = true;
    k->values[a] = value;
    vec_push(&k->trail, a);
}

void known_set(known *k, term variable, term_value value)
{
    assert(!k->is_known[variable]);
    uint32_t at = k->trail.size;
    note(k, variable, value & value_mask(term_width(k->terms, variable)));
    for (; at < k->trail.size; at++) {
        term changed = k->trail.data[at];
        for (uint32_t i = k->first_user[changed]; i < k->first_user[changed + 1]; i++)
            if (!k->is_known[k->users[i]] && follows(k, k->users[i], &value))
                note(k, k->users[i], value);
    }
}

void known_undo(known *k, uint32_t size)
{
    while (k->trail.size > size)
        k->is_known[vec_pop(&k->trail)] = false;
}

void known_init(known *k, const term_table *terms)
{
    uint32_t count = term_count(terms);
    *k = (known){
        .terms = terms,
        .is_known = alloc_zeroed(count, sizeof(bool)),
        .values = alloc_zeroed(count, sizeof(term_value)),
        .first_user = alloc_zeroed(count + 2, sizeof(uint32_t)),
    };
    list_users(k, count);
    for (term a = 0; a < count; a++) {
        term_value value;
        if (term_is_constant(terms, a))
            note(k, a, term_constant_value(terms, a));
        else if (term_operation(terms, a) != TERM_VARIABLE && follows(k, a, &value))
            note(k, a, value);
    }
}

void known_clear(known *k)
{
    free(k->is_known);
    free(k->values);
    free(k->first_user);
    free(k->users);
    vec_clear(&k->trail);
}
