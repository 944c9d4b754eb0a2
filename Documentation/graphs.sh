#!/usr/bin/env bash
# Extracts the symbol graphs of what 'import Postil', 'import PostilSignatures', 'import PostilTools', 'import PostilLayout' and 'import PostilViewer' bring from the modules of a debug build,
# into the folder that is given.
set -euo pipefail
graphs=$(realpath -m "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
binaries=$(swift build --show-bin-path)
rm -rf "$graphs"
mkdir -p "$graphs"

# The C modules, which the package's own were built with.
includes=()
for map in Sources/*/module.modulemap; do includes+=(-I "$(dirname "$map")"); done
for map in "$binaries"/*.build/module.modulemap; do
  # Those of programs that run during the build are the same modules a second time.
  [[ $map = *-tool.build/* ]] || includes+=(-Xcc "-fmodule-map-file=$map")
done
for flag in $(pkg-config --cflags libqpdf zlib cairo gnutls harfbuzz-subset libcmark-gfm); do includes+=(-Xcc "$flag"); done

target=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')
extract() {
  swift symbolgraph-extract -module-name "$1" -output-dir "$graphs" -target "$target" \
    -minimum-access-level public -skip-synthesized-members "${@:2}" -I "$binaries/Modules" "${includes[@]}"
}

# Postil hands on the modules below it, so that all public symbols are found under one name.
extract Postil -experimental-allowed-reexported-modules=PostilModel,PostilGraphics,PostilFile,PostilRender
extract PostilSignatures
extract PostilTools
extract PostilLayout
extract PostilLayoutSVG
extract PostilViewer

# A folder of its own: it has names of Postil's, which links in the articles could not tell apart.
graphs="$graphs.PDFKit"
rm -rf "$graphs"
mkdir -p "$graphs"
extract PDFKit
