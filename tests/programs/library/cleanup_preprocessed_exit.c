/* The cleanup macros as a file preprocessed with glibc's headers has them: a thread that ends inside a region would
 * have to jump to the handler.
 *
 * Verdict: SC unsupported
 * Prints: cleanup_preprocessed_exit.c:20: .*pthread_exit between pthread_cleanup_push
 */
typedef struct {
    long words[16];
} unwind_buffer;
void __pthread_register_cancel(unwind_buffer *buffer);
void __pthread_unregister_cancel(unwind_buffer *buffer);
void pthread_exit(void *result) __attribute__((__noreturn__));

int main(void)
{
    unwind_buffer buffer;
    __pthread_register_cancel(&buffer);
    __pthread_unregister_cancel(&buffer);
    __pthread_register_cancel(&buffer);
    pthread_exit(0);
}
