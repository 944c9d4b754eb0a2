#!/usr/bin/env python3
"""Draws pages with stock poppler and with the remedies of the renderer, and compares cost and pixels.

Every first page (or those of --pages) of each PDF of a folder tree is drawn four times: stock and with
remedies, straight onto an image and as a recording that is replayed into tiles. Each is a process of its
own, since remedies hold for whole processes. Cost is user instructions where the machine counts them, else
CPU time; "cold" is a process's first drawing of the page, "warm" its second.

Prints sums, and every page with a pixel that differs by more than 16 levels in any channel. Exit status 1 if
more than 0.02 % of a page's pixels do, or if a page came out with a different size or not at all. Needs the
tool: swift build -c release --product postil-remedies.
"""

import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

import numpy
from PIL import Image

import postil_tool as tool

DRAW = tool.ROOT / ".build/release/postil-remedies"
#: A pixel differs by more levels than that, and that many of a page's pixels may, in per cent.
TOLERANCE, LIMIT = 16, 0.02
MODES = {"direct": [], "recorded": ["--recorded"]}
Image.MAX_IMAGE_PIXELS = None


@dataclass
class Page:
    """What came of a page: the tool's reports by mode and set of remedies, and how the pixels differ by mode."""

    path: pathlib.Path
    number: int
    reports: dict = field(default_factory=dict)
    differences: dict = field(default_factory=dict)
    reason: str = ""

    def name(self):
        return f"{self.path.name} {self.number}"


def draw(page, mode, remedies, options, picture):
    """The tool's report, or None; the reason is the page's."""
    command = [
        options.draw, page.path, str(page.number), str(options.scale), "--remedies", remedies, "--out", picture,
        *MODES[mode], *(["--untried"] if options.untried else [])]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=options.timeout)
    except subprocess.TimeoutExpired:
        page.reason = f"{remedies}, {mode}: not done after {options.timeout} s"
        return None
    if done.returncode != 0:
        lines = done.stderr.decode(errors="replace").strip().splitlines() or [f"status {done.returncode}"]
        page.reason = f"{remedies}, {mode}: {lines[-1]}"
        return None
    # poppler prints what it does not like about some pages before.
    return json.loads(done.stdout.splitlines()[-1])


def difference(one, other):
    """The largest difference in levels, and the per cent of pixels that differ by more than 1 and 16."""
    first, second = (numpy.asarray(Image.open(path)).astype(numpy.int16) for path in (one, other))
    if first.shape != second.shape:
        return 255, 100.0, 100.0
    levels = numpy.abs(first - second).max(axis=2)
    return int(levels.max()), 100 * float((levels > 1).mean()), 100 * float((levels > TOLERANCE).mean())


def compare(path, number, options, folder):
    page = Page(path, number)
    with tempfile.TemporaryDirectory(dir=folder) as pictures:
        for mode in MODES:
            files = {}
            for remedies in ("none", options.remedies):
                files[remedies] = pathlib.Path(pictures) / f"{len(files)}-{mode}.ppm"
                report = draw(page, mode, remedies, options, files[remedies])
                if report is None:
                    # What stock poppler cannot draw is no fault of the remedies.
                    return page
                page.reports[mode, remedies] = report
            page.differences[mode] = difference(*files.values())
    return page


def cost(report, time):
    use = report[time]
    return use["instructions"] / 1e6 if use["instructions"] >= 0 else use["milliseconds"]


def summarize(pages, options):
    """Prints the table, what differs, and what was not drawn. Returns the number of faults."""
    drawn = [page for page in pages if page.differences and not page.reason]
    if drawn:
        report = drawn[0].reports["direct", options.remedies]
        counted = report["cold"]["instructions"] >= 0
        print(f"on: {', '.join(report['on']) or 'nothing'}")
        for remedy, reason in report["off"].items():
            print(f"off: {remedy}: {reason}")
        print(f"{len(drawn)} pages at {options.scale} pixels a point, {'Mi' if counted else 'ms of CPU time'}:")
        for mode in MODES:
            for time in ("cold", "warm"):
                stock, with_remedies = (
                    sum(cost(page.reports[mode, remedies], time) for page in drawn) for remedies in ("none", options.remedies))
                print(f"  {mode:8} {time}: stock {stock:10,.0f}, with remedies {with_remedies:10,.0f}"
                      f" ({100 * with_remedies / stock:.0f} %)")
        for mode in MODES:
            levels = [page.differences[mode][0] for page in drawn]
            print(f"  {mode:8} pixels: {sum(level == 0 for level in levels)} pages identical,"
                  f" {sum(level <= 1 for level in levels)} within 1 level, {sum(level <= 4 for level in levels)} within 4,"
                  f" {sum(level > TOLERANCE for level in levels)} with any over {TOLERANCE}")

    def gain(page):
        return sum(cost(page.reports["recorded", r], "warm") * f for r, f in (("none", 1), (options.remedies, -1)))

    for title, chosen in (("saved most", sorted(drawn, key=gain, reverse=True)[: options.top]),
                          ("saved least", sorted(drawn, key=gain)[: options.top])):
        print(f"{title} (recorded, warm):")
        for page in chosen:
            stock, with_remedies = (cost(page.reports["recorded", r], "warm") for r in ("none", options.remedies))
            print(f"  {stock:8.1f} -> {with_remedies:8.1f}  {page.name()}")

    faults = 0
    for page in drawn:
        for mode, (largest, over_1, over_16) in page.differences.items():
            if largest > TOLERANCE:
                faults += over_16 > LIMIT
                print(f"{'FAULT' if over_16 > LIMIT else 'differs'}: {page.name()}, {mode}: at most {largest} levels,"
                      f" over 1: {over_1:.4f} %, over {TOLERANCE}: {over_16:.4f} %")
    for page in pages:
        if page.reason:
            by_remedies = not page.reason.startswith("none")
            faults += by_remedies
            print(f"{'FAULT' if by_remedies else 'not drawn'}: {page.name()}: {page.reason}")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="a folder, or a PDF")
    parser.add_argument("--pages", default="1", help="numbers of pages, separated by commas")
    parser.add_argument("--scale", type=float, default=2, help="pixels for each point")
    parser.add_argument("--remedies", default="all", help="names of remedies, separated by commas")
    parser.add_argument("--untried", action="store_true", help="also with versions of the libraries that were not tried")
    parser.add_argument("--timeout", type=int, default=60, help="seconds for drawing a page twice")
    parser.add_argument("--draw", type=pathlib.Path, default=DRAW, help="the built tool")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--top", type=int, default=10, help="how many of the pages to name that saved most and least")
    options = parser.parse_args()
    paths = sorted(options.folder.rglob("*.pdf")) if options.folder.is_dir() else [options.folder]
    numbers = [int(number) for number in options.pages.split(",")]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        jobs = [pool.submit(compare, path, number, options, folder) for path in paths for number in numbers]
        pages = [job.result() for job in jobs]
    sys.exit(1 if summarize(pages, options) else 0)


if __name__ == "__main__":
    main()
