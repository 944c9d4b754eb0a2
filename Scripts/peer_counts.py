#!/usr/bin/env python3
"""Counts the pages of PDF files with pikepdf and MuPDF, and looks at the first and the last page.

Prints one JSON object a file, in order: the annotations of the first page by kind if --kinds is there. The sweeps
run it as a process of its own, so that a file that takes a library down takes down nothing else. With --serve it takes
lists of arguments from standard input, a JSON array each, and answers each in a child, so that the libraries are
loaded once; an empty line ends an answer.
"""

import argparse
import hashlib
import json
import os
import signal
import sys
from collections import Counter


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


def pikepdf_kinds(path, password, prefix):
    """How many annotations of each subtype the first page has, and what those are whose names begin with a prefix."""
    import pikepdf

    with pikepdf.open(path, password=password) as pdf:
        listed = pdf.pages[0].obj.get("/Annots")
        listed = list(listed) if isinstance(listed, pikepdf.Array) else []
        kinds, own = Counter(), {}
        for one in listed:
            if not isinstance(one, pikepdf.Dictionary):
                kinds["no annotation"] += 1
                continue
            kinds[str(one.get("/Subtype"))] += 1
            if (name := str(one.get("/NM", ""))).startswith(prefix):
                own[name] = looks_of_annotation(pikepdf, one)
        return {"kinds": kinds, "own": own}


def looks_of_annotation(pikepdf, one):
    """What changes if an annotation is changed: text, colour and a sum over what it draws."""
    color = one.get("/C")
    drawn = one.get("/AP", {}).get("/N")
    return {
        "contents": str(one.get("/Contents", "")), "text style": str(one.get("/DA", "")),
        "target": repr(one.get("/A")) + repr(list(one.get("/Dest", []))[1:]),
        "color": [float(part) for part in color] if color is not None else None,
        "drawn": hashlib.md5(drawn.read_bytes()).hexdigest() if isinstance(drawn, pikepdf.Stream) else None}


def mupdf_kinds(path, password, prefix):
    """The same by MuPDF, which lists links and fields by themselves, and no pop-up windows."""
    import pymupdf

    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    with pymupdf.open(path, filetype="pdf") as document:
        if document.needs_pass and not document.authenticate(password):
            return {"mupdf kinds": None}
        page = document[0]
        annotations = [(one.type[1], one.info["id"]) for one in page.annots()]
        kinds = Counter(kind for kind, _ in annotations)
        return {
            "mupdf kinds": {**kinds, "links": len(page.get_links()), "fields": len(list(page.widgets()))},
            "mupdf own": sorted(name for _, name in annotations if name.startswith(prefix))}


def serve(parser):
    """Answers in children; none of them takes longer than two minutes."""
    import pikepdf  # noqa: F401: the children have it then.
    import pymupdf  # noqa: F401

    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            signal.alarm(120)
            count_all(parser.parse_args(json.loads(line)))
            sys.stdout.flush()
            os._exit(0)
        os.waitpid(child, 0)
        print(flush=True)


def count_all(arguments):
    prefix = arguments.kinds
    for path in arguments.files:
        found = {"pikepdf": None, "mupdf": None, "first": None, "last": None}
        for count in (pikepdf_counts, mupdf_counts) if prefix is None else (pikepdf_kinds, mupdf_kinds):
            try:
                found.update(count(path, arguments.password, *([] if prefix is None else [prefix])))
            except Exception:  # A file that a library cannot read has no count there.
                pass
        print(json.dumps(found), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--password", default="")
    parser.add_argument("--kinds", metavar="PREFIX", help="annotations of the first page; details of those so named")
    parser.add_argument("--serve", action="store_true", help="answer lists of arguments from standard input")
    arguments = parser.parse_args()
    if arguments.serve:
        serve(parser)
    else:
        count_all(arguments)


if __name__ == "__main__":
    main()
