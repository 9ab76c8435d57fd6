/* The table of models, and what can be asked of all of them. */
#include "model/model.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

#define ROW_ADDRESS(id) &MODEL_##id,
const model *const MODELS[MODEL_COUNT] = {MODEL_ROWS(ROW_ADDRESS, ROW_ADDRESS)};

static bool is_named(const model *m, const char *text)
{
    const char *name = m->name;
    while (*name && toupper((unsigned char)*text) == toupper((unsigned char)*name))
        name++, text++;
    return *name == '\0' && *text == '\0';
}

const model *model_find(const char *name)
{
    static const char SUFFIX[] = ".cat";
    size_t length = strlen(name);
    if (length >= sizeof SUFFIX && strcmp(name + length + 1 - sizeof SUFFIX, SUFFIX) == 0)
        return &MODEL_Cat;
    for (uint32_t i = 0; i < MODEL_COUNT; i++)
        if (is_named(MODELS[i], name))
            return MODELS[i];
    return NULL;
}

bool model_includes(const model *weaker, const model *stronger)
{
    if (weaker == stronger)
        return true;
    for (const model *const *next = weaker->includes; *next; next++)
        if (model_includes(*next, stronger))
            return true;
    return false;
}

/* How many of the models does m include, or, if not `counts_down`, how many include it? */
static uint32_t count_related(const model *m, const model **models, uint32_t count, bool counts_down)
{
    uint32_t related = 0;
    for (uint32_t i = 0; i < count; i++)
        related += counts_down ? model_includes(m, models[i]) : model_includes(models[i], m);
    return related;
}

void model_sort(const model **models, uint32_t count)
{
    for (uint32_t done = 0; done < count; done++) {
        const model **left = models + done;
        uint32_t best = 0, most = 0;
        for (uint32_t i = 0; i < count - done; i++) {
            uint32_t related = count_related(left[i], left, count - done, done % 2 == 0);
            if (related > most) {
                most = related;
                best = i;
            }
        }
        const model *chosen = left[best];
        for (; best > 0; best--)
            left[best] = left[best - 1];
        left[0] = chosen;
    }
}

model model_in_common(bool with_axioms)
{
    model common = *MODELS[0];
    common.name = "all models";
    common.summary = "";
    common.buffers = MODEL_NO_MACHINE;
    common.includes = MODELS[0]->includes;
    for (uint32_t i = 1; i < MODEL_COUNT; i++) {
        const model *m = MODELS[i];
        if (m->cat && !with_axioms)
            continue;
        common.cat = common.cat ? common.cat : m->cat;
        for (int a = 0; a < MODEL_ACCESS_COUNT; a++)
            for (int b = 0; b < MODEL_ACCESS_COUNT; b++)
                common.keeps[a][b] &= m->keeps[a][b];
        common.rfi_is_global &= m->rfi_is_global;
        common.rfe_is_global &= m->rfe_is_global;
        common.fences |= m->fences;
        common.forwards |= m->forwards;
    }
    return common;
}
