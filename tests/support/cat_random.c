#include "support/cat_random.h"

static bool chance(random_source *random, uint64_t one_in)
{
    return random_below(random, one_in) == 0;
}

/* ---- worlds ---- */

enum { THREADS = 3, DEPENDENCIES = 3 };

static uint8_t random_kind(random_source *random)
{
    static const uint8_t KINDS[] = {CAT_READ,  CAT_READ,  CAT_READ,  CAT_WRITE,
                                    CAT_WRITE, CAT_WRITE, CAT_FENCE, CAT_READ | CAT_WRITE};
    return KINDS[random_below(random, sizeof KINDS)];
}

static bool is_before(const cat_program *p, uint32_t a, uint32_t b)
{
    const cat_event *first = &p->events.data[a], *second = &p->events.data[b];
    return first->thread == second->thread && first->index < second->index;
}

/* Pairs from a read to a later event of its thread, of the given kinds. */
static void add_pairs(random_source *random, const cat_program *p, uint8_t kinds, cat_pairs *out)
{
    for (uint64_t i = random_below(random, DEPENDENCIES + 1); i; i--) {
        uint32_t a = (uint32_t)random_below(random, p->events.size), b = (uint32_t)random_below(random, p->events.size);
        if (p->events.data[a].thread != CAT_NO_THREAD && p->events.data[a].kind & CAT_READ &&
            p->events.data[b].kind & kinds && is_before(p, a, b))
            vec_push(out, (cat_pair){a, b});
    }
}

void cat_world_make(random_source *random, uint64_t tags, uint32_t events, cat_world *out)
{
    cat_program *p = &out->program;
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < CAT_WORLD_PLACES; i++)
        cat_program_add(p, CAT_NO_THREAD, CAT_WRITE, 0);
    for (uint32_t i = 0; i < events; i++)
        cat_program_add(p, (uint32_t)random_below(random, THREADS), random_kind(random),
                        random_word(random) & random_word(random) & tags);
    add_pairs(random, p, CAT_READ | CAT_WRITE, &p->addr);
    add_pairs(random, p, CAT_WRITE, &p->data);
    add_pairs(random, p, CAT_READ | CAT_WRITE | CAT_FENCE, &p->ctrl);
    add_pairs(random, p, CAT_WRITE, &p->amo);
    add_pairs(random, p, CAT_WRITE, &p->lxsx);
}

void cat_world_clear(cat_world *world)
{
    cat_program_clear(&world->program);
}

/* ---- happenings ---- */

static bool is_kind(const cat_world *world, uint32_t a, uint8_t kind)
{
    return world->program.events.data[a].kind & kind;
}

static bool can_be_source(const cat_world *world, const cat_happening *h, uint32_t write, uint32_t read)
{
    return write != read && h->happens[write] && is_kind(world, write, CAT_WRITE) &&
           h->places[write] == h->places[read];
}

/* There is always the initial write. */
static void choose_source(random_source *random, const cat_world *world, cat_happening *h, uint32_t read)
{
    uint32_t count = world->program.events.size;
    do
        h->sources[read] = (uint32_t)random_below(random, count);
    while (!can_be_source(world, h, h->sources[read], read));
}

/* Sources that have become impossible are chosen anew. */
static void repair(random_source *random, const cat_world *world, cat_happening *h)
{
    for (uint32_t a = 0; a < world->program.events.size; a++)
        if (is_kind(world, a, CAT_READ) &&
            (h->sources[a] == CAT_NO_EVENT || !can_be_source(world, h, h->sources[a], a)))
            choose_source(random, world, h, a);
}

/* Initial writes first; no two have the same number. */
static uint32_t random_order(random_source *random, uint32_t a)
{
    return a < CAT_WORLD_PLACES ? a
                                : (uint32_t)(random_below(random, 1000) + 1) * CAT_WORLD_EVENTS + CAT_WORLD_PLACES + a;
}

void cat_happening_make(random_source *random, const cat_world *world, cat_happening *h)
{
    memset(h, 0, sizeof *h);
    for (uint32_t a = 0; a < world->program.events.size; a++) {
        bool is_initial = a < CAT_WORLD_PLACES;
        h->happens[a] = is_initial || !chance(random, 4);
        h->places[a] = is_kind(world, a, CAT_FENCE) ? CAT_NO_PLACE
                       : is_initial                 ? a
                                                    : (uint32_t)random_below(random, CAT_WORLD_PLACES);
        h->sources[a] = CAT_NO_EVENT;
        h->order[a] = random_order(random, a);
    }
    repair(random, world, h);
}

