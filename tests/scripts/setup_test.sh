#!/usr/bin/env bash
# Tests what is installed for whom: building needs no package of the tests, each part brings its own, and the targets of
# the Makefile ask for the right parts. Nothing is installed: apt-get and the like are fakes.
set -u
cd "$(dirname "$0")/../.." || exit 1
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
failures=0

fail() {
    echo "$1"
    failures=$((failures + 1))
}

# lists PART PACKAGE...: the part has these packages.
lists() {
    local package
    for package in "${@:2}"; do
        scripts/setup.sh --list "$1" | grep -qxF "$package" || fail "$1 does not list $package"
    done
}

# lacks PART REGEX...: it has none that matches.
lacks() {
    local regex
    for regex in "${@:2}"; do
        ! scripts/setup.sh --list "$1" | grep -xE "$regex" || fail "$1 lists what matches $regex"
    done
}

test_only=(libcmocka-dev nodejs npm 'chromium.*' 'firefox.*' 'python3.*' libxml2-utils graphviz zsh fish procps time)
others=(cadical minisat csmith libcsmith-dev 'clang-(format|tidy).*' cppcheck shellcheck 'libclang-rt.*')
lists build gcc cmake ninja-build clang-19 llvm-19-dev libcadical-dev
lacks build "${test_only[@]}" "${others[@]}"
lists test libcmocka-dev nodejs chromium python3-jsonschema graphviz zsh fish
lacks test "${others[@]}"
lists bench libcmocka-dev cadical minisat time python3
lists soak libcmocka-dev csmith
lists lint libcmocka-dev clang-format-14 clang-tidy-14 cppcheck shellcheck
for part in fuzz bench soak lint; do
    lacks $part 'chromium.*' nodejs npm zsh fish graphviz
done
for part in test fuzz bench soak lint; do
    mapfile -t needed < <(scripts/setup.sh --list build)
    lists $part "${needed[@]}"
done
[ "$(scripts/setup.sh --list build lint)" = "$(scripts/setup.sh --list lint)" ] || fail "packages of two parts are listed twice"

for arguments in '' '--list' 'nonsense' '--list nonsense' '--list build nonsense'; do
    # shellcheck disable=SC2086 # several words
    scripts/setup.sh $arguments >"$place/output" 2>&1
    [ $? -eq 2 ] || fail "setup.sh $arguments: not exit code 2"
    grep -qE 'usage|nonsense' "$place/output" || fail "setup.sh $arguments: no message"
done

# ---- what is installed ----

mkdir "$place/bin"
# Only what $INSTALLED names is installed.
cat >"$place/bin/dpkg-query" <<'END'
#!/bin/sh
case " $INSTALLED " in *" $3 "*) echo installed ;; *) exit 1 ;; esac
END
cat >"$place/bin/apt-get" <<'END'
#!/bin/sh
echo "$*" >>"$CALLS"
[ "$APT_WORKS" = yes ]
END
printf '#!/bin/sh\necho "%s"\n' "\$USER_ID" >"$place/bin/id"
chmod +x "$place"/bin/*
export CALLS=$place/calls INSTALLED APT_WORKS=yes USER_ID=0

# setup PART: how it ends and what it asks apt-get for, one package a line.
setup() {
    : >"$CALLS"
    PATH=$place/bin:$PATH BUILD=$place/build scripts/setup.sh "$1" >"$place/output" 2>&1
    code=$?
    sed -n 's/^install .*Retries=3 //p' "$CALLS" | tr ' ' '\n' >"$place/asked"
}

INSTALLED=
setup build
[ $code -eq 0 ] || fail "setup.sh build: exit code $code"
diff <(sort "$place/asked") <(scripts/setup.sh --list build) || fail "setup.sh build installs something else than it lists"
INSTALLED="$(scripts/setup.sh --list build | grep -v cmake | tr '\n' ' ')"
setup build
[ "$(cat "$place/asked")" = cmake ] || fail "setup.sh build installs '$(cat "$place/asked")', where only cmake is missing"
USER_ID=1000 setup build
[ $code -eq 1 ] || fail "nobody but root can install, exit code $code"
grep -q 'sudo scripts/setup.sh build' "$place/output" || fail "nobody but root can install: it does not say what to do"
APT_WORKS=no setup build
[ $code -eq 1 ] || fail "apt-get that fails: exit code $code"
INSTALLED="$(scripts/setup.sh --list build | tr '\n' ' ')"
USER_ID=1000 setup build
[ $code -eq 0 ] || fail "nothing to install: exit code $code"
[ ! -s "$CALLS" ] || fail "nothing to install: apt-get is called"
[ ! -e "$place/build" ] || fail "setup.sh build installs Node packages"

# ---- who asks for what ----

# asks TARGET PART: the only part that it sets up.
asks() {
    local parts
    parts=$(make --no-print-directory -n "$1" BUILD="$place/build" | grep -oE 'scripts/setup\.sh.*' | tr '\n' ' ')
    [ "$parts" = "scripts/setup.sh $2 " ] || fail "make $1 calls '$parts', not scripts/setup.sh $2"
}
asks all build
asks demo build
asks install build
asks test test
asks asan test
asks lint lint
asks format format
asks bench bench
asks fuzz fuzz
asks soak soak

# ---- configuring ----

# configures FLAG...: where pkg-config finds nothing, and so no cmocka.
configures() {
    PKG_CONFIG_LIBDIR=$place/nowhere PKG_CONFIG_PATH='' cmake -S . -B "$place/build" -G Ninja "$@" >"$place/output" 2>&1
}
configures || fail "the build cannot be configured without cmocka: $(cat "$place/output")"
! grep -q 'tests/unit/' "$place/build/build.ninja" || fail "the build without tests has tests"
! configures -DHEDDLE_TESTS=ON || fail "the tests can be configured without cmocka"
grep -q cmocka "$place/output" || fail "without cmocka: the message does not name it"

[ $failures -eq 0 ] && echo "everybody gets what they need"
