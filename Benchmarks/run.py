#!/usr/bin/env python3
"""Runs Postil and its peers in turn, and compares their medians.

Each case is run --rounds times by every library, one after the other in each round, each time in a
process of its own on a fresh copy of the file whose pages are warm; times are taken inside the
process and do not count its start, nor the opening of a first small document. Standard output (or --out) gets one line of JSON a run and a
summary for each case; standard error gets a table.

Without --file a document of 400 pages is made. Without --big one of over 300 MB is made by joining
the files of --join (else the small document) again and again; both are kept in .cache.
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import warnings
import zlib

import pikepdf

# Named destinations and forms do not matter here.
warnings.filterwarnings("ignore", message="Copying pages")

HERE = pathlib.Path(__file__).resolve().parent
CACHE = HERE / ".cache"
BIG = 300 << 20
#: The name of each competitor, by case: what its process is called with.
ATOMIC, IN_PLACE = "postil, atomic copy", "postil, in place"


def postil(case):
    return [str(HERE / ".build/release/postil-bench"), case]


def peer(library, case):
    return [sys.executable, str(HERE / "peers.py"), library, case]


def edit_case(case):
    return {
        ATOMIC: postil(f"{case}-atomic"), IN_PLACE: postil(f"{case}-in-place"),
        "pymupdf, incremental": peer("pymupdf", case), "pikepdf, rewrite": peer("pikepdf", case)}


def cases(small, big):
    """Name, file, competitors, and the figure that counts."""
    memory = {
        "postil": postil("memory"), "pymupdf": peer("pymupdf", "memory"),
        "pikepdf": peer("pikepdf", "memory")}
    return [
        ("ink", small, edit_case("ink"), "total_ms"),
        ("ink, big file", big, edit_case("ink"), "total_ms"),
        ("move last page first", small, edit_case("move"), "total_ms"),
        ("move last page first, big file", big, edit_case("move"), "total_ms"),
        ("freehand, 100,000 points", None, {"postil": postil("freehand")}, "last_ns"),
        ("undo and redo, 10,000 annotations", small, {"postil": postil("undo")}, "undo_redo_ms"),
        ("memory, big file", big, memory, "resident_bytes"),
    ]


# Files


def make_small(path):
    """400 pages of drawing commands, each with a picture of noise: some 10 MB."""
    noise = random.Random(1)
    with pikepdf.new() as pdf:
        for number in range(400):
            page = pdf.add_blank_page(page_size=(595, 842))
            lines = "".join(
                f"{noise.randrange(595)} {noise.randrange(842)} m {noise.randrange(595)} {noise.randrange(842)} l S\n"
                for _ in range(300))
            image = pdf.make_stream(
                zlib.compress(noise.randbytes(90 * 90 * 3)), Type=pikepdf.Name.XObject,
                Subtype=pikepdf.Name.Image, Width=90, Height=90, ColorSpace=pikepdf.Name.DeviceRGB,
                BitsPerComponent=8, Filter=pikepdf.Name.FlateDecode)
            page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(I=image))
            page.Contents = pdf.make_stream(f"{lines} q 90 0 0 90 72 {number} cm /I Do Q".encode())
        pdf.save(path)


def make_big(files, path):
    """Joins the files until the result is over 300 MB. Each copy brings its own objects."""
    with pikepdf.new() as pdf:
        size = 0
        while size <= BIG * 1.05:
            for file in files:
                with pikepdf.open(file) as other:
                    pdf.pages.extend(other.pages)
                size += os.path.getsize(file)
        pdf.save(path)
    if os.path.getsize(path) < BIG:
        sys.exit(f"{path} is smaller than 300 MB after joining: give other files with --join.")


def cached(name, make):
    path = CACHE / name
    if not path.exists():
        CACHE.mkdir(exist_ok=True)
        print(f"making {path.name} …", file=sys.stderr)
        unfinished = path.with_suffix(".unfinished")
        make(unfinished)
        unfinished.rename(path)
    return path


def big_name(files):
    """A name of its own for each list of files, so that other files make another document."""
    key = "\n".join(f"{file.resolve()} {file.stat().st_size}" for file in files)
    return f"big-{zlib.crc32(key.encode()):08x}.pdf"


# Runs


def run_once(command, file, folder):
    """The figures of one run on a fresh, warm copy of the file."""
    arguments = list(command)
    if file:
        copy = folder / "document.pdf"
        shutil.copyfile(file, copy)
        # What earlier rounds left to be written must not be waited for in this one.
        with open(copy, "rb") as handle:
            os.fsync(handle.fileno())
            while handle.read(1 << 24):
                pass
        arguments.append(str(copy))
    done = subprocess.run(arguments, capture_output=True, text=True)
    for leftover in folder.iterdir():
        leftover.unlink()
    if done.returncode != 0:
        return {"error": (done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1]}
    return json.loads(done.stdout)


def run_case(name, file, competitors, rounds, emit):
    runs = {competitor: [] for competitor in competitors}
    with tempfile.TemporaryDirectory(prefix="work-", dir=CACHE) as folder:
        for number in range(rounds):
            for competitor, command in competitors.items():
                figures = run_once(command, file, pathlib.Path(folder))
                emit({"case": name, "competitor": competitor, "round": number + 1, **figures})
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
        rest = [f"{k.rsplit('_', 1)[0]} {shown(figures, k)}" for k in figures if k not in (key, "error")]
        print(
            f"  {competitor:22} {shown(figures, key):>12} {ratio}   {figures.get('error') or ', '.join(rest)}",
            file=sys.stderr)


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", type=pathlib.Path, help="the document of ordinary size")
    parser.add_argument("--big", type=pathlib.Path, help="the big document")
    parser.add_argument("--join", type=pathlib.Path, nargs="+", metavar="FILE", help="what the big one is made of")
    parser.add_argument("--rounds", type=int, default=7, help="how often each is run (default: 7)")
    parser.add_argument("--only", default="", help="only cases whose name contains this")
    parser.add_argument("--out", type=pathlib.Path, help="write the lines of JSON here")
    return parser.parse_args()


def main():
    options = arguments()
    CACHE.mkdir(exist_ok=True)
    small = options.file or cached("small.pdf", make_small)
    joined = options.join or [small]
    big = options.big or cached(big_name(joined), lambda path: make_big(joined, path))
    lines = open(options.out, "w") if options.out else sys.stdout

    def emit(record):
        print(json.dumps(record), file=lines, flush=True)

    for name, file, competitors, key in cases(small, big):
        if options.only not in name:
            continue
        runs = run_case(name, file, competitors, options.rounds, emit)
        summary = {competitor: medians(figures) for competitor, figures in runs.items()}
        emit({"case": name, "rounds": options.rounds, "figure": key, "medians": summary})
        print_case(name, file, summary, key)


if __name__ == "__main__":
    main()
