/* The properties of the public interface, and the rows of the table that they stand for. */
#ifndef HEDDLE_API_PROPERTIES_H
#define HEDDLE_API_PROPERTIES_H

#include "base/diag.h"
#include "heddle.h"
#include "property/property.h"

/* Those with these bits; all if there is none. */
property_set properties_of(unsigned outside);
/* Those that are named: "assertions,memory". False with a diagnostic. */
bool properties_parse(const char *text, property_set *set, diag *d);
/* The bit that a row belongs to; 0 for rows that only tests have. */
heddle_property properties_outside(property p);

#endif
