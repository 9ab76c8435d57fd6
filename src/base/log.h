/* A log that is there only in builds that ask for it (cmake -DHEDDLE_LOG=ON): a search can then be read line by line,
 * on standard error. In all other builds LOG is compiled, so that it cannot rot, but costs nothing: its arguments are
 * never evaluated.
 *
 *     LOG(sat, "restart %u", count);              sat: restart 7
 *     LOG_CALL(print_clause(s, c));               calls the function, which returns nothing */
#ifndef HEDDLE_BASE_LOG_H
#define HEDDLE_BASE_LOG_H

enum {
#ifdef HEDDLE_LOG
    LOG_IS_ON = 1
#else
    LOG_IS_ON = 0
#endif
};

/* Prints one line with the module's name in front. */
void log_line(const char *module, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same, with so many numbers behind the text. */
void log_numbers(const char *module, const char *text, const int *numbers, unsigned count);

#define LOG(module, ...) LOG_CALL(log_line(#module, __VA_ARGS__))
#define LOG_CALL(call) (LOG_IS_ON ? (call) : (void)0)

#endif
