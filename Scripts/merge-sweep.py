#!/usr/bin/env python3
"""Merges neighbouring PDFs of a folder tree with postil and deletes pages of the results, judged by other readers.

Every file is merged with the next one. Then:

- the tool ends with status 0, or 1 with words where a file cannot be opened;
- qpdf --check likes the result no less than both files;
- pikepdf counts as many pages as both have, and walks the form: every widget is under one field and on one page, which it names;
- the structure tree has the elements of both, and leads from content to elements and back;
- every link that leads to a page leads to one of the document;
- the first and the last page have the pixels that they had in their own files, by MuPDF;
- the first page is deleted by appending: the merged file is the beginning of the result, and one page less is there.

Prints how many pairs came to which end, and each that failed with the reason. Exit status 1 if any did.
"""

import io
import pathlib
import shutil
import subprocess
import sys
import tempfile
from collections import Counter

import pikepdf
import postil_tool as tool
import pymupdf
import structure_check

pymupdf.TOOLS.mupdf_display_errors(False)


def pixels(path, index, password):
    """A page by MuPDF, small; None if MuPDF cannot draw it."""
    try:
        document = without_intents(path, password)
        if document.needs_pass:
            document.authenticate(password or "")
        page = document[index]
        zoom = min(1, 300 / max(page.rect.width, page.rect.height, 1))
        # Widgets are drawn by their appearances alone: MuPDF makes some anew by what the form says.
        return page.get_pixmap(matrix=pymupdf.Matrix(zoom, zoom), annots=False).samples
    except Exception:
        return None


def without_intents(path, password):
    """A document for MuPDF, which draws by the output intent; merging leaves that behind, and says so."""
    try:
        with pikepdf.open(path, password=password or "") as pdf:
            if "/OutputIntents" in pdf.Root:
                del pdf.Root.OutputIntents
                bytes_ = io.BytesIO()
                pdf.save(bytes_)
                return pymupdf.open("pdf", bytes_.getvalue())
    except pikepdf.PdfError:
        pass
    return pymupdf.open(path)


def page_count(path, password):
    try:
        with pikepdf.open(path, password=password or "") as pdf:
            return len(pdf.pages)
    except Exception:
        return None


def form_problems(pdf):
    """Widgets that are under no field or two, or name another page; links that lead to what is no page."""
    problems = []
    pages = {page.objgen: number for number, page in enumerate(pdf.pages)}
    widgets = {}
    for number, page in enumerate(pdf.pages):
        annotations = page.get("/Annots")
        for annotation in annotations if isinstance(annotations, pikepdf.Array) else []:
            if not isinstance(annotation, pikepdf.Dictionary):
                continue
            subtype = annotation.get("/Subtype")
            if subtype == "/Widget" and annotation.objgen != (0, 0):
                if annotation.objgen in widgets:
                    problems.append(f"a widget on pages {widgets[annotation.objgen] + 1} and {number + 1}")
                widgets[annotation.objgen] = number
            destination = annotation.get("/Dest") if subtype == "/Link" else None
            if isinstance(destination, pikepdf.Array) and len(destination) and \
                    isinstance(destination[0], pikepdf.Dictionary) and destination[0].objgen not in pages:
                problems.append(f"a link of page {number + 1} leads to no page")
    seen = Counter()

    def walk(field, depth):
        if depth > 40 or not isinstance(field, pikepdf.Dictionary):
            return
        seen[field.objgen] += 1
        if seen[field.objgen] > 1:
            return
        kids = field.get("/Kids")
        for kid in kids if isinstance(kids, pikepdf.Array) else []:
            walk(kid, depth + 1)

    form = pdf.Root.get("/AcroForm")
    fields = form.get("/Fields") if isinstance(form, pikepdf.Dictionary) else None
    for field in fields if isinstance(fields, pikepdf.Array) else []:
        walk(field, 0)
    problems += [f"a widget of {seen[widget]} fields" for widget in widgets if seen[widget] > 1]
    return problems, sum(1 for widget in widgets if seen[widget] == 0)


def orphans_of(path):
    """How many widgets of a file are under no field; many if that cannot be said."""
    try:
        with pikepdf.open(path) as pdf:
            return form_problems(pdf)[1]
    except Exception:
        return 1 << 20


def problems_of(path):
    try:
        with pikepdf.open(path) as pdf:
            return form_problems(pdf)[0]
    except Exception:
        return []


def structure_of(path):
    """What the structure tree of a file has, and whether it is sound."""
    try:
        with pikepdf.open(path) as pdf:
            return structure_check.summary(pdf)
    except Exception:
        return {}, ["not read"]


