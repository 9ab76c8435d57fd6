#include "report/events.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "report/dot.h"
#include "report/json.h"
#include "report/result_json.h"

static const char *const KINDS[] = {"read", "write", "fence", "start", "join", "begin", "end"};

/* "q.items[3].next", or the address as a term where it is not known. */
static void add_place(const symex *s, uint64_t address, uint64_t size, strbuf *out)
{
    uint64_t number = ir_pointer_object(s->program->layout, address),
             offset = ir_pointer_offset(s->program->layout, address);
    const symex_object *object = &s->objects.data[number - 1];
    strbuf name = {0};
    ir_id type = IR_NONE;
    if (object->origin == SYMEX_GLOBAL || object->origin == SYMEX_TLS) {
        const ir_global *global = &s->program->globals.data[object->id];
        strbuf_add(&name, global->name);
        type = global->type;
    } else if (object->origin == SYMEX_STACK) {
        const ir_site *site = &s->program->sites.data[object->id];
        strbuf_addf(&name, "%s", site->name[0] ? site->name : "local");
        type = site->type;
    } else {
        strbuf_addf(&name, "heap#%llu", (unsigned long long)number);
    }
    if (object->origin != SYMEX_GLOBAL && object->thread > 0)
        strbuf_addf(&name, "@T%u", object->thread);
    if (symex_is_alive_address(s->program->layout, address))
        strbuf_addf(out, "alive(%s)", strbuf_text(&name));
    else
        ir_name_place(s->program, strbuf_text(&name), type, offset, size, out);
    strbuf_clear(&name);
}

static void add_address(const symex *s, const symex_event *e, strbuf *out)
{
    if (term_is_constant(s->terms, e->address)) {
        uint64_t address = (uint64_t)term_constant_value(s->terms, e->address);
        uint64_t number = ir_pointer_object(s->program->layout, address);
        if (number > 0 && number <= s->objects.size) {
            add_place(s, address, e->size, out);
            return;
        }
    }
    strbuf_add(out, "*(");
    term_print(s->terms, e->address, out);
    strbuf_add_char(out, ')');
}

/* "read x", "write release x = 1", "fence lwsync RR,RW,WW", "start T2" */
static void add_event(const symex *s, const symex_event *e, strbuf *out)
{
    strbuf_add(out, KINDS[e->kind]);
    if (e->kind == SYMEX_READ || e->kind == SYMEX_WRITE) {
        if (e->order != IR_PLAIN)
            strbuf_addf(out, " %s", ir_order_name((ir_order)e->order));
        strbuf_add_char(out, ' ');
        add_address(s, e, out);
        strbuf_add(out, " = ");
        term_print(s->terms, e->value, out);
    } else if (e->kind == SYMEX_FENCE) {
        strbuf_add_char(out, ' ');
        ir_fence_print(e->fence, out);
    } else if (e->kind == SYMEX_START) {
        strbuf_addf(out, " T%u", e->other);
    }
}

/* The sets of reads that an event depends on. */
enum { DEPENDENCIES = 3 };

static depends dependency_of(const symex_event *e, uint32_t which)
{
    const depends sets[DEPENDENCIES] = {e->on_address, e->on_data, e->on_control};
    return sets[which];
}

/* "addr: e3,e5  data: e4?  ctrl: ...,e2": a question mark is for what depends on the way that was taken. */
static void print_dependencies(const symex *s, uint32_t event, FILE *out)
{
    enum { MOST = 16 };
    static const char *const NAMES[DEPENDENCIES] = {"addr", "data", "ctrl"};
    bool has_any = false;
    depends_list list = {0};
    for (uint32_t i = 0; i < DEPENDENCIES; i++) {
        bool is_all = symex_list_dependencies(s, event, dependency_of(&s->events.data[event], i), MOST, &list);
        if (list.size > 0)
            fprintf(out, "%s%s: %s", has_any ? "  " : "        ", NAMES[i], is_all ? "" : "...,");
        for (uint32_t k = 0; k < list.size; k++)
            fprintf(out, "%se%u%s", k == 0 ? "" : ",", list.data[k].event,
                    list.data[k].condition == TERM_TRUE ? "" : "?");
        has_any |= list.size > 0;
    }
    if (has_any)
        fputc('\n', out);
    vec_clear(&list);
}

