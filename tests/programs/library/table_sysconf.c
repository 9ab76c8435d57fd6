/* sysconf answers as <unistd.h> and <limits.h> announce.
 *
 * Verdict: SC safe
 */
#include "table.h"

#include <limits.h>
#include <pthread.h>
#include <unistd.h>

int main(void)
{
    ROW(sysconf(_SC_VERSION), _POSIX_VERSION);
    ROW(sysconf(_SC_THREADS), _POSIX_THREADS);
    ROW(sysconf(_SC_BARRIERS), _POSIX_BARRIERS);
    ROW(sysconf(_SC_SPIN_LOCKS), _POSIX_SPIN_LOCKS);
    ROW(sysconf(_SC_READER_WRITER_LOCKS), _POSIX_READER_WRITER_LOCKS);
    ROW(sysconf(_SC_SEMAPHORES), _POSIX_SEMAPHORES);
    ROW(sysconf(_SC_TIMEOUTS), _POSIX_TIMEOUTS);
    ROW(sysconf(_SC_CLOCK_SELECTION), _POSIX_CLOCK_SELECTION);
    ROW(sysconf(_SC_MONOTONIC_CLOCK) > 0, 1);
    ROW(sysconf(_SC_THREAD_CPUTIME) > 0, 1);
    ROW(sysconf(_SC_THREAD_PRIO_INHERIT), _POSIX_THREAD_PRIO_INHERIT);
    ROW(sysconf(_SC_THREAD_PROCESS_SHARED), _POSIX_THREAD_PROCESS_SHARED);
    ROW(sysconf(_SC_THREAD_KEYS_MAX), PTHREAD_KEYS_MAX);
    ROW(sysconf(_SC_THREAD_DESTRUCTOR_ITERATIONS), PTHREAD_DESTRUCTOR_ITERATIONS);
    ROW(sysconf(_SC_PAGESIZE), 4096);
    ROW(sysconf(_SC_NPROCESSORS_ONLN) > 0, 1);
    errno = 0;
    ROW(sysconf(_SC_THREAD_THREADS_MAX), -1);
    ROW(errno, 0);
    FAILS(sysconf(-1), EINVAL);
    FAILS(sysconf(100000), EINVAL);
    END_OF_TABLE();
    return 0;
}
