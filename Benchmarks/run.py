#!/usr/bin/env python3
"""Runs Postil and its peers in turn, and compares their medians.

Each case is run --rounds times by every library, one after the other in each round, each time in a
process of its own on a fresh copy of the file (or, where nothing is written, on the file itself)
whose pages are warm; times are taken inside the process and do not count its start, nor the opening
of a first small document. Where a case says "whole process" they are taken outside, and the start counts.
Standard output (or --out) gets one line of JSON a run and a summary for each case; standard error gets
a table.

Without --file a document of 400 pages is made. Without --big one of over 300 MB is made by joining
the files of --join (else the small document) again and again. The cases of rendering (--only
rendering) draw pages of --render-files, such as manual.pdf:12,501, and go through the pages of
--long; without them the small document serves. What is made is kept in .cache.
"""

import argparse
import functools
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import warnings

import documents
from documents import CACHE
from edit_cases import edit_cases, form_cases, page_cases
from render_cases import render_cases

# Named destinations and forms do not matter here.
warnings.filterwarnings("ignore", message="Copying pages")


def pages_to_draw(words, usual):
    """Files with the numbers of their pages: FILE, or FILE:NUMBER,NUMBER."""
    pages = []
    for word in words or []:
        name, _, numbers = word.rpartition(":")
        if not numbers.replace(",", "").isdigit():
            name, numbers = word, "1"
        path = pathlib.Path(name)
        if not path.is_file():
            sys.exit(f"There is no file {path}.")
        pages += [(lambda path=path: path, path.name, int(number)) for number in numbers.split(",")]
    return pages or [(usual, "the small document", 1)]


def all_cases(options):
    """Every case; files are made when one that needs them is run."""
    @functools.cache
    def small():
        return options.file or documents.cached("small.pdf", documents.make_small)

    @functools.cache
    def big():
        joined = options.join or [small()]
        return options.big or documents.cached(
            documents.big_name(joined), lambda path: documents.make_big(joined, path))

    def photos():
        return documents.cached("photos.pdf", documents.make_photos)

    def long():
        return options.long or small()

    @functools.cache
    def form():
        return options.form or documents.cached("form.pdf", documents.make_form)

    def rows():
        return documents.cached(f"{form().stem}.csv", lambda path: documents.make_rows(form(), path))

    pages = pages_to_draw(options.render_files, small)
    other = options.other or small()
    # Its command names a table, which is made of the form.
    forms = form_cases(form, rows) if options.only in "1,000 fillings of a form" else []
    return edit_cases(small, big, long) + forms + page_cases(long, big, other) + render_cases(pages, long, photos, CACHE / "previews")


# Runs


def warm(path):
    """Has the file in memory, and nothing that is still to be written to it."""
    with open(path, "rb") as handle:
        os.fsync(handle.fileno())
        while handle.read(1 << 24):
            pass


def run_once(command, file, copies, folder):
    """The figures of one run on a warm file, or on a fresh copy of it."""
    if file:
        if copies:
            file = shutil.copyfile(file, folder / "document.pdf")
        warm(file)
    arguments = [str(file) if word == "{file}" else word for word in command]
    done = subprocess.run(arguments, capture_output=True, text=True)
    for leftover in folder.iterdir():
        shutil.rmtree(leftover) if leftover.is_dir() else leftover.unlink()
    if done.returncode != 0:
        return {"error": (done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1]}
    return json.loads(done.stdout)


def run_case(case, file, rounds, emit):
    runs = {competitor: [] for competitor in case.competitors}
    with tempfile.TemporaryDirectory(prefix="work-", dir=CACHE) as folder:
        for command in case.before:
            run_once(command, file, case.copies, pathlib.Path(folder))
        for number in range(min(rounds, case.rounds)):
            for competitor, command in case.competitors.items():
                figures = run_once(command, file, case.copies, pathlib.Path(folder))
                emit({"case": case.name, "competitor": competitor, "round": number + 1, **figures})
                runs[competitor].append(figures)
    return runs


def medians(runs):
    good = [run for run in runs if "error" not in run]
    if not good:
        return {"error": runs[0]["error"]}
    return {key: statistics.median(run[key] for run in good) for key in good[0]}


def shown(figures, key):
    """A figure with its unit."""
    if "error" in figures:
        return "failed"
    value = figures.get(key)
    if value is None:
        return ""
    if not key.endswith(("_bytes", "_ns", "_ms")):
        return f"{value:,.0f}"
    if key.endswith("_bytes"):
        return f"{value / (1 << 20):,.1f} MB" if abs(value) >= 1 << 20 else f"{value:,.0f} B"
    return f"{value:,.1f} ns" if key.endswith("_ns") else f"{value:,.3f} ms" if value < 1 else f"{value:,.1f} ms"


def print_case(name, file, summary, key):
    size = f" ({os.path.getsize(file) / (1 << 20):,.0f} MB)" if file else ""
    print(f"\n{name}{size}", file=sys.stderr)
    best = next(iter(summary.values())).get(key)
    for competitor, figures in summary.items():
        value = figures.get(key)
        ratio = f"{value / best:6.2f} ×" if value and best else " " * 8
        rest = [
            f"{k.removesuffix('_ms').removesuffix('_ns').removesuffix('_bytes').replace('_', ' ')} {shown(figures, k)}"
            for k in figures if k not in (key, "error")]
        print(
            f"  {competitor:26} {shown(figures, key):>12} {ratio}   {figures.get('error') or ', '.join(rest)}",
            file=sys.stderr)


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", type=pathlib.Path, help="the document of ordinary size")
    parser.add_argument("--big", type=pathlib.Path, help="the big document")
    parser.add_argument("--join", type=pathlib.Path, nargs="+", metavar="FILE", help="what the big one is made of")
    parser.add_argument(
        "--render-files", nargs="+", metavar="FILE[:PAGE,…]", help="pages to be drawn (default: the first)")
    parser.add_argument("--long", type=pathlib.Path, help="the document to be scrolled through")
    parser.add_argument("--form", type=pathlib.Path, help="the form that is filled in")
    parser.add_argument("--other", type=pathlib.Path, help="the document that pages come from")
    parser.add_argument("--rounds", type=int, default=7, help="how often each is run (default: 7)")
    parser.add_argument("--only", default="", help="only cases whose name contains this")
    parser.add_argument("--out", type=pathlib.Path, help="write the lines of JSON here")
    return parser.parse_args()


def main():
    options = arguments()
    CACHE.mkdir(exist_ok=True)
    lines = open(options.out, "w") if options.out else sys.stdout

    def emit(record):
        print(json.dumps(record), file=lines, flush=True)

    for case in all_cases(options):
        if options.only not in case.name:
            continue
        file = case.file() if case.file else None
        runs = run_case(case, file, options.rounds, emit)
        summary = {competitor: medians(figures) for competitor, figures in runs.items()}
        rounds = min(options.rounds, case.rounds)
        emit({"case": case.name, "rounds": rounds, "figure": case.figure, "medians": summary})
        print_case(case.name, file, summary, case.figure)


if __name__ == "__main__":
    main()