static void add_location(const symex *s, ir_id pc, strbuf *out)
{
    ir_print_location(s->program, s->program->code.data[pc].location, out);
}

static void print_counts(const memory *m, const memory_candidates *c, const model *model, FILE *out)
{
    const symex *s = m->s;
    uint32_t reads = 0, writes = 0;
    for (uint32_t i = 0; i < m->accesses.size; i++) {
        reads += !m->accesses.data[i].is_write;
        writes += m->accesses.data[i].is_write;
    }
    fprintf(out, "%s: %u threads, %u events, %u reads, %u writes, %u cells\n", model->name, s->threads.size,
            s->events.size, reads, writes, m->cells.size);
    fprintf(out, "reads-from: %llu pairs, %llu after pruning; %u reads need no choice\n",
            (unsigned long long)c->rf_before, (unsigned long long)c->rf_after, c->static_reads);
    fprintf(out, "write order: %llu pairs, %llu after pruning\n", (unsigned long long)c->ws_before,
            (unsigned long long)c->ws_after);
    fprintf(out, "%u claims, %u cuts, %u nondeterministic values\n", s->claims.size + m->claims.size, s->cuts.size,
            s->choices.size);
}

static void print_candidates(const memory *m, const memory_candidates *c, const memory_read *read, FILE *out)
{
    fprintf(out, "        from");
    for (uint32_t i = 0; i < read->count; i++) {
        const memory_candidate *candidate = &c->candidates.data[read->first + i];
        if (candidate->write == IR_NONE)
            fprintf(out, " initial");
        else
            fprintf(out, " e%u%s", m->accesses.data[candidate->write].event,
                    candidate->condition == TERM_TRUE ? "" : "?");
    }
    fprintf(out, "%s\n", read->is_static ? "  (known)" : "");
}

/* By access: which of the reads it is. The caller frees it. */
static uint32_t *index_reads(const memory *m, const memory_candidates *c)
{
    uint32_t *read_of = alloc_zeroed(m->accesses.size, sizeof(uint32_t));
    for (uint32_t r = 0; r < c->reads.size; r++)
        read_of[c->reads.data[r].access] = r;
    return read_of;
}

void events_print_text(const memory *m, const memory_candidates *c, const model *model, bool lists, FILE *out)
{
    const symex *s = m->s;
    strbuf line = {0};
    uint32_t *read_of = index_reads(m, c);
    for (uint32_t t = 0; lists && t < s->threads.size; t++) {
        const symex_thread *thread = &s->threads.data[t];
        fprintf(out, "T%u %s\n", t, s->program->functions.data[thread->entry].name);
        for (uint32_t i = 0; i < thread->events.size; i++) {
            uint32_t id = thread->events.data[i];
            const symex_event *e = &s->events.data[id];
            strbuf_reset(&line);
            add_event(s, e, &line);
            strbuf where = {0}, guard = {0};
            add_location(s, e->user_pc, &where);
            if (e->guard != TERM_TRUE) {
                strbuf_add(&guard, "  if ");
                term_print(s->terms, e->guard, &guard);
            }
            fprintf(out, "  e%-5u %-40s %s%s\n", id, strbuf_text(&line), strbuf_text(&where), strbuf_text(&guard));
            strbuf_clear(&where);
            strbuf_clear(&guard);
            print_dependencies(s, id, out);
            for (uint32_t a = m->first_access[id]; e->kind == SYMEX_READ && a < m->first_access[id + 1]; a++)
                print_candidates(m, c, &c->reads.data[read_of[a]], out);
        }
    }
    for (uint32_t i = 0; lists && i < s->cuts.size; i++) {
        strbuf_reset(&line);
        add_location(s, s->cuts.data[i].pc, &line);
        fprintf(out, "cut after %u iterations: %s\n", s->cuts.data[i].iterations, strbuf_text(&line));
    }
    for (uint32_t i = 0; lists && i < s->claims.size; i++) {
        strbuf_reset(&line);
        add_location(s, s->claims.data[i].user_pc, &line);
        fprintf(out, "claim: %s: never %s\n", strbuf_text(&line), s->claims.data[i].message);
    }
    print_counts(m, c, model, out);
    free(read_of);
    strbuf_clear(&line);
}

