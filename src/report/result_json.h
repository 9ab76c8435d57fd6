/* Results for other programs to read, as JSON (docs/json.md says what each member means). */
#ifndef HEDDLE_REPORT_RESULT_JSON_H
#define HEDDLE_REPORT_RESULT_JSON_H

#include "machine/outcomes.h"
#include "machine/run.h"
#include "report/json.h"

/* The version of the schema that the results follow, docs/heddle.schema.json. It changes when members go away or get
 * another meaning, not when some are added. */
enum { RESULT_JSON_SCHEMA = 1 };

/* The members around the results: version, command, files, and the beginning of "results". */
void result_json_begin(json *j, const char *command, const char *const *files, uint32_t file_count);
void result_json_end(json *j);

/* The members `file`, `line` and `column` of an instruction. */
void result_json_place(json *j, const ir_program *program, ir_id pc);
/* The members that say what a violation is: its places, `message` and `property`. */
/* `other`: the calls that the second place is in; NULL: not known. */
void result_json_violation(json *j, const ir_program *program, const machine_result *violation,
                           const machine_stack *other);

/* One exploration. `m` is a machine of the same model, to write schedules with. */
void result_json_outcomes(json *j, machine *m, const outcomes_options *options, const outcomes_result *r,
                          double seconds);
void result_json_run(json *j, const machine *m, const run_result *r, double seconds);

#endif
