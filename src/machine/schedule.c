#include "machine/schedule.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "machine/state.h"

enum { COMMENT_COLUMN = 20 };

/* ---- writing ---- */

void schedule_print_header(const model *model, strbuf *out)
{
    strbuf_addf(out, "# heddle schedule\nmodel %s\n", model->name);
}

static void add_commit(const machine *m, const machine_state *state, const machine_choice *choice, strbuf *out)
{
    const machine_thread *thread = state->threads.data[choice->thread];
    strbuf place = {0};
    if (choice->index < thread->buffer.size)
        machine_describe_place(m, state, thread->buffer.data[choice->index].address,
                               thread->buffer.data[choice->index].size, &place);
    machine_choice found;
    schedule_line line = {.choice = *choice, .place = place.text};
    bool is_plain = place.size > 0 && strpbrk(place.text, " \t#") == NULL &&
                    schedule_resolve(m, state, &line, &found) && found.index == choice->index;
    if (is_plain)
        strbuf_addf(out, " commit %s", place.text);
    else
        strbuf_addf(out, " commit #%u", choice->index);
    strbuf_clear(&place);
}

void schedule_print_choice(const machine *m, const machine_state *state, const machine_choice *choice, strbuf *out)
{
    size_t start = out->size;
    strbuf_addf(out, "T%u", choice->thread);
    if (choice->kind == MACHINE_COMMIT)
        add_commit(m, state, choice, out);
    else if (choice->kind == MACHINE_OBJECT)
        strbuf_add(out, " object");
    else if (choice->kind == MACHINE_SEE)
        strbuf_addf(out, " sees 0x%llx %u", (unsigned long long)choice->value[1], choice->index);
    else
        strbuf_add(out, choice->kind == MACHINE_WAKE ? " wake" : " step");
    if (choice->has_value && choice->value[1] && choice->kind != MACHINE_SEE)
        strbuf_addf(out, " = 0x%llx%016llx", (unsigned long long)choice->value[1],
                    (unsigned long long)choice->value[0]);
    else if (choice->has_value)
        strbuf_addf(out, " = %llu", (unsigned long long)choice->value[0]);
    while (out->size - start < COMMENT_COLUMN)
        strbuf_add_char(out, ' ');
    strbuf_add(out, " # ");
    machine_describe_choice(m, state, choice, out);
    strbuf_add_char(out, '\n');
}

/* ---- reading ---- */

typedef struct reader {
    const char *at; /* in the current line */
    const char *file;
    uint32_t line;
    diag *d;
} reader;

static bool complain(const reader *r, const char *what)
{
    return diag_fail(r->d, STATUS_BAD_INPUT, "%s:%u: error: %s", r->file, r->line, what);
}

static void skip_blanks(reader *r)
{
    while (*r->at == ' ' || *r->at == '\t' || *r->at == '\r')
        r->at++;
}

static bool at_end(reader *r)
{
    skip_blanks(r);
    return *r->at == '\0' || *r->at == '#';
}

static bool accept(reader *r, const char *word)
{
    skip_blanks(r);
    size_t length = strlen(word);
    if (strncmp(r->at, word, length) != 0 || isalnum((unsigned char)r->at[length]))
        return false;
    r->at += length;
    return true;
}

static bool read_number(reader *r, uint64_t *low, uint64_t *high)
{
    skip_blanks(r);
    unsigned __int128 value = 0;
    bool is_negative = *r->at == '-';
    r->at += is_negative;
    unsigned base = strncmp(r->at, "0x", 2) == 0 ? 16 : 10;
    r->at += base == 16 ? 2 : 0;
    if (!isxdigit((unsigned char)*r->at))
        return complain(r, "a number is expected");
    for (; isxdigit((unsigned char)*r->at); r->at++) {
        unsigned digit = isdigit((unsigned char)*r->at) ? (unsigned)(*r->at - '0')
                                                        : (unsigned)(tolower((unsigned char)*r->at) - 'a') + 10;
        if (digit >= base)
            return complain(r, "a number is expected");
        if (value > (~(unsigned __int128)0 - digit) / base)
            return complain(r, "the number is too large");
        value = value * base + digit;
    }
    if (is_negative)
        value = -value;
    *low = (uint64_t)value;
    *high = (uint64_t)(value >> 64);
    return true;
}

static bool read_commit(reader *r, schedule_line *line)
{
    uint64_t index, high;
    skip_blanks(r);
    line->choice.kind = MACHINE_COMMIT;
    if (*r->at == '#' && isdigit((unsigned char)r->at[1])) {
        r->at++;
        if (!read_number(r, &index, &high))
            return false;
        if (high || index > UINT32_MAX)
            return complain(r, "no buffer holds so many stores");
        line->choice.index = (uint32_t)index;
        return true;
    }
    size_t length = strcspn(r->at, " \t\r#");
    if (length == 0)
        return complain(r, "commit needs the place that is written, as in `T1 commit x`");
    strbuf place = {0};
    strbuf_add_bytes(&place, r->at, length);
    line->place = strbuf_take(&place);
    r->at += length;
    return true;
}