static void add_fence_json(json *j, ir_fence fence)
{
    strbuf pairs = {0};
    json_key(j, "fence");
    json_string(j, ir_fence_name(fence));
    json_key(j, "pairs");
    json_begin(j, '[');
    for (uint32_t pair = 1; pair <= IR_PAIRS_ALL; pair <<= 1) {
        strbuf_reset(&pairs);
        ir_fence_print_pairs((uint8_t)(fence.pairs & pair), &pairs);
        if (pairs.size > 0)
            json_string(j, strbuf_text(&pairs));
    }
    json_end(j, ']');
    strbuf_clear(&pairs);
}

static void add_dependencies_json(json *j, const symex *s, const char *name, const depends_list *list)
{
    strbuf condition = {0};
    if (list->size == 0)
        return;
    json_key(j, name);
    json_begin(j, '[');
    for (uint32_t i = 0; i < list->size; i++) {
        json_begin(j, '{');
        json_key(j, "read");
        json_number(j, list->data[i].event);
        if (list->data[i].condition != TERM_TRUE) {
            strbuf_reset(&condition);
            term_print(s->terms, list->data[i].condition, &condition);
            json_key(j, "if");
            json_string(j, strbuf_text(&condition));
        }
        json_end(j, '}');
    }
    json_end(j, ']');
    strbuf_clear(&condition);
}

/* What a weak model asks of an event. */
static void add_relations_json(json *j, const symex *s, uint32_t event)
{
    static const char *const NAMES[DEPENDENCIES] = {"address", "data", "control"};
    const symex_event *e = &s->events.data[event];
    if (e->kind == SYMEX_FENCE)
        add_fence_json(j, e->fence);
    if (e->order != IR_PLAIN) {
        json_key(j, "order");
        json_string(j, ir_order_name((ir_order)e->order));
    }
    depends_list list = {0};
    for (uint32_t i = 0; i < DEPENDENCIES; i++) {
        symex_list_dependencies(s, event, dependency_of(e, i), UINT32_MAX, &list);
        add_dependencies_json(j, s, NAMES[i], &list);
    }
    vec_clear(&list);
}

