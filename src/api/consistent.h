/* What heddle_check_consistency gives out when there was no time for it. */
#ifndef HEDDLE_API_CONSISTENT_H
#define HEDDLE_API_CONSISTENT_H

#include "heddle.h"

heddle_consistency *api_consistency_without_answer(const char *file, unsigned models, const char *why, double seconds);

#endif
