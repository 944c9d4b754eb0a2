#!/usr/bin/env python3
"""Compares the CPU time that pages cost: in Postil (the program and the renderer's processes; "seam": with PDFium, which
has to be beside its programs), with poppler alone, with MuPDF and with PDFium.

Usage: page_cpu.py [--scale 2] [--json OUT] PLACE…, where PLACE is a folder (the first page of each PDF file in
it) or FILE:PAGE,PAGE. One library after the other draws each file: MuPDF and PDFium in a process that is forked from one
that has them loaded, poppler in a program of its own, Postil from one program, whose renderer forks a process for the file.
"cold" is the first drawing, opening included; "warm" the second drawing of the same pages. Only files that all four could
draw count. What it costs to start a program is not counted, and the renderer's first process runs before the first file.
"""

import argparse
import functools
import json
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
TIMEOUT = 60


def places(words):
    for word in words:
        if os.path.isdir(word):
            for path in sorted(pathlib.Path(word).rglob("*.pdf")):
                yield path, [1]
        else:
            name, _, numbers = word.rpartition(":")
            yield pathlib.Path(name), [int(number) for number in numbers.split(",")]


def run(command):
    try:
        done = subprocess.run(command, capture_output=True, timeout=TIMEOUT)
        return json.loads(done.stdout) if done.returncode == 0 else None
    except (subprocess.TimeoutExpired, ValueError):
        return None


def forked(measure):
    """The figures of a function, carried out in a process that has the libraries loaded."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(read)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            os.write(write, json.dumps(measure()).encode())
        except BaseException:
            pass
        os._exit(0)
    os.close(write)
    end = time.monotonic() + TIMEOUT
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() > end:
            os.kill(child, 9)
            os.waitpid(child, 0)
            break
        time.sleep(0.002)
    data = os.read(read, 1 << 16)
    os.close(read)
    return json.loads(data) if data else None


def in_python(opened, draw, pages):
    def measure():
        times = {"open_ms": 0, "cold_ms": 0, "warm_ms": 0, "clock_ms": 0}

        def timed(name, work):
            begin, start = time.perf_counter(), time.process_time()
            result = work()
            times[name] += (time.process_time() - start) * 1e3
            if name != "warm_ms":
                times["clock_ms"] += (time.perf_counter() - begin) * 1e3
            return result

        document = timed("open_ms", opened)
        for page in pages:
            for name in ("cold_ms", "warm_ms"):
                timed(name, lambda: draw(document, page - 1))
        return times
    return forked(measure)


def mupdf(path, pages, scale):
    import pymupdf

    def opened():
        document = pymupdf.open(path)
        if document.needs_pass:
            raise ValueError
        return document

    matrix = pymupdf.Matrix(scale, scale)
    return in_python(opened, lambda d, i: d.load_page(i).get_pixmap(matrix=matrix, alpha=False), pages)


def pdfium(path, pages, scale):
    import pypdfium2

    def draw(document, index):
        page = document[index]
        page.render(scale=scale, may_draw_forms=True)
        page.close()

    def opened():
        document = pypdfium2.PdfDocument(path)
        if document.get_formtype():
            document.init_forms()
        return document

    return in_python(opened, draw, pages)


def of_pages(pages):
    return ",".join(map(str, pages))


def poppler(path, pages, scale):
    return run([HERE / ".build/poppler-page", path, "--cpu", of_pages(pages), str(scale)])


@functools.cache
def postil_program(scale, renderer):
    command = [HERE / ".build/release/postil-bench", "page-cpu", "--scale", str(scale), "--renderer", renderer]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def postil(path, pages, scale, renderer="poppler"):
    program = postil_program(scale, renderer)
    print(of_pages(pages), path, file=program.stdin, flush=True)
    figures = json.loads(program.stdout.readline())
    return None if "error" in figures else figures


def seam(path, pages, scale):
    return postil(path, pages, scale, "pdfium")


ENGINES = {"postil": postil, "seam": seam, "poppler": poppler, "mupdf": mupdf, "pdfium": pdfium}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("places", nargs="+")
    parser.add_argument("--scale", type=float, default=2)
    parser.add_argument("--json", type=pathlib.Path, help="write the figures of each file here")
    options = parser.parse_args()
    import pymupdf  # noqa: F401: loaded once, before the forks
    import pypdfium2  # noqa: F401

    records = []
    for path, pages in places(options.places):
        figures = {name: engine(path, pages, options.scale) for name, engine in ENGINES.items()}
        records.append({"file": str(path), "pages": pages, **figures})
        if options.json:
            options.json.write_text("\n".join(map(json.dumps, records)))
    for name in ENGINES:
        print(f"{name:8} could not draw {sum(record[name] is None for record in records)} of {len(records)} files")
    drawn = [record for record in records if all(record[name] for name in ENGINES)]

    def cold(record, name):
        return record[name]["open_ms"] + record[name]["cold_ms"]

    print(f"\n{sum(len(record['pages']) for record in drawn)} pages of {len(drawn)} files, CPU seconds")
    for name in ENGINES:
        clock = sum(record[name].get("clock_ms", 0) for record in drawn) / 1e3
        print(f"{name:8} cold {sum(cold(r, name) for r in drawn) / 1e3:8.2f}"
              f"   warm {sum(r[name]['warm_ms'] for r in drawn) / 1e3:8.2f}"
              + (f"   cold by the clock {clock:8.2f}" if clock else ""))
    drawn.sort(key=lambda record: cold(record, "postil") - cold(record, "mupdf"), reverse=True)
    print(f"\nWhere Postil costs most beyond MuPDF (cold: {', '.join(ENGINES)}; ms)")
    for record in drawn[:15]:
        times = "".join(f"{cold(record, name):9.1f}" for name in ENGINES)
        print(f"{times}  {os.path.basename(record['file'])} {of_pages(record['pages'])}")


if __name__ == "__main__":
    sys.exit(main())