def structure_problems(first, second, merged):
    """What is wrong with the tree of a merged file, if those of both were right."""
    (one, wrong_one), (two, wrong_two) = structure_of(first), structure_of(second)
    (both, wrong), expected = structure_of(merged), {key: count + two.get(key, 0) for key, count in one.items()}
    if wrong_one or wrong_two:
        return []
    # Annotations of forms whose appearances are made have an element each after it.
    drawn = both.get("objects", 0) - expected.get("objects", 0)
    if 0 < drawn <= annotations_of(first) + annotations_of(second):
        expected = {**expected, "elements": expected.get("elements", 0) + drawn, "objects": both["objects"]}
    return wrong[:3] + ([f"tags {both}, expected {expected}"] if both != expected else [])


def annotations_of(path):
    """How many annotations the pages of a file have; 0 if that cannot be said."""
    try:
        with pikepdf.open(path) as pdf:
            return sum(len(page.get("/Annots", [])) for page in pdf.pages)
    except Exception:
        return 0


def try_pair(postil, first, second, folder):
    merged, shorter = folder / "merged.pdf", folder / "shorter.pdf"
    for path in (merged, shorter):
        path.unlink(missing_ok=True)
    run = postil.run("merge", first, second, "-o", merged)
    if run.crash():
        return "failed", [run.crash()]
    if run.status != 0:
        return "refused", [] if run.err.startswith("postil: ") else [f"no word: {run.err!r}"]
    wrong = []
    counts = [page_count(path, None) for path in (first, second)]
    checks = [tool.qpdf_check(path) for path in (first, second)]
    check = tool.qpdf_check(merged)
    # Both files' faults come together.
    if all(check.worse_than(other) for other in checks) and check.complaints > sum(other.complaints for other in checks):
        wrong.append(f"qpdf: {check} after {checks[0]} and {checks[1]}")
    try:
        with pikepdf.open(merged) as pdf:
            if None not in counts and len(pdf.pages) != sum(counts):
                wrong.append(f"{len(pdf.pages)} pages of {counts}")
            problems, orphans = form_problems(pdf)
            problems = [problem for problem in problems if problem not in problems_of(first) + problems_of(second)]
            wrong += problems + structure_problems(first, second, merged)
            total = len(pdf.pages)
    except Exception as error:
        return "failed", [f"pikepdf: {error}"]
    before = sum(orphans_of(path) for path in (first, second))
    if orphans > before:
        wrong.append(f"{orphans} widgets of no field, {before} before")
    if None not in counts and min(counts) > 0:
        for name, path, index, place in (("first", first, 0, 0), ("last", second, counts[1] - 1, total - 1)):
            own, there = pixels(path, index, None), pixels(merged, place, None)
            # What a reader makes of a file that is told to be damaged may be less than what was found in it.
            if own is not None and there != own and f"'{path.name}': the file is damaged" not in run.err:
                wrong.append(f"the {name} page looks different")
    shutil.copyfile(merged, shorter)
    if total > 1:
        run = postil.run("delete", shorter, "--pages", "1", "--in-place", "--json")
        if run.status != 0 or run.report.get("strategy") != "append":
            wrong.append(f"delete: {run.crash() or run.err.strip() or run.report}")
        elif not tool.is_prefix(merged, shorter) or page_count(shorter, None) != total - 1:
            wrong.append("delete: prefix or count")
        elif tool.qpdf_check(shorter).worse_than(check):
            wrong.append("delete: qpdf likes it less")
    return ("failed" if wrong else "merged"), wrong


def main():
    parser = tool.parser(__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--limit", type=int, help="only so many pairs")
    parser.add_argument("--largest", type=int, default=20, help="leave out files of more than so many MB")
    arguments = parser.parse_args()
    postil = tool.Postil(arguments.postil, timeout=60)
    files = sorted(
        path for path in arguments.folder.rglob("*.pdf") if path.stat().st_size < arguments.largest << 20)
    pairs = list(zip(files, files[1:]))[:arguments.limit]
    ends, failures = Counter(), []
    with tempfile.TemporaryDirectory(prefix="postil-merge-") as name:
        for first, second in pairs:
            try:
                end, wrong = try_pair(postil, first, second, pathlib.Path(name))
            except subprocess.TimeoutExpired:
                end, wrong = "not judged", []
            ends[end] += 1
            failures += [f"{first.name} + {second.name}: {problem}" for problem in wrong]
    tool.table(sorted(ends.items()), ["pairs", ""])
    for failure in failures:
        print(f"FAILED: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
