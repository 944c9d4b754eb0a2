#!/usr/bin/env python3
"""Measures one case once with another PDF library, and prints a line of JSON as postil-bench does.

Usage: peers.py LIBRARY CASE FILE [OTHER], where LIBRARY is pymupdf, pikepdf or qpdf and CASE is ink, move, memory, with pymupdf
highlight, or one of pages: insert_page, delete_half, extract_pages, merge, or fill_rows, where OTHER is a table and a file is
made of each of its rows. Of qpdf, which has pages only, it is the whole
process that is timed. PyMuPDF saves incrementally into the file, without fsync; pikepdf writes the whole file anew
beside it.
"""

import csv
import json
import math
import os
import resource
import subprocess
import sys
import time


def ink_points():
    """The 50 points that Postil draws too."""
    return [(72 + i * 4, 100 + 20 * math.sin(i / 5)) for i in range(50)]


class PyMuPDF:
    def __init__(self):
        import pymupdf

        self.library = pymupdf

    def warm_up(self):
        """A document that sets the library up, as Postil's benchmark has one."""
        self.library.open().new_page()

    def open(self, path):
        return self.library.open(path)

    def touch(self, document):
        return document[0].rect

    def ink(self, document):
        page = document[0]
        points = [tuple(self.library.Point(p) * page.transformation_matrix) for p in ink_points()]
        annotation = page.add_ink_annot([points])
        annotation.set_colors(stroke=(1, 0, 0))
        annotation.set_border(width=2)
        annotation.update()

    def move(self, document):
        document.move_page(document.page_count - 1, 0)

    def highlight(self, document):
        """A highlight for each place where a word stands; how many there are."""
        count = 0
        for page in document:
            for quad in page.search_for("tikz", quads=True):
                page.add_highlight_annot(quad)
                count += 1
        return {"matches": count}

    def insert_page(self, path, other):
        document = self.open(path)
        document.insert_pdf(self.open(other), from_page=0, to_page=0, start_at=document.page_count // 2)
        document.saveIncr()
        return path

    def delete_half(self, path, other):
        document = self.open(path)
        document.delete_pages(list(range(1, document.page_count, 2)))
        document.saveIncr()
        return path

    def extract_pages(self, path, other):
        result = self.library.open()
        result.insert_pdf(self.open(path), to_page=99)
        result.save(path + ".new")
        return path + ".new"

    def merge(self, path, other):
        result = self.library.open()
        for each in (path, other):
            result.insert_pdf(self.open(each))
        result.save(path + ".new")
        return path + ".new"

    def fill_row(self, path, row, target):
        document = self.open(path)
        for page in document:
            for widget in page.widgets():
                value = row.get(widget.field_name)
                if value is None:
                    continue
                is_box = widget.field_type == self.library.PDF_WIDGET_TYPE_CHECKBOX
                widget.field_value = value == "yes" if is_box else value
                widget.update()
        document.save(target)
        document.close()

    def save(self, document, path):
        document.saveIncr()


class Pikepdf:
    def __init__(self):
        import pikepdf

        self.library = pikepdf

    def warm_up(self):
        self.library.new().add_blank_page()

    def open(self, path):
        return self.library.open(path)

    def touch(self, document):
        return document.pages[0].mediabox

    def ink(self, document):
        """pikepdf knows no annotations: the dictionary is built by hand, with its appearance."""
        pdf, name = self.library, self.library.Name
        points = ink_points()
        box = [70, 78, 274, 122]
        path = " l ".join(f"{x:.2f} {y:.2f}" for x, y in points).replace(" l ", " m ", 1)
        form = document.make_stream(
            f"1 0 0 RG 2 w 1 J 1 j {path} l S".encode(), Type=name.XObject, Subtype=name.Form, BBox=box)
        flat = [number for point in points for number in point]
        annotation = pdf.Dictionary(
            Type=name.Annot, Subtype=name.Ink, Rect=box, InkList=[flat], C=[1, 0, 0], F=4,
            BS=pdf.Dictionary(W=2), AP=pdf.Dictionary(N=form))
        page = document.pages[0].obj
        page.Annots = pdf.Array([*page.get("/Annots", []), document.make_indirect(annotation)])

    def move(self, document):
        page = document.pages[-1]
        del document.pages[-1]
        document.pages.insert(0, page)

    def insert_page(self, path, other):
        document = self.open(path)
        document.pages.insert(len(document.pages) // 2, self.open(other).pages[0])
        return self.save(document, path)

    def delete_half(self, path, other):
        document = self.open(path)
        del document.pages[1::2]
        return self.save(document, path)

    def extract_pages(self, path, other):
        result = self.library.new()
        result.pages.extend(self.open(path).pages[:100])
        return self.save(result, path)

    def merge(self, path, other):
        result = self.library.new()
        for each in (path, other):
            result.pages.extend(self.open(each).pages)
        return self.save(result, path)

    def fill_row(self, path, row, target):
        from pikepdf.form import DefaultAppearanceStreamGenerator, Form

        with self.open(path) as document:
            form = Form(document, DefaultAppearanceStreamGenerator)
            for name, value in row.items():
                field = form[name]
                if hasattr(field, "checked"):
                    field.checked = value == "yes"
                else:
                    field.value = value
            document.save(target)

    def save(self, document, path):
        document.save(path + ".new")
        return path + ".new"


class QPDF:
    """The tool."""

    def warm_up(self):
        self.run("--version")

    def run(self, *arguments):
        subprocess.run(["qpdf", "--no-warn", "--warning-exit-0", *arguments], check=True, stdout=subprocess.DEVNULL)

    def pages(self, path, *pages):
        self.run(path, "--pages", *pages, "--", path + ".new")
        return path + ".new"

    def insert_page(self, path, other):
        with open(path + ".count", "wb") as file:
            subprocess.run(["qpdf", "--show-npages", path], check=True, stdout=file)
        middle = int(open(path + ".count").read()) // 2
        return self.pages(path, ".", f"1-{middle}", other, "1", ".", f"{middle + 1}-z")

    def delete_half(self, path, other):
        return self.pages(path, ".", "1-z:odd")

    def extract_pages(self, path, other):
        return self.pages(path, ".", "1-100")

    def merge(self, path, other):
        self.run("--empty", "--pages", path, other, "--", path + ".new")
        return path + ".new"


def measure_edit(library, case, path):
    size = os.path.getsize(path)
    library.warm_up()
    start = time.perf_counter()
    document = library.open(path)
    opened = time.perf_counter()
    more = getattr(library, case)(document) or {}
    edited = time.perf_counter()
    library.save(document, path)
    saved = time.perf_counter()
    target = path + ".new" if os.path.exists(path + ".new") else path
    return {
        "open_ms": (opened - start) * 1e3, "edit_ms": (edited - opened) * 1e3,
        "save_ms": (saved - edited) * 1e3, "total_ms": (saved - start) * 1e3,
        "added_bytes": os.path.getsize(target) - size, **more}


def measure_pages(library, case, path, other):
    library.warm_up()
    start = time.perf_counter()
    target = getattr(library, case)(path, other)
    end = time.perf_counter()
    own, others = (resource.getrusage(who).ru_maxrss * 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return {
        "total_ms": (end - start) * 1e3, "file_bytes": os.path.getsize(target),
        "peak_bytes": others if isinstance(library, QPDF) else own}


def measure_rows(library, path, table):
    library.warm_up()
    os.mkdir(path + ".new")
    start, early = time.perf_counter(), 0
    with open(table, newline="") as lines:
        rows = list(csv.DictReader(lines))
    for index, row in enumerate(rows):
        library.fill_row(path, row, f"{path}.new/{index}.pdf")
        if index == len(rows) // 10:
            early = status()["VmRSS"]
    return {
        "documents": len(rows), "document_ms": (time.perf_counter() - start) * 1e3 / max(len(rows), 1),
        "peak_bytes": status()["VmHWM"], "growth_bytes": status()["VmRSS"] - early}


def status():
    with open("/proc/self/status") as lines:
        return {
            words[0].rstrip(":"): int(words[1]) * 1024
            for words in map(str.split, lines) if words[-1] == "kB"}


def measure_memory(library, path):
    before = status()
    document = library.open(path)
    library.touch(document)
    after = status()
    return {
        "resident_bytes": after["VmRSS"], "anonymous_bytes": after["RssAnon"], "mapped_bytes": after["RssFile"],
        "opening_bytes": after["VmRSS"] - before["VmRSS"]}


def main():
    libraries = {"pymupdf": PyMuPDF, "pikepdf": Pikepdf, "qpdf": QPDF}
    pages = ("insert_page", "delete_half", "extract_pages", "merge")
    if len(sys.argv) not in (4, 5) or sys.argv[1] not in libraries or \
            sys.argv[2] not in ("ink", "move", "memory", "highlight", "fill_rows", *pages):
        sys.exit(__doc__)
    library, case, path = libraries[sys.argv[1]](), sys.argv[2], sys.argv[3]
    if case == "fill_rows":
        figures = measure_rows(library, path, sys.argv[4])
    elif case in pages:
        figures = measure_pages(library, case, path, sys.argv[4] if len(sys.argv) > 4 else path)
    else:
        figures = measure_memory(library, path) if case == "memory" else measure_edit(library, case, path)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
