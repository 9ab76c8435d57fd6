#include "cat/session.h"

/* ---- all of an execution ---- */

static void tell(cat_reason *out, cat_fact_kind kind, uint32_t a, uint32_t b)
{
    vec_push(&out->facts, (cat_fact){kind, a, b});
}

static bool is_access(const cat_session *s, uint32_t a)
{
    return s->x->places[a] != CAT_NO_PLACE;
}

static void tell_places(const cat_session *s, cat_reason *out)
{
    for (uint32_t b = 0; b < s->size.count && !s->places_are_fixed; b++)
        for (uint32_t a = 0; a < b; a++)
            if (is_access(s, a) && is_access(s, b))
                tell(out, s->x->places[a] == s->x->places[b] ? CAT_FACT_SAME : CAT_FACT_DIFFERENT, a, b);
}

static void tell_orders(const cat_session *s, cat_reason *out)
{
    for (uint32_t a = 0; a < s->size.count; a++)
        for (uint32_t b = 0; b < s->size.count; b++) {
            bool are_writes = session_event(s, a)->kind & session_event(s, b)->kind & CAT_WRITE;
            if (are_writes && !session_is_initial(s, a) && s->x->places[a] == s->x->places[b] &&
                s->x->order[a] < s->x->order[b])
                tell(out, CAT_FACT_CO, a, b);
        }
}

void session_tell_all(const cat_session *s, cat_reason *out)
{
    tell(out, CAT_FACT_NO_OTHERS, 0, 0);
    tell_places(s, out);
    tell_orders(s, out);
    for (uint32_t a = 0; a < s->size.count; a++) {
        if (!session_is_initial(s, a))
            tell(out, CAT_FACT_EVENT, a, 0);
        if (session_event(s, a)->kind & CAT_READ)
            tell(out, CAT_FACT_RF, s->x->sources[a], a);
    }
}

/* ---- what is said twice ---- */

static int compare(const void *left, const void *right)
{
    const cat_fact *a = left, *b = right;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    return (a->b > b->b) - (a->b < b->b);
}

static void sort(cat_reason *reason)
{
    uint32_t kept = 0;
    if (reason->facts.size)
        qsort(reason->facts.data, reason->facts.size, sizeof *reason->facts.data, compare);
    for (uint32_t i = 0; i < reason->facts.size; i++)
        if (!kept || compare(&reason->facts.data[kept - 1], &reason->facts.data[i]) != 0)
            reason->facts.data[kept++] = reason->facts.data[i];
    reason->facts.size = kept;
}

static bool has(const cat_reason *reason, cat_fact_kind kind, uint32_t a, uint32_t b)
{
    cat_fact wanted = {kind, a, b};
    return bsearch(&wanted, reason->facts.data, reason->facts.size, sizeof wanted, compare);
}

static bool is_implied(const cat_session *s, const cat_reason *reason, const cat_fact *fact)
{
    uint32_t a = fact->a, b = fact->b;
    if (fact->kind == CAT_FACT_SAME)
        return has(reason, CAT_FACT_RF, a, b) || has(reason, CAT_FACT_RF, b, a) || has(reason, CAT_FACT_CO, a, b) ||
               has(reason, CAT_FACT_CO, b, a);
    return fact->kind == CAT_FACT_NOT_RF && has(reason, CAT_FACT_RF, s->x->sources[b], b);
}

static void remove_implied(const cat_session *s, cat_reason *reason)
{
    uint32_t kept = 0;
    cat_reason all = {0};
    vec_copy(&all.facts, &reason->facts);
    for (uint32_t i = 0; i < all.facts.size; i++)
        if (!is_implied(s, &all, &all.facts.data[i]))
            reason->facts.data[kept++] = all.facts.data[i];
    reason->facts.size = kept;
    vec_clear(&all.facts);
}

/* An event that reads from the write, or the write itself. */
static uint32_t reader_of(const cat_reason *reason, uint32_t write)
{
    for (uint32_t i = 0; i < reason->facts.size; i++)
        if (reason->facts.data[i].kind == CAT_FACT_RF && reason->facts.data[i].a == write)
            return reason->facts.data[i].b;
    return write;
}

/* Whose place is that of an initial write is told of a read of it, if the reason has one. */
static void replace_initial(const cat_session *s, cat_reason *reason)
{
    for (uint32_t i = 0; i < reason->facts.size; i++) {
        cat_fact *fact = &reason->facts.data[i];
        if (fact->kind != CAT_FACT_SAME || session_is_initial(s, fact->a) == session_is_initial(s, fact->b))
            continue;
        bool is_first = session_is_initial(s, fact->a);
        uint32_t other = is_first ? fact->b : fact->a, reader = reader_of(reason, is_first ? fact->a : fact->b);
        if (reader != other)
            *fact = (cat_fact){CAT_FACT_SAME, reader < other ? reader : other, reader < other ? other : reader};
    }
}

void session_tidy(const cat_session *s, cat_reason *reason)
{
    replace_initial(s, reason);
    sort(reason);
    remove_implied(s, reason);
}

void cat_fact_print(cat_fact fact, strbuf *out)
{
    static const char *const NAMES[] = {"EVENT", "RF", "CO", "SAME", "DIFFERENT", "NOT_RF", "NO_OTHERS"};
    strbuf_add(out, NAMES[fact.kind]);
    if (fact.kind == CAT_FACT_EVENT)
        strbuf_addf(out, "(%u)", fact.a);
    else if (fact.kind != CAT_FACT_NO_OTHERS)
        strbuf_addf(out, "(%u,%u)", fact.a, fact.b);
}
