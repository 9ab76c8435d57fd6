/* printf and its family, natively: the format is read from the program's memory, the arguments from where the front end
 * has put variable arguments, one after the other.
 *
 * Text for a stream is only shown: the model has read it before, and met what errors there are. What other threads have
 * made of it since, or an object that is gone, ends the text. */
#include <ctype.h>
#include <stdio.h>

#include "ir/uses.h"
#include "machine/exec.h"

enum { INT_BYTES = 4 };

typedef struct printer {
    step *s;
    const ir_operand *operands;
    bool only_shows;
    bool waits;             /* for a store of its own thread, which it cannot read in the buffer */
    uint64_t error;         /* address of what %m stands for */
    uint64_t next_argument; /* address */
    strbuf text;
} printer;

static const machine_object *find_object(const printer *p, uint64_t address, uint8_t size)
{
    if (!p->only_shows)
        return access_object(p->s, address, size, ACCESS_READ);
    ir_layout layout = p->s->m->program->layout;
    const machine_object *object = state_object(p->s->state, ir_pointer_object(layout, address));
    uint64_t offset = ir_pointer_offset(layout, address);
    return object && object->block && offset <= object->size && object->size - offset >= size ? object : NULL;
}

static bool read_bytes(printer *p, uint64_t address, uint8_t size, uint64_t *value)
{
    const machine_object *object = find_object(p, address, size);
    uint8_t initialised;
    bool from_buffer;
    if (object == NULL)
        return false;
    p->waits |= !p->only_shows && commit_hides(p->s->m, p->s->thread, address, size);
    if (p->waits)
        return false;
    *value = access_view(p->s, object, address, size, &initialised, &from_buffer);
    step_look(p->s, object, address, size, false);
    return true;
}

static uint8_t word_bytes(const step *s)
{
    return s->m->program->layout.pointer_bits / 8;
}

/* `through` holds the address, if it is an operand. */
static bool read_string(printer *p, uint64_t address, ir_operand through, uint64_t limit, strbuf *out)
{
    p->s->through = through;
    for (uint64_t byte; limit > 0; limit--, address++) {
        if (!read_bytes(p, address, 1, &byte))
            return p->only_shows;
        if (byte == 0)
            break;
        strbuf_add_char(out, (char)byte);
    }
    return true;
}

/* Arguments take whole words. */
static bool take_argument(printer *p, uint8_t size, uint64_t *value)
{
    uint8_t word = word_bytes(p->s);
    p->s->through = p->operands[IR_PRINT_ARGUMENTS];
    if (!read_bytes(p, p->next_argument, size > word ? size : word, value))
        return false;
    p->next_argument += size > word ? size : word;
    return true;
}

/* A conversion: "%-08.3llx" cut into its parts. Its flags, width and precision are checked, so that with a letter they
 * are a format for one argument that the host can be given. */
typedef struct conversion {
    strbuf flags; /* '%', flags, width and precision, ready for the host's printf */
    bool has_precision;
    uint64_t precision;
    uint8_t length; /* bytes of an integer argument */
    char letter;
} conversion;

static bool add_number(printer *p, conversion *c, const char **at, uint64_t *number)
{
    *number = 0;
    if (**at == '*') {
        ++*at;
        if (!take_argument(p, INT_BYTES, number))
            return false;
        *number = (uint64_t)(int64_t)(int32_t)*number;
    } else {
        while (isdigit((unsigned char)**at))
            *number = *number * 10 + (uint64_t)(*(*at)++ - '0');
    }
    strbuf_addf(&c->flags, "%lld", (long long)*number);
    return true;
}

/* "ll", "j", "q" and "L" mean 8 bytes, one "l", "z" or "t" a word. */
static uint8_t length_after(const printer *p, uint8_t length, char last, char modifier)
{
    if (modifier == 'h')
        return length / 2;
    bool is_word = strchr("zt", modifier) || (modifier == 'l' && last != 'l');
    return is_word ? word_bytes(p->s) : sizeof(uint64_t);
}

static bool parse_conversion(printer *p, const char **at, conversion *c)
{
    uint64_t width;
    *c = (conversion){.length = INT_BYTES};
    strbuf_add_char(&c->flags, '%');
    while (**at && strchr("-+ #0'", **at))
        strbuf_add_char(&c->flags, *(*at)++);
    if ((isdigit((unsigned char)**at) || **at == '*') && !add_number(p, c, at, &width))
        return false;
    if (**at == '.') {
        ++*at;
        strbuf_add_char(&c->flags, '.');
        c->has_precision = true;
        if (!add_number(p, c, at, &c->precision))
            return false;
    }
    for (char last = 0; **at && strchr("hlqjztL", **at); last = *(*at)++)
        c->length = length_after(p, c->length, last, **at);
    c->letter = **at;
    if (c->letter)
        ++*at;
    return true;
}

static bool add_integer(printer *p, conversion *c)
{
    uint64_t value;
    if (!take_argument(p, c->length, &value))
        return false;
    uint32_t unused = 64 - c->length * 8u;
    bool is_signed = c->letter == 'd' || c->letter == 'i';
    strbuf_addf(&c->flags, "ll%c", c->letter);
    value = is_signed ? (uint64_t)((int64_t)(value << unused) >> unused) : value << unused >> unused;
    strbuf_addf(&p->text, strbuf_text(&c->flags), value);
    return true;
}

