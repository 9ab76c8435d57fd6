/* Two accesses that may race (memory/races.h), as a literal: both are executed, and hit the same cell. Under SC, if the
 * program is strict, also: what the one thread does before its access is before the other's access, and the other way
 * round. So both threads stand before their accesses at the same time. */
#ifndef HEDDLE_ENCODE_RACES_H
#define HEDDLE_ENCODE_RACES_H

#include "encode/encode.h"

/* Fills e->races; after the graph was described to the order. */
void encoding_add_races(encoding *e);

#endif
