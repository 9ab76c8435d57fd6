#include "ir_build.h"

/* struct node { char tag; struct { int a, b; }; union { int i; char c[4]; struct { short lo, hi; } h; long l; } u;
 *               struct node *next; unsigned f : 3, g : 7; };
 * struct queue { int size; struct node items[4]; int m[2][3]; char tail[]; } q; */
typedef struct types {
    ir_program *p;
    ir_id int_type, node, queue, q;
} types;

static types build_types(void)
{
    types t = {.p = ir_program_new()};
    ir_program *p = t.p;
    ir_id char_type = add_ctype(p, IR_C_SIGNED, "char", 1);
    ir_id short_type = add_ctype(p, IR_C_SIGNED, "short", 2);
    ir_id int_type = t.int_type = add_ctype(p, IR_C_SIGNED, "int", 4);
    ir_id long_type = add_ctype(p, IR_C_SIGNED, "long", 8);
    ir_id unsigned_type = add_ctype(p, IR_C_UNSIGNED, "unsigned int", 4);
    ir_id next = add_ctype(p, IR_C_POINTER, "", 8);
    ir_id pair = add_struct(p, IR_C_STRUCT, "", 8, (ir_field[]){{"a", 0, 32, int_type}, {"b", 32, 32, int_type}}, 2);
    ir_id halves =
        add_struct(p, IR_C_STRUCT, "", 4, (ir_field[]){{"lo", 0, 16, short_type}, {"hi", 16, 16, short_type}}, 2);
    ir_id chars = add_array(p, char_type, 4);
    ir_id choice = add_struct(
        p, IR_C_UNION, "", 8,
        (ir_field[]){{"i", 0, 32, int_type}, {"c", 0, 32, chars}, {"h", 0, 32, halves}, {"l", 0, 64, long_type}}, 4);
    t.node = add_struct(p, IR_C_STRUCT, "struct node", 40,
                        (ir_field[]){{"tag", 0, 8, char_type},
                                     {"", 32, 64, pair},
                                     {"u", 128, 64, choice},
                                     {"next", 192, 64, next},
                                     {"f", 256, 3, unsigned_type},
                                     {"g", 259, 7, unsigned_type}},
                        6);
    p->ctypes.data[next].element = t.node;
    ir_id items = add_array(p, t.node, 4);
    ir_id matrix = add_array(p, add_array(p, int_type, 3), 2);
    ir_id tail = add_array(p, char_type, 0);
    t.queue = add_struct(
        p, IR_C_STRUCT, "struct queue", 192,
        (ir_field[]){
            {"size", 0, 32, int_type}, {"items", 64, 1280, items}, {"m", 1344, 192, matrix}, {"tail", 1536, 0, tail}},
        4);
    t.q = add_global(p, "q", 200, t.queue);
    assert_valid(p);
    return t;
}

static void places_have_the_names_that_c_gives_them(void **state)
{
    (void)state;
    types t = build_types();
    const struct {
        uint64_t offset, size;
        const char *name;
        bool is_found_again;
    } places[] = {
        {0, 4, "q.size", true},
        {8, 1, "q.items[0].tag", true},
        {8, 40, "q.items[0]", true},
        {8, 160, "q.items", true},
        {12, 4, "q.items[0].a", true},
        {16, 4, "q.items[0].b", true},
        {8 + 40 + 16, 4, "q.items[1].u.i", true},
        {8 + 40 + 16, 8, "q.items[1].u.l", true},
        {8 + 40 + 16, 1, "q.items[1].u.i", false},
        {8 + 40 + 18, 2, "q.items[1].u.i+2", false},
        {8 + 40 + 20, 4, "q.items[1].u.l+4", false},
        {8 + 120 + 24, 8, "q.items[3].next", true},
        {8 + 32, 2, "q.items[0].f", false},
        {8 + 32, 4, "q.items[0].f", false},
        {168, 4, "q.m[0][0]", true},
        {168, 12, "q.m[0]", true},
        {168, 24, "q.m", true},
        {168 + 20, 4, "q.m[1][2]", true},
        {168 + 20, 1, "q.m[1][2]", false},
        {168 + 21, 1, "q.m[1][2]+1", false},
        {168 + 4, 8, "q.m[0]+4", false},
        {192, 1, "q.tail[0]", true},
        {197, 1, "q.tail[5]", true},
        {0, 192, "q", false},
        {4, 8, "q+4", false},
        {0, 0, "q", false},
        {48, 0, "q.items[1]", false},
        {4, 4, "q+4", false},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        strbuf name = {0};
        ir_id type = ir_name_place(t.p, "q", t.queue, places[i].offset, places[i].size, &name);
        assert_string_equal(strbuf_text(&name), places[i].name);
        if (places[i].is_found_again) {
            diag d = {0};
            ir_id global;
            ir_id found_type;
            uint64_t offset;
            uint64_t size;
            if (!ir_find_place(t.p, places[i].name, &global, &offset, &size, &found_type, &d))
                fail_msg("%s", d.message);
            assert_int_equal(global, t.q);
            assert_int_equal(offset, places[i].offset);
            assert_int_equal(size, places[i].size);
            assert_int_equal(found_type, type);
        }
        strbuf_clear(&name);
    }
    ir_program_free(t.p);
}

