/* From lines to events. */
#include <ctype.h>
#include <errno.h>

#include "base/alloc.h"
#include "base/strbuf.h"
#include "observed/observed.h"

enum { MAX_WORDS = 10, MAX_PLACES = 64 };

/* A line, cut into words. */
typedef struct reader {
    observed *o;
    diag *d;
    uint32_t line;
    char *words[MAX_WORDS + 1];
    uint32_t count, at;
} reader;

bool observed_fail(const observed *o, uint32_t line, diag *d, const char *format, ...)
{
    strbuf message = {0};
    va_list args;
    va_start(args, format);
    strbuf_addv(&message, format, args);
    va_end(args);
    diag_fail(d, STATUS_BAD_INPUT, "%s:%u: error: %s", o->file, line, strbuf_text(&message));
    strbuf_clear(&message);
    return false;
}

/* ---- words ---- */

static const struct {
    const char *word;
    observed_kind kind;
    const char *form;
} KINDS[] = {
    {"read", OBSERVED_READ, "`read PLACE VALUE` or `read PLACE from WRITE`"},
    {"write", OBSERVED_WRITE, "`write PLACE` or `write PLACE VALUE`"},
    {"rmw", OBSERVED_RMW, "`rmw PLACE OLD NEW` or `rmw PLACE from WRITE`"},
    {"fence", OBSERVED_FENCE, "`fence`"},
    {"mfence", OBSERVED_FENCE, "`mfence`"},
    {"sfence", OBSERVED_STORE_FENCE, "`sfence`"},
    {"begin", OBSERVED_BEGIN, "`begin`"},
    {"end", OBSERVED_END, "`end`"},
    {"create", OBSERVED_CREATE, "`create THREAD`"},
    {"join", OBSERVED_JOIN, "`join THREAD`"},
    {"order", OBSERVED_ORDER, "`order WRITE WRITE`"},
};
enum { KIND_WORDS = sizeof KINDS / sizeof *KINDS };

static const char *form_of(observed_kind kind)
{
    uint32_t i = 0;
    while (KINDS[i].kind != kind)
        i++;
    return KINDS[i].form;
}

/* The next word, or NULL at the end of the line. */
static char *peek(const reader *r)
{
    return r->at < r->count ? r->words[r->at] : NULL;
}

static char *take(reader *r)
{
    char *word = peek(r);
    r->at += word != NULL;
    return word;
}

static bool take_word(reader *r, const char *word)
{
    bool is_next = peek(r) != NULL && strcmp(peek(r), word) == 0;
    r->at += is_next;
    return is_next;
}

enum { WORD_SHOWN = 40 };

/* What is there instead of what was expected. */
static bool fail_here(const reader *r, const char *expected)
{
    if (peek(r) == NULL)
        return observed_fail(r->o, r->line, r->d, "expected %s, not the end of the line", expected);
    return observed_fail(r->o, r->line, r->d, "expected %s, not `%.*s`", expected, WORD_SHOWN, peek(r));
}

/* ---- lists ---- */

/* Cuts "x,y" in place; returns how many there are, 0 if one is empty. */
static uint32_t cut_list(char *list)
{
    uint32_t count = 1;
    if (*list == ',' || *list == '\0')
        return 0;
    for (; *list; list++)
        if (*list == ',') {
            *list = '\0';
            count++;
            if (list[1] == ',' || list[1] == '\0')
                return 0;
        }
    return count;
}

static char *next_of_list(char *item)
{
    return item + strlen(item) + 1;
}

static bool parse_value(const reader *r, const char *text, uint64_t *value)
{
    bool is_negative = *text == '-';
    const char *digits = text + is_negative;
    bool is_hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    char *end;
    errno = 0;
    *value = strtoull(digits, &end, is_hex ? 16 : 10);
    if (!isdigit((unsigned char)*digits) || *end != '\0' || (is_hex && !isxdigit((unsigned char)digits[2])))
        return observed_fail(r->o, r->line, r->d, "expected a value, decimal or hexadecimal, not `%.*s`", WORD_SHOWN,
                             text);
    if (errno != 0 || (is_negative && *value > (uint64_t)INT64_MAX + 1))
        return observed_fail(r->o, r->line, r->d, "the value `%.*s` has more than 64 bits", WORD_SHOWN, text);
    if (is_negative)
        *value = -*value;
    return true;
}

