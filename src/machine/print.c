/* printf and its family, natively: the format is read from the program's memory, the arguments from its va_list,
 * whose every argument lies in the overflow area (the front end passes variable arguments that way). The va_list of
 * i386 is just the address of the next argument. */
#include <ctype.h>
#include <stdio.h>

#include "ir/uses.h"
#include "machine/exec.h"

enum { VA_OVERFLOW_AREA = 8, INT_BYTES = 4 }; /* offset in the va_list of x86-64 */

typedef struct printer {
    step *s;
    uint64_t next_argument; /* address */
    strbuf text;
} printer;

static bool read_bytes(step *s, uint64_t address, uint8_t size, uint64_t *value)
{
    const machine_object *object = access_object(s, address, size, ACCESS_READ);
    uint8_t initialised;
    bool from_buffer;
    if (object == NULL)
        return false;
    *value = access_view(s, object, address, size, &initialised, &from_buffer);
    return true;
}

static uint8_t word_bytes(const step *s)
{
    return s->m->program->layout.pointer_bits / 8;
}

static bool read_string(step *s, uint64_t address, uint64_t limit, strbuf *out)
{
    for (uint64_t byte; limit > 0; limit--, address++) {
        if (!read_bytes(s, address, 1, &byte))
            return false;
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
    if (!read_bytes(p->s, p->next_argument, size > word ? size : word, value))
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
    if (!take_argument(p, INT_BYTES, &value))
        return false;
    if (c->letter == 'c')
        strbuf_add_char(&text, (char)value);
    else if (c->letter == 'p')
        strbuf_addf(&text, "0x%llx", (unsigned long long)value);
    else if (value == 0)
        strbuf_add(&text, "(null)");
    else if (!read_string(p->s, value, c->has_precision ? c->precision : UINT64_MAX, &text)) {
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

static bool add_conversion(printer *p, conversion *c)
{
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
        return add_text(p, c);
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
        step_unsupported(p->s, "the conversion %%%c of printf", c->letter ? c->letter : ' ');
        return false;
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
    outcome o = NEXT;
    for (uint64_t i = 0; i <= length && o == NEXT; i++)
        o = access_store(p->s, buffer + i, 1, i < length ? (uint8_t)p->text.text[i] : 0, 1);
    p->s->is_unbounded = false;
    return o;
}

static bool find_arguments(printer *p, uint64_t list)
{
    p->next_argument = list;
    return word_bytes(p->s) < sizeof list || read_bytes(p->s, list + VA_OVERFLOW_AREA, sizeof list, &p->next_argument);
}

outcome print_execute(step *s, const ir_instruction *in)
{
    const ir_operand *operands = &s->m->program->operands.data[in->c];
    uint64_t stream = step_value(s, operands[IR_PRINT_STREAM]);
    strbuf format = {0};
    printer p = {.s = s};
    outcome o = GONE;
    if (!read_string(s, step_value(s, operands[IR_PRINT_FORMAT]), UINT64_MAX, &format) ||
        !find_arguments(&p, step_value(s, operands[IR_PRINT_ARGUMENTS]))) {
        strbuf_clear(&format);
        return GONE;
    }
    /* Strings and buffers may be shared memory: reading or writing them is visible. */
    if (!step_may_act(s) && (stream == 0 || strstr(strbuf_text(&format), "s"))) {
        o = STAY;
    } else if (format_all(&p, strbuf_text(&format))) {
        o = stream == 0
                ? write_buffer(&p, step_value(s, operands[IR_PRINT_BUFFER]), step_value(s, operands[IR_PRINT_SIZE]))
                : NEXT;
        if (stream != 0 && s->m->options.on_output)
            s->m->options.on_output(s->m->options.context, (int)stream, strbuf_text(&p.text), p.text.size);
        if (o == NEXT)
            step_set(s, in->dst, p.text.size & ir_mask(in->width));
    }
    strbuf_clear(&format);
    strbuf_clear(&p.text);
    return o;
}
