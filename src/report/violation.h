/* Where a violation is. How many places it has depends on its property's shape (property/property.h); every report asks
 * here, and so shows all shapes. */
#ifndef HEDDLE_REPORT_VIOLATION_H
#define HEDDLE_REPORT_VIOLATION_H

#include "machine/machine.h"

/* Of an instruction; without a file for IR_NONE. */
const ir_location *violation_place(const ir_program *program, ir_id pc);
/* Does it have a place and a thread? All but those of the shape END do. */
bool violation_has_place(const machine_result *violation);
/* The second place, or NULL. */
const machine_place *violation_other(const machine_result *violation);
/* Is the thread one of those that do what must not happen? */
bool violation_is_by(const machine_result *violation, uint32_t thread);
/* "sb.c:31: assertion `r1 || r2` failed", "race.c:7 and race.c:12: ...", or only what happens. */
void violation_describe(const ir_program *program, const machine_result *violation, strbuf *out);

#endif
