#!/usr/bin/env bash
# setup_browser.sh FOLDER: puts the Node package that drives the browser in tests/html into FOLDER, unless it is there.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1
mkdir -p "$folder"
if cmp -s tests/html/package-lock.json "$folder/node_modules/.installed"; then
    exit 0
fi
cp tests/html/package.json tests/html/package-lock.json "$folder/"
(cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --prefer-offline --loglevel=error)
cp tests/html/package-lock.json "$folder/node_modules/.installed"
