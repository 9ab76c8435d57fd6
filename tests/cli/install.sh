#!/usr/bin/env bash
# install.sh HEDDLE BUILD: what `make install` lays down works from there: the command runs, and a program that
# finds the library through pkg-config compiles, links and runs.
set -euo pipefail
build=$2
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

cmake --install "$build" --prefix "$place/prefix" >/dev/null
for file in bin/heddle lib/libheddle.a include/heddle.h lib/pkgconfig/heddle.pc share/man/man1/heddle.1 \
    share/heddle/heddle.schema.json share/bash-completion/completions/heddle share/zsh/site-functions/_heddle \
    share/fish/vendor_completions.d/heddle.fish; do
    [ -s "$place/prefix/$file" ] || { echo "$file was not installed"; exit 1; }
done

"$place/prefix/bin/heddle" --version | grep -q '^heddle [0-9]*\.[0-9]*\.[0-9]*'

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
cc -std=c17 -Wall -Wextra -Werror "$place/user.c" "${flags[@]}" -o "$place/user"
[ "$("$place/user")" = "$version" ] || { echo "the library is not version $version"; exit 1; }
