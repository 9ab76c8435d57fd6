#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "base/hash.h"
#include "base/strbuf.h"
#include "frontend/lower.h"

/* DWARF's numbers of the kinds of types, and where LLVM keeps what among a node's operands. */
enum {
    TAG_ARRAY = 0x01,
    TAG_ENUMERATION = 0x04,
    TAG_MEMBER = 0x0d,
    TAG_POINTER = 0x0f,
    TAG_STRUCTURE = 0x13,
    TAG_SUBROUTINE = 0x15,
    TAG_TYPEDEF = 0x16,
    TAG_UNION = 0x17,
    TAG_BASE = 0x24,
    TAG_CONST = 0x26,
    TAG_VOLATILE = 0x35,
    TAG_RESTRICT = 0x37,
    TAG_ATOMIC = 0x47,

    OPERAND_NAME = 2,
    OPERAND_BASE_TYPE = 3,
    OPERAND_ELEMENTS = 4,
    OPERAND_COUNT = 0,
};

static bool is_only_another_name(unsigned tag)
{
    return tag == TAG_TYPEDEF || tag == TAG_CONST || tag == TAG_VOLATILE || tag == TAG_RESTRICT || tag == TAG_ATOMIC;
}

/* Follows typedefs and qualifiers; `alias` becomes the last typedef's name, for structs that have no other. */
static LLVMMetadataRef resolve(lowering *l, LLVMMetadataRef type, const char **alias)
{
    for (uint32_t steps = 0; type && is_only_another_name(LLVMGetDINodeTag(type)); steps++) {
        if (steps == METADATA_MAX_CHAIN)
            return NULL;
        if (LLVMGetDINodeTag(type) == TAG_TYPEDEF)
            *alias = metadata_get_text(l, type, OPERAND_NAME);
        type = metadata_get_node(l, type, OPERAND_BASE_TYPE);
    }
    return type;
}

static ir_ctype_kind kind_of_basic(const char *name)
{
    if (strcmp(name, "_Bool") == 0 || strcmp(name, "bool") == 0)
        return IR_C_BOOL;
    if (strstr(name, "float") || strstr(name, "double") || strcmp(name, "_Float16") == 0)
        return IR_C_FLOAT;
    return strstr(name, "unsigned") || strncmp(name, "char", 4) == 0 ? IR_C_UNSIGNED : IR_C_SIGNED;
}

static ir_ctype_kind kind_of(unsigned tag, const char *name)
{
    switch (tag) {
    case TAG_ARRAY:
        return IR_C_ARRAY;
    case TAG_ENUMERATION:
        return IR_C_ENUM;
    case TAG_POINTER:
        return IR_C_POINTER;
    case TAG_STRUCTURE:
        return IR_C_STRUCT;
    case TAG_SUBROUTINE:
        return IR_C_FUNCTION;
    case TAG_UNION:
        return IR_C_UNION;
    case TAG_BASE:
        /* Plain char is signed here; char8_t and its wider friends are not. */
        return strcmp(name, "char") == 0 ? IR_C_SIGNED : kind_of_basic(name);
    default:
        return IR_C_VOID;
    }
}

static uint64_t hash_name(const char *name, size_t length)
{
    hash128 h = hash128_start();
    hash128_bytes(&h, name, length);
    return h.a & (MAP_NO_KEY >> 1);
}

static const char *name_composite(lowering *l, unsigned tag, const char *name, const char *alias)
{
    if (*name == '\0')
        return alias;
    const char *keyword = tag == TAG_STRUCTURE ? "struct" : tag == TAG_UNION ? "union" : "enum";
    strbuf text = {0};
    strbuf_addf(&text, "%s %s", keyword, name);
    const char *interned = ir_intern(l->program, strbuf_text(&text));
    strbuf_clear(&text);
    return interned;
}

static bool is_composite(unsigned tag)
{
    return tag == TAG_STRUCTURE || tag == TAG_UNION || tag == TAG_ENUMERATION;
}

static ir_id add(lowering *l, ir_ctype type)
{
    ir_id id = l->program->ctypes.size;
    vec_push(&l->program->ctypes, type);
    return id;
}

/* The type's number; what it is made of is filled in later, because types refer to each other in cycles. */
static ir_id number_of(lowering *l, LLVMMetadataRef type)
{
    const char *alias = "";
    type = resolve(l, type, &alias);
    if (!type)
        return IR_NONE;
    const uint64_t *known = map_find(&l->ctypes, map_key(type));
    if (known)
        return (ir_id)*known;
    unsigned tag = LLVMGetDINodeTag(type);
    const char *name = metadata_get_text(l, type, OPERAND_NAME);
    ir_id id = add(l, (ir_ctype){
                          .kind = kind_of(tag, name),
                          .name = is_composite(tag) ? name_composite(l, tag, name, alias) : name,
                          .size = LLVMDITypeGetSizeInBits(type) / LOWER_BYTE_BITS,
                          .element = IR_NONE,
                      });
    map_put(&l->ctypes, map_key(type), id);
    if (tag == TAG_STRUCTURE || tag == TAG_UNION) {
        const char *tag_name = *name ? name : alias;
        map_put(&l->struct_types, hash_name(tag_name, strlen(tag_name)), id);
    }
    vec_push(&l->pending_types, (lower_pending_type){type, id});
    return id;
}

