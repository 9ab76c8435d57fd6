#include "sat/drat_check.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/vec.h"

typedef struct stored_clause {
    uint64_t hash;
    unsigned size;
    bool deleted;
    int *order; /* the literals, each once; the first two are watched */
} stored_clause;

typedef VEC(uint32_t) indices;
typedef VEC(int) ints;

enum { BUCKETS = 1 << 10 };

struct drat_checker {
    VEC(stored_clause) clauses;
    VEC(indices) watching; /* by place(literal) */
    VEC(int8_t) value;     /* by place(literal): 1 true, -1 false */
    ints trail;
    uint32_t propagated;
    indices *buckets; /* clauses by hash */
    uint32_t bucket_count, live;
    bool refuted;
    ints line, sorted;
};

static uint32_t place(int literal)
{
    return literal > 0 ? 2 * (uint32_t)literal : 2 * (uint32_t)-literal + 1;
}

drat_checker *drat_new(void)
{
    drat_checker *d = alloc_zeroed(1, sizeof *d);
    d->bucket_count = BUCKETS;
    d->buckets = alloc_zeroed(d->bucket_count, sizeof *d->buckets);
    return d;
}

void drat_free(drat_checker *d)
{
    for (uint32_t i = 0; i < d->clauses.size; i++)
        free(d->clauses.data[i].order);
    for (uint32_t i = 0; i < d->watching.size; i++)
        vec_clear(&d->watching.data[i]);
    for (uint32_t i = 0; i < d->bucket_count; i++)
        vec_clear(&d->buckets[i]);
    free(d->buckets);
    vec_clear(&d->clauses);
    vec_clear(&d->watching);
    vec_clear(&d->value);
    vec_clear(&d->trail);
    vec_clear(&d->line);
    vec_clear(&d->sorted);
    free(d);
}

bool drat_refuted(const drat_checker *d)
{
    return d->refuted;
}

/* ------------------------------------------------------------------------------------------- unit propagation */

static void assign(drat_checker *d, int literal)
{
    d->value.data[place(literal)] = 1;
    d->value.data[place(-literal)] = -1;
    vec_push(&d->trail, literal);
}

static void undo(drat_checker *d, uint32_t size)
{
    while (d->trail.size > size) {
        int literal = vec_pop(&d->trail);
        d->value.data[place(literal)] = d->value.data[place(-literal)] = 0;
    }
    d->propagated = size;
}

/* Looks at a clause one of whose watched literals became false. Returns false if all its literals are. Sets *moved
 * if it is watched by another literal now. */
static bool visit(drat_checker *d, uint32_t index, int falsified, bool *moved)
{
    stored_clause *c = &d->clauses.data[index];
    if (c->order[0] == falsified) {
        c->order[0] = c->order[1];
        c->order[1] = falsified;
    }
    int other = c->order[0];
    if (d->value.data[place(other)] > 0)
        return true;
    for (unsigned i = 2; i < c->size; i++) {
        int literal = c->order[i];
        if (d->value.data[place(literal)] < 0)
            continue;
        c->order[1] = literal;
        c->order[i] = falsified;
        vec_push(&d->watching.data[place(literal)], index);
        *moved = true;
        return true;
    }
    if (d->value.data[place(other)] < 0)
        return false;
    assign(d, other);
    return true;
}

/* Returns false if a clause became false. */
static bool propagate(drat_checker *d)
{
    bool good = true;
    while (good && d->propagated < d->trail.size) {
        int falsified = -d->trail.data[d->propagated++];
        indices *list = &d->watching.data[place(falsified)];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < list->size; i++) {
            uint32_t index = list->data[i];
            bool moved = false;
            if (d->clauses.data[index].deleted)
                continue;
            if (good)
                good = visit(d, index, falsified, &moved);
            if (!moved)
                list->data[kept++] = index;
        }
        list->size = kept;
    }
    return good;
}

