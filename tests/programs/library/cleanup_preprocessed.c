/* The cleanup macros as a file preprocessed with glibc's headers has them: regions that are left through their end
 * work.
 *
 * Verdict: SC safe
 */
#include <assert.h>

struct __jmp_buf_tag;
int __sigsetjmp(struct __jmp_buf_tag *buffer, int save_signals) __attribute__((__returns_twice__));
typedef struct {
    long words[16];
} unwind_buffer;
void __pthread_register_cancel(unwind_buffer *buffer);
void __pthread_unregister_cancel(unwind_buffer *buffer);
void __pthread_unwind_next(unwind_buffer *buffer) __attribute__((__noreturn__));

int cleaned;

static void clean(void *amount)
{
    cleaned += *(int *)amount;
}

static void region(int execute)
{
    int amount = 5;
    do {
        unwind_buffer buffer;
        void (*routine)(void *) = clean;
        void *argument = &amount;
        if (__builtin_expect(__sigsetjmp((struct __jmp_buf_tag *)(void *)&buffer, 0), 0)) {
            routine(argument);
            __pthread_unwind_next(&buffer);
        }
        __pthread_register_cancel(&buffer);
        do {
            assert(cleaned == 0);
            do {
            } while (0);
        } while (0);
        __pthread_unregister_cancel(&buffer);
        if (execute)
            routine(argument);
    } while (0);
}

int main(void)
{
    region(0);
    assert(cleaned == 0);
    region(1);
    assert(cleaned == 5);
    return 0;
}
