#include "report/check_text.h"

static const char *const VERDICTS[] = {"SAFE", "VIOLATION", "BOUNDED", "UNKNOWN", "UNSUPPORTED", "FAILED"};

void check_text_print(const check_result *r, const ir_program *program, bool stats, FILE *out)
{
    (void)program;
    fprintf(out, "%s %s depth %u %s\n", machine_model_name(r->model), VERDICTS[r->verdict], r->checked,
            r->message ? r->message : "");
    if (!stats)
        return;
    fprintf(out, "threads %u events %u cells %u reads %u static %u rf %llu ws %llu vars %llu clauses %llu\n",
            r->stats.threads, r->stats.events, r->stats.cells, r->stats.reads, r->stats.static_reads,
            (unsigned long long)r->stats.rf_after, (unsigned long long)r->stats.ws_pairs,
            (unsigned long long)r->stats.variables, (unsigned long long)r->stats.clauses);
#define PRINT(name, description) fprintf(out, "%12llu %s\n", (unsigned long long)r->stats.ord.name, description);
    ORD_STATISTICS(PRINT)
    fprintf(out, "conflicts %llu decisions %llu propagations %llu\n", (unsigned long long)r->stats.sat.conflicts,
            (unsigned long long)r->stats.sat.decisions, (unsigned long long)r->stats.sat.propagations);
    fprintf(out, "symex %.3f encode %.3f solve %.3f replay %.3f\n", r->stats.symex_seconds, r->stats.encode_seconds,
            r->stats.solve_seconds, r->stats.replay_seconds);
}
