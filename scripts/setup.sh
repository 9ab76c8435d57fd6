#!/usr/bin/env bash
# setup.sh [PACKAGE...]: installs the Debian packages that building and testing Heddle needs, those that the arguments
# name and only some targets need, and for the tests of HTML reports a Node package in $BUILD (build). When all of them
# are there it does nothing, and needs neither root nor a network.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
    gcc libc6-dev cmake ninja-build pkg-config        # build
    libcadical-dev                                    # one of the SAT solvers
    clang-19 llvm-19 llvm-19-dev                      # the C front end, and the compiler of the models
    libcmocka-dev libclang-rt-19-dev                  # unit tests, fuzzing
    cadical minisat time python3                      # benchmarks
    nodejs chromium                                   # tests of HTML reports
    python3-jsonschema python3-yaml libxml2-utils     # tests of other reports
    graphviz zsh fish                                 # of graphs, and of completion
    clang-format-14 clang-tidy-14 cppcheck shellcheck # lint
)
packages+=("$@")
# Some packages of Node bring npm along, and then conflict with Debian's.
command -v npm >/dev/null || packages+=(npm)

if ! command -v dpkg-query >/dev/null; then
    echo "setup: this is not a Debian system; what the build needs is, in Debian's names: ${packages[*]}" >&2
    exit 0
fi

missing=()
for package in "${packages[@]}"; do
    if [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" != installed ]; then
        missing+=("$package")
    fi
done

install_missing() {
    if [ "$(id -u)" -ne 0 ]; then
        echo "setup: these packages are missing, and only root can install them: ${missing[*]}" >&2
        echo "setup: run 'sudo scripts/setup.sh' once, then try again" >&2
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

[ ${#missing[@]} -eq 0 ] || install_missing

# Building needs none of it, so that this is no reason to stop; the tests try again.
scripts/setup_node.sh "${BUILD:-build}/node" ||
    echo "setup: Node packages for tests could not be installed; without them html/report and cli/formats.sh fail" >&2