void events_print_json(const memory *m, const memory_candidates *c, const model *model, FILE *out)
{
    const symex *s = m->s;
    json j = {0};
    strbuf text = {0};
    json_begin(&j, '{');
    json_key(&j, "schema");
    json_number(&j, RESULT_JSON_SCHEMA);
    json_key(&j, "command");
    json_string(&j, "events");
    json_key(&j, "model");
    json_string(&j, model->name);
    json_key(&j, "threads");
    json_begin(&j, '[');
    for (uint32_t t = 0; t < s->threads.size; t++)
        json_string(&j, s->program->functions.data[s->threads.data[t].entry].name);
    json_end(&j, ']');
    json_key(&j, "events");
    json_begin(&j, '[');
    for (uint32_t i = 0; i < s->events.size; i++) {
        const symex_event *e = &s->events.data[i];
        json_begin(&j, '{');
        json_key(&j, "thread");
        json_number(&j, e->thread);
        json_key(&j, "kind");
        json_string(&j, KINDS[e->kind]);
        json_key(&j, "text");
        strbuf_reset(&text);
        add_event(s, e, &text);
        json_string(&j, strbuf_text(&text));
        json_key(&j, "place");
        strbuf_reset(&text);
        add_location(s, e->user_pc, &text);
        json_string(&j, strbuf_text(&text));
        if (e->block != IR_NONE) {
            json_key(&j, "block");
            json_number(&j, e->block);
        }
        add_relations_json(&j, s, i);
        json_end(&j, '}');
    }
    json_end(&j, ']');
    json_key(&j, "candidates");
    json_begin(&j, '[');
    for (uint32_t r = 0; r < c->reads.size; r++)
        for (uint32_t i = 0; i < c->reads.data[r].count; i++) {
            const memory_candidate *candidate = &c->candidates.data[c->reads.data[r].first + i];
            json_begin(&j, '{');
            json_key(&j, "read");
            json_number(&j, m->accesses.data[c->reads.data[r].access].event);
            if (candidate->write != IR_NONE) {
                json_key(&j, "write");
                json_number(&j, m->accesses.data[candidate->write].event);
            }
            json_end(&j, '}');
        }
    json_end(&j, ']');
    const struct {
        const char *name;
        uint64_t value;
    } counts[] = {
        {"rf_before", c->rf_before}, {"rf_after", c->rf_after}, {"ws_before", c->ws_before},
        {"ws_after", c->ws_after},   {"cells", m->cells.size},  {"static_reads", c->static_reads},
        {"cuts", s->cuts.size},
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        json_key(&j, counts[i].name);
        json_number(&j, counts[i].value);
    }
    json_end(&j, '}');
    fprintf(out, "%s\n", strbuf_text(&j.text));
    strbuf_clear(&j.text);
    strbuf_clear(&text);
}

static void print_label(const char *text, FILE *out)
{
    strbuf label = {0};
    dot_add_label(text, &label);
    fputs(strbuf_text(&label), out);
    strbuf_clear(&label);
}

void events_print_dot(const memory *m, const memory_candidates *c, const model *model, FILE *out)
{
    const symex *s = m->s;
    strbuf text = {0};
    fprintf(out, "digraph events {\n  label=\"%s\";\n  node [shape=box, fontname=monospace];\n", model->name);
    for (uint32_t t = 0; t < s->threads.size; t++) {
        const symex_thread *thread = &s->threads.data[t];
        fprintf(out, "  subgraph cluster_%u {\n    label=\"T%u ", t, t);
        print_label(s->program->functions.data[thread->entry].name, out);
        fprintf(out, "\";\n");
        for (uint32_t i = 0; i < thread->events.size; i++) {
            uint32_t id = thread->events.data[i];
            strbuf_reset(&text);
            add_event(s, &s->events.data[id], &text);
            fprintf(out, "    e%u [label=\"", id);
            print_label(strbuf_text(&text), out);
            fprintf(out, "\"];\n");
            if (i > 0)
                fprintf(out, "    e%u -> e%u;\n", thread->events.data[i - 1], id);
        }
        fprintf(out, "  }\n");
        if (thread->start != IR_NONE)
            fprintf(out, "  e%u -> e%u [color=blue];\n", thread->start, thread->begin);
    }
    for (uint32_t i = 0; i < s->joins.size; i++)
        if (s->threads.data[s->joins.data[i].thread].end != IR_NONE)
            fprintf(out, "  e%u -> e%u [color=blue];\n", s->threads.data[s->joins.data[i].thread].end,
                    s->joins.data[i].event);
    for (uint32_t r = 0; r < c->reads.size; r++)
        for (uint32_t i = 0; i < c->reads.data[r].count; i++) {
            uint32_t write = c->candidates.data[c->reads.data[r].first + i].write;
            if (write != IR_NONE)
                fprintf(out, "  e%u -> e%u [style=dashed, color=red, constraint=false];\n",
                        m->accesses.data[write].event, m->accesses.data[c->reads.data[r].access].event);
        }
    fprintf(out, "}\n");
    strbuf_clear(&text);
}
