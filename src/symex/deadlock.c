/* Deadlocks: executions in which every thread has ended or waits in vain, at least one waits, and what they wait for is
 * not so at the very end, when all stores have arrived (machine/ends.h).
 *
 * A thread that waits in vain has read the word that it waits for, found that it must wait, and does nothing more. In a
 * deadlock that is the last that happens, so the word still has that value; else somebody may have changed it since. So
 * behind the last event of main there is, if all threads have ended or wait, a join of all of them, waiting or not, and
 * a read of each word that somebody waits for. Nobody writes any more, so these reads see what is there for good. They
 * are no thread's doing, and not shown (encode/extract.c).
 *
 * Threads that are stopped, by an assumption or by what is not checked, have no end and do not wait (memory/stops.c for
 * what is known only later); nor has one that a loop that is cut, which is asked for by itself. main that returns ends
 * the process, and is none of those that have ended.
 *
 * What others left out because nobody could notice, a deadlock may depend on: a critical section is no single step
 * (engine/unroll.c does not make them), and see unroll.c for condition variables. A loop that only reads, though,
 * stands for a thread that can go on, as long as it is not left; iterations can be left out as ever. */
#include "symex/context.h"

/* A word that is read at the end. */
typedef struct last_word {
    term address, alive; /* as in symex_wait */
    term is_alive, value;
} last_word;

typedef VEC(last_word) last_words;

/* Inside of an atomic block a thread does not wait, and whether it will ever begin the block is not known. */
void symex_note_wait(context *x, term guard, term goes_on, symex_wait wait)
{
    bool is_inner = x->standing.atomic_depth > (wait.is_join ? 0 : 1);
    wait.guard = guard_narrow(&x->s->guards, x->standing.guard, term_not(terms_of(x), goes_on));
    wait.guard = guard_narrow(&x->s->guards, wait.guard, guard);
    wait.pc = x->standing.pc;
    if (is_inner) {
        symex_record_unsupported(x, wait.guard, "waiting in an atomic block, where deadlocks are looked for");
    } else if (wait.guard != TERM_FALSE) {
        vec_push(&x->waits, wait);
        vec_push(&x->standing.stands, wait.guard);
    }
}

void symex_record_end(context *x, term ended)
{
    symex_thread *thread = &x->s->threads.data[x->standing.thread];
    thread->stands_guard = guard_join(&x->s->guards, &x->standing.stands);
    guard_list both = {0};
    vec_push(&both, ended);
    vec_push(&both, thread->stands_guard);
    x->standing.guard = guard_join(&x->s->guards, &both);
    if (x->standing.guard != TERM_FALSE)
        thread->end = symex_record_event(x, (symex_event){.kind = SYMEX_END});
}

/* Has every thread ended, or does it wait in vain; and does one wait? */
static term everybody_rests(context *x)
{
    const symex *s = x->s;
    term_table *t = s->terms;
    term all = term_not(t, x->returned), some = TERM_FALSE;
    for (uint32_t i = 0; i < s->threads.size; i++) {
        const symex_thread *thread = &s->threads.data[i];
        term rests = thread->end == IR_NONE ? TERM_FALSE : s->events.data[thread->end].guard;
        all = term_and(t, all, term_implies(t, thread->guard, rests));
        some = term_or(t, some, thread->stands_guard);
    }
    return term_and(t, all, some);
}

static void join_all(context *x)
{
    symex *s = x->s;
    uint32_t event = symex_record_event(x, (symex_event){.kind = SYMEX_JOIN});
    for (uint32_t i = 1; i < s->threads.size; i++)
        if (s->threads.data[i].end != IR_NONE)
            vec_push(&s->joins, (symex_join){event, i, TERM_TRUE});
}

/* Joined and detached threads cannot be waited for: trying that is another mistake. */
static term waits_for_thread(context *x, term number)
{
    term_table *t = terms_of(x);
    term result = TERM_FALSE;
    for (uint32_t i = 0; i < x->s->threads.size; i++) {
        const symex_thread *other = &x->s->threads.data[i];
        term is_over = term_or(t, other->end_guard, other->joined);
        term is_it = term_and(t, term_eq(t, number, symex_number(x, i + 1)), other->guard);
        result = term_or(t, result, term_and(t, is_it, term_not(t, is_over)));
    }
    return result;
}

static term read_last(context *x, term address, uint8_t size, bool is_alive_check)
{
    term value = term_variable(terms_of(x), size * 8u, "last");
    symex_record_event(
        x, (symex_event){
               .kind = SYMEX_READ, .size = size, .is_alive_check = is_alive_check, .address = address, .value = value});
    return value;
}

static last_word read_word(context *x, const symex_wait *wait)
{
    term_table *t = terms_of(x);
    uint8_t bits = term_width(t, wait->mask);
    last_word last = {wait->address, wait->alive, TERM_TRUE, TERM_NONE};
    x->standing.block = x->s->block_count++;
    if (wait->alive != TERM_NONE)
        last.is_alive = term_ne(t, read_last(x, wait->alive, 1, true), term_constant(t, 8, 0));
    last.value = read_last(x, wait->address, bits / 8, false);
    return last;
}

/* Many may wait for one word; a known one is read once. */
static last_word find_word(context *x, last_words *words, const symex_wait *wait, term rests)
{
    term_table *t = terms_of(x);
    if (!term_is_constant(t, wait->address)) {
        x->standing.guard = guard_narrow(&x->s->guards, rests, wait->guard);
        return read_word(x, wait);
    }
    for (uint32_t i = 0; i < words->size; i++) {
        const last_word *known = &words->data[i];
        if (known->address == wait->address && known->alive == wait->alive &&
            term_width(t, known->value) == term_width(t, wait->mask))
            return *known;
    }
    x->standing.guard = rests;
    vec_push(words, read_word(x, wait));
    return *vec_last(words);
}

static term waits_for_word(context *x, last_words *words, const symex_wait *wait, term rests)
{
    term_table *t = terms_of(x);
    if (wait->address == TERM_NONE)
        return TERM_TRUE;
    last_word last = find_word(x, words, wait, rests);
    term holds = symex_relate(x, wait->relation, term_and(t, last.value, wait->mask), wait->value);
    return term_and(t, last.is_alive, term_not(t, holds));
}

void symex_find_deadlocks(context *x)
{
    symex *s = x->s;
    term_table *t = s->terms;
    term rests = everybody_rests(x), is_deadlock = rests;
    last_words words = {0};
    if (rests == TERM_FALSE)
        return;
    standing last = {.guard = rests, .effects = NO_EFFECTS};
    last.pc = s->program->blocks.data[s->program->functions.data[s->program->main].first_block].first;
    x->standing = last;
    join_all(x);
    x->standing.atomic_depth = 1;
    for (uint32_t i = 0; i < x->waits.size; i++) {
        const symex_wait *wait = &x->waits.data[i];
        x->standing.pc = wait->pc;
        term still = wait->is_join ? waits_for_thread(x, wait->number) : waits_for_word(x, &words, wait, rests);
        is_deadlock = term_and(t, is_deadlock, term_implies(t, wait->guard, still));
    }
    vec_clear(&words);
    x->standing = last;
    symex_record_claim(x, PROPERTY_DEADLOCK, is_deadlock, "deadlock");
}