/* Makes the literals false. Returns false if one is true already. */
static bool assume_false(drat_checker *d, const int *literals, unsigned count, int except)
{
    for (unsigned i = 0; i < count; i++) {
        if (literals[i] == except)
            continue;
        int8_t value = d->value.data[place(literals[i])];
        if (value > 0)
            return false;
        if (value == 0)
            assign(d, -literals[i]);
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------ the clauses */

static int compare_literals(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Puts the different literals into d->sorted. Returns false if two of them are opposite. */
static bool sort_literals(drat_checker *d, const int *literals, unsigned count)
{
    ints *sorted = &d->sorted;
    sorted->size = 0;
    vec_append(sorted, literals, count);
    if (count)
        qsort(sorted->data, count, sizeof(int), compare_literals);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < sorted->size; i++)
        if (kept == 0 || sorted->data[kept - 1] != sorted->data[i])
            sorted->data[kept++] = sorted->data[i];
    sorted->size = kept;
    bool opposite = false;
    for (uint32_t i = 0; i < kept; i++) {
        int literal = sorted->data[i];
        uint32_t top = place(literal) | 1;
        if (top >= d->watching.size) {
            vec_resize(&d->watching, 2 * top);
            vec_resize(&d->value, 2 * top);
        }
        if (literal < 0) {
            int negated = -literal;
            opposite |= bsearch(&negated, sorted->data, kept, sizeof(int), compare_literals) != NULL;
        }
    }
    return !opposite;
}

static uint64_t hash_sorted(const ints *sorted)
{
    uint64_t hash = sorted->size;
    for (uint32_t i = 0; i < sorted->size; i++)
        hash = (hash ^ (uint64_t)(int64_t)sorted->data[i]) * 0x9e3779b97f4a7c15u + (hash >> 29);
    return hash ^ hash >> 31;
}

static void rehash(drat_checker *d)
{
    for (uint32_t i = 0; i < d->bucket_count; i++)
        vec_clear(&d->buckets[i]);
    free(d->buckets);
    d->bucket_count *= 4;
    d->buckets = alloc_zeroed(d->bucket_count, sizeof *d->buckets);
    for (uint32_t i = 0; i < d->clauses.size; i++)
        if (!d->clauses.data[i].deleted)
            vec_push(&d->buckets[d->clauses.data[i].hash % d->bucket_count], i);
}

/* The literals in an order with those that are not false first. */
static void order_literals(const drat_checker *d, int *order, unsigned size)
{
    unsigned front = 0;
    for (unsigned i = 0; i < size && front < 2; i++)
        if (d->value.data[place(order[i])] >= 0) {
            int literal = order[i];
            order[i] = order[front];
            order[front++] = literal;
        }
}

/* Adds the clause in d->sorted to D. The trail holds what D implies by unit propagation, and does so afterwards. */
static void store(drat_checker *d)
{
    unsigned size = d->sorted.size;
    stored_clause c = {.hash = hash_sorted(&d->sorted), .size = size, .order = alloc_bytes(size * sizeof(int))};
    if (size)
        memcpy(c.order, d->sorted.data, size * sizeof(int));
    order_literals(d, c.order, size);
    uint32_t index = d->clauses.size;
    vec_push(&d->clauses, c);
    if (++d->live > 4 * d->bucket_count)
        rehash(d);
    else
        vec_push(&d->buckets[c.hash % d->bucket_count], index);
    if (size >= 2) {
        vec_push(&d->watching.data[place(c.order[0])], index);
        vec_push(&d->watching.data[place(c.order[1])], index);
    }
    bool first_open = size >= 1 && d->value.data[place(c.order[0])] >= 0;
    bool second_open = size >= 2 && d->value.data[place(c.order[1])] >= 0;
    if (!first_open) {
        d->refuted = true;
    } else if (!second_open && d->value.data[place(c.order[0])] == 0) {
        assign(d, c.order[0]);
        d->refuted |= !propagate(d);
    }
}

void drat_add_axiom(drat_checker *d, const int *literals, unsigned count)
{
    if (sort_literals(d, literals, count) && !d->refuted)
        store(d);
}

bool drat_implies(drat_checker *d, const int *literals, unsigned count)
{
    if (!sort_literals(d, literals, count) || d->refuted)
        return true;
    uint32_t mark = d->trail.size;
    bool implied = !assume_false(d, literals, count, 0) || !propagate(d);
    undo(d, mark);
    return implied;
}

static bool contains(const stored_clause *c, int literal)
{
    for (unsigned i = 0; i < c->size; i++)
        if (c->order[i] == literal)
            return true;
    return false;
}

/* Does the resolvent of the clause with every clause of D on its first literal follow by unit propagation? */
static bool resolvents_implied(drat_checker *d, const int *literals, unsigned count)
{
    if (count == 0 || d->value.data[place(-literals[0])] > 0)
        return false;
    uint32_t start = d->trail.size;
    bool all = true;
    assume_false(d, literals, count, 0);
    propagate(d);
    uint32_t mark = d->trail.size;
    for (uint32_t i = 0; all && i < d->clauses.size; i++) {
        const stored_clause *c = &d->clauses.data[i];
        if (c->deleted || !contains(c, -literals[0]))
            continue;
        all = !assume_false(d, c->order, c->size, -literals[0]) || !propagate(d);
        undo(d, mark);
    }
    undo(d, start);
    return all;
}

bool drat_add_checked(drat_checker *d, const int *literals, unsigned count)
{
    if (!drat_implies(d, literals, count) && !resolvents_implied(d, literals, count))
        return false;
    drat_add_axiom(d, literals, count);
    return true;
}

static bool same_as_sorted(const drat_checker *d, const stored_clause *c)
{
    if (c->size != d->sorted.size)
        return false;
    for (unsigned i = 0; i < c->size; i++)
        if (!contains(c, d->sorted.data[i]))
            return false;
    return true;
}

/* Is the clause the last support of a literal on the trail? Then it stays. */
static bool is_unit(const drat_checker *d, const stored_clause *c)
{
    unsigned open = 0;
    for (unsigned i = 0; i < c->size; i++)
        open += d->value.data[place(c->order[i])] >= 0;
    return open <= 1;
}

bool drat_delete(drat_checker *d, const int *literals, unsigned count)
{
    if (!sort_literals(d, literals, count) || d->refuted)
        return true;
    uint64_t hash = hash_sorted(&d->sorted);
    indices *bucket = &d->buckets[hash % d->bucket_count];
    for (uint32_t i = 0; i < bucket->size; i++) {
        stored_clause *c = &d->clauses.data[bucket->data[i]];
        if (c->hash != hash || !same_as_sorted(d, c))
            continue;
        if (is_unit(d, c))
            return true;
        c->deleted = true;
        d->live--;
        bucket->data[i] = vec_pop(bucket);
        return true;
    }
    return false;
}

/* -------------------------------------------------------------------------------------------------- the lines */

static const char *check_line(drat_checker *d, char kind, const char *justification, drat_lemma_check lemma,
                              void *state)
{
    const int *literals = d->line.data;
    unsigned count = d->line.size;
    switch (kind) {
    case 'a':
        return drat_add_checked(d, literals, count) ? NULL : "this clause does not follow";
    case 'd':
        return drat_delete(d, literals, count) ? NULL : "no such clause to delete";
    case 't':
        if (!lemma || !lemma(state, literals, count, justification))
            return "this theory lemma is not valid";
        drat_add_axiom(d, literals, count);
        return NULL;
    default:
        return "unknown kind of line";
    }
}

const char *drat_check_text(drat_checker *d, const char *text, size_t size, drat_lemma_check lemma, void *state,
                            unsigned long *line)
{
    const char *at = text, *end = text + size;
    for (*line = 1; at < end; ++*line) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        if (!line_end)
            return "unfinished line";
        char kind = 'a';
        while (at < line_end && *at == ' ')
            at++;
        if (isalpha((unsigned char)*at))
            kind = *at++;
        d->line.size = 0;
        bool ended = false;
        while (!ended && at < line_end) {
            char *next;
            long literal = strtol(at, &next, 10);
            if (next == at || next > line_end || labs(literal) > INT32_MAX / 4)
                return "expected a literal";
            ended = literal == 0;
            if (!ended)
                vec_push(&d->line, (int)literal);
            at = next;
        }
        if (!ended)
            return "expected a final 0";
        char justification[256];
        size_t length = (size_t)(line_end - at);
        if (length >= sizeof justification)
            length = sizeof justification - 1;
        memcpy(justification, at, length);
        justification[length] = 0;
        const char *error = check_line(d, kind, justification, lemma, state);
        if (error)
            return error;
        at = line_end + 1;
    }
    return NULL;
}

const char *drat_check_binary(drat_checker *d, const char *bytes, size_t size, drat_lemma_check lemma, void *state,
                              unsigned long *line)
{
    const unsigned char *at = (const unsigned char *)bytes, *end = at + size;
    for (*line = 1; at < end; ++*line) {
        char kind = (char)*at++;
        d->line.size = 0;
        for (;;) {
            uint32_t number = 0;
            unsigned shift = 0;
            do {
                if (at == end || shift > 28)
                    return "expected a literal";
                number |= (uint32_t)(*at & 127) << shift;
                shift += 7;
            } while (*at++ & 128);
            if (number == 0)
                break;
            int literal = (int)(number / 2);
            vec_push(&d->line, number & 1 ? -literal : literal);
        }
        const char *justification = "";
        if (kind == 't') {
            justification = (const char *)at;
            const unsigned char *stop = memchr(at, 0, (size_t)(end - at));
            if (!stop)
                return "unfinished justification";
            at = stop + 1;
        }
        const char *error = check_line(d, kind, justification, lemma, state);
        if (error)
            return error;
    }
    return NULL;
}
