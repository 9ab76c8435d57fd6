/* Structs: members, nesting, assignment, as parameters and results of every size, arrays of them.
 *
 * Verdict: SC safe
 * Options: --observe done,line.end.y,list[1].name[1]
 * Outcomes: done=1 line.end.y=5 list[1].name[1]=98
 */
#include <assert.h>

struct point {
    int x, y;
};
struct line {
    struct point start, end;
    struct {
        char colour;
        short width;
    };
};
struct mixed {
    double weight;
    int count;
};
struct floats {
    float a, b;
};
struct small {
    char c;
};
struct named {
    char name[3];
    long number;
};

struct line line = {{1, 2}, {3, 4}, .width = 9};
struct named list[2] = {[1] = {"ab", 7}};
int done;

static struct point mirror(struct point p)
{
    p.x = -p.x;
    return (struct point){p.y, p.x};
}

static struct line move(struct line l, struct point by)
{
    l.end.y += by.y;
    l.start.x += by.x;
    return l;
}

static struct mixed twice(struct mixed m)
{
    m.weight *= 2;
    m.count *= 2;
    return m;
}

static struct floats swap(struct floats f)
{
    return (struct floats){f.b, f.a};
}

static struct small next(struct small s)
{
    s.c++;
    return s;
}

int main(void)
{
    struct point p = mirror((struct point){1, 2});
    assert(p.x == 2 && p.y == -1);
    struct line before = line, after = move(line, (struct point){10, 20});
    assert(before.end.y == 4 && after.end.y == 24 && after.start.x == 11 && line.start.x == 1 && after.width == 9);
    struct mixed m = twice((struct mixed){1.5, 2});
    assert(m.weight == 3 && m.count == 4);
    struct floats f = swap((struct floats){1, 2});
    assert(f.a == 2 && f.b == 1);
    assert(next((struct small){'a'}).c == 'b');
    struct named *n = &list[1];
    assert(n->name[0] == 'a' && n->number == 7 && sizeof *n == 16 && n - list == 1);
    struct point *q = &line.end;
    q->y++;
    *q = (struct point){q->x, q->y};
    done = line.end.y == 5;
    return 0;
}
