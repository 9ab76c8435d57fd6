#include <stdlib.h>

#include "cli/commands.h"
#include "report/visible.h"

/* ---- telling ---- */

static void print_end(const session *s, const heddle_classes *c, size_t i)
{
    switch (heddle_class_end(c, i)) {
    case HEDDLE_END_VIOLATION:
        print_bad(s, "VIOLATION", heddle_class_message(c, i));
        break;
    case HEDDLE_END_DEADLOCK:
        print_bad(s, "DEADLOCK", heddle_class_message(c, i));
        break;
    case HEDDLE_END_BLOCKED:
        printf("blocked: ");
        visible_print(stdout, heddle_class_message(c, i));
        putchar('\n');
        break;
    default:
        break;
    }
}

static void print_class(const session *s, const heddle_classes *c, size_t i)
{
    char *text = heddle_class_text(c, i, s->style.is_on);
    printf("class %zu\n", i + 1);
    fputs(*text ? text : "nothing is read\n", stdout);
    print_end(s, c, i);
    putchar('\n');
    free(text);
}

static void print_number_with(const heddle_classes *c, heddle_end end, const char *what)
{
    size_t count = 0;
    for (size_t i = 0; i < heddle_class_count(c); i++)
        count += heddle_class_end(c, i) == end;
    if (count > 0)
        printf(", %zu %s", count, what);
}

static void print_summary(const heddle_classes *c, heddle_model model)
{
    size_t count = heddle_class_count(c);
    printf("%s%zu class%s under %s", heddle_classes_are_all(c) ? "" : "at least ", count, count == 1 ? "" : "es",
           heddle_model_name(model));
    print_number_with(c, HEDDLE_END_VIOLATION, "with a violation");
    print_number_with(c, HEDDLE_END_DEADLOCK, "with a deadlock");
    print_number_with(c, HEDDLE_END_BLOCKED, "blocked");
    if (*heddle_classes_message(c)) {
        fputs(": ", stdout);
        visible_print(stdout, heddle_classes_message(c));
    }
    putchar('\n');
}

static void tell(const session *s, const heddle_classes *c, heddle_model model)
{
    if (s->options->quiet) {
        printf("%zu\n", heddle_class_count(c));
        return;
    }
    for (size_t i = 0; i < heddle_class_count(c); i++)
        print_class(s, c, i);
    print_summary(c, model);
}

/* ---- exploring ---- */

typedef VEC(heddle_classes *) lists;

static heddle_classes *classify(const session *s, heddle_model model)
{
    const options *o = s->options;
    return heddle_classify(
        s->program, model,
        &(heddle_classes_options){.max_classes = o->max_classes ? o->max_classes : UINT64_MAX, .budget = s->budget});
}

static void end_lists(const session *s, lists *all)
{
    if (s->options->json) {
        char *text = heddle_classes_json((const heddle_classes *const *)all->data, all->size);
        puts(text);
        free(text);
    }
    for (uint32_t i = 0; i < all->size; i++)
        heddle_classes_free(all->data[i]);
    vec_clear(all);
}

void give_up_classes_json(const session *s)
{
    lists all = {0};
    for (unsigned m = 0; heddle_model_name((heddle_model)m); m++)
        if (options_has_model(s->options, (heddle_model)m))
            vec_push(&all, classify(s, (heddle_model)m));
    end_lists(s, &all);
}

int command_classes(const session *s)
{
    lists all = {0};
    int code = EXIT_SAFE;
    for (unsigned m = 0; heddle_model_name((heddle_model)m); m++) {
        if (!options_has_model(s->options, (heddle_model)m))
            continue;
        heddle_classes *c = classify(s, (heddle_model)m);
        vec_push(&all, c);
        watch_hold(s->watch);
        if (!s->options->json)
            tell(s, c, (heddle_model)m);
        watch_release(s->watch);
        code = exit_code_worse(code, heddle_classes_exit_code(c));
    }
    watch_end(s->watch);
    end_lists(s, &all);
    return code;
}
