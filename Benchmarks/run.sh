#!/bin/sh
# Builds the benchmarks and the peers' environment, and runs them: see run.py --help.
# Usage: Benchmarks/run.sh [--file FILE] [--big FILE] [--join FILE…] [--render-files FILE:PAGE…]
#        [--long FILE] [--other FILE] [--only NAME] [--rounds N]
set -eu
cd "$(dirname "$0")"
if [ ! -x .venv/bin/python ] || [ requirements.txt -nt .venv/bin/python ]; then
  python3 -m venv .venv >&2
  .venv/bin/pip install --quiet --disable-pip-version-check -r requirements.txt >&2
  touch -h .venv/bin/python
fi
swift build -c release --product postil-bench >&2
swift build -c release --package-path .. --product postil --static-swift-stdlib >&2
# shellcheck disable=SC2046
cc -O2 -o .build/poppler-page poppler-page.c $(pkg-config --cflags --libs poppler-glib cairo) -lm
here=$PWD
cd "$OLDPWD"
exec "$here/.venv/bin/python" "$here/run.py" "$@"
