#!/usr/bin/env python3
"""Takes the annotations of every PDF under a folder out of it and in again, and changes them a little.

For each file that has annotations besides form fields:

- 'postil export' as XFDF and as JSON, then 'postil import' into a copy without these annotations: every annotation's
  dictionary must be the same, but for the order of its keys, its dates, its page and its place in the structure tree;
- 'postil import' of both into the file that they came from must find everything unchanged;
- replacing each annotation by itself must change nothing, and giving each another author must change nothing but
  that and the date: the appearance stays to the byte.

pikepdf compares, and makes the copy.
"""

import collections
import concurrent.futures
import io
import json
import pathlib
import re
import sys
import tempfile
from dataclasses import dataclass, field

import pikepdf

import postil_tool as tool

# The page, the structure tree and the form are of the file; dates may be others.
LEFT_OUT = {"/P", "/StructParent", "/M", "/CreationDate", "/Length"}
DEEPEST = 40


@dataclass
class Row:
    path: pathlib.Path
    annotations: int = 0
    kinds: collections.Counter = field(default_factory=collections.Counter)
    failures: list = field(default_factory=list)
    refused: str = ""
    seconds: float = 0


def annotations(page):
    """The annotations of a page besides form fields, each once, as other readers see them."""
    found, seen = [], set()
    try:
        listed = page.obj.get("/Annots")
        listed = list(listed) if isinstance(listed, pikepdf.Array) else []
    except Exception:
        return []
    for one in listed:
        if not isinstance(one, pikepdf.Dictionary):
            continue
        if one.is_indirect:
            if one.objgen in seen:
                continue
            seen.add(one.objgen)
        if str(one.get("/Subtype", "")) != "/Widget":
            found.append(one)
    return found


class Reader:
    """Makes values of annotations that can be compared between files."""

    def __init__(self, pdf):
        self.pages = {page.obj.objgen: index for index, page in enumerate(pdf.pages)}
        self.names = {}
        self.kids = set()

    def page(self, page):
        listed = annotations(page)
        self.names = {one.objgen: index for index, one in enumerate(listed) if one.is_indirect}
        return [self.annotation(one) for one in listed]

    def annotation(self, one):
        values = {
            str(key): self.value(value, 0, ()) for key, value in one.items() if str(key) not in LEFT_OUT}
        own = values.get("/XXPostil")
        if isinstance(own, dict):
            for key in ("/AP", "/M"):
                own.pop(key, None)
            if not own:
                values.pop("/XXPostil")
        return {key: value for key, value in values.items() if value is not None}

    def value(self, value, depth, path):
        if isinstance(value, pikepdf.Object) and value.is_indirect:
            if value.objgen in self.pages:
                return f"page {self.pages[value.objgen]}"
            if value.objgen in self.names:
                return f"annotation {self.names[value.objgen]}"
            if value.objgen in path or depth > DEEPEST:
                return None
            path = (*path, value.objgen)
        if isinstance(value, pikepdf.Stream):
            return ("stream", self.entries(value, depth, path), bytes(value.read_raw_bytes()))
        if isinstance(value, pikepdf.Dictionary):
            kind = str(value.get("/Type", ""))
            if kind in ("/Page", "/Pages", "/Catalog", "/StructElem", "/StructTreeRoot"):
                return None
            if "/Subtype" in value and "/Rect" in value:
                return None
            return self.entries(value, depth, path)
        if isinstance(value, pikepdf.Array):
            return [self.value(item, depth + 1, path) for item in value]
        if isinstance(value, pikepdf.String):
            return bytes(value).decode("latin-1") if not text(value) else "text " + text(value)
        if isinstance(value, pikepdf.Name):
            return str(value)
        if isinstance(value, (bool, type(None))):
            return value
        try:
            return round(float(value), 9)
        except (TypeError, ValueError):
            return repr(value)

    def entries(self, value, depth, path):
        pairs = {
            str(key): self.value(item, depth + 1, path) for key, item in value.items() if str(key) != "/Length"}
        return {key: item for key, item in pairs.items() if item is not None}


def text(value):
    try:
        return str(value)
    except Exception:
        return ""


def all_annotations(path, password=""):
    with pikepdf.open(path, password=password) as pdf:
        reader = Reader(pdf)
        return [reader.page(page) for page in pdf.pages]


def difference(old, new):
    """The first difference in words; None if there is none."""
    if len(old) != len(new):
        return f"{len(new)} pages, {len(old)} before"
    for number, (before, after) in enumerate(zip(old, new), 1):
        if len(before) != len(after):
            return f"page {number} has {len(after)} annotations, {len(before)} before"
        for index, (a, b) in enumerate(zip(before, after)):
            # In a document with tags links get a text that says where they lead, if they have none.
            if a.get("/Subtype") == b.get("/Subtype") == "/Link" and a.get("/Contents") is None:
                b = {key: value for key, value in b.items() if key != "/Contents"}
            if a != b:
                keys = sorted(key for key in a.keys() | b.keys() if a.get(key) != b.get(key))
                shown = [f"{key}: {str(a.get(key))[:150]} -> {str(b.get(key))[:150]}" for key in keys[:3]]
                return f"page {number}, annotation {index} {a.get('/Subtype')}: " + "; ".join(shown)
    return None


