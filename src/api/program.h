/* What the files of the public interface share. */
#ifndef HEDDLE_API_PROGRAM_H
#define HEDDLE_API_PROGRAM_H

#include "base/diag.h"
#include "base/vec.h"
#include "heddle.h"
#include "ir/ir.h"
#include "litmus/litmus.h"
#include "model/model.h"

struct heddle_program {
    ir_program *ir;      /* empty if nothing was loaded */
    litmus_test *litmus; /* NULL unless it is one: then `ir` asserts what it forbids or requires */
    VEC(char *) files;   /* as they were given */
    bool has_overflow;   /* signed overflow is an error in it */
    bool has_unset;      /* so is a use of what was never set */
    char *missing;       /* why nothing was loaded; NULL: the program is there */
};

/* False with a diagnostic if nothing was loaded: for questions that have no other answer then. */
bool api_is_loaded(const heddle_program *program, diag *d);

/* The model that the public interface means, and back. NULL for a number that it does not have. */
const model *api_model(heddle_model number);
heddle_model api_model_number(const model *model);
/* The same for a number that a caller gives. NULL with a diagnostic. */
const model *api_model_given(heddle_model number, diag *d);
/* The same; also an error if the model has no machine. */
const model *api_machine_given(heddle_model number, diag *d);

/* A row for the model in the file, which is called as the file is; the file's name is kept as a pointer. */
model api_cat_row(const char *file);
/* Is it a model, and one that can be read, from that file if it is the user's? Otherwise there is a diagnostic. */
bool api_axioms_given(heddle_model number, const char *file, diag *d);

/* What `buffer_bound` in options means to a machine. */
uint32_t api_buffer_bound(unsigned given);

/* The diagnostic becomes the error, which is none yet. */
void api_take_error(diag *d, heddle_error *error);

#endif
