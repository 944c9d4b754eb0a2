#!/usr/bin/env python3
"""Writes free text in seven scripts on pages that are turned by each angle, and has other readers look for it.

Each text is put on the page by 'postil write', alone, by appending. pdftotext and MuPDF must find it, in the order in which it
is read; pdffonts must say of every font that it is embedded, a subset and has Unicode; the file must begin with the original. Where the
machine has no font for a script, the tool must say so. Says what each adds in bytes.
"""

import pathlib
import re
import sys
import tempfile
import unicodedata

import pikepdf
import postil_tool as tool
import pymupdf
import subprocess

TEXTS = {
    "Latin": "Straße façade", "Cyrillic": "Привет, мир", "Greek": "Καλημέρα κόσμε", "Hebrew": "שלום עולם",
    "Arabic": "مرحبا بالعالم", "Devanagari": "नमस्ते विद्यार्थी", "CJK": "你好世界",
}


def plain(text):
    """The letters of a text in the order in which they are read: readers give forms of Arabic letters, and marks of direction."""
    text = unicodedata.normalize("NFKC", text)
    return "".join(c for c in text if not c.isspace() and unicodedata.category(c) != "Cf")


def found_by(path):
    poppler = subprocess.run(["pdftotext", str(path), "-"], capture_output=True).stdout.decode("utf-8", "replace")
    return {"poppler": plain(poppler), "MuPDF": plain("".join(page.get_text() for page in pymupdf.open(path)))}


def fonts(path):
    """Rows of pdffonts: name, and whether it is embedded, a subset, and has Unicode."""
    lines = subprocess.run(["pdffonts", str(path)], capture_output=True, text=True).stdout.splitlines()[2:]
    return [(line.split()[0], *re.findall(r"\b(yes|no)\b", line)[:3]) for line in lines]


def try_one(postil, text, source, folder):
    """What is wrong, and how many bytes were added."""
    out = folder / "out.pdf"
    run = postil.run("write", source, "--page", "1", "--rect", "50,200,250,60", "--text", text, "-o", out, "--json")
    if run.status == 1 and "No installed font has" in run.err:
        return [], None
    if run.status != 0:
        return [run.crash() or run.err.strip()], None
    wrong = [] if tool.is_prefix(source, out) else ["the original is not the beginning"]
    for reader, found in found_by(out).items():
        if plain(text) not in found:
            wrong.append(f"{reader} finds {found!r}, not {plain(text)!r}")
    listed = fonts(out)
    if not listed:
        wrong.append("there is no font")
    wrong += [f"pdffonts: {' '.join(row)}" for row in listed if row[1:] != ("yes", "yes", "yes")]
    if tool.qpdf_check(out).status != 0:
        wrong.append("qpdf complains")
    return wrong, out.stat().st_size - source.stat().st_size


def main():
    arguments = tool.parser(__doc__).parse_args()
    postil, rows, failures = tool.Postil(arguments.postil), [], []
    with tempfile.TemporaryDirectory(prefix="postil-text-") as name:
        folder = pathlib.Path(name)
        for script, text in TEXTS.items():
            sizes, problems = [], []
            for angle in (0, 90, 180, 270):
                source = folder / f"turned-{angle}.pdf"
                with pikepdf.new() as pdf:
                    pdf.add_blank_page(page_size=(400, 500)).Rotate = angle
                    pdf.save(source)
                wrong, size = try_one(postil, text, source, folder)
                problems += [f"{script}, turned by {angle}: {problem}" for problem in wrong]
                sizes += [size] if size else []
            rows.append((script, max(sizes) if sizes else "no font here", "; ".join(problems)[:100] or "right"))
            failures += problems
    tool.table(rows, ["script", "bytes", "in other readers"])
    return tool.conclude({}, failures, f"{len(TEXTS)} scripts, 4 angles")


if __name__ == "__main__":
    sys.exit(main())
