#!/usr/bin/env bash
# Builds the documentation of what 'import Postil' and 'import PostilViewer' bring, from the modules of a debug
# build, and compares the reference in the repository with them.
# Warnings (links that lead nowhere, parameters without a word) are errors.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
graphs=.build/documentation/graphs
output=.build/documentation/Postil.doccarchive
rm -rf "$output"
Documentation/graphs.sh "$graphs"
Scripts/reference.py --check "$graphs"

docc=$(command -v docc || echo "$(dirname "$(readlink -f "$(command -v swift)")")/docc")
"$docc" convert Documentation/Postil.docc --additional-symbol-graph-dir "$graphs" --warnings-as-errors \
  --fallback-display-name Postil --fallback-bundle-identifier postil.Postil --output-path "$output"
echo "The documentation is in $output"
