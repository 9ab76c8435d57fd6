#include <string.h>
#include <sys/stat.h>

#include <llvm-c/DebugInfo.h>

#include "base/strbuf.h"
#include "frontend/lower.h"

enum { OPERAND_FILE_NAME = 0, OPERAND_FOLDER = 1 }; /* of a DIFile */

static bool is_same_file(const char *a, const char *b)
{
    struct stat left, right;
    return strcmp(a, b) == 0 ||
           (stat(a, &left) == 0 && stat(b, &right) == 0 && left.st_dev == right.st_dev && left.st_ino == right.st_ino);
}

static const char *as_the_user_typed_it(const lowering *l, const char *path)
{
    for (uint32_t i = 0; i < l->options->file_count; i++)
        if (is_same_file(l->options->files[i], path))
            return l->options->files[i];
    return NULL;
}

/* The path without the folder it begins with, or NULL. */
static const char *as_seen_from(const char *folder, const char *path)
{
    size_t length = folder ? strlen(folder) : 0;
    return folder && strncmp(path, folder, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

static const char *name_file(lowering *l, LLVMMetadataRef file)
{
    const char *name = metadata_get_text(l, file, OPERAND_FILE_NAME);
    const char *folder = metadata_get_text(l, file, OPERAND_FOLDER);
    strbuf path = {0};
    if (*name && *name != '/' && *folder)
        strbuf_addf(&path, "%s/", folder);
    strbuf_add(&path, name);
    const char *shown = as_the_user_typed_it(l, strbuf_text(&path));
    if (!shown)
        shown = as_seen_from(l->working_folder, strbuf_text(&path));
    const char *interned = ir_intern(l->program, shown ? shown : strbuf_text(&path));
    strbuf_clear(&path);
    return interned;
}

ir_id location_make(lowering *l, LLVMMetadataRef file, uint32_t line, uint32_t column)
{
    if (!file || LLVMGetMetadataKind(file) != LLVMDIFileMetadataKind)
        return 0;
    const uint64_t *known = map_find(&l->files, map_key(file));
    const char *name = known ? (const char *)(uintptr_t)*known : name_file(l, file);
    if (!known)
        map_put(&l->files, map_key(file), map_key(name));
    return ir_location_add(l->program, name, line, column);
}

ir_id location_of_instruction(lowering *l, LLVMValueRef instruction)
{
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(instruction);
    if (!place || LLVMDILocationGetLine(place) == 0)
        return l->frame.location;
    const uint64_t *known = map_find(&l->locations, map_key(place));
    if (known)
        return (ir_id)*known;
    ir_id location = location_make(l, LLVMDIScopeGetFile(LLVMDILocationGetScope(place)), LLVMDILocationGetLine(place),
                                   LLVMDILocationGetColumn(place));
    map_put(&l->locations, map_key(place), location);
    return location;
}
