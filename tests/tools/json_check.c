/* json_check <FILE: succeeds if the input is one JSON value. */
#include "json_check.h"

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    size_t size = 0, capacity = 1 << 16;
    char *text = malloc(capacity);
    while (text) {
        size += fread(text + size, 1, capacity - size - 1, stdin);
        if (size < capacity - 1)
            break;
        capacity *= 2;
        char *larger = realloc(text, capacity);
        if (larger == NULL)
            free(text);
        text = larger;
    }
    if (text == NULL)
        return EXIT_FAILURE;
    text[size] = '\0';
    bool ok = strlen(text) == size && json_is_valid(text);
    free(text);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
