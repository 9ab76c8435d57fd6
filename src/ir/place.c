#include <ctype.h>
#include <inttypes.h>

#include "ir/ir.h"

enum { BYTE_BITS = 8 };

/* ---- from a place to its name ---- */

/* How far the name has come: `out` names an object of type `type`, and the place is `size` bytes at `offset` in it.
 * The whole of that object may be the place; the shortest such name is remembered, to go back to if nothing below
 * fits better. */
typedef struct naming {
    const ir_program *program;
    strbuf *out;
    ir_id type;
    uint64_t offset, size;
    bool has_whole;
    size_t whole_length; /* of `out`, up to the remembered name */
    ir_id whole_type;
} naming;

static const ir_ctype *type_at(const ir_program *program, ir_id type)
{
    return type < program->ctypes.size ? &program->ctypes.data[type] : NULL;
}

static bool is_aggregate(const ir_ctype *type)
{
    return type->kind == IR_C_STRUCT || type->kind == IR_C_UNION || type->kind == IR_C_ARRAY;
}

static bool is_scalar_type(const ir_program *program, ir_id type)
{
    const ir_ctype *found = type_at(program, type);
    return found != NULL && !is_aggregate(found);
}

static bool has_bytes(const ir_field *field, uint64_t offset, uint64_t size)
{
    return field->offset_bits == offset * BYTE_BITS && field->size_bits == size * BYTE_BITS;
}

static bool contains_bytes(const ir_field *field, uint64_t offset, uint64_t size)
{
    uint64_t bit = offset * BYTE_BITS;
    return field->offset_bits <= bit && bit + (size ? size * BYTE_BITS : 1) <= field->offset_bits + field->size_bits;
}

/* A last member without a length, as in struct { int n; char text[]; }. */
static bool is_flexible_array(const ir_program *program, const ir_field *field)
{
    const ir_ctype *type = type_at(program, field->type);
    return type != NULL && type->kind == IR_C_ARRAY && type->count == 0;
}

/* The member to go on with. Several fit in a union, and there a scalar of just the right size says most. */
static const ir_field *member_for(const naming *n, const ir_ctype *type)
{
    const ir_field *whole = NULL;
    const ir_field *around = NULL;
    for (uint32_t i = 0; i < type->field_count; i++) {
        const ir_field *field = &n->program->fields.data[type->first_field + i];
        bool fits = has_bytes(field, n->offset, n->size);
        if (fits && is_scalar_type(n->program, field->type))
            return field;
        if (fits && whole == NULL)
            whole = field;
        if (around == NULL && contains_bytes(field, n->offset, n->size))
            around = field;
    }
    if (whole != NULL || around != NULL)
        return whole != NULL ? whole : around;
    const ir_field *last =
        type->field_count ? &n->program->fields.data[type->first_field + type->field_count - 1] : NULL;
    bool is_past = last != NULL && n->offset * BYTE_BITS >= last->offset_bits;
    return is_past && is_flexible_array(n->program, last) ? last : NULL;
}

/* The first bit-field of the unit that an access reads or writes as a whole, or NULL if other members are in it. */
static const ir_field *first_bit_field(const naming *n, const ir_ctype *type)
{
    uint64_t start = n->offset * BYTE_BITS;
    uint64_t end = start + n->size * BYTE_BITS;
    const ir_field *first = NULL;
    for (uint32_t i = 0; i < type->field_count; i++) {
        const ir_field *field = &n->program->fields.data[type->first_field + i];
        if (field->offset_bits >= end || field->offset_bits + field->size_bits <= start)
            continue;
        const ir_ctype *field_type = type_at(n->program, field->type);
        if (field_type == NULL || field->size_bits == field_type->size * BYTE_BITS)
            return NULL;
        if (first == NULL || field->offset_bits < first->offset_bits)
            first = field;
    }
    return first;
}

static void add_member(strbuf *out, const char *name)
{
    if (name[0] == '\0') /* C writes nothing for an anonymous member */
        return;
    strbuf_add_char(out, '.');
    strbuf_add(out, name);
}

static bool step_into_member(naming *n, const ir_ctype *type)
{
    const ir_field *field = member_for(n, type);
    if (field == NULL || field->offset_bits % BYTE_BITS)
        return false;
    add_member(n->out, field->name);
    n->offset -= field->offset_bits / BYTE_BITS;
    n->type = field->type;
    return true;
}

