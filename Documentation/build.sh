#!/usr/bin/env bash
# Builds the documentation of what 'import Postil' and 'import PostilViewer' bring, from the modules of a debug
# build.
# Warnings (links that lead nowhere, parameters without a word) are errors.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
binaries=$(swift build --show-bin-path)
graphs=.build/documentation/graphs
output=.build/documentation/Postil.doccarchive
rm -rf "$graphs" "$output"
mkdir -p "$graphs"

# The modules of the C libraries, which Postil's own were built with.
includes=()
for module in CQPDF CZlib CPoppler CCairo; do includes+=(-I "Sources/$module"); done
for flag in $(pkg-config --cflags libqpdf zlib poppler-glib cairo); do includes+=(-Xcc "$flag"); done

target=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')
extract() {
  swift symbolgraph-extract -module-name "$1" -output-dir "$graphs" -target "$target" \
    -minimum-access-level public -skip-synthesized-members "${@:2}" \
    -I "$binaries/Modules" -Xcc "-fmodule-map-file=$binaries/CSystem.build/module.modulemap" "${includes[@]}"
}

# Postil hands on the modules below it, so that all public symbols are found under one name.
extract Postil -experimental-allowed-reexported-modules=PostilModel,PostilFile,PostilRender
extract PostilViewer

docc=$(command -v docc || echo "$(dirname "$(readlink -f "$(command -v swift)")")/docc")
"$docc" convert Documentation/Postil.docc --additional-symbol-graph-dir "$graphs" --warnings-as-errors \
  --fallback-display-name Postil --fallback-bundle-identifier postil.Postil --output-path "$output"
echo "The documentation is in $output"