def without_annotations(path, target):
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            gone = {one.objgen for one in annotations(page) if one.is_indirect}
            listed = page.obj.get("/Annots")
            if not isinstance(listed, pikepdf.Array):
                continue
            kept = [
                one for one in listed
                if isinstance(one, pikepdf.Dictionary) and str(one.get("/Subtype", "")) == "/Widget"
                and one.objgen not in gone]
            page.obj["/Annots"] = pikepdf.Array(kept)
        pdf.save(target)


class Exchange:
    def __init__(self, postil, folder):
        self.postil, self.folder = postil, folder

    def check(self, path):
        row = Row(path)
        try:
            before = all_annotations(path)
        except Exception as error:
            row.refused = f"pikepdf: {type(error).__name__}"
            return row
        row.annotations = sum(map(len, before))
        row.kinds.update(one.get("/Subtype") for page in before for one in page)
        if not row.annotations:
            return row
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            try:
                self.look(row, before, pathlib.Path(name))
            except Exception as error:
                row.failures.append(f"{type(error).__name__}: {error}")
        return row

    def run(self, row, *arguments):
        run = self.postil.run(*arguments)
        row.seconds = max(row.seconds, run.seconds)
        if crash := run.crash():
            row.failures.append(f"postil {arguments[0]}: {crash}")
        return run

    def look(self, row, before, folder):
        clean = folder / "clean.pdf"
        without_annotations(row.path, clean)
        for form in ("xfdf", "json"):
            file = folder / f"out.{form}"
            run = self.run(row, "export", row.path, "-o", file)
            if run.status != 0:
                row.refused = tool.first_line(run.err)
                return
            if run.err:
                row.failures.append(f"export as {form}: {tool.first_line(run.err)}")
            back = folder / f"{form}.pdf"
            run = self.run(row, "import", clean, file, "-o", back, "--json")
            if run.status != 0:
                row.failures.append(f"import of {form}: {tool.first_line(run.err)}")
                continue
            if wrong := difference(before, all_annotations(back)):
                row.failures.append(f"{form}: {wrong}")
            again = self.run(row, "import", row.path, file, "-o", folder / "again.pdf", "--json")
            if again.status == 0:
                counts = {key: len(again.report.get(key, [])) for key in ("added", "changed")}
                if any(counts.values()):
                    row.failures.append(f"{form} into its own file: {counts}")
            elif "signature" not in again.err:
                row.failures.append(f"{form} into its own file: {tool.first_line(again.err)}")
        self.change(row, before, folder)

    def change(self, row, before, folder):
        """Replaces each annotation by itself, and then by one that has another author."""
        listed = json.loads((folder / "out.json").read_text())["annotations"]
        for one in listed:
            one["annotation"].pop("dictionary", None)
        usable = [one for one in listed if one["annotation"].get("subtype") != "Widget"]
        for name, change in (("itself", lambda one: one), ("author", self.with_author)):
            edits = [
                {"edit": "replaceAnnotation", "page": one["page"], "annotation": change(dict(one["annotation"]))}
                for one in usable if not one["annotation"].get("flags", 4) & 0x40 or name == "itself"]
            script = folder / "edits.json"
            script.write_text(json.dumps(edits))
            target = folder / f"{name}.pdf"
            run = self.run(row, "apply", row.path, script, "-o", target, "--json")
            if run.status != 0:
                if "signature" not in run.err:
                    row.failures.append(f"{name}: {tool.first_line(run.err)}")
                continue
            if name == "itself":
                how = tool.strategy(run, row.path, target)
                if how not in ("nothing", "copy"):
                    row.failures.append(f"replaced by itself: {how}")
                continue
            after = all_annotations(target)
            for page in (*before, *after):
                for one in page:
                    one.pop("/T", None)
            if wrong := difference(before, after):
                row.failures.append(f"another author: {wrong}")

    @staticmethod
    def with_author(annotation):
        annotation["author"] = "Somebody Else"
        return annotation


def main():
    parser = tool.parser(__doc__)
    parser.add_argument("folder", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--jobs", type=int, default=2, help="how many files at a time (default: 2)")
    parser.add_argument("--only", default="", help="only files whose path contains this")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for one call (default: 60)")
    arguments = parser.parse_args()
    paths = sorted(p for p in arguments.folder.rglob("*.pdf") if p.is_file() and arguments.only in str(p))
    if not paths:
        raise SystemExit(f"There is no PDF under {arguments.folder}.")
    with tempfile.TemporaryDirectory(prefix="postil-exchange-") as folder:
        exchange = Exchange(tool.Postil(arguments.postil, timeout=arguments.timeout), folder)
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            rows = list(pool.map(exchange.check, paths))
    looked = [row for row in rows if row.annotations and not row.refused]
    kinds = sum((row.kinds for row in looked), collections.Counter())
    tool.table(
        [(str(kind), count) for kind, count in kinds.most_common()], ["kind", "annotations"],
        numbers=["annotations"])
    print(
        f"\n{len(rows)} files; {len(looked)} with annotations that were taken out and in, {sum(kinds.values())} of them; "
        f"{sum(1 for row in rows if row.refused)} refused; the slowest call took "
        f"{max((row.seconds for row in rows), default=0):.2f} s")
    failed = [row for row in rows if row.failures]
    for row in failed:
        print(f"  {row.path}\n    " + "\n    ".join(row.failures))
    print(f"{len(failed)} files failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
