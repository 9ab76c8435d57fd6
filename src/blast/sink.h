/* Where clauses go: any solver that knows variables as positive numbers and literals as signed ones. */
#ifndef HEDDLE_BLAST_SINK_H
#define HEDDLE_BLAST_SINK_H

typedef struct blast_sink {
    void *self;
    int (*new_variable)(void *self);
    void (*add_clause)(void *self, const int *literals, unsigned count);
} blast_sink;

#endif