static void change_one(random_source *random, const cat_world *world, bool fixed_places, cat_happening *h)
{
    uint32_t a = (uint32_t)random_below(random, world->program.events.size);
    if (a < CAT_WORLD_PLACES)
        return;
    switch (random_below(random, 4)) {
    case 0:
        h->happens[a] = !h->happens[a];
        break;
    case 1:
        if (!fixed_places && !is_kind(world, a, CAT_FENCE))
            h->places[a] = (uint32_t)random_below(random, CAT_WORLD_PLACES);
        break;
    case 2:
        h->sources[a] = CAT_NO_EVENT;
        break;
    default:
        h->order[a] = random_order(random, a);
    }
}

void cat_happening_change(random_source *random, const cat_world *world, bool fixed_places, cat_happening *h)
{
    for (uint64_t i = 1 + random_below(random, 2); i; i--)
        change_one(random, world, fixed_places, h);
    repair(random, world, h);
}

static bool has_others(const cat_happening *h, const cat_happening *before)
{
    for (uint32_t a = 0; a < CAT_WORLD_EVENTS; a++)
        if (h->happens[a] && !before->happens[a])
            return true;
    return false;
}

bool cat_happening_obeys(const cat_happening *h, const cat_happening *before, cat_fact fact)
{
    bool both = h->happens[fact.a] && h->happens[fact.b];
    switch (fact.kind) {
    case CAT_FACT_EVENT:
        return h->happens[fact.a];
    case CAT_FACT_RF:
        return both && h->sources[fact.b] == fact.a;
    case CAT_FACT_CO:
        return both && h->places[fact.a] == h->places[fact.b] && h->order[fact.a] < h->order[fact.b];
    case CAT_FACT_SAME:
        return h->places[fact.a] == h->places[fact.b];
    case CAT_FACT_DIFFERENT:
        return h->places[fact.a] != h->places[fact.b];
    case CAT_FACT_NOT_RF:
        return !both || h->sources[fact.b] != fact.a;
    default:
        return !has_others(h, before);
    }
}

/* ---- executions ---- */

static void copy_pairs(const cat_pairs *from, const uint32_t *number, cat_pairs *to)
{
    for (uint32_t i = 0; i < from->size; i++) {
        cat_pair pair = {number[from->data[i].from], number[from->data[i].to]};
        if (pair.from != CAT_NO_EVENT && pair.to != CAT_NO_EVENT)
            vec_push(to, pair);
    }
}

void cat_sample_make(const cat_world *world, const cat_happening *h, cat_sample *out)
{
    uint32_t number[CAT_WORLD_EVENTS];
    memset(out, 0, sizeof *out);
    for (uint32_t a = 0; a < world->program.events.size; a++) {
        number[a] = h->happens[a] ? out->count : CAT_NO_EVENT;
        if (!h->happens[a])
            continue;
        vec_push(&out->program.events, world->program.events.data[a]);
        out->places[out->count] = h->places[a];
        out->order[out->count] = h->order[a];
        out->of_world[out->count++] = a;
    }
    for (uint32_t i = 0; i < out->count; i++) {
        uint32_t source = h->sources[out->of_world[i]];
        out->sources[i] = source == CAT_NO_EVENT ? CAT_NO_EVENT : number[source];
    }
    copy_pairs(&world->program.addr, number, &out->program.addr);
    copy_pairs(&world->program.data, number, &out->program.data);
    copy_pairs(&world->program.ctrl, number, &out->program.ctrl);
    copy_pairs(&world->program.amo, number, &out->program.amo);
    copy_pairs(&world->program.lxsx, number, &out->program.lxsx);
}

void cat_sample_clear(cat_sample *sample)
{
    cat_program_clear(&sample->program);
}

cat_execution cat_sample_execution(const cat_sample *sample)
{
    return (cat_execution){&sample->program, sample->places, sample->sources, sample->order};
}

/* ---- models ---- */

static void add_set(random_source *random, uint32_t depth, strbuf *out);

static void pick(random_source *random, const char *const *words, uint32_t count, strbuf *out)
{
    strbuf_add(out, words[random_below(random, count)]);
}

#define PICK(random, words, out) pick(random, words, sizeof(words) / sizeof *(words), out)

/* `names` are further relations, such as those of a recursion; `is_monotone`: nothing is taken away. */
typedef struct shape {
    const char *const *names;
    uint32_t name_count;
    bool is_monotone;
} shape;

static void add_relation(random_source *random, uint32_t depth, const shape *shape, strbuf *out);

static void add_binary(random_source *random, uint32_t depth, const shape *shape, strbuf *out)
{
    static const char *const OPS[] = {" | ", "; ", " & ", "; ", " \\ "};
    uint64_t op = random_below(random, shape->is_monotone ? 4 : 5);
    strbuf_add(out, "(");
    add_relation(random, depth - 1, shape, out);
    strbuf_add(out, OPS[op]);
    add_relation(random, depth - 1, shape, out);
    strbuf_add(out, ")");
}

