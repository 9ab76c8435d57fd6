#include "rf/memo.h"

#include <stdlib.h>

#include "base/alloc.h"

enum { SIZE = 1 << 10 };

struct rf_memo {
    bool is_set;
    hash128 key;
    uint8_t kind;
    rf_reads reads; /* of which cells */
    rf_writes writes;
};

static bool is_lone_instruction(const variation *v)
{
    ir_op op = (ir_op)v->x->program->code.data[machine_next_pc(v->before, rf_thread_of(v->id))].op;
    return v->node && (op == IR_RMW || op == IR_CMPXCHG);
}

static hash128 key_of(const variation *v)
{
    hash128 key = v->node->known;
    hash128_word(&key, rf_thread_of(v->id));
    for (uint32_t i = 0; i < v->given.size; i++) {
        hash128_word(&key, v->given.data[i].cell);
        hash128_word(&key, v->given.data[i].value);
    }
    return key;
}

bool rf_memo_recall(variation *v)
{
    if (v->x->memo == NULL || !is_lone_instruction(v))
        return false;
    hash128 key = key_of(v);
    const rf_memo *m = &v->x->memo[key.a % SIZE];
    if (!m->is_set || m->key.a != key.a || m->key.b != key.b)
        return false;
    v->variant.kind = m->kind;
    vec_append(&v->variant.reads, m->reads.data, m->reads.size);
    vec_append(&v->variant.writes, m->writes.data, m->writes.size);
    return true;
}

static bool is_given(const variation *v, uint32_t cell)
{
    for (uint32_t i = 0; i < v->given.size; i++)
        if (v->given.data[i].cell == cell)
            return true;
    return false;
}

void rf_memo_keep(const variation *v)
{
    explore *x = v->x;
    bool is_known = is_lone_instruction(v);
    for (uint32_t i = 0; i < v->variant.reads.size && is_known; i++)
        is_known = is_given(v, v->variant.reads.data[i].cell);
    if (!is_known)
        return;
    if (x->memo == NULL)
        x->memo = alloc_zeroed(SIZE, sizeof *x->memo);
    hash128 key = key_of(v);
    rf_memo *m = &x->memo[key.a % SIZE];
    m->is_set = true;
    m->key = key;
    m->kind = v->variant.kind;
    m->reads.size = m->writes.size = 0;
    vec_append(&m->reads, v->variant.reads.data, v->variant.reads.size);
    vec_append(&m->writes, v->variant.writes.data, v->variant.writes.size);
}

void rf_memo_clear(explore *x)
{
    for (uint32_t i = 0; x->memo && i < SIZE; i++) {
        vec_clear(&x->memo[i].reads);
        vec_clear(&x->memo[i].writes);
    }
    free(x->memo);
    x->memo = NULL;
}
