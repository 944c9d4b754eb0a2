#!/usr/bin/env python3
"""Searches documents with postil, and for the same text with pdftotext and MuPDF.

Each search is done three times: by 'postil search', in the text that pdftotext prints (white space
matches white space, a hyphen at the end of a line may be left out), and by MuPDF's own search. They
must find as many matches on each page, or a reason must be stated below. Where postil and MuPDF
count the same on a page, the rectangles must be at the same places, within 3 points; some documents
are turned and cropped beforehand to that end.

FOLDER is searched for the files by their names; what is not there is passed over and told. All
searches ignore case, as MuPDF's does. Exit status 1 if a difference has no stated reason, or if
rectangles are elsewhere.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unicodedata
from collections import Counter
from dataclasses import dataclass, field

import pikepdf
import postil_tool as tool
import pymupdf

SLACK = 3
#: Characters that nobody types, and what is typed instead; ligatures are told by Unicode.
TYPED = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2010": "-"})


@dataclass(frozen=True)
class Search:
    """A text to search for in a file, which may be turned and cropped first."""

    file: str
    text: str
    whole_words: bool = False
    rotation: int = 0
    #: What to cut off: left, bottom, right, top, in points.
    cut: tuple = ()
    #: Why others may find something else, by the name of the column.
    reasons: dict = field(default_factory=dict, hash=False)

    def label(self):
        notes = ["words"] if self.whole_words else []
        notes += [f"turned {self.rotation}"] if self.rotation else []
        notes += ["cropped"] if self.cut else []
        return self.text + (f" ({', '.join(notes)})" if notes else "")


#: Why others find something else.
JOINED = (
    "it leaves out all hyphens at ends of lines, so that 'to-' and 'path' become one word; for postil the "
    "hyphen may end a word there")
SHARP_S = "for it Gauß and Gauss are different words; where case is ignored, ß is ss to postil"
OUTSIDE = (
    "the edge of the crop box cuts through the first letter of one; poppler leaves out characters that begin "
    "outside, the others take in what cannot be seen")

SEARCHES = [
    Search("pgfmanual.pdf", "coordinate system"),
    Search("pgfmanual.pdf", "Knuth"),
    Search("pgfmanual.pdf", "PostScript"),
    Search("pgfmanual.pdf", "\\pgfpathmoveto"),
    Search("pgfmanual.pdf", "tikzpicture"),
    Search("pgfmanual.pdf", "path", whole_words=True, reasons={"pdftotext": JOINED}),
    Search("pgfmanual.pdf", "efficient"),
    Search("pgfmanual.pdf", "transformation matrix"),
    Search("genealogytree.pdf", "grandparent"),
    Search("genealogytree.pdf", "family diagram"),
    Search("genealogytree.pdf", "Gauß", reasons={"MuPDF": SHARP_S}),
    Search("genealogytree.pdf", "option", whole_words=True),
    Search("mercatormap.pdf", "projection"),
    Search("mercatormap.pdf", "latitude and longitude"),
    Search("mercatormap.pdf", "definition"),
    Search("GeoTopo-komprimiert.pdf", "Mannigfaltigkeit"),
    Search("GeoTopo-komprimiert.pdf", "Äquivalenzrelation"),
    Search("GeoTopo-komprimiert.pdf", "größer"),
    Search("GeoTopo-komprimiert.pdf", "topologischer Raum"),
    Search("multicolumn.pdf", "adipiscing"),
    Search("multicolumn.pdf", "adipiscing", rotation=90, cut=(30, 40, 20, 10)),
    Search("multicolumn.pdf", "pellentesque habitant morbi tristique", rotation=180),
    Search(
        "multicolumn.pdf", "Maecenas", rotation=270, cut=(200, 100, 0, 50),
        reasons={"pdftotext": OUTSIDE, "MuPDF": OUTSIDE}),
    Search("pdflatex-4-pages.pdf", "information"),
    Search("google-doc-document.pdf", "document"),
    Search("crazyones-pdfa.pdf", "crazy"),
    Search("sandwich.pdf", "the"),
    Search("form_dd0293.pdf", "application"),
    Search("form_210966.pdf", "information"),
    Search("deterministic-id-in.pdf", "linearization"),
    Search("deterministic-id-in.pdf", "object stream"),
    Search("habibi.pdf", "habibi"),
]


def plain(text):
    """Text made comparable, line ends kept."""
    text = unicodedata.normalize("NFKC", text.translate(TYPED))
    return unicodedata.normalize("NFD", text.casefold())


def pattern(search):
    """A regular expression for the text as pdftotext prints it."""
    letters = [r"\s+" if c.isspace() else re.escape(c) for c in plain(search.text)]
    word = r"(?![^\W_])", r"(?<![^\W_])"
    middle = r"(?:-\n|\u00ad\n?)?".join(letters)
    return re.compile(word[1] + middle + word[0] if search.whole_words else middle)


def in_pdftotext(path, search):
    """How many matches on each page, by pdftotext."""
    done = subprocess.run(["pdftotext", "-cropbox", path, "-"], capture_output=True, check=True)
    pages = tool.text(done.stdout).split("\f")
    found = pattern(search)
    return Counter({n: len(found.findall(plain(page))) for n, page in enumerate(pages, 1)})


def in_mupdf(path, search):
    """The matches on each page by MuPDF: for each, two corners of each quad, as it is shown."""
    document = pymupdf.mupdf.fz_open_document(str(path))
    pages = {}
    for index in range(pymupdf.mupdf.fz_count_pages(document)):
        hits = {}
        for hit in pymupdf.mupdf.fz_search_page2(document, index, search.text, 100_000):
            corners = [(c.x, c.y) for c in (hit.quad.ul, hit.quad.lr)]
            hits.setdefault(hit.mark, []).append(corners)
        if hits:
            pages[index + 1] = list(hits.values())
    return pages


def in_postil(postil, path, search):
    options = ["--whole-words"] if search.whole_words else []
    run = postil.run("search", path, search.text, "--ignore-case", "--json", *options, timeout=300)
    if run.status != 0:
        raise SystemExit(f"{path}: {run.err}")
    pages = {}
    for match in run.report["matches"]:
        pages.setdefault(match["page"], []).append(match["rects"])
    return pages


class Shown:
    """Where points of a page as it is shown are on the page."""

    def __init__(self, page):
        self.box = [float(n) for n in page.cropbox]
        self.rotation = int(page.obj.get("/Rotate", 0)) % 360

    def page_point(self, x, y):
        left, bottom, right, top = self.box
        return {
            0: (left + x, top - y), 90: (left + y, bottom + x), 180: (right - x, bottom + y),
            270: (right - y, top - x)}[self.rotation]


def misplaced(pdf, ours, theirs):
    """How many matches are not where one of MuPDF's is, on pages where both count the same."""
    wrong = compared = 0
    for number, matches in ours.items():
        if len(matches) != len(theirs.get(number, [])):
            continue
        shown = Shown(pdf.pages[number - 1])
        boxes = []
        for quads in theirs[number]:
            for corners in quads:
                points = [shown.page_point(*corner) for corner in corners]
                boxes.append([sorted(values) for values in zip(*points)])
        for rects in matches:
            compared += 1
            wrong += not all(any(near(rect, box) for box in boxes) for rect in rects)
    return wrong, compared


