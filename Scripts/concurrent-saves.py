#!/usr/bin/env python3
"""Many processes draw on one file at the same time, each saves in place.

What says that it saved must be in the file: exit status 1 if the file has more or fewer rectangles than there were
successful runs, if something is left beside it, or if a run fails otherwise than by
saying that another program changed the file. The file itself is not touched: a copy is.
"""

import pathlib
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import postil_tool as tool

REFUSED = "changed the file"


def trial(postil, original, safety, count, at_once):
    """Draws count rectangles and returns what is wrong, as sentences."""
    with tempfile.TemporaryDirectory(prefix="postil-concurrent-") as folder:
        path = pathlib.Path(folder) / "file.pdf"
        shutil.copy(original, path)
        before = len(postil.annotations(path, page=1) or [])

        def draw(number):
            x, y = 20 + number % 10 * 15, 20 + number // 10 * 15
            return postil.run(
                "draw", path, "--page", "1", "--rect", f"{x},{y},10,10", "--in-place", "--safety", safety,
                timeout=120)

        with ThreadPoolExecutor(at_once) as pool:
            runs = list(pool.map(draw, range(count)))
        saved = sum(run.status == 0 for run in runs)
        refused = sum(run.status == 1 and REFUSED in run.err for run in runs)
        found = len(postil.annotations(path, page=1) or []) - before
        print(f"{safety}: {count} runs, {at_once} at a time: {saved} saved, {refused} refused, {found} in the file")
        faults = [
            run.crash() or tool.first_line(run.err) for run in runs if run.status != 0 and REFUSED not in run.err]
        if saved == 0:
            faults.append("nothing was saved")
        if found != saved:
            faults.append(f"{saved} runs said that they saved, {found} rectangles are in the file")
        if len(left := list(pathlib.Path(folder).iterdir())) != 1:
            faults.append(f"left behind: {left}")
        return faults


def main():
    parser = tool.parser(__doc__)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--at-once", type=int, default=6)
    options = parser.parse_args()
    postil = tool.Postil(options.postil)
    faults = [
        f"{safety}: {fault}" for safety in ("atomic", "append-in-place")
        for fault in trial(postil, options.file, safety, options.count, options.at_once)]
    for fault in faults:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
