#!/usr/bin/env python3
"""Judges the documents of postil-layout samples in Latin, Arabic and Chinese script: an invoice with data and metadata, a report of 50 pages, a letter,
a form, a contract, a list of prices, a letter in two languages, a thesis with a footnote longer than a page, and a certificate.

Each is to be valid PDF/A-3b and PDF/UA-1 by veraPDF (--verapdf JAR or VERAPDF_JAR; without it that is left out), clean by qpdf, and to say
its text in the order of its source in poppler, MuPDF and PDFium: the table has the part of the source's words (of Chinese, characters) that
are found in its order, the footnotes beside it in theirs. poppler reads in the order of the content (pdftotext -raw) and in that of the tags
(pdfinfo -struct-text), but for Arabic, which it does not turn around then. In Arabic less is asked for: where numbers stand in lines from right to left readers guess, MuPDF most of all. With
--pages FOLDER pages are drawn there.
"""

import argparse
import importlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unicodedata

import pymupdf
import pypdfium2
from rapidfuzz.distance import LCSseq

conformity = importlib.import_module("conformity-test")
ROOT = pathlib.Path(__file__).parent.parent
PROGRAM = ROOT / "Benchmarks/.build/release/postil-layout"


def words(text):
    """Words and numbers without what stands between them; of Chinese the characters."""
    # Where punctuation belongs in lines of both directions readers guess, each its own way.
    plain = re.sub(r"[\W_]+", " ", re.sub(r"(\d+)", r" \1 ", unicodedata.normalize("NFKC", text)))
    result = []
    for word in plain.split():
        result.extend(word if any("\u3000" <= one <= "\u9fff" or "\uff00" <= one <= "\uffef" for one in word) else [word])
    return result


def poppler(path):
    order = [] if path.stem.endswith("-ar") else ["-raw"]
    return subprocess.run(["pdftotext", *order, "-enc", "UTF-8", path, "-"], capture_output=True, check=True).stdout.decode()


def mupdf(path):
    return "\n".join(page.get_text() for page in pymupdf.open(path))


def pdfium(path):
    return "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path))


def structure(path):
    """The text of the tags in their order, which has no spaces but those of the content."""
    shown = subprocess.run(["pdfinfo", "-struct-text", path], capture_output=True, check=True).stdout.decode()
    return "\n".join(re.findall(r'^ *"(.*)"$', shown, re.MULTILINE))


READERS = {"poppler": poppler, "MuPDF": mupdf, "PDFium": pdfium, "tags": structure}


def is_arabic(word):
    return any("\u0590" <= one <= "\u08ff" for one in word)


def in_order(said, text, turns=True):
    """Which part of the words is there in order; of a reader that does not turn lines from the right around, without the words of those."""
    wanted = [word for one in said for word in words(one) if turns or not is_arabic(word)]
    return LCSseq.similarity(wanted, words(text)) / len(wanted) if wanted else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, default=PROGRAM, help="postil-layout, as built")
    parser.add_argument("--verapdf", default=os.environ.get("VERAPDF_JAR"), help="the jar of veraPDF")
    parser.add_argument("--pages", type=pathlib.Path, help="a folder for pictures of pages, and the documents")
    parser.add_argument("--least", type=float, default=0.999, help="the least part of words in order")
    parser.add_argument("--least-arabic", type=float, default=0.85, help="the same in Arabic")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.pages or pathlib.Path(temporary)
        folder.mkdir(exist_ok=True)
        subprocess.run([options.program, "samples", folder], check=True)
        files = sorted(folder.glob("*-??.pdf"))
        profiles = ("3b", "ua1") if options.verapdf else ()
        verdicts = {profile: conformity.VeraPDF(options.verapdf).judge([(profile, path) for path in files]) for profile in profiles}
        failures = 0
        for path in files:
            texts = json.loads(path.with_suffix(".json").read_text())
            broken = [f"{profile}: {' '.join(verdicts[profile].get(str(path), ('?', '?')))}" for profile in profiles
                      if verdicts[profile].get(str(path), ("?",))[0] != "PASS"]
            if subprocess.run(["qpdf", "--check", path], capture_output=True).returncode:
                broken.append("qpdf")
            least = options.least_arabic if path.stem.endswith("-ar") else options.least
            parts = {}
            for name, read in READERS.items():
                if name == "tags" and path.stem.endswith("-ar"):
                    continue
                text = read(path)
                turns = name in ("MuPDF", "PDFium") or path.stem.endswith("-ar")
                parts[name] = (in_order(texts["said"], text, turns), in_order(texts["notes"], text, turns))
                if min(parts[name]) < least:
                    broken.append(name)
            pages = len(pymupdf.open(path))
            shown = "  ".join(f"{name} {said:.1%} {notes:.0%}" for name, (said, notes) in parts.items())
            print(f"{path.stem:12} {pages:3} pages  {shown}  {', '.join(broken) or 'good'}")
            failures += bool(broken)
            if options.pages:
                subprocess.run(["pdftoppm", "-r", "60", "-l", "6", "-png", path, path.with_suffix("")], check=True)
    print(f"{len(files) - failures} of {len(files)} are good")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
