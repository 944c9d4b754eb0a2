#!/usr/bin/env python3
"""Edits documents that qpdf encrypted in every way that there is, and has other readers open the results.

For each revision of the standard security handler, either kind of cross-reference, and either password: shapes, a text and a
turned page are appended in two saves. Then the original must be the beginning of the file, what was written must not stand in it
in clear, and qpdf, pikepdf, MuPDF, PDFium and poppler must open it with both passwords, find the annotations, the texts and
the turn, and draw the same picture of the page as of one that was edited in clear.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy
import pikepdf
import postil_tool as tool
import pymupdf
import pypdfium2

WAYS = {
    "R2": ["40", "--"], "R3": ["128", "--use-aes=n", "--"], "R4 RC4": ["128", "--use-aes=n", "--force-V4", "--"],
    "R4 AES": ["128", "--use-aes=y", "--"], "R4 clear metadata": ["128", "--use-aes=y", "--cleartext-metadata", "--"],
    "R5": ["256", "--force-R5", "--"], "R6": ["256", "--"],
    "R6 clear metadata": ["256", "--cleartext-metadata", "--"],
}
PASSWORDS = ["user", "owner"]
SECRET = "Verborgenes"
# How many channels of a picture may be off by more than 16 levels, as a share.
LARGEST_DIFFERENCE = 0.0005


def make_document(path):
    document = pymupdf.open()
    for number in range(3):
        page = document.new_page(width=300, height=400)
        page.insert_text((40, 60), f"Page {number + 1} in clear")
    document.set_metadata({"title": "A title", "author": "Анна"})
    document.save(path)


def edit(postil, path, password):
    """Two saves; what failed."""
    first = postil.run(
        "draw", path, "--page", "1", "--contents", SECRET, *tool.FOUR_KINDS, "--in-place", "--json", password=password)
    second = postil.run(
        "text", path, "--page", "1", "--rect", "40,200,200,30", "--text", SECRET, "--author", SECRET, "--in-place",
        "--json", password=password)
    third = postil.run("rotate", path, "--pages", "2", "--by", "90", "--in-place", "--json", password=password)
    runs = [first, second, third]
    return [run.crash() or run.err for run in runs if run.status != 0 or run.report.get("strategy") != "append"]


def pictures(path, password):
    """The first page by MuPDF, PDFium and poppler."""
    document = pymupdf.open(path)
    if password:
        document.authenticate(password)
    pixmap = document[0].get_pixmap(dpi=72)
    mupdf = numpy.frombuffer(pixmap.samples, numpy.uint8).reshape(pixmap.height, pixmap.width, pixmap.n)[:, :, :3]
    pdfium = pypdfium2.PdfDocument(path, password=password)[0].render(scale=1, may_draw_forms=True).to_numpy()[:, :, :3]
    command = ["pdftoppm", "-r", "72", "-f", "1", "-l", "1", *(["-upw", password] if password == "user" else []),
               *(["-opw", password] if password == "owner" else []), str(path)]
    data = subprocess.run(command, capture_output=True, check=True).stdout
    head, size, _, rest = data.split(b"\n", 3)
    width, height = map(int, size.split())
    poppler = numpy.frombuffer(rest, numpy.uint8).reshape(height, width, 3)
    return {"MuPDF": mupdf, "PDFium": pdfium, "poppler": poppler}


def look(path, password, plain):
    """What other readers do not find as it should be."""
    wrong = []
    check = tool.qpdf_check(path, password)
    if check.status != 0:
        wrong.append(f"qpdf: {check}")
    with pikepdf.open(path, password=password) as pdf:
        contents = [str(note.get("/Contents", "")) for note in pdf.pages[0].get("/Annots", [])]
        if contents.count(SECRET) != 5:
            wrong.append(f"pikepdf finds {contents}")
        if pdf.pages[1].get("/Rotate", 0) != 90 or str(pdf.docinfo["/Author"]) != "Анна":
            wrong.append("pikepdf: turn or author")
    document = pymupdf.open(path)
    if not document.authenticate(password):
        return wrong + ["MuPDF does not open it"]
    found = [annotation.info["content"] for annotation in document[0].annots()]
    if found.count(SECRET) != 5 or document[1].rotation != 90 or "Page 1 in clear" not in document[0].get_text():
        wrong.append(f"MuPDF finds {found}")
    pdfium = pypdfium2.PdfDocument(path, password=password)
    if pypdfium2.raw.FPDFPage_GetAnnotCount(pdfium[0]) != 5 or pdfium[1].get_rotation() != 90:
        wrong.append("PDFium: annotations or turn")
    option = "-upw" if password == "user" else "-opw"
    text = subprocess.run(["pdftotext", option, password, str(path), "-"], capture_output=True, text=True).stdout
    if SECRET not in text or "Page 3 in clear" not in text:
        wrong.append(f"poppler reads {text!r}")
    for name, picture in pictures(path, password).items():
        difference = numpy.abs(picture.astype(int) - plain[name].astype(int)) > 16
        if picture.shape != plain[name].shape or difference.mean() > LARGEST_DIFFERENCE:
            wrong.append(f"{name} draws another picture")
    return wrong


def try_one(postil, folder, arguments, streams, password, plain):
    source, path = folder / "plain.pdf", folder / "encrypted.pdf"
    subprocess.run(
        ["qpdf", "--allow-weak-crypto", "--encrypt", *PASSWORDS, *arguments, f"--object-streams={streams}",
         str(source), str(path)], check=True)
    original = path.with_suffix(".before")
    shutil.copyfile(path, original)
    wrong = edit(postil, path, password)
    if wrong:
        return wrong, 0
    if not tool.is_prefix(original, path):
        wrong.append("the original is not the beginning")
    if SECRET.encode() in path.read_bytes():
        wrong.append("what was written stands there in clear")
    for each in PASSWORDS:
        wrong += [f"{each}: {problem}" for problem in look(path, each, plain)]
    refused = postil.run("rotate", path, "--pages", "1", "--by", "90", "--in-place", password="another")
    if not refused.refused:
        wrong.append("another password was taken")
    return wrong, os.path.getsize(path) - os.path.getsize(original)


def main():
    postil = tool.Postil(tool.parser(__doc__).parse_args().postil)
    rows, failures = [], []
    with tempfile.TemporaryDirectory(prefix="postil-encrypted-") as name:
        folder = pathlib.Path(name)
        make_document(folder / "plain.pdf")
        shutil.copyfile(folder / "plain.pdf", folder / "edited.pdf")
        failures += edit(postil, folder / "edited.pdf", None)
        plain = pictures(folder / "edited.pdf", None)
        for way, arguments in WAYS.items():
            for streams in ("disable", "generate"):
                for password in PASSWORDS:
                    wrong, size = try_one(postil, folder, arguments, streams, password, plain)
                    kind = "table" if streams == "disable" else "stream"
                    rows.append((way, kind, password, size, "wrong" if wrong else "right"))
                    failures += [f"{way}, {kind}, {password}: {problem}" for problem in wrong]
    tool.table(rows, ["encryption", "cross-reference", "edited by", "bytes appended", "in five readers"])
    for failure in failures:
        print(f"FAILED: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
