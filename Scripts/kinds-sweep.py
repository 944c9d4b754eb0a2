#!/usr/bin/env python3
"""Puts an annotation of each kind on the first page of every PDF of a folder tree, changes all, and removes all.

Each step is a script for 'postil apply' and a save of its own: one annotation of each kind that Postil makes is added;
they are read back out of the file by 'postil export', each gets another colour and another text, and replaces
itself; all are removed by their names. After each step:

- the tool ends with status 0, or with 1 and a clear message, in time, and does not crash; having taken the first step
  it must take the others;
- qpdf --check likes the result no less than the original;
- where the strategy was to append, the former file is the beginning of the result, byte for byte;
- pikepdf counts, by subtype, the annotations of the original and those that were made; after the removal the former alone;
- MuPDF does so, too, with links by themselves and without pop-up windows, which it does not list;
- by pikepdf every one of them that draws something has an appearance, has its new text and its new colour after the
  change, and is then drawn in another way. Links get another target in place of a colour.

Prints how many files came to which end, and each file that failed with the reason. Exit status 1 if any did.
"""

import concurrent.futures
import json
import os
import pathlib
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field

import postil_tool as tool
from every_kind import KINDS, PREFIX, additions

SECOND_COLOR = "0000FF"
SECOND_TEXT = "Changed: Текст שלום"
#: Kinds that have no appearance and no style.
NOT_DRAWN = {"link to an address", "link to a page", "pop-up"}
#: Entries of a note's thread: they have an appearance that paints nothing.
EMPTY = {"reply", "state"}
#: Pictures that have colours of their own, and kinds whose style plays no part.
NOT_RECOLORED = {"stamp of an image", "stamp of a page", *NOT_DRAWN}
SECOND_ADDRESS, SECOND_VIEW = "https://example.org/changed", {"page": 1, "fit": "width", "top": 100}
#: What MuPDF does not list among annotations: links it lists by themselves, pop-up windows not at all.
NOT_LISTED_BY_MUPDF = {"/Link", "/Popup"}


@dataclass
class Row:
    """What came of a file."""

    path: pathlib.Path
    end: str = ""
    #: Other readers that could read the original, and so judge the results.
    judges: list = field(default_factory=list)
    seconds: float = 0.0
    #: What is no failure, but worth a look.
    notes: list = field(default_factory=list)
    failures: list = field(default_factory=list)


def changed(annotation):
    """An annotation as 'postil export' writes it, with another colour and another text."""
    name = annotation["id"].removeprefix(PREFIX)
    annotation = {key: value for key, value in annotation.items() if key != "dictionary"}
    if name not in NOT_RECOLORED:
        annotation["color"] = SECOND_COLOR
        if "fill" in annotation:
            annotation["fill"] = SECOND_COLOR
    if "uri" in annotation:
        annotation["uri"] = SECOND_ADDRESS
    if "to" in annotation and annotation["kind"] == "link":
        annotation["to"] = SECOND_VIEW
    annotation["text" if annotation["kind"] == "freeText" else "contents"] = SECOND_TEXT
    return annotation


class Sweep:
    def __init__(self, postil, peers, folder):
        self.postil, self.peers, self.folder = postil, peers, folder

    def check(self, path):
        row = Row(path)
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            try:
                password = tool.password_of(path, tool.PASSWORDS)
                File(row, pathlib.Path(folder), self.postil, self.peers, password).examine()
            except tool.Failed as failure:
                row.failures.append(str(failure))
            except Exception as error:  # The sweep goes on whatever one file does to it.
                row.failures.append(f"the sweep itself failed: {error!r}")
        if row.failures:
            row.end = "FAILED"
        return row


