#!/usr/bin/env python3
"""Makes a large folder of documents out of a small one: numbered hard links, or copies where links cannot be made.

    many.py SOURCE FOLDER COUNT
"""

import itertools
import os
import pathlib
import shutil
import sys


def make(source, folder, count):
    found = sorted(path for path in pathlib.Path(source).rglob("*") if path.suffix.lower() == ".pdf" and path.is_file())
    if not found:
        raise SystemExit(f"There is no PDF document in {source}.")
    for number, path in enumerate(itertools.islice(itertools.cycle(found), count)):
        # A thousand a folder, as folders of millions of files are slow to list.
        place = pathlib.Path(folder, f"{number // 1000:04}", f"{number:07}-{path.name}")
        place.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.link(path, place)
        except OSError:
            shutil.copyfile(path, place)


if __name__ == "__main__":
    if len(sys.argv) != 4 or not sys.argv[3].isdigit():
        raise SystemExit(__doc__)
    make(sys.argv[1], sys.argv[2], int(sys.argv[3]))