/* `sees ADDRESS SIZE = VALUE` */
static bool read_see(reader *r, schedule_line *line)
{
    uint64_t address = 0, size = 0, high;
    line->choice.kind = MACHINE_SEE;
    line->choice.has_value = true;
    skip_blanks(r);
    if (!read_number(r, &address, &high))
        return false;
    skip_blanks(r);
    if (!read_number(r, &size, &high))
        return false;
    skip_blanks(r);
    if ((size != 1 && size != 2 && size != 4 && size != 8) || *r->at++ != '=')
        return complain(r, "what a thread sees is an address, 1, 2, 4 or 8, and a value: `T1 sees 0x5400000500 4 = 0`");
    line->choice.index = (uint32_t)size;
    line->choice.value[1] = address;
    return read_number(r, &line->choice.value[0], &high);
}

static bool read_choice(reader *r, schedule_line *line)
{
    uint64_t thread, high;
    skip_blanks(r);
    if (*r->at != 'T' || !isdigit((unsigned char)r->at[1]))
        return complain(r, "a line starts with a thread, as in `T0 step`, or is `model NAME` with one of " MODEL_NAMES);
    r->at++;
    if (!read_number(r, &thread, &high))
        return false;
    if (high || thread >= MACHINE_MAX_THREADS)
        return complain(r, "there is no thread with such a number");
    line->choice.thread = (uint16_t)thread;
    if (accept(r, "commit"))
        return read_commit(r, line);
    if (accept(r, "sees"))
        return read_see(r, line);
    if (accept(r, "object"))
        line->choice.kind = MACHINE_OBJECT;
    else if (accept(r, "wake"))
        line->choice.kind = MACHINE_WAKE;
    else if (accept(r, "step"))
        line->choice.kind = MACHINE_STEP;
    else
        return complain(
            r,
            "after the thread comes `step`, `commit PLACE`, `wake`, `object = NUMBER` or `sees ADDRESS SIZE = VALUE`");
    skip_blanks(r);
    if (*r->at == '=') {
        r->at++;
        line->choice.has_value = true;
        return read_number(r, &line->choice.value[0], &line->choice.value[1]);
    }
    return line->choice.kind != MACHINE_OBJECT || complain(r, "an object needs its number, as in `T0 object = 37`");
}

static bool read_line(reader *r, schedule *out)
{
    if (at_end(r))
        return true;
    if (accept(r, "model")) {
        skip_blanks(r);
        char name[32] = {0};
        size_t length = strcspn(r->at, " \t\r#");
        if (length < sizeof name)
            memcpy(name, r->at, length);
        r->at += length;
        out->model = model_find(name);
        if (out->model == NULL)
            return complain(r, "unknown model: it is one of " MODEL_NAMES);
    } else {
        schedule_line line = {.line = r->line};
        bool ok = read_choice(r, &line);
        vec_push(&out->lines, line);
        if (!ok)
            return false;
    }
    return at_end(r) || complain(r, "more than was expected on this line");
}

bool schedule_parse(const char *text, const char *file, schedule *out, diag *d)
{
    *out = (schedule){0};
    char *copy = alloc_string(text);
    reader r = {.file = file, .d = d};
    bool ok = true;
    for (char *line = copy, *next; line && ok; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        r.line++;
        r.at = line;
        ok = read_line(&r, out);
    }
    free(copy);
    if (!ok)
        schedule_clear(out);
    return ok;
}

void schedule_clear(schedule *s)
{
    for (uint32_t i = 0; i < s->lines.size; i++)
        free(s->lines.data[i].place);
    vec_clear(&s->lines);
}

bool schedule_resolve(const machine *m, const machine_state *state, const schedule_line *line, machine_choice *choice)
{
    *choice = line->choice;
    if (line->place == NULL)
        return true;
    if (choice->thread >= state->threads.size)
        return false;
    const machine_thread *thread = state->threads.data[choice->thread];
    bool is_found = false;
    strbuf name = {0};
    for (uint32_t i = 0; i < thread->buffer.size && !is_found; i++) {
        if (thread->buffer.data[i].kind == MACHINE_MARKER)
            continue;
        strbuf_reset(&name);
        machine_describe_place(m, state, thread->buffer.data[i].address, thread->buffer.data[i].size, &name);
        is_found = strcmp(strbuf_text(&name), line->place) == 0;
        choice->index = i;
    }
    strbuf_clear(&name);
    return is_found;
}
