#!/usr/bin/env python3
"""Draws pages with Postil, MuPDF and PDFium, and finds those on which two agree and Postil does not.

The first page of each PDF of a folder tree (--pages for others) is drawn by 'postil render', by MuPDF and by PDFium. A page is
odd where MuPDF and PDFium agree and Postil is visibly different: picture_difference.py tells what counts. It is odd, too, if both
draw it and Postil does not, or in another size.

Odd pages are looked up in a list (--list), which says of each page, by its file's SHA-256, whose picture is right and what in the
file the cause is. Pages that are odd and not in it are new: they are printed, and the exit status is 1. Pages of the list that
were compared and are not odd any more are told. A person looks at new ones in OUT/index.html and writes them into the list;
--write-list adds their lines, with a question mark for what only a person can say.

Of each odd page OUT has a sheet: the page as Postil, MuPDF and PDFium draw it and what differs, and below an enlarged part. With
--odd mupdf or --odd pdfium the roles change: what that library alone has is counted and shown, without a list.
--constructs counts what page_constructs.py finds in the objects of pages, and on how many of them which renderer is odd.
"""

import argparse
import concurrent.futures
import hashlib
import html
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from dataclasses import dataclass, field

import postil_tool as tool

tool.require_modules(
    "compare-renderers", numpy="numpy", PIL="pillow", pikepdf="pikepdf", pymupdf="pymupdf", pypdfium2="pypdfium2")

import draw_peer
import page_constructs
import picture_difference
from PIL import Image, ImageDraw

RENDERERS = ("postil", "mupdf", "pdfium")
NAMES = {"postil": "Postil", "mupdf": "MuPDF", "pdfium": "PDFium"}
LIST = pathlib.Path(__file__).resolve().parent / "compare-renderers.tsv"
COLUMNS = ("sha256", "page", "file", "right", "cause", "note")
#: The longer side of pictures, in pixels, at least and at most.
SIDES = (400, 2000)
#: Widths in sheets, and the part that is shown enlarged, in pixels.
PANEL, PART = 420, (140, 90)
#: Families that have the widths and shapes of Helvetica.
LIKE_HELVETICA = {"Nimbus Sans", "Nimbus Sans L", "Liberation Sans", "Arimo", "TeX Gyre Heros", "Helvetica", "Arial", "FreeSans"}
Image.MAX_IMAGE_PIXELS = None


@dataclass
class Page:
    """A page, and what came of it."""

    path: pathlib.Path
    number: int
    sha256: str = ""
    pages: int = 0
    #: By renderer: why it drew nothing, in words.
    failures: dict = field(default_factory=dict)
    #: By renderer: what it alone has, in words.
    odd: dict = field(default_factory=dict)
    compared: bool = False
    constructs: frozenset = frozenset()
    sheet: str = ""

    def key(self):
        return self.sha256, self.number

    def name(self):
        return f"{self.path.name} {self.number}"