static void add_unary(random_source *random, uint32_t depth, const shape *shape, strbuf *out)
{
    static const char *const OPS[] = {"+", "*", "?", "^-1"};
    strbuf_add(out, "(");
    add_relation(random, depth - 1, shape, out);
    strbuf_add(out, ")");
    PICK(random, OPS, out);
}

static void add_from_sets(random_source *random, uint32_t depth, strbuf *out)
{
    bool is_identity = chance(random, 2);
    strbuf_add(out, is_identity ? "[" : "(");
    add_set(random, depth - 1, out);
    if (!is_identity) {
        strbuf_add(out, " * ");
        add_set(random, depth - 1, out);
    }
    strbuf_add(out, is_identity ? "]" : ")");
}

static void add_relation(random_source *random, uint32_t depth, const shape *shape, strbuf *out)
{
    static const char *const BASE[] = {"po",   "loc",  "po-loc", "int", "ext", "rf",  "co",  "fr", "rfe", "fre",
                                       "addr", "data", "ctrl",   "amo", "rmw", "coe", "rfi", "id", "rf",  "co"};
    uint64_t what = depth ? random_below(random, 10) : 0;
    if (shape->name_count && chance(random, 3))
        pick(random, shape->names, shape->name_count, out);
    else if (what < 2)
        PICK(random, BASE, out);
    else if (what < 7)
        add_binary(random, depth, shape, out);
    else if (what < 8)
        add_unary(random, depth, shape, out);
    else if (what < 9 && !shape->is_monotone && chance(random, 2))
        strbuf_add(out, "~"), add_unary(random, depth, shape, out);
    else
        add_from_sets(random, depth, out);
}

static const shape PLAIN = {NULL, 0, false};

static void add_set(random_source *random, uint32_t depth, strbuf *out)
{
    static const char *const BASE[] = {"R", "W", "M", "F", "_", "IW", "A", "X", "FW", "RMW"};
    static const char *const OPS[] = {" | ", " & ", " \\ "};
    if (!depth || chance(random, 2)) {
        PICK(random, BASE, out);
    } else if (chance(random, 2)) {
        strbuf_add(out, chance(random, 2) ? "domain(" : "range(");
        add_relation(random, depth - 1, &PLAIN, out);
        strbuf_add(out, ")");
    } else {
        strbuf_add(out, "(");
        add_set(random, depth - 1, out);
        PICK(random, OPS, out);
        add_set(random, depth - 1, out);
        strbuf_add(out, ")");
    }
}

static void add_recursion(random_source *random, strbuf *out)
{
    static const char *const NAMES[] = {"r", "s"};
    const shape inside = {NAMES, 2, true};
    strbuf_add(out, "let rec r = ");
    add_relation(random, 3, &inside, out);
    strbuf_add(out, "\nand s = ");
    add_relation(random, 2, &inside, out);
    strbuf_add(out, "\n");
}

/* What is given and not in something: whose absence has to be explained. Of few pairs, so that no other one makes the
 * axiom fail where the explanation is wrong. */
static void add_difference(random_source *random, const shape *shape, strbuf *out)
{
    static const char *const GIVEN[] = {"po", "rf", "co", "fr", "loc", "ext", "int", "id", "(rf; po)", "(M * M)"};
    strbuf_add(out, "(");
    PICK(random, GIVEN, out);
    strbuf_add(out, chance(random, 4) ? ")" : " & (A * X))");
    strbuf_add(out, chance(random, 2) ? " \\ " : " & ~");
    strbuf_add(out, "(");
    add_relation(random, 2, shape, out);
    strbuf_add(out, ")");
}

void cat_random_model(random_source *random, strbuf *out)
{
    static const char *const TESTS[] = {"acyclic ", "irreflexive ", "empty ", "acyclic ", "irreflexive ", "~empty "};
    static const char *const NAMES[] = {"r", "s"};
    bool is_recursive = chance(random, 3);
    const shape inside = {NAMES, is_recursive ? 2 : 0, false};
    if (is_recursive)
        add_recursion(random, out);
    for (uint64_t i = 1 + random_below(random, 2); i; i--) {
        PICK(random, TESTS, out);
        if (chance(random, 2))
            add_difference(random, &inside, out);
        else
            add_relation(random, 3, &inside, out);
        strbuf_add(out, "\n");
    }
    if (chance(random, 4)) {
        strbuf_add(out, "empty ");
        add_set(random, 2, out);
        strbuf_add(out, "\n");
    }
}
