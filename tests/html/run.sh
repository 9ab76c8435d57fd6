#!/usr/bin/env bash
# run.sh HEDDLE BUILD: reports of `heddle check --html` in a browser without a window.
set -euo pipefail
heddle=$(realpath "$1")
folder=$(realpath "$2")/node
scripts/setup_node.sh "$folder"
NODE_PATH="$folder/node_modules" exec node tests/html/report_test.js "$heddle"
