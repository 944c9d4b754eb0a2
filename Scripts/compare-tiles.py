#!/usr/bin/env python3
"""Holds the tiles of pages against the pages drawn as a whole, for every PDF of a folder tree.

The first pages of each file are drawn by Postil as a whole and in tiles of several sizes, at several
scales, as the file has them and once more turned by 90 degrees in the session. With
--against-pdftocairo the whole pages are held against what pdftocairo draws, too. Two pictures are
called equal if at most 0.05 % of the pixels differ by more than 16 levels in any channel.

Prints what differs, how many files and pages were compared, and why others were not. Exit status 1
if anything differs. Needs the harness: swift build -c release --package-path Benchmarks.
"""

import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from dataclasses import dataclass, field

import numpy
from PIL import Image

import postil_tool as tool

HARNESS = tool.ROOT / "Benchmarks/.build/release/postil-tiles"
#: More pixels than that, in per cent, must not differ; and a pixel differs by more levels than that.
LIMIT, TOLERANCE = 0.05, 16
#: Pages can have a quarter of a thousand million pixels; Pillow takes that for an attack.
Image.MAX_IMAGE_PIXELS = None


@dataclass
class Row:
    """What came of a file: the harness's lines, and what it ended with."""

    path: pathlib.Path
    lines: list = field(default_factory=list)
    reason: str = ""

    def compared(self):
        return [line for line in self.lines if "percent" in line]

    def different(self):
        return [line for line in self.compared() if line["percent"] > LIMIT]


class Comparer:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder

    def compare(self, path):
        row = Row(path)
        try:
            password = tool.password_of(path, tool.PASSWORDS)
        except subprocess.TimeoutExpired:
            password = None
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            self.run(row, password, folder, turned=False)
            if not row.lines and not row.reason:
                row.reason = "no pages"
            if not row.reason and self.options.turned:
                self.run(row, password, folder, turned=True)
        return row

    def run(self, row, password, folder, turned):
        """Adds the harness's lines to the row; those that were printed until the time was up count."""
        options = self.options
        against = options.against_pdftocairo and not turned
        command = [
            str(options.harness), str(row.path), "--pages", str(options.pages), "--scales", options.scales,
            "--sizes", options.sizes, "--renderer", options.renderer, *(["--password", password] if password else []),
            *(["--turn"] if turned else []), *(["--dump", folder] if against else [])]
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        late = threading.Event()
        timer = threading.Timer(options.timeout, lambda: (late.set(), process.kill()))
        timer.start()
        try:
            for text in process.stdout:
                line = {**json.loads(text), "turned": turned}
                row.lines.append(line)
                if "page" not in line:
                    row.reason = line["code"]
                if dump := line.pop("dump", None):
                    row.lines.append(against_pdftocairo(row.path, line, dump, password, folder))
                    print(file=process.stdin, flush=True)
        except BrokenPipeError:
            pass  # It was killed while we compared.
        finally:
            timer.cancel()
        errors = process.communicate()[1]
        if late.is_set():
            row.reason = f"not done after {options.timeout} s"
        elif process.returncode != 0:
            row.reason = f"the harness ended with status {process.returncode}: {tool.first_line(errors)}"


# pdftocairo


def against_pdftocairo(path, line, dump, password, folder):
    """A line that tells how the whole page differs from what pdftocairo draws."""
    page, scale = line["page"], line["scale"]
    result = {"page": page, "scale": scale, "size": "pdftocairo", "turned": False}
    target = pathlib.Path(folder) / "pdftocairo"
    command = [
        "pdftocairo", "-png", "-singlefile", "-cropbox", "-r", repr(72 * scale), "-f", str(page), "-l", str(page),
        *(["-upw", password, "-opw", password] if password else []), str(path), str(target)]
    picture, dump = target.with_suffix(".png"), pathlib.Path(dump)
    try:
        done = subprocess.run(command, capture_output=True, timeout=300)
        if not picture.exists():
            return {**result, "code": "pdftocairo", "message": tool.first_line(tool.text(done.stderr))}
        own = numpy.fromfile(dump, dtype=numpy.uint8).reshape(line["height"], line["width"], 4)
        with Image.open(picture) as image:
            return {**result, **difference(own, image)}
    except subprocess.TimeoutExpired:
        return {**result, "code": "pdftocairo", "message": "not done after 300 s"}
    finally:
        picture.unlink(missing_ok=True)
        dump.unlink(missing_ok=True)


def difference(own, image):
    """Compares pixels of ours (blue, green, red, alpha) with a picture, where they overlap."""
    if max(abs(own.shape[0] - image.height), abs(own.shape[1] - image.width)) > 1:
        size = f"{own.shape[1]} x {own.shape[0]}, not {image.width} x {image.height}"
        return {"percent": 100.0, "largest": 255, "message": f"the size is {size}"}
    width, height = min(own.shape[1], image.width), min(own.shape[0], image.height)
    other = numpy.asarray(image.convert("RGB"))
    count = largest = 0
    for top in range(0, height, 512):
        bottom = min(top + 512, height)
        a, b = own[top:bottom, :width, 2::-1], other[top:bottom, :width]
        levels = (numpy.maximum(a, b) - numpy.minimum(a, b)).max(axis=2)
        count += int((levels > TOLERANCE).sum())
        largest = max(largest, int(levels.max()))
    return {"percent": 100 * count / (width * height), "largest": largest}