class Comparer:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.postil = tool.Postil(options.postil, options.time_limit + 15)
        self.thread = threading.local()
        self.all_peers, self.lock = [], threading.Lock()
        self.files = {}

    def compare(self, path, number):
        page = Page(path, number)
        try:
            page.sha256, password = self.file(path)
            images = self.draw(page, password)
            if len(images) == len(RENDERERS):
                self.compare_pictures(page, images)
            elif len(images) == 2:
                missing = next(name for name in RENDERERS if name not in images)
                if agree(images):
                    page.compared = True
                    page.odd[missing] = f"not drawn: {page.failures[missing]}"
                    self.make_sheet(page, missing, images, (0, 0))
            if self.options.constructs or page.odd:
                page.constructs = self.thread.reader.of_page(path, number, password)
        except Exception as error:  # One page must not end a comparison of thousands.
            page.failures["comparison"] = f"{type(error).__name__}: {error}".splitlines()[0]
        return page

    def file(self, path):
        """The file's fingerprint, and the password that it needs."""
        with self.lock:
            known = self.files.get(path)
        if known is None:
            try:
                password = tool.password_of(path, tool.PASSWORDS)
            except subprocess.TimeoutExpired:
                password = None
            known = hashlib.sha256(path.read_bytes()).hexdigest()[:16], password
            with self.lock:
                self.files[path] = known
        return known

    def peers(self):
        """The libraries of this thread: so none waits for another's page."""
        if not hasattr(self.thread, "peers"):
            self.thread.peers = {name: draw_peer.Peer(name) for name in RENDERERS[1:]}
            self.thread.folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
            self.thread.reader = page_constructs.Reader()
            with self.lock:
                self.all_peers += self.thread.peers.values()
        return self.thread.peers

    def end(self):
        for peer in self.all_peers:
            peer.end()

    def draw(self, page, password):
        """The pictures by renderer; the page keeps why others are missing."""
        images, scale, options = {}, self.options.dpi / 72, self.options
        for name, peer in self.peers().items():
            pixels = self.thread.folder / "pixels"
            answer = peer.draw(
                page.path, page.number, scale, pixels, password, options.time_limit, None if images else SIDES)
            if "error" in answer:
                page.failures[name] = answer["error"]
                continue
            images[name] = Image.frombytes("RGB", (answer["width"], answer["height"]), pixels.read_bytes())
            scale, page.pages = answer["scale"], answer["pages"]
        if not images:
            return images
        target = self.thread.folder / "postil.png"
        target.unlink(missing_ok=True)
        run = self.postil.run(
            "render", page.path, "--page", page.number, "--scale", repr(scale), "--time-limit", options.time_limit, *options.options,
            "-o", target, password=password)
        if run.status == 0:
            with Image.open(target) as image:
                images["postil"] = image.convert("RGB")
        else:
            page.failures["postil"] = run.crash() or tool.first_line(run.err)
        return {name: images[name] for name in RENDERERS if name in images}

    def compare_pictures(self, page, images):
        page.compared = True
        fitting = picture_difference.fit(list(images.values()))
        if fitting is None:
            for name in RENDERERS:
                others = {other: image for other, image in images.items() if other != name}
                if agree(others):
                    size, other = images[name].size, next(iter(others.values())).size
                    page.odd[name] = f"{size[0]} x {size[1]} pixels, not {other[0]} x {other[1]}"
                    self.make_sheet(page, name, images, (0, 0))
            return
        for name, odd in zip(RENDERERS, picture_difference.odd_ones(fitting)):
            if odd:
                page.odd[name] = f"{odd.most} of 64, {odd.windows} windows" + (
                    f", {odd.faint_windows} faint" if odd.faint_windows >= picture_difference.FAINT_WINDOWS else "")
                self.make_sheet(page, name, dict(zip(RENDERERS, fitting)), odd.place)

    # Sheets

    def make_sheet(self, page, name, images, place):
        """Draws the sheet of a page, if it is the renderer's that sheets are made of."""
        if name != self.options.odd:
            return
        order = [name, *(other for other in RENDERERS if other != name)]
        panels = [images.get(other) for other in order]
        if all(panels) and len({image.size for image in panels}) == 1:
            panels.append(picture_difference.difference_picture(panels))
        page.sheet = f"{page.sha256}-{page.number}.png"
        sheet(panels, place).save(self.options.out / page.sheet)


def agree(images):
    """Whether two pictures are as large as each other and show the same."""
    fitting = picture_difference.fit(list(images.values()))
    # Three pictures are expected: the first twice, so that the second is odd or nothing is.
    return fitting is not None and not any(picture_difference.odd_ones([fitting[0], fitting[0], fitting[1]]))