static void fill_members(lowering *l, LLVMMetadataRef type, ir_id id)
{
    LLVMMetadataRef elements = metadata_get_node(l, type, OPERAND_ELEMENTS);
    if (!elements)
        return;
    metadata_operands members = {0};
    metadata_get_operands(l, elements, &members);
    ir_id first = l->program->fields.size;
    for (uint32_t i = 0; i < members.size; i++) {
        LLVMMetadataRef member = members.data[i] ? LLVMValueAsMetadata(members.data[i]) : NULL;
        if (!member || LLVMGetMetadataKind(member) != LLVMDIDerivedTypeMetadataKind ||
            LLVMGetDINodeTag(member) != TAG_MEMBER)
            continue;
        ir_field field = {
            .name = metadata_get_text(l, member, OPERAND_NAME),
            .offset_bits = LLVMDITypeGetOffsetInBits(member),
            .size_bits = LLVMDITypeGetSizeInBits(member),
            .type = number_of(l, metadata_get_node(l, member, OPERAND_BASE_TYPE)),
        };
        vec_push(&l->program->fields, field);
    }
    vec_clear(&members);
    l->program->ctypes.data[id].first_field = first;
    l->program->ctypes.data[id].field_count = l->program->fields.size - first;
}

static uint64_t count_of(lowering *l, LLVMValueRef subrange)
{
    metadata_operands bounds = {0};
    metadata_get_operands(l, LLVMValueAsMetadata(subrange), &bounds);
    LLVMValueRef count = bounds.size > OPERAND_COUNT ? bounds.data[OPERAND_COUNT] : NULL;
    int64_t value = count && LLVMIsAConstantInt(count) ? LLVMConstIntGetSExtValue(count) : 0;
    vec_clear(&bounds);
    return value < 0 ? 0 : (uint64_t)value;
}

/* `int a[2][3]` is one debug type with two ranges, but two ctypes: an array of 2 arrays of 3. */
static void fill_dimensions(lowering *l, const metadata_operands *ranges, ir_id last, ir_id array)
{
    uint64_t size = l->program->ctypes.data[array].size;
    for (uint32_t i = 0; i < ranges->size; i++) {
        uint64_t count = ranges->data[i] ? count_of(l, ranges->data[i]) : 0;
        size = count ? size / count : 0;
        bool is_last = i + 1 == ranges->size;
        ir_id element =
            is_last ? last : add(l, (ir_ctype){.kind = IR_C_ARRAY, .name = "", .size = size, .element = IR_NONE});
        l->program->ctypes.data[array].count = count;
        l->program->ctypes.data[array].element = element;
        array = element;
    }
}

static void fill_array(lowering *l, LLVMMetadataRef type, ir_id id)
{
    LLVMMetadataRef elements = metadata_get_node(l, type, OPERAND_ELEMENTS);
    metadata_operands ranges = {0};
    if (elements)
        metadata_get_operands(l, elements, &ranges);
    ir_id last = number_of(l, metadata_get_node(l, type, OPERAND_BASE_TYPE));
    if (ranges.size > 0 && last != IR_NONE)
        fill_dimensions(l, &ranges, last, id);
    else /* nothing that C could declare */
        l->program->ctypes.data[id].kind = IR_C_VOID;
    vec_clear(&ranges);
}

static void fill(lowering *l, lower_pending_type pending)
{
    switch (l->program->ctypes.data[pending.id].kind) {
    case IR_C_POINTER: {
        ir_id element = number_of(l, metadata_get_node(l, pending.type, OPERAND_BASE_TYPE));
        l->program->ctypes.data[pending.id].element = element;
        break;
    }
    case IR_C_STRUCT:
    case IR_C_UNION:
        fill_members(l, pending.type, pending.id);
        break;
    case IR_C_ARRAY:
        fill_array(l, pending.type, pending.id);
        break;
    default:
        break;
    }
}

ir_id ctype_get(lowering *l, LLVMMetadataRef type)
{
    ir_id id = number_of(l, type);
    while (l->pending_types.size > 0)
        fill(l, vec_pop(&l->pending_types));
    return id;
}

ir_id ctype_find_struct(lowering *l, LLVMTypeRef type)
{
    const char *name = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
    const char *dot = name ? strchr(name, '.') : NULL;
    if (!dot)
        return IR_NONE;
    /* Linking may append a number: "struct.node.5". */
    return (ir_id)map_get(&l->struct_types, hash_name(dot + 1, strcspn(dot + 1, ".")), IR_NONE);
}