static void the_type_of_a_place_comes_with_its_name(void **state)
{
    (void)state;
    types t = build_types();
    strbuf name = {0};
    strbuf_add(&name, "&");
    assert_int_equal(ir_name_place(t.p, "n", t.node, 4, 4, &name), t.int_type);
    assert_string_equal(name.text, "&n.a");
    strbuf_reset(&name);
    assert_int_equal(ir_name_place(t.p, "n", t.node, 0, 40, &name), t.node);
    assert_int_equal(ir_name_place(t.p, " n", t.node, 32, 2, &name), IR_NONE);
    assert_int_equal(ir_name_place(t.p, " n", t.node, 40, 0, &name), IR_NONE);
    assert_int_equal(ir_name_place(t.p, " x", t.int_type, 1, 1, &name), IR_NONE);
    assert_int_equal(ir_name_place(t.p, " x", t.int_type, 0, 4, &name), t.int_type);
    assert_int_equal(ir_name_place(t.p, " y", IR_NONE, 24, 8, &name), IR_NONE);
    ir_id array = add_array(t.p, t.int_type, 4);
    assert_int_equal(ir_name_place(t.p, " a", array, 16, 4, &name), t.int_type);
    assert_int_equal(ir_name_place(t.p, " a", array, 16, 0, &name), t.int_type);
    assert_int_equal(ir_name_place(t.p, " a", array, 0, 16, &name), array);
    assert_string_equal(name.text, "n n.f n+40 x+1 x y+24 a[4] a[4] a");
    strbuf_clear(&name);
    ir_program_free(t.p);
}

static void a_unit_of_bit_fields_has_the_name_of_the_first(void **state)
{
    (void)state;
    ir_program *p = ir_program_new();
    ir_id type = add_ctype(p, IR_C_UNSIGNED, "unsigned int", 4);
    ir_id flags = add_struct(p, IR_C_STRUCT, "struct flags", 4,
                             (ir_field[]){{"a", 0, 3, type}, {"b", 3, 5, type}, {"c", 8, 20, type}}, 3);
    strbuf name = {0};
    ir_name_place(p, "s", flags, 0, 4, &name);
    ir_name_place(p, " s", flags, 0, 1, &name);
    ir_name_place(p, " s", flags, 1, 2, &name);
    ir_name_place(p, " s", flags, 1, 1, &name);
    assert_string_equal(name.text, "s.a s.a s.c s.c");
    strbuf_clear(&name);
    ir_program_free(p);
}

static void a_type_inside_itself_does_not_hang(void **state)
{
    (void)state;
    ir_program *p = ir_program_new();
    ir_id loop = add_struct(p, IR_C_STRUCT, "struct loop", 8, (ir_field[]){{"", 0, 64, 0}}, 1);
    add_global(p, "x", 8, loop);
    strbuf name = {0};
    ir_name_place(p, "x", loop, 0, 4, &name);
    ir_name_place(p, "x", loop, 0, 8, &name);
    diag d = {0};
    ir_id global;
    ir_id type;
    uint64_t offset;
    uint64_t size;
    assert_false(ir_find_place(p, "x.y", &global, &offset, &size, &type, &d));
    diag_clear(&d);
    strbuf_clear(&name);
    ir_program_free(p);
}

static void expressions_that_name_no_place_are_refused(void **state)
{
    (void)state;
    types t = build_types();
    const struct {
        const char *expression, *message;
    } wrong[] = {
        {"", "expected the name"},
        {"nothing", "no such global"},
        {"q.", "expected a member"},
        {"q.none", "no such member"},
        {"q.size.x", "no such member"},
        {"q.items[4]", "no such element"},
        {"q.items[99999999999999999999999]", "no such element"},
        {"q.items[x]", "expected a number"},
        {"q.items[1", "expected a number"},
        {"q.items[]", "expected a number"},
        {"q.size[0]", "only an array"},
        {"q.items[0].next[0]", "only an array"},
        {"q->size", "expected a variable"},
        {"q.tail[8]", "no such element"},
        {"main::q", "no such global"},
        {"main::", "no such global"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        diag d = {0};
        ir_id global;
        ir_id type;
        uint64_t offset;
        uint64_t size;
        assert_false(ir_find_place(t.p, wrong[i].expression, &global, &offset, &size, &type, &d));
        assert_int_equal(d.status, STATUS_BAD_INPUT);
        if (strstr(d.message, wrong[i].message) == NULL)
            fail_msg("%s", d.message);
        diag_clear(&d);
    }
    ir_program_free(t.p);
}

static void static_locals_are_found_by_their_function(void **state)
{
    (void)state;
    types t = build_types();
    ir_id f = add_global(t.p, "calls", 4, t.int_type);
    t.p->globals.data[f].scope = "f";
    ir_id g = add_global(t.p, "calls", 4, t.int_type);
    t.p->globals.data[g].scope = "g";
    diag d = {0};
    ir_id global;
    ir_id type;
    uint64_t offset;
    uint64_t size;
    assert_true(ir_find_place(t.p, "g::calls", &global, &offset, &size, &type, &d));
    assert_int_equal(global, g);
    assert_true(ir_find_place(t.p, "f::calls", &global, &offset, &size, &type, &d));
    assert_int_equal(global, f);
    assert_int_equal(size, 4);
    assert_int_equal(type, t.int_type);
    assert_true(ir_find_place(t.p, " q . items [ 2 ] . a ", &global, &offset, &size, &type, &d));
    assert_int_equal(offset, 8 + 80 + 4);
    assert_true(ir_find_place(t.p, "q", &global, &offset, &size, &type, &d));
    assert_int_equal(size, 200);
    assert_int_equal(type, t.queue);
    ir_program_free(t.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_have_the_names_that_c_gives_them),
        cmocka_unit_test(the_type_of_a_place_comes_with_its_name),
        cmocka_unit_test(a_unit_of_bit_fields_has_the_name_of_the_first),
        cmocka_unit_test(a_type_inside_itself_does_not_hang),
        cmocka_unit_test(expressions_that_name_no_place_are_refused),
        cmocka_unit_test(static_locals_are_found_by_their_function),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
