#!/usr/bin/env bash
# setup.sh [--list] PART...: installs the Debian packages that parts of the work on Heddle need; with --list it only
# names them. The parts are
#
#     build    the command and the library
#     test     the tests, sanitized or not; also, in $BUILD (build), a Node package for the tests of HTML reports
#     fuzz     the fuzzer of the reader
#     bench    the benchmarks
#     soak     the random tests
#     lint     the static checks
#     format   the formatter alone
#
# When all packages are there, it does nothing, and needs neither root nor a network.
set -euo pipefail
cd "$(dirname "$0")/.."

build=(
    gcc libc6-dev cmake ninja-build pkg-config # the compiler, and what drives it
    clang-19 llvm-19 llvm-19-dev               # the C front end, and the compiler of the models
    libcadical-dev                             # a SAT solver
    libz3-dev                                  # the solver of difference logic
)
compile_tests=(libcmocka-dev) # to compile the tests
run_tests=(
    nodejs chromium                               # HTML reports
    python3 python3-jsonschema python3-yaml       # other reports
    libxml2-utils graphviz                        # the same
    zsh fish                                      # completion
    procps time                                   # limits, benchmarks
)
format=(clang-format-14)

# packages_of PART
packages_of() {
    case $1 in
    build) echo "${build[@]}" ;;
    test)
        echo "${build[@]}" "${compile_tests[@]}" "${run_tests[@]}"
        # Some packages of Node bring npm along, and then conflict with Debian's.
        command -v npm >/dev/null || echo npm
        ;;
    fuzz) echo "${build[@]}" "${compile_tests[@]}" ;;
    bench) echo "${build[@]}" "${compile_tests[@]}" cadical minisat time python3 ;;
    soak) echo "${build[@]}" "${compile_tests[@]}" csmith libcsmith-dev python3 ;;
    lint) echo "${build[@]}" "${compile_tests[@]}" "${format[@]}" clang-tidy-14 cppcheck shellcheck ;;
    format) echo "${format[@]}" ;;
    *)
        echo "setup: there is no part '$1'; see the head of scripts/setup.sh" >&2
        return 1
        ;;
    esac
}

list_only=false
if [ "${1-}" = --list ]; then
    list_only=true
    shift
fi
if [ $# -eq 0 ]; then
    echo "usage: scripts/setup.sh [--list] build|test|fuzz|bench|soak|lint|format..." >&2
    exit 2
fi

packages=()
for part in "$@"; do
    names=$(packages_of "$part") || exit 2
    read -r -d '' -a names <<<"$names" || true
    packages+=("${names[@]}")
done

if $list_only; then
    printf '%s\n' "${packages[@]}" | LC_ALL=C sort -u
    exit
fi

install_missing() {
    if [ "$(id -u)" -ne 0 ]; then
        echo "setup: these packages are missing, and only root can install them: ${missing[*]}" >&2
        echo "setup: run 'sudo scripts/setup.sh $parts' once, then try again" >&2
        exit 1
    fi
    echo "setup: installing ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    if ! { apt-get update -qq &&
        apt-get install -y -qq --no-install-recommends -o Acquire::Retries=3 "${missing[@]}"; } >"$log" 2>&1; then
        cat "$log" >&2
        echo "setup: installing failed; see above" >&2
        exit 1
    fi
}

parts=$*
if ! command -v dpkg-query >/dev/null; then
    echo "setup: this is not a Debian system; what is needed here is, in Debian's names: ${packages[*]}" >&2
    exit 0
fi
missing=()
for package in "${packages[@]}"; do
    if [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" != installed ]; then
        missing+=("$package")
    fi
done
[ ${#missing[@]} -eq 0 ] || install_missing

# Only some tests need it, so that this is no reason to stop; they try again.
if [[ " $parts " == *" test "* ]]; then
    scripts/setup_node.sh "${BUILD:-build}/node" ||
        echo "setup: Node packages for tests could not be installed; without them html/report and cli/formats.sh fail" >&2
fi
