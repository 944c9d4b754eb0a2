#!/usr/bin/env python3
"""Counts the pages of PDF files with pikepdf and MuPDF, and looks at the first and the last page.

Prints one JSON object a file, in order. The sweep runs it as a process of its own, so that a file
that takes a library down takes down nothing else.
"""

import argparse
import json


def looks_of(page):
    """How many annotations a page has, and how it is turned."""
    annotations = page.get("/Annots")
    rotation, node, depth = None, page, 0
    while node is not None and rotation is None and depth < 50:
        rotation, node, depth = node.get("/Rotate"), node.get("/Parent"), depth + 1
    return {
        "annotations": len(annotations) if annotations is not None else 0,
        "rotation": int(rotation or 0) % 360}


def pikepdf_counts(path, password):
    import pikepdf

    with pikepdf.open(path, password=password) as pdf:
        found = {"pikepdf": len(pdf.pages)}
        if len(pdf.pages):
            found["first"], found["last"] = looks_of(pdf.pages[0].obj), looks_of(pdf.pages[-1].obj)
        return found


def mupdf_counts(path, password):
    import pymupdf

    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    with pymupdf.open(path, filetype="pdf") as document:
        if document.needs_pass and not document.authenticate(password):
            return {"mupdf": None}
        return {"mupdf": document.page_count}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--password", default="")
    arguments = parser.parse_args()
    for path in arguments.files:
        found = {"pikepdf": None, "mupdf": None, "first": None, "last": None}
        for count in (pikepdf_counts, mupdf_counts):
            try:
                found.update(count(path, arguments.password))
            except Exception:  # A file that a library cannot read has no count there.
                pass
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
