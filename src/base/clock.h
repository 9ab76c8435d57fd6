/* Time and memory of this process. */
#ifndef HEDDLE_BASE_CLOCK_H
#define HEDDLE_BASE_CLOCK_H

#include <stdint.h>
#include <sys/types.h>

double clock_wall_seconds(void);
double clock_cpu_seconds(void);
uint64_t clock_peak_bytes(void);
/* What a process has now, 0 meaning this one; 0 if that is not known. */
uint64_t clock_resident_bytes(pid_t process);

#endif