class File:
    """A file on its way through the steps."""

    def __init__(self, row, folder, postil, peers, password):
        self.row, self.folder, self.postil, self.peers, self.password = row, folder, postil, peers, password
        self.before = tool.qpdf_check(row.path, password)
        #: The results so far, the original first, and how each of the others was saved.
        self.files, self.strategies = [row.path], []

    def examine(self):
        pages = self.postil.pages(self.row.path, "1", self.password)
        box = pages[0]["boxes"]["CropBox"] if pages else {"x": 0, "y": 0, "width": 612, "height": 792}
        if not self.step("added", additions(box)):
            return
        own = self.exported()
        if missing := [name for name, _, _ in KINDS if PREFIX + name not in own]:
            self.row.failures.append(f"postil export has no {', '.join(missing)}")
        self.step("changed", [
            {"edit": "replaceAnnotation", "page": 1, "annotation": changed(one)} for one in own.values()])
        self.step("removed", [{"edit": "removeAnnotations", "page": 1, "ids": list(own)}])
        self.row.end = "saved: " + ", ".join(self.strategies)
        self.compare_peers()

    def run(self, *arguments):
        """Runs the tool; its time counts, and a crash ends the examination."""
        run = self.postil.run(*arguments, password=self.password)
        self.row.seconds = max(self.row.seconds, run.seconds)
        if crash := run.crash():
            raise tool.Failed(f"postil {arguments[0]}: {crash}")
        if run.refused and not tool.tells_what_is_wrong(run, arguments[1]):
            self.row.failures.append(f"postil {arguments[0]}: unclear error: {tool.first_line(run.err)}")
        return run

    def step(self, name, edits):
        """Applies a script to the last result; whether that was saved. Only the first step may be refused."""
        script, target, former = self.folder / f"{name}.json", self.folder / f"{name}.pdf", self.files[-1]
        script.write_text(json.dumps(edits))
        run = self.run("apply", former, script, "-o", target, "--json")
        if run.refused:
            words = tool.first_line(run.err)
            if target.exists():
                self.row.failures.append(f"{name}: status 1, but a file was written")
            if len(self.files) > 1:
                raise tool.Failed(f"{name}: refused after the first step was saved: {words}")
            self.row.end = tool.kind_of_refusal(words, self.before, self.password)
            if self.row.end == "refused, though qpdf opens it":
                self.row.notes.append(words.removeprefix("postil: ").partition(": ")[2])
            return False
        if not target.exists():
            raise tool.Failed(f"{name}: status 0, but no file was written: {tool.first_line(run.out)}")
        how = tool.strategy(run, former, target)
        if how in ("append", "nothing", "copy") and not tool.is_prefix(former, target):
            self.row.failures.append(f"{name}: reported as {how}, but the former file is not the beginning of the result")
        if how == "rewrite" and len(self.files) > 1:
            self.row.notes.append(f"{name}: written anew a second time: {run.report.get('reason')}")
        check = tool.qpdf_check(target, self.password)
        if check.worse_than(self.before):
            self.row.failures.append(f"{name}: qpdf --check: {self.before} before, {check} after")
        self.files.append(target)
        self.strategies.append(how)
        return True

    def exported(self):
        """The annotations of the first page that were made here, by their names, as a program reads them back."""
        target = self.folder / "annotations.json"
        run = self.run("export", self.files[-1], "--pages", "1", "-o", target)
        if run.refused:
            raise tool.Failed(f"postil export refused what was saved: {tool.first_line(run.err)}")
        listed = [one["annotation"] for one in json.loads(target.read_text())["annotations"]]
        return {one["id"]: one for one in listed if one["id"].startswith(PREFIX)}

    # What other readers find

    def compare_peers(self):
        found = self.peers.counts(self.files, self.password, "--kinds", PREFIX)
        original, made, altered, removed = found
        if original and not removed:
            self.row.failures.append("pikepdf or MuPDF went down on a result")
            return
        # A reader that cannot read a damaged original has nothing to compare.
        if "kinds" in original:
            added = Counter(subtype for _, subtype, _ in KINDS)
            self.row.judges.append("pikepdf")
            self.compare_counts("pikepdf", original, "kinds", [made, altered, removed], added)
            self.look_at_annotations(made.get("own", {}), altered.get("own", {}))
        if original.get("mupdf kinds"):
            self.row.judges.append("MuPDF")
            added = Counter(
                subtype.removeprefix("/") for _, subtype, _ in KINDS if subtype not in NOT_LISTED_BY_MUPDF)
            added["links"] = sum(1 for _, subtype, _ in KINDS if subtype == "/Link")
            self.compare_counts("MuPDF", original, "mupdf kinds", [made, altered, removed], added)

    def compare_counts(self, reader, original, key, results, added):
        counts = Counter(original[key])
        for name, result, wanted in zip(("added", "changed", "removed"), results, (counts + added, counts + added, +counts)):
            got = +Counter(result.get(key) or {})
            if wrong := [kind for kind in sorted(wanted | got) if wanted[kind] != got[kind]]:
                self.row.failures.append(f"{name}: by {reader} " + ", ".join(
                    f"{got[kind]} {kind}, should be {wanted[kind]}" for kind in wrong[:4]))

    def look_at_annotations(self, made, altered):
        for name, _, _ in KINDS:
            old, new = made.get(PREFIX + name), altered.get(PREFIX + name)
            if old is None or new is None:  # The counts say so.
                continue
            if name not in NOT_DRAWN and not (old["drawn"] and new["drawn"]):
                self.row.failures.append(f"{name} has no appearance")
            if new["contents"] != SECOND_TEXT:
                self.row.failures.append(f"{name}: its text after the change is {new['contents']!r}")
            if name in NOT_DRAWN and name != "pop-up" and old["target"] == new["target"]:
                self.row.failures.append(f"{name}: it leads after the change where it led before")
            if name in NOT_RECOLORED:
                continue
            if new["color"] != [0, 0, 1] and "0 0 1 rg" not in new["text style"]:
                self.row.failures.append(f"{name}: its colour after the change is {new['color']}, {new['text style']!r}")
            if name not in EMPTY and old["drawn"] == new["drawn"]:
                self.row.failures.append(f"{name} is drawn after the change as before")


