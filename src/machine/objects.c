#include "machine/objects.h"

#include <stdlib.h>

#include "base/alloc.h"

/* ---- blocks ---- */

static size_t mask_bytes(uint64_t size)
{
    return (size_t)(size / 8 + 1);
}

static machine_block *block_new(uint64_t size, bool is_initialised)
{
    machine_block *block = alloc_zeroed(1, sizeof *block + size);
    block->references = 1;
    block->size = size;
    block->initialised = is_initialised ? NULL : alloc_zeroed(1, mask_bytes(size));
    return block;
}

static void block_release(machine_block *block)
{
    if (block && --block->references == 0) {
        free(block->initialised);
        free(block->unset);
        free(block);
    }
}

static machine_block *block_clone(const machine_block *block)
{
    machine_block *clone = alloc_bytes(sizeof *clone + block->size);
    memcpy(clone, block, sizeof *clone + block->size);
    clone->references = 1;
    if (block->initialised) {
        clone->initialised = alloc_bytes(mask_bytes(block->size));
        memcpy(clone->initialised, block->initialised, mask_bytes(block->size));
    }
    if (block->unset) {
        clone->unset = alloc_bytes(block->size + 1);
        memcpy(clone->unset, block->unset, block->size);
    }
    return clone;
}

void objects_unset_all(machine_block *block)
{
    assert(block->unset == NULL);
    block->unset = alloc_bytes(block->size + 1);
    memset(block->unset, UINT8_MAX, block->size);
}

void objects_set_unset(machine_block *block, uint64_t offset, uint8_t unset)
{
    if (block->unset == NULL && unset == 0)
        return;
    if (block->unset == NULL)
        block->unset = alloc_zeroed(1, block->size + 1);
    block->unset[offset] = unset;
}

/* Equal blocks have equal hashes, whether or not they ever had unset bits. */
static bool has_unset(const machine_block *block)
{
    for (uint64_t i = 0; block->unset && i < block->size; i++)
        if (block->unset[i])
            return true;
    return false;
}

machine_block *objects_writable_block(machine_object *object)
{
    assert(object->is_changed);
    if (object->block->references > 1) {
        machine_block *clone = block_clone(object->block);
        block_release(object->block);
        object->block = clone;
    }
    return object->block;
}

/* ---- hashes ---- */

static hash128 hash_of(const machine_block *block)
{
    hash128 h = hash128_start();
    hash128_bytes(&h, block->bytes, block->size);
    if (block->initialised)
        hash128_bytes(&h, block->initialised, mask_bytes(block->size));
    if (has_unset(block))
        hash128_bytes(&h, block->unset, block->size);
    return h;
}

static bool is_hashed(const machine_object *object)
{
    return object->is_used && !object->is_constant;
}

/* What the sum has of an object that is_hashed. */
static hash128 part_of(const machine_object *object, uint32_t place, hash128 content)
{
    content.a += (uint64_t)object->origin << 1 | (object->block != NULL);
    return hash128_part((uint64_t)place << 32 | object->id, content);
}

static hash128 known_part(const machine_object *object, uint32_t place)
{
    return part_of(object, place, object->block ? object->block->hash : (hash128){0, 0});
}

bool objects_is_valid(const machine_objects *objects)
{
    hash128 sum = {0, 0};
    for (uint32_t i = 0; i < objects->list.size; i++) {
        const machine_object *object = &objects->list.data[i];
        if (is_hashed(object) && !object->is_changed)
            hash128_add(&sum, part_of(object, i, object->block ? hash_of(object->block) : (hash128){0, 0}));
    }
    return memcmp(&sum, &objects->hash, sizeof sum) == 0;
}

hash128 objects_hash(machine_objects *objects)
{
    for (uint32_t i = 0; i < objects->changed.size; i++) {
        uint32_t place = objects->changed.data[i];
        machine_object *object = &objects->list.data[place];
        object->is_changed = false;
        if (!is_hashed(object))
            continue;
        if (object->block)
            object->block->hash = hash_of(object->block);
        hash128_add(&objects->hash, known_part(object, place));
    }
    objects->changed.size = 0;
    assert(objects_is_valid(objects));
    return objects->hash;
}

hash128 objects_content_hash(const machine_object *object)
{
    return object->is_changed ? hash_of(object->block) : object->block->hash;
}

/* ---- tables ---- */

machine_objects *objects_new(void)
{
    machine_objects *objects = alloc_zeroed(1, sizeof *objects);
    objects->references = 1;
    return objects;
}

machine_objects *objects_share(machine_objects *objects)
{
    objects->references++;
    return objects;
}

void objects_release(machine_objects *objects)
{
    if (--objects->references > 0)
        return;
    for (uint32_t i = 0; i < objects->list.size; i++)
        block_release(objects->list.data[i].block);
    vec_clear(&objects->list);
    vec_clear(&objects->changed);
    free(objects);
}

machine_objects *objects_writable(machine_objects **at)
{
    machine_objects *old = *at;
    if (old->references == 1)
        return old;
    machine_objects *clone = alloc_bytes(sizeof *clone);
    *clone = *old;
    clone->references = 1;
    vec_copy(&clone->list, &old->list);
    vec_copy(&clone->changed, &old->changed);
    for (uint32_t i = 0; i < clone->list.size; i++)
        if (clone->list.data[i].block)
            clone->list.data[i].block->references++;
    old->references--;
    *at = clone;
    return clone;
}

machine_object *objects_change(machine_objects **at, uint32_t place)
{
    machine_objects *objects = objects_writable(at);
    machine_object *object = &objects->list.data[place];
    if (!object->is_changed) {
        if (is_hashed(object))
            hash128_subtract(&objects->hash, known_part(object, place));
        object->is_changed = true;
        vec_push(&objects->changed, place);
    }
    return object;
}

machine_object *objects_make(machine_objects **at, uint32_t place, uint64_t size, bool is_initialised)
{
    machine_objects *objects = objects_writable(at);
    assert(place <= objects->list.size);
    if (place == objects->list.size)
        vec_push(&objects->list, (machine_object){0});
    machine_object *object = objects_change(at, place);
    assert(!object->is_used);
    *object =
        (machine_object){.block = block_new(size, is_initialised), .size = size, .is_used = true, .is_changed = true};
    return object;
}

void objects_kill(machine_object *object)
{
    assert(object->is_changed);
    block_release(object->block);
    object->block = NULL;
}

void objects_free(machine_objects **at, uint32_t place)
{
    machine_object *object = objects_change(at, place);
    assert(object->block == NULL);
    *object = (machine_object){.is_changed = true};
    if (place < (*at)->first_free)
        (*at)->first_free = place;
}

uint64_t objects_bytes(const machine_objects *objects)
{
    if (objects->references > 1)
        return 0;
    uint64_t bytes = sizeof *objects + objects->list.capacity * sizeof *objects->list.data +
                     objects->changed.capacity * sizeof *objects->changed.data;
    for (uint32_t i = 0; i < objects->list.size; i++)
        if (objects->list.data[i].block && objects->list.data[i].block->references == 1)
            bytes += sizeof(machine_block) + objects->list.data[i].block->size;
    return bytes;
}