def sheet(panels, place):
    """The pictures beside each other, and the part of each around a place enlarged below."""
    height = max(min(image.height * PANEL // image.width, 2 * PANEL) for image in panels if image)
    zoom = PANEL // PART[0]
    result = Image.new("RGB", (len(panels) * (PANEL + 6), height + PART[1] * zoom + 6), "gray")
    for column, image in enumerate(panels):
        if image is None:
            continue
        ratio = min(PANEL / image.width, height / image.height)
        small = image.resize((max(1, int(image.width * ratio)), max(1, int(image.height * ratio))), Image.Resampling.LANCZOS)
        left, top = (max(0, min(side - part, at + 4 - part // 2)) for side, part, at in zip(image.size, PART, place))
        box = [left * ratio, top * ratio, (left + PART[0]) * ratio, (top + PART[1]) * ratio]
        ImageDraw.Draw(small).rectangle(box, outline="blue")
        result.paste(small, (column * (PANEL + 6), 0))
        part = image.crop((left, top, left + PART[0], top + PART[1]))
        result.paste(part.resize((PANEL, PART[1] * zoom), Image.Resampling.NEAREST), (column * (PANEL + 6), height + 6))
    return result


# The list


def read_list(path):
    """The lines of the list by file and page; those that begin with # are for the reader."""
    if not path.exists():
        return {}
    rows = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) != len(COLUMNS) or not cells[1].isdigit():
            raise SystemExit(f"{path}, line {number}: not {len(COLUMNS)} columns ({', '.join(COLUMNS)}), parted by tabs.")
        row = dict(zip(COLUMNS, cells))
        rows[row["sha256"], int(row["page"])] = row
    return rows


def add_to_list(path, pages):
    with path.open("a", encoding="utf-8") as file:
        for page in pages:
            print(page.sha256, page.number, page.path.name, "?", "?", page.odd["postil"], sep="\t", file=file)


# The report


def write_index(options, pages, known):
    rows = []
    for page in pages:
        row = known.get(page.key(), {"right": "?", "cause": "new", "note": ""})
        texts = [row["cause"], f"right: {row['right']}", row["note"], page.odd[options.odd], ", ".join(sorted(page.constructs))]
        rows.append(
            f"<h2>{html.escape(str(page.path))}, page {page.number}</h2>\n<p>{html.escape(' · '.join(filter(None, texts)))}</p>\n"
            + (f'<img src="{html.escape(page.sheet)}">' if page.sheet else ""))
    order = [NAMES[options.odd], *(NAMES[other] for other in RENDERERS if other != options.odd)]
    (options.out / "index.html").write_text(
        '<!doctype html><meta charset="utf-8"><title>Odd pages</title>\n'
        "<style>body{font:14px sans-serif;margin:1em}h2{font-size:15px;margin:1.5em 0 0}p{margin:.2em 0}img{max-width:100%}</style>\n"
        f"<h1>{len(pages)} odd pages</h1>\n<p>From the left: {', '.join(order)}, what {order[0]} alone has.</p>\n"
        + "\n".join(rows) + "\n", encoding="utf-8")


def print_totals(pages):
    compared = [page for page in pages if page.compared]
    files = {page.path for page in compared}
    print(f"\n{len(pages)} pages of {len({page.path for page in pages})} files, {len(compared)} of {len(files)} compared")
    for name in RENDERERS:
        print(f"  {NAMES[name]} is the odd one on {sum(name in page.odd for page in pages)}")
    failures = Counter()
    for page in pages:
        for name, reason in page.failures.items():
            failures[NAMES.get(name, name)] += 1
            if name == "comparison" or "killed" in reason or "not done" in reason:
                print(f"  {NAMES.get(name, name)}: {page.name()}: {reason}")
    print("  not drawn: " + (", ".join(f"{name} {count}" for name, count in failures.items()) or "none"))


def print_known(odd, known):
    causes = Counter((known[page.key()]["cause"], known[page.key()]["right"]) for page in odd if page.key() in known)
    if causes:
        print("\nOdd, and known:")
        tool.table([(cause, right, count) for (cause, right), count in sorted(causes.items())], ["cause", "right", "pages"], ["pages"])


def print_constructs(pages):
    """How many pages have a construct, and how many of them are odd: for a rule by which a renderer is chosen."""
    rows, compared = [], [page for page in pages if page.compared]
    for construct in sorted({construct for page in compared for construct in page.constructs}):
        having = [page for page in compared if construct in page.constructs]
        rows.append((construct, len(having), *(sum(name in page.odd for page in having) for name in RENDERERS)))
    print("\nWhat pages have, and who is the odd one on how many of them:")
    tool.table(rows, ["construct", "pages", *RENDERERS], ["pages", *RENDERERS])


def check_fonts():
    """Stops where text in the standard fonts would be drawn in another shape: hundreds of pages would be odd for that alone."""
    try:
        done = subprocess.run(["fc-match", "-f", "%{family}", "Helvetica"], capture_output=True, text=True)
    except OSError:
        return
    families = set(done.stdout.split(","))
    if done.returncode == 0 and not families & LIKE_HELVETICA:
        raise SystemExit(
            f"Helvetica would be drawn as {done.stdout}, unlike in the other renderers: install fonts-urw-base35, or name a "
            "configuration of fontconfig that has those fonts in FONTCONFIG_FILE, or give --any-fonts.")


def page_numbers(words):
    """'first', 'all' (None), or numbers and ranges as in 1,3-5."""
    if words == "all":
        return None
    if words == "first":
        return [1]
    try:
        ranges = [[int(number) for number in word.split("-")] for word in words.split(",")]
        numbers = [number for ends in ranges for number in range(ends[0], ends[-1] + 1)]
    except ValueError:
        numbers = []
    if not numbers or min(numbers) < 1:
        raise argparse.ArgumentTypeError(f"{words}: first, all, or numbers from 1 as in 1,3-5")
    return numbers


def arguments():
    parser = tool.parser(__doc__)
    parser.add_argument("folder", type=pathlib.Path, metavar="FOLDER", help="a folder, or a PDF")
    parser.add_argument("--pages", type=page_numbers, default=[1], help="first (the default), all, or numbers as in 1,3-5")
    parser.add_argument(
        "--options", type=shlex.split, default=shlex.split(os.environ.get("POSTIL_RENDER_OPTIONS", "")),
        help="more options for 'postil render' (default: $POSTIL_RENDER_OPTIONS)")
    parser.add_argument("--odd", choices=RENDERERS, default="postil", help="whose odd pages are listed and shown (default: postil)")
    parser.add_argument("--list", type=pathlib.Path, default=LIST, help="the list of known pages (default: that of this checkout)")
    parser.add_argument("--write-list", action="store_true", help="add new odd pages to the list, for a person to judge")
    parser.add_argument("--constructs", action="store_true", help="count what pages have, and who is odd on those pages")
    parser.add_argument("--dpi", type=float, default=100, help="pixels an inch, within limits (default: 100)")
    parser.add_argument("--any-fonts", action="store_true", help="go on though the standard fonts are missing")
    parser.add_argument("--only", default="", help="only files whose path contains this")
    parser.add_argument("--out", type=pathlib.Path, default=tool.ROOT / ".build/renderers", help="where sheets are written")
    parser.add_argument("--json", type=pathlib.Path, help="write a line of JSON for each page here")
    parser.add_argument("--time-limit", type=int, default=30, help="seconds for a page, each renderer (default: 30)")
    parser.add_argument("--jobs", type=int, default=2, help="how many pages at a time (default: 2)")
    return parser.parse_args()


def compare_all(options, paths, comparer):
    """The pages of all files, in order. First pages come first, since they tell how many there are."""
    pages = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        first = 1 if options.pages is None else options.pages[0]
        jobs = [pool.submit(comparer.compare, path, first) for path in paths]
        for job in list(jobs):
            page = job.result()
            numbers = range(2, page.pages + 1) if options.pages is None else options.pages[1:]
            jobs += [pool.submit(comparer.compare, page.path, number) for number in numbers if number <= page.pages]
            if sys.stderr.isatty():
                print(f"\r{len(pages)}/{len(jobs)}", end="", file=sys.stderr, flush=True)
            pages.append(page)
        pages += [job.result() for job in jobs[len(pages):]]
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return sorted(pages, key=lambda page: (page.path, page.number))


def main():
    options = arguments()
    paths = [options.folder] if options.folder.is_file() else sorted(
        path for path in options.folder.rglob("*.pdf") if path.is_file() and options.only in str(path))
    if not paths:
        raise SystemExit(f"There is no PDF under {options.folder}.")
    if not options.any_fonts:
        check_fonts()
    known = read_list(options.list)
    options.out.mkdir(parents=True, exist_ok=True)
    for old in options.out.glob("*.png"):
        if re.fullmatch(r"[0-9a-f]{16}-\d+\.png", old.name):
            old.unlink()
    with tempfile.TemporaryDirectory(prefix="postil-renderers-") as folder:
        comparer = Comparer(options, folder)
        try:
            pages = compare_all(options, paths, comparer)
        finally:
            comparer.end()
    odd = [page for page in pages if options.odd in page.odd]
    write_index(options, odd, known if options.odd == "postil" else {})
    if options.json:
        with options.json.open("w", encoding="utf-8") as file:
            for page in pages:
                print(json.dumps({
                    "file": str(page.path), "page": page.number, "sha256": page.sha256, "compared": page.compared, "odd": page.odd,
                    "failures": page.failures, "constructs": sorted(page.constructs)}), file=file)
    if options.constructs:
        print_constructs(pages)
    print_totals(pages)
    print(f"  sheets: {options.out / 'index.html'}")
    if options.odd != "postil":
        tool.table([(page.path, page.number, page.odd[options.odd]) for page in odd], ["file", "page", "odd"], ["page"])
        return 0
    print_known(odd, known)
    keys = {page.key() for page in odd}
    gone = [page for page in pages if page.compared and page.key() in known and page.key() not in keys]
    if gone:
        print("\nIn the list, and not odd any more:")
        tool.table([(page.path, page.number, known[page.key()]["cause"]) for page in gone], ["file", "page", "cause"], ["page"])
    new = [page for page in odd if page.key() not in known]
    if new:
        print("\nNEW, not in the list:")
        tool.table(
            [(page.path, page.number, page.odd["postil"], ", ".join(sorted(page.constructs))) for page in new],
            ["file", "page", "odd", "the page has"], ["page"])
        if options.write_list:
            add_to_list(options.list, new)
    print(f"\n{len(odd)} odd pages, {len(new)} new, {len(gone)} gone")
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main())
