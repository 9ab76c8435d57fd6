/* After a conflict, the variables that took part in it become more important.
 *
 * In stable mode by score: importance decays exponentially with the conflicts since; instead of decaying all scores,
 * the increment grows. In focused mode by time stamp: the variables move to the end of the queue, in their old order.
 */
#include "sat/solver.h"

static const double SCORE_LIMIT = 1e150;

void sat_rescale_scores(sat_solver *s)
{
    assert(s->score_increment > 0);
    double factor = 1 / SCORE_LIMIT;
    for (uint32_t v = 0; v < s->variables; v++)
        s->scores.score.data[v] *= factor;
    s->score_increment *= factor;
}

static void bump_scores(sat_solver *s)
{
    for (uint32_t i = 0; i < s->analyzed.size; i++) {
        uint32_t variable = lit_variable(s->analyzed.data[i]);
        double score = s->scores.score.data[variable] + s->score_increment;
        heap_set_score(&s->scores, variable, score);
        if (score > SCORE_LIMIT)
            sat_rescale_scores(s);
    }
    s->score_increment *= 1000.0 / (1000.0 - s->options.decay);
    if (s->score_increment > SCORE_LIMIT)
        sat_rescale_scores(s);
}

static void bump_queue(sat_solver *s)
{
    s->items.size = 0;
    for (uint32_t i = 0; i < s->analyzed.size; i++) {
        uint32_t variable = lit_variable(s->analyzed.data[i]);
        vec_push(&s->items, (sort_item){s->queue.links.data[variable].stamp, variable});
    }
    sort_by_key(&s->items, &s->scratch);
    for (uint32_t i = 0; i < s->items.size; i++) {
        uint32_t variable = s->items.data[i].value;
        queue_bump(&s->queue, variable, s->values[lit_of(variable, false)] != 0);
    }
}

void sat_bump_analyzed(sat_solver *s)
{
    if (s->stable)
        bump_scores(s);
    else
        bump_queue(s);
}
