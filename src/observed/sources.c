/* Who reads from whom. */
#include <inttypes.h>

#include "observed/observed.h"

typedef VEC(uint32_t) access_list;

static int compare_numbers(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

/* By place, then those without a value, then by value; then as they are in the file. */
static int compare_writes(const void *left, const void *right, void *context)
{
    const observed *o = context;
    uint32_t i = *(const uint32_t *)left, j = *(const uint32_t *)right;
    const observed_access *a = &o->accesses.data[i], *b = &o->accesses.data[j];
    int order = compare_numbers(a->place, b->place);
    order = order ? order : compare_numbers(a->has_value, b->has_value);
    order = order || !a->has_value ? order : compare_numbers(a->value, b->value);
    return order ? order : compare_numbers(i, j);
}

static void list_writes(const observed *o, access_list *writes)
{
    for (uint32_t i = 0; i < o->accesses.size; i++)
        if (o->accesses.data[i].is_write)
            vec_push(writes, i);
    if (writes->size > 0)
        qsort_r(writes->data, writes->size, sizeof *writes->data, compare_writes, (void *)o);
}

/* The first write of the list that is not less. */
static uint32_t find_write(const observed *o, const access_list *writes, uint32_t place, bool has_value, uint64_t value)
{
    uint32_t low = 0, high = writes->size;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        const observed_access *a = &o->accesses.data[writes->data[middle]];
        bool is_less = a->place != place           ? a->place < place
                       : a->has_value != has_value ? a->has_value < has_value
                                                   : has_value && a->value < value;
        if (is_less)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* NULL if the list is at its end, or that is another place or value. */
static const observed_access *write_at(const observed *o, const access_list *writes, uint32_t index,
                                       const observed_access *like, bool has_value)
{
    if (index >= writes->size)
        return NULL;
    const observed_access *a = &o->accesses.data[writes->data[index]];
    bool is_such = a->place == like->place && a->has_value == has_value && (!has_value || a->value == like->value);
    return is_such ? a : NULL;
}

/* A write could be meant that does not say what it wrote. */
static bool fail_without_value(const observed *o, const access_list *writes, const observed_access *read, diag *d)
{
    uint32_t index = find_write(o, writes, read->place, false, 0);
    const observed_access *other = write_at(o, writes, index, read, false);
    if (other == NULL)
        return true;
    return observed_fail(o, observed_line_of(o, read), d,
                         "line %u does not say what it writes to `%s`, so values cannot tell what is read: name the "
                         "source with `from`",
                         observed_line_of(o, other), observed_place(o, read->place));
}

static bool fail_with_two(const observed *o, const observed_access *read, uint32_t first, uint32_t second, diag *d)
{
    uint32_t line = observed_line_of(o, read);
    const char *place = observed_place(o, read->place), *hint = "name the source with `from`";
    if (first == 0)
        return observed_fail(o, line, d, "this is the initial value of `%s`, and line %u writes it, too: %s", place,
                             second, hint);
    return observed_fail(o, line, d, "lines %u and %u both write this value to `%s`: %s", first, second, place, hint);
}

static bool find_by_value(observed *o, const access_list *writes, observed_access *read, diag *d)
{
    uint32_t index = find_write(o, writes, read->place, true, read->value);
    const observed_access *first = write_at(o, writes, index, read, true);
    const observed_access *second = first ? write_at(o, writes, index + 1, read, true) : NULL;
    bool is_initial = o->initial.data[read->place].value == read->value;
    if (!fail_without_value(o, writes, read, d))
        return false;
    if (first != NULL && (is_initial || second != NULL))
        return fail_with_two(o, read, is_initial ? 0 : observed_line_of(o, first),
                             observed_line_of(o, is_initial ? first : second), d);
    if (first == NULL && !is_initial)
        return observed_fail(o, observed_line_of(o, read), d,
                             "nobody writes this value to `%s`, and its initial value is %" PRIu64,
                             observed_place(o, read->place), o->initial.data[read->place].value);
    read->source = is_initial ? (uint32_t)OBSERVED_INITIAL : writes->data[index];
    return true;
}

/* What a named event writes to the place. */
static uint32_t find_write_of(const observed *o, uint32_t event, uint32_t place)
{
    const observed_event *e = &o->events.data[event];
    for (uint32_t i = e->first_access; i < e->first_access + e->access_count; i++)
        if (o->accesses.data[i].is_write && o->accesses.data[i].place == place)
            return i;
    return OBSERVED_NONE;
}

static bool find_by_name(observed *o, observed_access *read, diag *d)
{
    uint32_t line = observed_line_of(o, read);
    if (read->name == OBSERVED_INITIAL) {
        read->source = OBSERVED_INITIAL;
        return true;
    }
    uint32_t event = o->labelled.data[read->name];
    if (event == OBSERVED_NONE)
        return observed_fail(o, line, d, "no write is named `%s`", o->labels.texts.data[read->name]);
    read->source = find_write_of(o, event, read->place);
    return read->source != OBSERVED_NONE ||
           observed_fail(o, line, d, "line %u, named `%s`, does not write `%s`", o->events.data[event].line,
                         o->labels.texts.data[read->name], observed_place(o, read->place));
}

bool observed_find_sources(observed *o, diag *d)
{
    access_list writes = {0};
    bool is_found = true;
    list_writes(o, &writes);
    for (uint32_t i = 0; i < o->accesses.size && is_found; i++) {
        observed_access *a = &o->accesses.data[i];
        if (!a->is_write)
            is_found = a->name == OBSERVED_NONE ? find_by_value(o, &writes, a, d) : find_by_name(o, a, d);
    }
    vec_clear(&writes);
    return is_found;
}