def near(rect, box):
    """Whether a rectangle has its sides along the text, and its middle, where a box has them."""
    x, y = rect["x"] + rect["width"] / 2, rect["y"] + rect["height"] / 2
    (left, right), (bottom, top) = box
    wide = right - left > top - bottom
    length = abs(rect["width"] - (right - left)) if wide else abs(rect["height"] - (top - bottom))
    inside = left - SLACK <= x <= right + SLACK and bottom - SLACK <= y <= top + SLACK
    return inside and length <= 2 * SLACK


def prepared(path, search, folder):
    """The file itself, or a copy that is turned and cropped."""
    if not search.rotation and not search.cut:
        return path
    target = pathlib.Path(folder) / f"{abs(hash(search))}.pdf"
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            if search.cut:
                box = [float(n) for n in page.cropbox]
                sides = zip(box, search.cut, (1, 1, -1, -1))
                page.cropbox = [side + cut * sign for side, cut, sign in sides]
            page.obj.Rotate = search.rotation
        pdf.save(target)
    return target


def total(pages):
    return sum(pages.values()) if isinstance(pages, Counter) else sum(map(len, pages.values()))


def differing(ours, theirs):
    def count(pages, n):
        return pages[n] if isinstance(pages, Counter) else len(pages.get(n, []))

    return [n for n in sorted(set(ours) | set(theirs)) if count(ours, n) != count(theirs, n)]


class Comparison:
    def __init__(self, postil, folder):
        self.postil, self.folder = postil, folder
        self.rows, self.notes, self.failed = [], [], False

    def add(self, path, search):
        path = prepared(path, search, self.folder)
        ours = in_postil(self.postil, path, search)
        texts = in_pdftotext(path, search)
        theirs = None if search.whole_words else in_mupdf(path, search)
        cells = [total(ours), total(texts), "-" if theirs is None else total(theirs)]
        places = "-"
        if theirs is not None:
            with pikepdf.open(path) as pdf:
                wrong, compared = misplaced(pdf, ours, theirs)
            places = f"{compared - wrong} of {compared}"
            self.failed |= wrong > 0
        self.rows.append([search.file, search.label(), *cells, places])
        self.explain(search, "pdftotext", differing(ours, texts))
        if theirs is not None:
            self.explain(search, "MuPDF", differing(ours, theirs))

    def explain(self, search, name, pages):
        if not pages:
            return
        reason = search.reasons.get(name)
        self.failed |= reason is None
        listed = ", ".join(map(str, pages[:12])) + (", …" if len(pages) > 12 else "")
        self.notes.append(
            f"{search.file}, {search.label()}: {name} differs on {len(pages)} pages ({listed}): "
            + (reason or "NO REASON STATED"))


def main():
    parser = tool.parser(__doc__)
    parser.add_argument("folder", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--only", default="", help="only files whose name contains this")
    arguments = parser.parse_args()
    files = sorted(p for p in arguments.folder.rglob("*.pdf") if p.is_file())
    with tempfile.TemporaryDirectory(prefix="postil-search-") as folder:
        comparison = Comparison(tool.Postil(arguments.postil), folder)
        for search in SEARCHES:
            if arguments.only not in search.file:
                continue
            path = next((p for p in files if p.name.endswith(search.file)), None)
            if path is None:
                comparison.notes.append(f"{search.file}: there is no such file under {arguments.folder}")
                continue
            comparison.add(path, search)
            if sys.stderr.isatty():
                print(f"\r{len(comparison.rows)}/{len(SEARCHES)}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    tool.table(
        comparison.rows, ["file", "search", "postil", "pdftotext", "MuPDF", "same places"],
        numbers=["postil", "pdftotext", "MuPDF", "same places"])
    if comparison.notes:
        print("\n" + "\n".join(comparison.notes))
    return 1 if comparison.failed or not comparison.rows else 0


if __name__ == "__main__":
    sys.exit(main())
