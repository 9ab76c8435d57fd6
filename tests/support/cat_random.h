/* Random programs, executions and models for axiomatic models (src/cat).
 *
 * A *world* has events, of which an execution has some: so executions differ in which events happen, in places, in
 * sources and in orders. Numbers of an execution's events are not those of the world. */
#ifndef HEDDLE_SUPPORT_CAT_RANDOM_H
#define HEDDLE_SUPPORT_CAT_RANDOM_H

#include "base/random.h"
#include "base/strbuf.h"
#include "cat/evaluate.h"

enum { CAT_WORLD_PLACES = 3, CAT_WORLD_EVENTS = 24 };

typedef struct cat_world {
    cat_program program; /* the first CAT_WORLD_PLACES events are initial writes, of places 0, 1, … */
} cat_world;

/* A happening of some of a world's events; arrays are by the numbers of the world. */
typedef struct cat_happening {
    bool happens[CAT_WORLD_EVENTS];
    uint32_t places[CAT_WORLD_EVENTS], sources[CAT_WORLD_EVENTS], order[CAT_WORLD_EVENTS];
} cat_happening;

/* The same as an execution. */
typedef struct cat_sample {
    cat_program program;
    uint32_t count;
    uint32_t of_world[CAT_WORLD_EVENTS]; /* from numbers of the execution to those of the world */
    uint32_t places[CAT_WORLD_EVENTS], sources[CAT_WORLD_EVENTS], order[CAT_WORLD_EVENTS];
} cat_sample;

/* Up to `events` events besides the initial writes; tags are some of `tags`. */
void cat_world_make(random_source *random, uint64_t tags, uint32_t events, cat_world *out);
void cat_world_clear(cat_world *world);

/* Anything that is valid. */
void cat_happening_make(random_source *random, const cat_world *world, cat_happening *out);
/* The same but for a random change or two. With `fixed_places`, places stay. */
void cat_happening_change(random_source *random, const cat_world *world, bool fixed_places, cat_happening *happening);
/* Is the fact true of the happening? Its numbers are of the world; for NO_OTHERS, `before` is where it was told. */
bool cat_happening_obeys(const cat_happening *happening, const cat_happening *before, cat_fact fact);

void cat_sample_make(const cat_world *world, const cat_happening *happening, cat_sample *out);
void cat_sample_clear(cat_sample *sample);
cat_execution cat_sample_execution(const cat_sample *sample);

/* The text of a model with a few axioms over random expressions. */
void cat_random_model(random_source *random, strbuf *out);

#endif
