#include "frontend/frontend.h"

#include "frontend/lower.h"
#include "frontend/module.h"
#include "ir/unset.h"

static bool is_sound(const ir_program *program, diag *d)
{
#ifdef NDEBUG
    (void)program;
    (void)d;
    return true;
#else
    return ir_validate(program, d);
#endif
}

ir_program *frontend_load(const frontend_options *options, diag *d)
{
    module_set set;
    module_set_init(&set);
    ir_program *program = NULL;
    if (module_load_inputs(&set, options, d) && module_link_all(&set, d)) {
        module_add_inline_functions(&set, options);
        if (module_simplify(&set, d))
            program = lower_module(set.linked, options, d);
    }
    module_set_clear(&set);
    if (!program)
        return NULL;
    if (options->unset_is_error)
        ir_track_unset(program);
    if (!is_sound(program, d)) {
        ir_program_free(program);
        return NULL;
    }
    ir_find_private_sites(program);
    return program;
}