/* As many values as places, for the accesses from `first` on. */
static bool read_values(reader *r, uint32_t first, uint32_t count)
{
    char *list = take(r);
    if (cut_list(list) != count)
        return observed_fail(r->o, r->line, r->d, "expected %u value%s, one for each place", count,
                             count == 1 ? "" : "s");
    for (uint32_t i = 0; i < count; i++, list = next_of_list(list)) {
        observed_access *a = &r->o->accesses.data[first + i];
        a->has_value = true;
        if (!parse_value(r, list, &a->value))
            return false;
    }
    return true;
}

static uint32_t add_label(observed *o, const char *text)
{
    uint32_t label = names_add(&o->labels, text);
    if (label == o->labelled.size)
        vec_push(&o->labelled, OBSERVED_NONE);
    return label;
}

/* One for each place, or one for all. */
static bool read_sources(reader *r, uint32_t first, uint32_t count)
{
    if (peek(r) == NULL)
        return fail_here(r, "the name of a write, or `initial`");
    char *list = take(r);
    uint32_t sources = cut_list(list);
    if (sources != 1 && sources != count)
        return observed_fail(r->o, r->line, r->d, "expected the names of %u writes, one for each place, or of one",
                             count);
    for (uint32_t i = 0; i < count; i++) {
        bool is_initial = strcmp(list, "initial") == 0;
        r->o->accesses.data[first + i].name = is_initial ? (uint32_t)OBSERVED_INITIAL : add_label(r->o, list);
        if (sources > 1)
            list = next_of_list(list);
    }
    return true;
}

/* ---- places ---- */

static uint32_t add_place(observed *o, const char *text)
{
    uint32_t place = names_add(&o->places, text);
    if (place == o->initial.size)
        vec_push(&o->initial, (observed_initial){0});
    return place;
}

static bool add_access(reader *r, const char *place, bool is_write, uint32_t first)
{
    observed_access a = {
        .event = r->o->events.size - 1,
        .place = add_place(r->o, place),
        .is_write = is_write,
        .name = OBSERVED_NONE,
        .source = OBSERVED_NONE,
        .hidden_by = OBSERVED_NONE,
    };
    for (uint32_t i = first; i < r->o->accesses.size; i++)
        if (r->o->accesses.data[i].place == a.place)
            return observed_fail(r->o, r->line, r->d, "`%.*s` is named twice", WORD_SHOWN, place);
    vec_push(&r->o->accesses, a);
    vec_last(&r->o->events)->access_count++;
    return true;
}

static bool read_places(reader *r, bool is_write, uint32_t *count)
{
    char *list = take(r);
    uint32_t first = r->o->accesses.size;
    *count = cut_list(list);
    if (*count == 0)
        return observed_fail(r->o, r->line, r->d, "expected the name of a place before and after each comma");
    if (*count > MAX_PLACES)
        return observed_fail(r->o, r->line, r->d, "a line has at most %d places", MAX_PLACES);
    for (uint32_t i = 0; i < *count; i++, list = next_of_list(list))
        if (!add_access(r, list, is_write, first))
            return false;
    return true;
}

/* ---- events ---- */

static bool is_at_end(const reader *r)
{
    return peek(r) == NULL || strcmp(peek(r), "as") == 0;
}

static bool read_what_is_read(reader *r, uint32_t first, uint32_t count)
{
    return take_word(r, "from") ? read_sources(r, first, count) : read_values(r, first, count);
}

static void add_writes_like(observed *o, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        observed_access a = o->accesses.data[first + i];
        a.is_write = true;
        a.has_value = false;
        a.name = OBSERVED_NONE;
        vec_push(&o->accesses, a);
        vec_last(&o->events)->access_count++;
    }
}

static bool read_accesses(reader *r, observed_kind kind)
{
    uint32_t count, first = r->o->accesses.size;
    if (is_at_end(r))
        return fail_here(r, form_of(kind));
    if (!read_places(r, kind == OBSERVED_WRITE, &count))
        return false;
    if (kind != OBSERVED_WRITE) {
        if (is_at_end(r))
            return fail_here(r, form_of(kind));
        if (!read_what_is_read(r, first, count))
            return false;
        first += count;
    }
    if (kind == OBSERVED_RMW)
        add_writes_like(r->o, first - count, count);
    return kind == OBSERVED_READ || is_at_end(r) || read_values(r, first, count);
}

