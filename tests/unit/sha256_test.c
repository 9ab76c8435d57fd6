/* SHA-256 against the examples of FIPS 180-4 and of NIST's test vectors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/sha256.h"

static void hash_text(const char *text, size_t piece, char hex[SHA256_HEX])
{
    sha256 hash;
    uint8_t digest[SHA256_BYTES];
    sha256_init(&hash);
    for (size_t left = strlen(text); left > 0;) {
        size_t part = left < piece ? left : piece;
        sha256_add(&hash, text, part);
        text += part;
        left -= part;
    }
    sha256_finish(&hash, digest);
    sha256_hex(digest, hex);
}

static void known_texts_have_their_hashes(void **state)
{
    static const struct {
        const char *text, *hex;
    } VECTORS[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrst"
         "nopqrstu",
         "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof VECTORS / sizeof *VECTORS; i++)
        for (size_t piece = 1; piece < 130; piece++) {
            char hex[SHA256_HEX];
            hash_text(VECTORS[i].text, piece, hex);
            assert_string_equal(hex, VECTORS[i].hex);
        }
}

static void a_million_letters_have_theirs(void **state)
{
    char letters[1000], hex[SHA256_HEX];
    uint8_t digest[SHA256_BYTES];
    sha256 hash;
    (void)state;
    memset(letters, 'a', sizeof letters);
    sha256_init(&hash);
    for (int i = 0; i < 1000; i++)
        sha256_add(&hash, letters, sizeof letters);
    sha256_finish(&hash, digest);
    sha256_hex(digest, hex);
    assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* One before, on and behind the places where the padding needs another block. */
static void every_length_of_the_last_block_is_padded(void **state)
{
    static const struct {
        size_t length;
        const char *hex;
    } VECTORS[] = {
        {55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"},
        {56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"},
        {63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"},
        {64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"},
        {65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof VECTORS / sizeof *VECTORS; i++) {
        char text[100] = {0}, hex[SHA256_HEX];
        memset(text, 'a', VECTORS[i].length);
        hash_text(text, sizeof text, hex);
        assert_string_equal(hex, VECTORS[i].hex);
    }
}

static void files_are_hashed_by_their_content(void **state)
{
    char name[] = "/tmp/sha256_test_XXXXXX", hex[SHA256_HEX];
    (void)state;
    int file = mkstemp(name);
    assert_true(file >= 0);
    assert_int_equal(write(file, "abc", 3), 3);
    close(file);
    assert_true(sha256_file(name, hex));
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    unlink(name);
    assert_false(sha256_file(name, hex));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_texts_have_their_hashes),
        cmocka_unit_test(a_million_letters_have_theirs),
        cmocka_unit_test(every_length_of_the_last_block_is_padded),
        cmocka_unit_test(files_are_hashed_by_their_content),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