static bool add_float(printer *p, conversion *c)
{
    uint64_t value;
    double x;
    if (!take_argument(p, sizeof x, &value))
        return false;
    memcpy(&x, &value, sizeof x);
    strbuf_add_char(&c->flags, c->letter);
    strbuf_addf(&p->text, strbuf_text(&c->flags), x);
    return true;
}

static bool add_text(printer *p, conversion *c)
{
    uint64_t value;
    strbuf text = {0};
    if (c->letter == 'm')
        value = p->error;
    else if (!take_argument(p, INT_BYTES, &value))
        return false;
    if (c->letter == 'c')
        strbuf_add_char(&text, (char)value);
    else if (c->letter == 'p')
        strbuf_addf(&text, "0x%llx", (unsigned long long)value);
    else if (!read_string(p, value, IR_NONE, c->has_precision ? c->precision : UINT64_MAX, &text)) {
        strbuf_clear(&text);
        return false;
    }
    long width = strtol(strbuf_text(&c->flags) + strspn(strbuf_text(&c->flags), "%-+ #0'"), NULL, 10);
    bool is_left = strchr(strbuf_text(&c->flags), '-') != NULL;
    long padding = labs(width) - (long)text.size;
    for (long i = 0; !is_left && i < padding; i++)
        strbuf_add_char(&p->text, ' ');
    strbuf_add_bytes(&p->text, strbuf_text(&text), text.size);
    for (long i = 0; is_left && i < padding; i++)
        strbuf_add_char(&p->text, ' ');
    strbuf_clear(&text);
    return true;
}

static bool refuse(const printer *p, char letter)
{
    step_unsupported(p->s, "the conversion %%%c of printf", letter ? letter : ' ');
    return false;
}

static bool add_conversion(printer *p, conversion *c)
{
    uint64_t ignored;
    switch (c->letter) {
    case '%':
        strbuf_add_char(&p->text, '%');
        return true;
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
        return add_integer(p, c);
    case 'c':
    case 's':
    case 'p':
    case 'm':
        return add_text(p, c);
    case 'n':
        return p->only_shows ? take_argument(p, word_bytes(p->s), &ignored) : refuse(p, c->letter);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        return add_float(p, c);
    default:
        return refuse(p, c->letter);
    }
}

static bool format_all(printer *p, const char *format)
{
    while (*format) {
        if (*format != '%') {
            strbuf_add_char(&p->text, *format++);
            continue;
        }
        format++;
        conversion c;
        bool ok = parse_conversion(p, &format, &c) && add_conversion(p, &c);
        strbuf_clear(&c.flags);
        if (!ok)
            return false;
    }
    return true;
}

/* As snprintf: at most size - 1 bytes and a NUL. */
static outcome write_buffer(printer *p, uint64_t buffer, uint64_t size)
{
    if (size == 0)
        return NEXT;
    uint64_t length = p->text.size < size - 1 ? p->text.size : size - 1;
    p->s->is_unbounded = true;
    p->s->through = p->operands[IR_PRINT_BUFFER];
    outcome o = NEXT;
    for (uint64_t i = 0; i <= length && o == NEXT; i++)
        o = access_store(p->s, buffer + i, 1, i < length ? (uint8_t)p->text.text[i] : 0, 1);
    p->s->is_unbounded = false;
    return o;
}

/* Into memory: reading strings and writing the buffer is visible to others. */
static outcome format_into_buffer(printer *p, const char *format)
{
    if (!step_may_act(p->s))
        return STAY;
    if (!format_all(p, format))
        return GONE;
    return write_buffer(p, step_value(p->s, p->operands[IR_PRINT_BUFFER]),
                        step_value(p->s, p->operands[IR_PRINT_SIZE]));
}

static outcome show(printer *p, int stream, const char *format)
{
    const machine_options *options = &p->s->m->options;
    format_all(p, format);
    if (p->s->result->end != MACHINE_OK)
        return GONE;
    if (options->on_output)
        options->on_output(options->context, stream, strbuf_text(&p->text), p->text.size);
    return NEXT;
}

outcome print_execute(step *s, const ir_instruction *in)
{
    const ir_operand *operands = &s->m->program->operands.data[in->c];
    uint64_t stream = step_value(s, operands[IR_PRINT_STREAM]);
    strbuf format = {0};
    printer p = {
        .s = s,
        .operands = operands,
        .only_shows = stream != 0,
        .error = step_value(s, operands[IR_PRINT_ERROR]),
        .next_argument = step_value(s, operands[IR_PRINT_ARGUMENTS]),
    };
    outcome o = GONE;
    if (read_string(&p, step_value(s, operands[IR_PRINT_FORMAT]), operands[IR_PRINT_FORMAT], UINT64_MAX, &format))
        o = stream == 0 ? format_into_buffer(&p, strbuf_text(&format)) : show(&p, (int)stream, strbuf_text(&format));
    if (p.waits)
        o = STAY;
    if (o == NEXT)
        step_set(s, in->dst, p.text.size & ir_mask(in->width));
    strbuf_clear(&format);
    strbuf_clear(&p.text);
    return o;
}
