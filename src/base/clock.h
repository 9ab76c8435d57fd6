/* Time and memory of this process. */
#ifndef HEDDLE_BASE_CLOCK_H
#define HEDDLE_BASE_CLOCK_H

#include <stdint.h>

double clock_wall_seconds(void);
double clock_cpu_seconds(void);
uint64_t clock_peak_bytes(void);

#endif
