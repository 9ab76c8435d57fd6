/* include/heddle.h: properties. */
#include "api/properties.h"

#include <string.h>

/* What --property calls the properties of the interface. */
static const struct {
    heddle_property outside;
    const char *name;
} PROPERTIES[] = {
    {HEDDLE_ASSERTIONS, "assertions"}, {HEDDLE_ERROR_CALLS, "unreach-call"},
    {HEDDLE_LOCKS, "locks"},           {HEDDLE_MEMORY, "memory"},
    {HEDDLE_ARITHMETIC, "arithmetic"}, {HEDDLE_OVERFLOW, "overflow"},
    {HEDDLE_RACES, "races"},           {HEDDLE_DEADLOCK, "deadlock"},
    {HEDDLE_LIVENESS, "liveness"},     {HEDDLE_LEAKS, "leaks"},
    {HEDDLE_LOST, "memtrack"},         {HEDDLE_UNINITIALISED, "uninitialised"},
};
enum { PROPERTIES_OUTSIDE = sizeof PROPERTIES / sizeof *PROPERTIES };

property_set properties_of(unsigned outside)
{
    property_set set = 0;
    for (int i = 0; i < PROPERTIES_OUTSIDE; i++)
        if (outside & PROPERTIES[i].outside)
            set |= property_named(PROPERTIES[i].name, strlen(PROPERTIES[i].name));
    return set ? set : property_default();
}

bool properties_parse(const char *text, property_set *set, diag *d)
{
    *set = 0;
    for (const char *at = text; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
        property_set named = property_named(at, strcspn(at, ","));
        if (named == 0)
            return diag_fail(d, STATUS_BAD_INPUT, "--property: there is no property `%.*s`", (int)strcspn(at, ","), at);
        *set |= named;
    }
    return *set != 0 || diag_fail(d, STATUS_BAD_INPUT, "--property needs the name of a property");
}

heddle_property properties_outside(property p)
{
    for (int i = 0; i < PROPERTIES_OUTSIDE; i++)
        if (strcmp(PROPERTIES[i].name, property_row_of(p)->option) == 0)
            return PROPERTIES[i].outside;
    return (heddle_property)0;
}

const char *heddle_property_name(heddle_property property)
{
    for (int i = 0; i < PROPERTIES_OUTSIDE; i++)
        if (PROPERTIES[i].outside == property)
            return PROPERTIES[i].name;
    return NULL;
}

heddle_property_row heddle_property_at(size_t index)
{
    for (property p = 0; p < PROPERTY_COUNT; p++)
        if (property_names_option(property_all(), p) && index-- == 0) {
            const property_row *row = property_row_of(p);
            return (heddle_property_row){row->option, properties_outside(p), row->off, row->off_help, row->by_request};
        }
    return (heddle_property_row){0};
}
