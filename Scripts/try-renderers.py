#!/usr/bin/env python3
"""Draws small pages of one construct each with Postil, MuPDF and PDFium, and says who draws what ISO 32000-2 asks for.

The pages are those of renderer_cases.py, each with colors that it must have at some points. A table has every page that one of the
three draws wrong, with what page_constructs.py finds in its objects. Results are compared with those that are kept in a list
(--list); exit status 1 if Postil draws something wrong that it drew right. --write-list keeps the results as they are now.
--keep FOLDER keeps the files, and a picture of each with the three beside each other.
"""

import argparse
import concurrent.futures
import pathlib
import shlex
import sys
import tempfile
import threading
from dataclasses import dataclass, field

import postil_tool as tool

tool.require_modules(
    "try-renderers", PIL="pillow", fontTools="fonttools", pikepdf="pikepdf", pymupdf="pymupdf", pypdfium2="pypdfium2")

import draw_peer
import page_constructs
import renderer_cases
from PIL import Image

RENDERERS = ("postil", "mupdf", "pdfium")
LIST = pathlib.Path(__file__).resolve().parent / "try-renderers.tsv"
SCALE = 4


@dataclass
class Result:
    """What came of a case: by renderer what is wrong, in words, or nothing."""

    case: renderer_cases.Case
    wrong: dict = field(default_factory=dict)
    constructs: frozenset = frozenset()

    def line(self):
        return [self.case.name, *("wrong" if self.wrong[name] else "right" for name in RENDERERS)]


class Trial:
    def __init__(self, options, folder):
        self.options, self.folder = options, pathlib.Path(folder)
        self.postil = tool.Postil(options.postil, 60)
        self.thread = threading.local()
        self.peers = []

    def run(self, case):
        result = Result(case)
        name = "".join(letter if letter.isalnum() else "-" for letter in case.name)
        path = self.folder / f"{name}.pdf"
        path.write_bytes(case.pdf.data())
        images = {}
        for renderer in RENDERERS:
            image, reason = self.draw(renderer, path)
            images[renderer] = image
            result.wrong[renderer] = reason or what_is_wrong(case, image)
        result.constructs = page_constructs.Reader().of_page(path, 1)
        if self.options.keep:
            beside = Image.new("RGB", (3 * 400 + 20, 400), "gray")
            for column, image in enumerate(images.values()):
                if image:
                    beside.paste(image, (column * 410, 0))
            beside.save(self.folder / f"{name}.png")
        return result

    def draw(self, renderer, path):
        """The picture, and in words why there is none."""
        if not hasattr(self.thread, "folder"):
            self.thread.folder = pathlib.Path(tempfile.mkdtemp())
            self.thread.peers = {name: draw_peer.Peer(name) for name in RENDERERS[1:]}
            self.peers += self.thread.peers.values()
        target = self.thread.folder / "picture.png"
        if renderer == "postil":
            run = self.postil.run("render", path, "--page", 1, "--scale", SCALE, *self.options.options, "-o", target)
            if run.status != 0:
                return None, run.crash() or tool.first_line(run.err)
            with Image.open(target) as image:
                return image.convert("RGB"), ""
        answer = self.thread.peers[renderer].draw(path, 1, SCALE, target)
        if "error" in answer:
            return None, answer["error"]
        return Image.frombytes("RGB", (answer["width"], answer["height"]), target.read_bytes()), ""


def what_is_wrong(case, image):
    """The first check that fails, in words; nothing if all hold."""
    for (x, y), color in case.colors.items():
        found = image.getpixel((min(int(x * SCALE), image.width - 1), min(int((100 - y) * SCALE), image.height - 1)))
        if max(abs(a - b) for a, b in zip(found, color)) > case.tolerance:
            return f"{hexadecimal(found)} at {x:g},{y:g}, not {hexadecimal(color)}"
    for (left, bottom, right, top), expected in case.ink.items():
        part = image.crop((left * SCALE, (100 - top) * SCALE, right * SCALE, (100 - bottom) * SCALE)).convert("L")
        if (part.getextrema()[0] < 128) != expected:
            return "nothing is drawn" if expected else "something is drawn"
    return ""


def hexadecimal(color):
    return "".join(f"{value:02X}" for value in color)


def read_list(path):
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    return {row[0]: row for row in rows if len(row) == 1 + len(RENDERERS) and not row[0].startswith("#")}


def main():
    parser = tool.parser(__doc__)
    parser.add_argument("--options", type=shlex.split, default=[], help="more options for 'postil render'")
    parser.add_argument("--only", default="", help="only cases whose names have this")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER", help="keep the files, and pictures of them, here")
    parser.add_argument("--list", type=pathlib.Path, default=LIST, help="the results that are kept")
    parser.add_argument("--write-list", action="store_true", help="keep the results as they are now")
    options = parser.parse_args()
    cases = [case for case in renderer_cases.all_cases() if options.only in case.name]
    names = [case.name for case in cases]
    assert len(set(names)) == len(names), "two cases have one name"
    with tempfile.TemporaryDirectory(prefix="postil-renderers-") as folder:
        if options.keep:
            options.keep.mkdir(parents=True, exist_ok=True)
        trial = Trial(options, options.keep or folder)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(trial.run, cases))
        for peer in trial.peers:
            peer.end()
    tool.table(
        [(result.case.name, result.case.clause, *(result.wrong[name] or "right" for name in RENDERERS), ", ".join(sorted(result.constructs)))
         for result in results if any(result.wrong.values())], ["page", "ISO 32000-2", *RENDERERS, "its objects have"])
    print(f"\n{len(results)} pages; wrong: " + ", ".join(f"{name} {sum(bool(r.wrong[name]) for r in results)}" for name in RENDERERS))
    for name, other in (("postil", "pdfium"), ("pdfium", "postil")):
        print(f"  {name} alone of {name} and {other}: {sum(bool(r.wrong[name]) and not r.wrong[other] for r in results)}")
    known = read_list(options.list)
    if options.write_list:
        lines = ["# Who draws what ISO 32000-2 asks for, by page of renderer_cases.py: " + ", ".join(RENDERERS)]
        options.list.write_text("\n".join(lines + ["\t".join(result.line()) for result in results]) + "\n", encoding="utf-8")
    changed = [result for result in results if result.case.name in known and known[result.case.name] != result.line()]
    for result in changed:
        print(f"{result.case.name}: was {', '.join(known[result.case.name][1:])}; is {', '.join(result.line()[1:])}")
    return 1 if any(result.wrong["postil"] and known[result.case.name][1] == "right" for result in changed) else 0


if __name__ == "__main__":
    sys.exit(main())