static bool step_into_element(naming *n, const ir_ctype *type)
{
    const ir_ctype *element = type_at(n->program, type->element);
    if (element == NULL || element->size == 0 || n->offset % element->size + n->size > element->size)
        return false;
    strbuf_addf(n->out, "[%" PRIu64 "]", n->offset / element->size);
    n->offset %= element->size;
    n->type = type->element;
    return true;
}

static bool is_whole(const naming *n, const ir_ctype *type)
{
    return n->offset == 0 && (n->size == 0 || n->size == type->size);
}

static ir_id go_back_to_whole(naming *n)
{
    n->out->size = n->whole_length;
    n->out->text[n->whole_length] = '\0';
    return n->whole_type;
}

/* No member is just this place: name the object around it and the distance. */
static ir_id name_inside(naming *n, const ir_ctype *type)
{
    const ir_field *field = type != NULL && type->kind == IR_C_STRUCT && n->size ? first_bit_field(n, type) : NULL;
    if (field == NULL && n->has_whole)
        return go_back_to_whole(n);
    if (field != NULL)
        add_member(n->out, field->name);
    else if (n->offset != 0)
        strbuf_addf(n->out, "+%" PRIu64, n->offset);
    return IR_NONE;
}

ir_id ir_name_place(const ir_program *program, const char *name, ir_id type, uint64_t offset, uint64_t size,
                    strbuf *out)
{
    strbuf_add(out, name);
    naming n = {.program = program, .out = out, .type = type, .offset = offset, .size = size};
    /* A type cannot contain more types than there are; the limit stops at malformed ones that contain themselves. */
    for (uint32_t depth = 0; depth <= program->ctypes.size; depth++) {
        const ir_ctype *current = type_at(program, n.type);
        if (current == NULL)
            return name_inside(&n, NULL);
        if (is_whole(&n, current) && !n.has_whole) {
            n.has_whole = true;
            n.whole_length = out->size;
            n.whole_type = n.type;
        }
        bool is_end = !is_aggregate(current) || (n.has_whole && size == 0);
        if (is_end && is_whole(&n, current))
            return n.type;
        bool has_moved =
            !is_end && (current->kind == IR_C_ARRAY ? step_into_element(&n, current) : step_into_member(&n, current));
        if (!has_moved)
            return name_inside(&n, current);
    }
    return name_inside(&n, NULL);
}

/* ---- from a name to the place ---- */

typedef struct reading {
    const ir_program *program;
    const char *expression, *at; /* the whole text, and what is left of it */
    ir_id type;
    uint64_t offset_bits, size_bits;
    uint64_t room; /* bytes of the global, for arrays without a length */
    diag *d;
} reading;

static bool fail(const reading *r, const char *what)
{
    return diag_fail(r->d, STATUS_BAD_INPUT, "`%s`: %s", r->expression, what);
}

static void skip_spaces(reading *r)
{
    while (isspace((unsigned char)*r->at))
        r->at++;
}

/* The next identifier as a string that the caller frees, or NULL. */
static char *take_name(reading *r)
{
    skip_spaces(r);
    strbuf name = {0};
    while (isalnum((unsigned char)*r->at) || *r->at == '_' || *r->at == '$')
        strbuf_add_char(&name, *r->at++);
    skip_spaces(r);
    if (name.size == 0)
        return NULL;
    return strbuf_take(&name);
}

static ir_id find_static_local(const ir_program *program, const char *function, const char *name)
{
    for (ir_id i = 0; i < program->globals.size; i++) {
        const ir_global *global = &program->globals.data[i];
        if (global->scope != NULL && strcmp(global->scope, function) == 0 && strcmp(global->name, name) == 0)
            return i;
    }
    return IR_NONE;
}

/* Reads `name` or `function::name`. */
static bool take_global(reading *r, ir_id *global)
{
    char *name = take_name(r);
    if (name == NULL)
        return fail(r, "expected the name of a global variable");
    if (strncmp(r->at, "::", 2) == 0) {
        r->at += 2;
        char *local = take_name(r);
        *global = local ? find_static_local(r->program, name, local) : IR_NONE;
        free(local);
    } else {
        *global = ir_find_global(r->program, name);
    }
    free(name);
    return *global != IR_NONE || fail(r, "there is no such global variable");
}