static uint32_t add_thread(observed *o, const char *text)
{
    uint32_t thread = names_add(&o->threads, text);
    if (thread == o->first.size) {
        vec_push(&o->first, OBSERVED_NONE);
        vec_push(&o->last, OBSERVED_NONE);
    }
    return thread;
}

static bool read_other_thread(reader *r, observed_event *event)
{
    if (is_at_end(r))
        return fail_here(r, form_of((observed_kind)event->kind));
    event->other[0] = add_thread(r->o, take(r));
    return event->other[0] != event->thread || observed_fail(r->o, r->line, r->d, "a thread cannot %s itself",
                                                             event->kind == OBSERVED_CREATE ? "create" : "join");
}

static bool read_order(reader *r, observed_event *event)
{
    for (int i = 0; i < 2; i++) {
        if (is_at_end(r))
            return fail_here(r, form_of(OBSERVED_ORDER));
        event->other[i] = add_label(r->o, take(r));
    }
    return true;
}

static bool read_arguments(reader *r)
{
    observed_event *event = vec_last(&r->o->events);
    switch ((observed_kind)event->kind) {
    case OBSERVED_READ:
    case OBSERVED_WRITE:
    case OBSERVED_RMW:
        return read_accesses(r, (observed_kind)event->kind);
    case OBSERVED_CREATE:
    case OBSERVED_JOIN:
        return read_other_thread(r, event);
    case OBSERVED_ORDER:
        return read_order(r, event);
    default:
        return true;
    }
}

/* "as NAME", of a write. */
static bool read_label(reader *r)
{
    observed_event *event = vec_last(&r->o->events);
    if (!take_word(r, "as"))
        return true;
    if (peek(r) == NULL)
        return fail_here(r, "a name");
    if (event->kind != OBSERVED_WRITE && event->kind != OBSERVED_RMW)
        return observed_fail(r->o, r->line, r->d, "only what writes has a name");
    if (strchr(peek(r), ',') || strcmp(peek(r), "initial") == 0)
        return fail_here(r, "a name without commas that is not `initial`");
    uint32_t label = add_label(r->o, take(r)), *labelled = &r->o->labelled.data[label];
    if (*labelled != OBSERVED_NONE)
        return observed_fail(r->o, r->line, r->d, "line %u has the name `%.*s` already",
                             r->o->events.data[*labelled].line, WORD_SHOWN, r->o->labels.texts.data[label]);
    *labelled = r->o->events.size - 1;
    return true;
}

static bool read_kind(reader *r, observed_kind *kind)
{
    for (uint32_t i = 0; i < KIND_WORDS; i++)
        if (take_word(r, KINDS[i].word)) {
            *kind = KINDS[i].kind;
            return true;
        }
    return fail_here(r, "read, write, rmw, fence, sfence, begin, end, create, join or order behind the thread");
}

static void link_to_thread(observed *o, uint32_t event)
{
    uint32_t thread = o->events.data[event].thread, last = o->last.data[thread];
    if (last == OBSERVED_NONE)
        o->first.data[thread] = event;
    else
        o->events.data[last].next = event;
    o->last.data[thread] = event;
}

static bool read_event(reader *r, const char *text)
{
    observed_kind kind = OBSERVED_KIND_COUNT;
    char *name = take(r);
    size_t length = strlen(name);
    if (length > 1 && name[length - 1] == ':')
        name[length - 1] = '\0';
    if (!read_kind(r, &kind))
        return false;
    vec_push(&r->o->events, (observed_event){
                                .line = r->line,
                                .thread = add_thread(r->o, name),
                                .kind = (uint8_t)kind,
                                .first_access = r->o->accesses.size,
                                .next = OBSERVED_NONE,
                                .step = OBSERVED_NONE,
                                .text = text,
                            });
    link_to_thread(r->o, r->o->events.size - 1);
    return read_arguments(r) && read_label(r) && (peek(r) == NULL || fail_here(r, "the end of the line"));
}

