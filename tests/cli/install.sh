#!/usr/bin/env bash
# install.sh HEDDLE BUILD: what `make install` lays down works from there: the command runs, and a program that
# finds the library through pkg-config compiles, links and runs.
set -u
. tests/cli/lib.sh

run_command cmake --install "$build" --prefix "$place/prefix"
expect_code "installing" 0
for file in bin/heddle lib/libheddle.a include/heddle.h lib/pkgconfig/heddle.pc share/man/man1/heddle.1 \
    share/heddle/heddle.schema.json share/bash-completion/completions/heddle share/zsh/site-functions/_heddle \
    share/fish/vendor_completions.d/heddle.fish; do
    [ -s "$place/prefix/$file" ] || complain "$file was not installed"
done

expect_run "the version" 0 '^heddle [0-9]+\.[0-9]+\.[0-9]+' "$place/prefix/bin/heddle" --version

cat >"$place/user.c" <<'END'
#include <heddle.h>
#include <stdio.h>

int main(void)
{
    puts(heddle_version());
    return 0;
}
END
export PKG_CONFIG_PATH=$place/prefix/lib/pkgconfig
version=$(pkg-config --modversion heddle)
read -ra flags <<<"$(pkg-config --cflags --libs heddle)"
# The library of a sanitized build needs the same sanitizers at the link.
if grep -q '^HEDDLE_SANITIZE:BOOL=ON' "$build/CMakeCache.txt"; then
    flags+=("-fsanitize=address,undefined")
fi
run_command cc -std=c17 -Wall -Wextra -Werror "$place/user.c" "${flags[@]}" -o "$place/user"
expect_code "compiling" 0
run_command "$place/user"
expect_code "a user of the library" 0
expect_equal "the version of the library" "$version" "$(cat "$place/stdout")"
finish "what is installed works"
