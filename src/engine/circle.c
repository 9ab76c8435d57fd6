#include "engine/circle.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "cat/evaluate.h"
#include "cat/plain.h"
#include "encode/mapping.h"

enum { REASONS = 16 }; /* circles that are looked at */

typedef VEC(uint32_t) event_list;

/* ---- links ---- */

static uint32_t thread_of(const execution *x, uint32_t event)
{
    return x->axioms.program.events.data[event].thread;
}

static check_link_kind kind_of(const execution *x, uint32_t from, uint32_t to)
{
    const cat_event *a = &x->axioms.program.events.data[from];
    if (a->thread == thread_of(x, to))
        return CHECK_LINK_PO;
    if (x->axioms.sources.data[to] == from)
        return CHECK_LINK_RF;
    return a->kind & CAT_WRITE ? CHECK_LINK_WS : CHECK_LINK_FR;
}

/* The events where the circle enters and leaves threads, the first being where it enters one. */
static void find_corners(const execution *x, const cat_reason *reason, event_list *corners)
{
    uint32_t count = reason->events.size;
    const uint32_t *events = reason->events.data;
    for (uint32_t i = 0; i < count; i++) {
        bool enters = thread_of(x, events[i]) != thread_of(x, events[(i + count - 1) % count]);
        bool leaves = thread_of(x, events[i]) != thread_of(x, events[(i + 1) % count]);
        if (enters || (leaves && corners->size > 0))
            vec_push(corners, events[i]);
    }
    /* Where the list begins in the middle of a thread, that thread's exit comes last. */
    for (uint32_t i = 0; i < count && corners->size > 0 && events[i] != corners->data[0]; i++)
        if (thread_of(x, events[i]) != thread_of(x, events[(i + 1) % count]))
            vec_push(corners, events[i]);
}

/* ---- what the model keeps ---- */

/* The execution with a full fence behind each of the corners that begin a link of program order, but for one. Fences
 * are added at the end of the list, between others by their index. */
static bool allows_with_fences(const execution *x, const cat_model *model, const event_list *corners, uint32_t without)
{
    axiom_execution fenced = {0};
    axiom_execution_copy(&fenced, &x->axioms);
    cat_program *p = &fenced.program;
    for (uint32_t i = 0; i < p->events.size; i++)
        p->events.data[i].index *= 2;
    for (uint32_t i = 0; i < corners->size; i++) {
        uint32_t from = corners->data[i], to = corners->data[(i + 1) % corners->size];
        if (i == without || kind_of(x, from, to) != CHECK_LINK_PO)
            continue;
        cat_event fence = p->events.data[from];
        fence.index++;
        fence.kind = CAT_FENCE;
        fence.tags = mapping_full_fence();
        vec_push(&p->events, fence);
        vec_push(&fenced.places, CAT_NO_PLACE);
        vec_push(&fenced.sources, CAT_NO_EVENT);
        vec_push(&fenced.order, 0);
    }
    cat_execution view = axiom_execution_view(&fenced);
    bool result = cat_plain_allows(model, &view);
    axiom_execution_clear(&fenced);
    return result;
}

/* ---- the machine's events ---- */

static uint32_t told_as(const execution *x, const replay_told *told, uint32_t event)
{
    uint32_t access = x->axioms.events.data[event];
    for (uint32_t i = 0; i < x->steps.size && access != IR_NONE; i++)
        if (x->steps.data[i].event == access)
            return told->data[i];
    return IR_NONE;
}

static bool are_told(const execution *x, const replay_told *told, const event_list *corners)
{
    for (uint32_t i = 0; i < corners->size; i++)
        if (told_as(x, told, corners->data[i]) == IR_NONE)
            return false;
    return corners->size > 0;
}

static void add_links(const execution *x, const replay_told *told, const cat_model *model, const event_list *corners,
                      check_circle *circle)
{
    for (uint32_t i = 0; i < corners->size; i++) {
        uint32_t from = corners->data[i], to = corners->data[(i + 1) % corners->size];
        check_link link = {
            .kind = kind_of(x, from, to), .from = told_as(x, told, from), .to = told_as(x, told, to), .is_kept = true};
        if (link.kind == CHECK_LINK_PO)
            link.is_kept = !allows_with_fences(x, model, corners, i);
        vec_push(circle, link);
    }
}

void circle_find(const execution *x, const replay_told *told, const cat_model *model, check_circle *circle)
{
    diag d = {0};
    cat_model *sc = cat_load("sc", &d);
    cat_reasons reasons = {0};
    cat_execution view = axiom_execution_view(&x->axioms);
    cat_session *session = cat_session_create(sc, &x->axioms.program, x->axioms.places.data);
    cat_session_explain(session, &view, REASONS, &reasons);
    for (uint32_t i = 0; i < reasons.size && circle->size == 0; i++) {
        event_list corners = {0};
        if (reasons.data[i].axiom == 0)
            find_corners(x, &reasons.data[i], &corners);
        if (are_told(x, told, &corners))
            add_links(x, told, model, &corners, circle);
        vec_clear(&corners);
    }
    cat_reasons_clear(&reasons);
    cat_session_free(session);
    cat_free(sc);
    diag_clear(&d);
}
