#!/usr/bin/env bash
# setup_node.sh FOLDER: puts what tests need from Node packages into FOLDER, unless it is there: what drives the browser
# in tests/html, and the schema of SARIF (sarif.schema.json).
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1
root=$PWD
schema_package=@microsoft/jest-sarif@1.0.0-beta.0
schema_file=package/lib/schemas/sarif-2.1.0-rtm.5.json
schema_sum=2d99159ae54a3eea97f81781cff48780548657c35949f4b7f25e99a2ba4de4f8
mkdir -p "$folder"
cd "$folder"
exec 9>lock
flock 9 # tests that need it run at the same time

if ! cmp -s "$root/tests/html/package-lock.json" node_modules/.installed; then
    cp "$root"/tests/html/package{,-lock}.json .
    npm ci --ignore-scripts --no-audit --no-fund --prefer-offline --loglevel=error
    cp package-lock.json node_modules/.installed
fi

if [ ! -e sarif.schema.json ]; then
    archive=$(npm pack --silent --ignore-scripts --prefer-offline "$schema_package")
    tar -xzOf "$archive" "$schema_file" >schema.new
    rm -f "$archive"
    echo "$schema_sum  schema.new" | sha256sum --check --quiet
    mv schema.new sarif.schema.json
fi