/* The member of this name, also inside anonymous members. Looks at most at as many as the program has, so that
 * malformed types do not matter. */
static bool find_member(const reading *r, ir_id type, const char *name, uint64_t *offset_bits, const ir_field **found)
{
    typedef struct place {
        ir_id type;
        uint64_t offset_bits;
    } place;
    VEC(place) waiting = {0};
    *found = NULL;
    vec_push(&waiting, (place){type, 0});
    for (uint32_t looks = 0; waiting.size && *found == NULL && looks <= r->program->fields.size; looks++) {
        place inside = vec_pop(&waiting);
        const ir_ctype *aggregate = type_at(r->program, inside.type);
        if (aggregate == NULL || (aggregate->kind != IR_C_STRUCT && aggregate->kind != IR_C_UNION))
            continue;
        for (uint32_t i = 0; i < aggregate->field_count && *found == NULL; i++) {
            const ir_field *field = &r->program->fields.data[aggregate->first_field + i];
            *offset_bits = inside.offset_bits + field->offset_bits;
            if (strcmp(field->name, name) == 0)
                *found = field;
            else if (field->name[0] == '\0')
                vec_push(&waiting, (place){field->type, *offset_bits});
        }
    }
    vec_clear(&waiting);
    return *found != NULL;
}

static bool take_member(reading *r)
{
    char *name = take_name(r);
    if (name == NULL)
        return fail(r, "expected a member after `.`");
    uint64_t offset_bits = 0;
    const ir_field *field = NULL;
    bool is_found = find_member(r, r->type, name, &offset_bits, &field);
    free(name);
    if (!is_found)
        return fail(r, "there is no such member");
    const ir_ctype *type = type_at(r->program, field->type);
    if (type && is_scalar_type(r->program, field->type) && field->size_bits != type->size * BYTE_BITS)
        return fail(r, "a bit-field is no place of its own: copy it into a variable");
    r->offset_bits += offset_bits;
    r->size_bits = field->size_bits;
    r->type = field->type;
    return true;
}

static bool take_index(reading *r)
{
    skip_spaces(r);
    uint64_t index = 0;
    bool has_digits = false;
    bool overflows = false;
    for (; isdigit((unsigned char)*r->at); r->at++, has_digits = true) {
        overflows |= __builtin_mul_overflow(index, 10, &index);
        overflows |= __builtin_add_overflow(index, (uint64_t)(*r->at - '0'), &index);
    }
    skip_spaces(r);
    if (!has_digits || *r->at != ']')
        return fail(r, "expected a number and `]` after `[`");
    r->at++;
    const ir_ctype *array = type_at(r->program, r->type);
    const ir_ctype *element = array && array->kind == IR_C_ARRAY ? type_at(r->program, array->element) : NULL;
    if (element == NULL)
        return fail(r, "only an array has elements");
    uint64_t offset = r->offset_bits / BYTE_BITS;
    uint64_t room = offset < r->room && element->size ? (r->room - offset) / element->size : 0;
    if (overflows || index >= (array->count && array->count < room ? array->count : room))
        return fail(r, "there is no such element");
    r->offset_bits += index * element->size * BYTE_BITS;
    r->size_bits = element->size * BYTE_BITS;
    r->type = array->element;
    return true;
}

static bool take_rest(reading *r)
{
    for (skip_spaces(r); *r->at; skip_spaces(r)) {
        char next = *r->at++;
        if (next != '.' && next != '[')
            return fail(r, "expected a variable with `.member` and `[number]` after it");
        if (!(next == '.' ? take_member(r) : take_index(r)))
            return false;
    }
    return true;
}

bool ir_find_place(const ir_program *program, const char *expression, ir_id *global, uint64_t *offset, uint64_t *size,
                   ir_id *type, diag *d)
{
    reading r = {.program = program, .expression = expression, .at = expression, .d = d};
    if (!take_global(&r, global))
        return false;
    const ir_global *found = &program->globals.data[*global];
    r.type = found->type;
    r.room = found->size;
    r.size_bits = found->size * BYTE_BITS;
    if (!take_rest(&r))
        return false;
    *offset = r.offset_bits / BYTE_BITS;
    *size = r.size_bits / BYTE_BITS;
    *type = r.type;
    return *offset + *size <= found->size || fail(&r, "this is outside the variable");
}
