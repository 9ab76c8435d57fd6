#include "support/naive_hangs.h"

#include "base/map.h"

enum { MOST_STATES = 20000 };

typedef struct place {
    machine_state *state;
    bool can_end;
    VEC(uint32_t) next;
} place;

typedef struct graph {
    machine *m;
    map numbers;
    VEC(place) places;
    bool is_strange;
} graph;

static uint32_t number_of(graph *g, machine_state *state)
{
    hash128 hash = machine_state_hash(state);
    uint64_t key = hash.a ^ (hash.b << 1);
    const uint64_t *known = map_find(&g->numbers, key);
    if (known) {
        machine_state_free(state);
        return (uint32_t)*known;
    }
    map_put(&g->numbers, key, g->places.size);
    vec_push(&g->places, (place){.state = state});
    return g->places.size - 1;
}

/* How many have not ended; or that somebody was stopped. */
static int running(const machine_state *state)
{
    int count = 0;
    for (uint32_t t = 0; t < machine_thread_count(state); t++) {
        machine_thread_status status = machine_status_of(state, t);
        if (status != MACHINE_RUNNING && status != MACHINE_FINISHED)
            return -1;
        count += status == MACHINE_RUNNING;
    }
    return count;
}

static void expand(graph *g, uint32_t n)
{
    machine_choices choices = {0};
    bool progress, is_bounded;
    machine_state *state = g->places.data[n].state;
    machine_choices_of(g->m, state, &choices, &progress, &is_bounded);
    g->is_strange |= is_bounded;
    g->places.data[n].can_end = !progress || running(state) < 0;
    for (uint32_t i = 0; i < choices.size; i++) {
        machine_state *after = machine_state_copy(state);
        uint32_t threads = machine_thread_count(after);
        machine_result result = machine_take(g->m, after, &choices.data[i]);
        g->is_strange |= result.end != MACHINE_OK;
        machine_result_clear(&result);
        int born = (int)(machine_thread_count(after) - threads);
        bool is_end = running(after) != running(state) + born;
        uint32_t to = number_of(g, after);
        bool is_wake = choices.data[i].kind == MACHINE_WAKE;
        g->places.data[n].can_end |= is_end && !is_wake;
        if (!is_wake)
            vec_push(&g->places.data[n].next, to);
    }
    vec_clear(&choices);
}

/* One more round of: who can get to somebody who can end, can end. */
static bool improve(graph *g)
{
    bool has_changed = false;
    for (uint32_t n = g->places.size; n-- > 0;) {
        place *p = &g->places.data[n];
        for (uint32_t i = 0; i < p->next.size && !p->can_end; i++)
            if (g->places.data[p->next.data[i]].can_end)
                has_changed = p->can_end = true;
    }
    return has_changed;
}

int naive_hangs(const ir_program *program, const model *model)
{
    machine_options mo = {.model = model, .buffer_bound = 64, .normalise = true};
    graph g = {.m = machine_new(program, &mo)};
    number_of(&g, machine_start(g.m));
    for (uint32_t n = 0; n < g.places.size && g.places.size < MOST_STATES && !g.is_strange; n++)
        expand(&g, n);
    int answer = g.is_strange || g.places.size >= MOST_STATES ? -1 : 0;
    while (answer == 0 && improve(&g))
        ;
    for (uint32_t n = 0; n < g.places.size; n++) {
        if (answer >= 0 && !g.places.data[n].can_end)
            answer = 1;
        machine_state_free(g.places.data[n].state);
        vec_clear(&g.places.data[n].next);
    }
    vec_clear(&g.places);
    map_clear(&g.numbers);
    machine_free(g.m);
    return answer;
}
