#!/usr/bin/env python3
"""Runs a command that changes a file, and prints a line of JSON: the time of the whole process, its start included.

Usage: whole_process.py FILE COMMAND…. What the command prints is a JSON object: if it has a `total_ms` of its own, that
is the time inside the process, without its start; the marks that it made are `matches`, or the number of `ids`; the files that it
wrote are `documents`.
"""

import json
import os
import subprocess
import sys
import time


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    path, command = sys.argv[1], sys.argv[2:]
    size = os.path.getsize(path)
    start = time.perf_counter()
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    end = time.perf_counter()
    said = json.loads(done.stdout)
    figures = {"total_ms": (end - start) * 1e3}
    if "total_ms" in said:
        figures["inside_ms"] = said["total_ms"]
    if "documents" in said:
        figures["document_ms"] = figures["total_ms"] / max(said["documents"], 1)
    else:
        figures["matches"] = said["matches"] if "matches" in said else len(said["ids"])
    print(json.dumps({**figures, "added_bytes": os.path.getsize(path) - size}))


if __name__ == "__main__":
    main()