/* "initial PLACE VALUE" */
static bool read_initial(reader *r)
{
    if (r->count != 3)
        return observed_fail(r->o, r->line, r->d, "expected `initial PLACE VALUE`");
    char *place = r->words[1], *value = r->words[2];
    uint32_t count = cut_list(place);
    if (count == 0 || cut_list(value) != count)
        return observed_fail(r->o, r->line, r->d, "expected as many values as places");
    for (uint32_t i = 0; i < count; i++, place = next_of_list(place), value = next_of_list(value)) {
        uint32_t number = add_place(r->o, place);
        observed_initial *initial = &r->o->initial.data[number];
        if (initial->line != 0)
            return observed_fail(r->o, r->line, r->d, "line %u has the initial value of `%.*s` already", initial->line,
                                 WORD_SHOWN, place);
        initial->line = r->line;
        if (!parse_value(r, value, &initial->value))
            return false;
    }
    return true;
}

/* ---- lines ---- */

/* "x=1" is "x 1", and "0 -> 1" is "0 1". */
static bool cut_words(reader *r, char *line)
{
    r->count = r->at = 0;
    for (char *rest = NULL, *word = strtok_r(line, " \t=", &rest); word; word = strtok_r(NULL, " \t=", &rest)) {
        if (strcmp(word, "->") == 0)
            continue;
        if (r->count == MAX_WORDS)
            return observed_fail(r->o, r->line, r->d, "there are too many words");
        r->words[r->count++] = word;
    }
    return true;
}

/* Without the comment and what is blank at the ends; both copies end with 0 then. False for what is no text. */
static bool trim(char **line)
{
    size_t size = strcspn(*line, "#");
    while (size > 0 && strchr(" \t\r", (*line)[size - 1]))
        size--;
    (*line)[size] = '\0';
    *line += strspn(*line, " \t");
    for (const char *at = *line; *at; at++)
        if (iscntrl((unsigned char)*at) && *at != '\t')
            return false;
    return true;
}

static bool read_line(reader *r, char *line, char *copy)
{
    if (!trim(&line) || !trim(&copy))
        return observed_fail(r->o, r->line, r->d, "a byte that is no text");
    if (!cut_words(r, line))
        return false;
    if (r->count == 0)
        return true;
    return strcmp(r->words[0], "initial") == 0 ? read_initial(r) : read_event(r, copy);
}

/* A byte order mark, which some editors write. */
static uint32_t beginning_of(const observed *o)
{
    return o->words.size > 3 && memcmp(o->words.data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

static bool read_lines(observed *o, diag *d)
{
    reader r = {.o = o, .d = d};
    char *end = o->words.data + o->words.size - 1;
    for (char *line = o->words.data + beginning_of(o); line < end;) {
        char *line_end = memchr(line, '\n', (size_t)(end - line));
        line_end = line_end ? line_end : end;
        *line_end = '\0';
        char *copy = o->lines.data + (line - o->words.data);
        copy[line_end - line] = '\0';
        r.line++;
        if (memchr(line, '\0', (size_t)(line_end - line)) != NULL)
            return observed_fail(o, r.line, d, "a byte that is no text");
        if (!read_line(&r, line, copy))
            return false;
        line = line_end + 1;
    }
    return true;
}

observed *observed_read(const char *file, const char *text, size_t size, diag *d)
{
    observed *o = alloc_zeroed(1, sizeof *o);
    o->file = alloc_string(file);
    if (size >= UINT32_MAX / 2) {
        diag_fail(d, STATUS_BAD_INPUT, "%s: error: the file is too large", file);
        observed_free(o);
        return NULL;
    }
    vec_append(&o->words, text, (uint32_t)size);
    vec_push(&o->words, '\0');
    vec_append(&o->lines, o->words.data, o->words.size);
    if (read_lines(o, d) && observed_find_sources(o, d) && observed_build(o, d))
        return o;
    observed_free(o);
    return NULL;
}

void observed_free(observed *o)
{
    if (o == NULL)
        return;
    for (uint32_t i = 0; i < o->impossible.size; i++)
        free(o->impossible.data[i]);
    vec_clear(&o->impossible);
    vec_clear(&o->words);
    vec_clear(&o->lines);
    names_clear(&o->threads);
    names_clear(&o->places);
    names_clear(&o->labels);
    vec_clear(&o->labelled);
    vec_clear(&o->initial);
    vec_clear(&o->first);
    vec_clear(&o->last);
    vec_clear(&o->events);
    vec_clear(&o->accesses);
    vec_clear(&o->event_of_step);
    history_clear(&o->history);
    free(o->file);
    free(o);
}