def print_summary(rows):
    ends = Counter(row.end for row in rows)
    tool.table(ends.most_common(), ["end", "files"], numbers=["files"])
    judges = Counter(judge for row in rows for judge in row.judges)
    print("\nResults judged by " + ", ".join(f"{judge}: {count} files" for judge, count in judges.items()))
    slowest = max(rows, key=lambda row: row.seconds)
    print(f"{len(rows)} files, {len(KINDS)} annotations each; the slowest call took {slowest.seconds:.2f} s: {slowest.path}")
    for row in rows:
        if row.failures or row.notes:
            print(f"{row.path}: {row.end}\n    " + "\n    ".join(row.failures + row.notes))


def main():
    parser = tool.parser(__doc__)
    parser.add_argument("folder", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--jobs", type=int, default=2, help="how many files at a time (default: 2)")
    parser.add_argument("--limit", type=int, help="only so many files")
    parser.add_argument("--only", default="", help="only files whose path contains this")
    parser.add_argument("--timeout", type=float, default=10, help="seconds for one call (default: 10)")
    arguments = parser.parse_args()

    paths = sorted(p for p in arguments.folder.rglob("*.pdf") if p.is_file() and arguments.only in str(p))
    paths = paths[:arguments.limit]
    if not paths:
        raise SystemExit(f"There is no PDF under {arguments.folder}.")
    with tempfile.TemporaryDirectory(prefix="postil-kinds-") as folder:
        peers = tool.PeerServer()
        sweep = Sweep(tool.Postil(arguments.postil, timeout=arguments.timeout), peers, folder)
        rows, failed = [], 0
        # The work is done by processes that these threads wait for.
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            for row in pool.map(sweep.check, paths):
                rows.append(row)
                failed += bool(row.failures)
                # So that a run that is ended before its time tells something.
                if row.failures:
                    print(f"FAILED {row.path}: {row.failures[0]}", file=sys.stderr, flush=True)
                if len(rows) % 50 == 0:
                    print(f"{len(rows)} of {len(paths)} files, {failed} failed", file=sys.stderr, flush=True)
        peers.end()
    print_summary(rows)
    return 1 if failed else 0


if __name__ == "__main__":
    os.environ.setdefault("PYTHONWARNINGS", "ignore")
    sys.exit(main())