# The report


def kind_of(line):
    """What was compared, in words."""
    if line["size"] == "pdftocairo":
        return "whole page, pdftocairo"
    return f"tiles of {line['size']}" + (", page turned" if line["turned"] else "")


def print_different(rows):
    bad = [(row, line) for row in rows for line in row.different()]
    if not bad:
        return
    print(f"More than {LIMIT} % of the pixels differ by more than {TOLERANCE} levels:")
    tool.table(
        [
            (row.path, line["page"], line["scale"], kind_of(line), f"{line['percent']:.3f}", line["largest"],
             line.get("message", "")) for row, line in bad],
        ["file", "page", "scale", "compared", "per cent", "most", ""], numbers=["page", "per cent", "most"])
    print()


def print_counts(rows):
    compared, different, files = Counter(), Counter(), {}
    for row in rows:
        for line in row.compared():
            kind = kind_of(line)
            compared[kind] += 1
            if line["percent"] > LIMIT:
                different[kind] += 1
                files.setdefault(kind, set()).add(row.path)
    tool.table(
        [(kind, count, different[kind], len(files.get(kind, ()))) for kind, count in sorted(compared.items())],
        ["compared", "pictures", "different", "files"], numbers=["pictures", "different", "files"])


def print_reasons(rows):
    unopened = Counter(row.reason for row in rows if row.reason)
    done = sum(bool(row.compared()) for row in rows)
    print(f"\n{len(rows)} files: {done} compared, {sum(unopened.values())} not, or not wholly")
    for reason, count in unopened.most_common():
        print(f"  {count:5}  {reason}")
    failed = {}
    for row in rows:
        for line in row.lines:
            if "code" in line and "page" in line:
                failed.setdefault(line["code"], []).append((row.path, line))
    for code, some in sorted(failed.items()):
        print(f"\n{code}: {len(some)} pictures of {len({path for path, _ in some})} files, such as")
        for path, line in list({path: (path, line) for path, line in some}.values())[:20]:
            print(f"  {path}, page {line['page']} at {line['scale']}: {line['message']}")


def print_slow(rows, count):
    """The pages whose tiles take longest, beside the whole page."""
    slow = []
    for row in rows:
        whole = {
            (line["page"], line["scale"], line["turned"]): line["milliseconds"]
            for line in row.lines if "milliseconds" in line and "size" not in line}
        slow += [
            (line["milliseconds"], whole.get((line["page"], line["scale"], line["turned"]), 0), row.path, line)
            for line in row.compared() if "milliseconds" in line]
    slow.sort(key=lambda entry: entry[0], reverse=True)
    print("\nThe slowest (milliseconds; all tiles of the first size include the recording):")
    tool.table(
        [(f"{ms:.0f}", f"{page:.0f}", path, line["page"], line["scale"], kind_of(line))
         for ms, page, path, line in slow[:count]],
        ["tiles", "page", "file", "page", "scale", "drawn"], numbers=["tiles", "page", "scale"])


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--harness", type=pathlib.Path, default=HARNESS, help="the built postil-tiles")
    parser.add_argument("--pages", type=int, default=3, help="how many pages of each file (default: 3)")
    parser.add_argument("--scales", default="1,2,4.3", help="pixels a point (default: 1,2,4.3)")
    parser.add_argument("--sizes", default="256,512", help="sides of tiles, in pixels (default: 256,512)")
    parser.add_argument("--renderer", default="poppler", help="what draws: poppler, pdfium, splash or automatic (default: poppler)")
    parser.add_argument("--against-pdftocairo", action="store_true", help="hold whole pages against pdftocairo, too")
    parser.add_argument("--no-turned", dest="turned", action="store_false", help="leave out pages that are turned")
    parser.add_argument("--jobs", type=int, default=2, help="how many files at a time (default: 2)")
    parser.add_argument("--timeout", type=float, default=600, help="seconds for a file (default: 600)")
    parser.add_argument("--only", default="", help="only files whose path contains this")
    parser.add_argument("--slow", type=int, default=0, metavar="N", help="list the N slowest, too")
    parser.add_argument("--out", type=pathlib.Path, help="write a line of JSON for each comparison here")
    return parser.parse_args()


def main():
    options = arguments()
    paths = sorted(p for p in options.folder.rglob("*.pdf") if p.is_file() and options.only in str(p))
    if not paths:
        raise SystemExit(f"There is no PDF under {options.folder}.")
    if not options.harness.exists():
        raise SystemExit(f"There is no harness at {options.harness}: swift build -c release --package-path Benchmarks")
    rows = []
    with tempfile.TemporaryDirectory(prefix="postil-tiles-") as folder:
        comparer = Comparer(options, folder)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for row in pool.map(comparer.compare, paths):
                rows.append(row)
                if sys.stderr.isatty():
                    print(f"\r{len(rows)}/{len(paths)}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if options.out:
        with open(options.out, "w", encoding="utf-8") as file:
            for row in rows:
                for line in row.lines + ([{"reason": row.reason}] if row.reason else []):
                    print(json.dumps({"file": str(row.path), **line}), file=file)
    print_different(rows)
    print_counts(rows)
    print_reasons(rows)
    if options.slow:
        print_slow(rows, options.slow)
    return 1 if any(row.different() for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
