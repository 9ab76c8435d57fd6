#include "base/clock.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static double seconds_of(clockid_t id)
{
    struct timespec now;
    clock_gettime(id, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double clock_wall_seconds(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double clock_cpu_seconds(void)
{
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

uint64_t clock_peak_bytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (uint64_t)usage.ru_maxrss * 1024;
}

uint64_t clock_resident_bytes(pid_t process)
{
    char name[64] = "/proc/self/statm", text[64];
    if (process)
        snprintf(name, sizeof name, "/proc/%ld/statm", (long)process);
    int file = open(name, O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    text[size > 0 ? size : 0] = '\0';
    const char *second = strchr(text, ' ');
    return second ? strtoull(second, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}
