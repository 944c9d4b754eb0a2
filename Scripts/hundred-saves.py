#!/usr/bin/env python3
"""Saves a file a hundred times, with one more small annotation each time.

Prints how much the file grew per save, and what qpdf, pikepdf, MuPDF, PDFium and poppler find in
the result. The file itself is not touched: a copy is. Exit status 1 if a save fails, if the
original is not the beginning of the result, if a reader finds fewer annotations than were drawn,
or if a save costs more than --limit bytes.
"""

import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

import pikepdf
import postil_tool as tool
import pymupdf
import pypdfium2


def saves(postil, path, count, password):
    """How many bytes each save added."""
    growth = []
    for number in range(count):
        before = path.stat().st_size
        x, y = 20 + number % 10 * 15, 20 + number // 10 * 15
        run = postil.run(
            "draw", path, "--page", "1", "--color", "0000C0", "--rect", f"{x},{y},10,10", "--in-place",
            password=password, timeout=60)
        if run.status != 0:
            raise SystemExit(f"save {number + 1}: {run.crash() or run.err.strip()}")
        growth.append(path.stat().st_size - before)
    return growth


def count_with_pikepdf(path, password):
    with pikepdf.open(path, password=password or "") as pdf:
        return len(pdf.pages[0].obj.get("/Annots", []))


def count_with_mupdf(path, password):
    with pymupdf.open(path) as document:
        document.authenticate(password or "")
        return sum(1 for _ in document[0].annots()) + len(document[0].get_links())


def count_with_pdfium(path, password):
    document = pypdfium2.PdfDocument(path, password=password)
    return pypdfium2.raw.FPDFPage_GetAnnotCount(document[0])


def renders_with_poppler(path, password):
    command = ["pdftocairo", "-png", "-singlefile", "-f", "1", "-l", "1", "-r", "36"]
    command += ["-upw", password] if password else []
    done = subprocess.run([*command, str(path), "-"], capture_output=True)
    return "renders" if done.returncode == 0 and done.stdout.startswith(b"\x89PNG") else "fails"


COUNTERS = {"pikepdf": count_with_pikepdf, "MuPDF": count_with_mupdf, "PDFium": count_with_pdfium}


def main():
    parser = tool.parser(__doc__)
    parser.add_argument("file", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--count", type=int, default=100, help="how many saves (default: 100)")
    parser.add_argument("--limit", type=int, default=4096, help="the most bytes a save may add (default: 4096)")
    parser.add_argument("--password", help="the password of the file")
    arguments = parser.parse_args()
    postil = tool.Postil(arguments.postil)
    failures = []
    with tempfile.TemporaryDirectory(prefix="postil-saves-") as folder:
        path = pathlib.Path(folder) / "document.pdf"
        shutil.copyfile(arguments.file, path)
        found = {name: [count(path, arguments.password)] for name, count in COUNTERS.items()}
        check = tool.qpdf_check(path, arguments.password)
        growth = saves(postil, path, arguments.count, arguments.password)
        after = tool.qpdf_check(path, arguments.password)
        if not tool.is_prefix(arguments.file, path):
            failures.append("the original is not the beginning of the result")
        if after.worse_than(check):
            failures.append(f"qpdf --check: {check} before, {after} after")
        if max(growth) > arguments.limit:
            failures.append(f"a save added {max(growth)} bytes")
        for name, count in COUNTERS.items():
            found[name].append(count(path, arguments.password))
            if found[name][1] != found[name][0] + arguments.count:
                failures.append(f"{name} finds {found[name][1]} annotations, {found[name][0]} before")
        poppler = renders_with_poppler(path, arguments.password)
        if poppler == "fails":
            failures.append("poppler does not render the result")
    rows = [
        ("bytes a save, most", max(growth)), ("bytes a save, mean", round(statistics.mean(growth))),
        ("bytes, first save", growth[0]), ("bytes, last save", growth[-1]), ("qpdf --check", after),
        ("poppler", poppler),
        *((f"annotations, {name}", f"{old} -> {new}") for name, (old, new) in found.items())]
    tool.table(rows, [f"{arguments.count} saves", "found"])
    for failure in failures:
        print(f"FAILED: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
