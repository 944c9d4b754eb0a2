#!/usr/bin/env python3
"""Edits every PDF of a folder tree with postil and holds the results against other readers.

One annotation of each kind is drawn on the first page, the page is turned by 90 degrees and moved
to the end. Then:

- the tool ends with status 0 or 1, within ten seconds, and says what is wrong if it is 1;
- qpdf --check likes the result no less than the original;
- where the strategy was to append, the original is the beginning of the result, byte for byte;
- postil, and pikepdf for itself, find four more annotations and the turn on what is now the last page;
- pikepdf and MuPDF count as many pages as before;
- a second save on top of the first works too.

Prints how many files came to which end, and each file that failed with the reason. Exit status 1
if any did.
"""

import concurrent.futures
import os
import pathlib
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field

import postil_tool as tool


@dataclass
class Row:
    """What came of a file."""

    path: pathlib.Path
    category: str = ""
    strategy: str = ""
    reason: str = ""
    seconds: float = 0.0
    bytes_written: int = 0
    failures: list = field(default_factory=list)


class Sweep:
    def __init__(self, postil, passwords, folder):
        self.postil, self.passwords, self.folder = postil, passwords, folder

    def check(self, path):
        row = Row(path)
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            try:
                self.examine(row, pathlib.Path(folder))
            except tool.Failed as failure:
                row.failures.append(str(failure))
            except Exception as error:  # The sweep goes on whatever one file does to it.
                row.failures.append(f"the sweep itself failed: {error!r}")
        if row.failures:
            row.category = "FAILED"
        return row

    def examine(self, row, folder):
        password = tool.password_of(row.path, self.passwords)
        before = tool.qpdf_check(row.path, password)
        result = self.edit(row, folder, before, password)
        if result is None:
            return
        row.category = "saved: " + row.strategy
        after = tool.qpdf_check(result, password)
        if after.worse_than(before):
            row.failures.append(f"qpdf --check: {before} before, {after} after")
        self.compare_peers(row, result, password)
        self.compare_own(row, result, password)
        self.save_again(row, result, folder, before, password)

    def run(self, row, *arguments, password):
        """Runs the tool; its time counts, and a crash ends the examination."""
        run = self.postil.run(*arguments, password=password)
        row.seconds = max(row.seconds, run.seconds)
        if crash := run.crash():
            raise tool.Failed(f"postil {arguments[0]}: {crash}")
        if run.refused and not tool.tells_what_is_wrong(run, arguments[1]):
            row.failures.append(f"postil {arguments[0]}: unclear error: {tool.first_line(run.err)}")
        return run

    def edit(self, row, folder, before, password):
        """Draws, turns and moves, each a save of its own. The path of the result, or None if refused."""
        steps = [
            ("draw", ["--page", "1", *tool.FOUR_KINDS]), ("rotate", ["--pages", "1", "--by", "90"]),
            ("move", ["--pages", "1", "--to"]),
        ]
        current, strategies = row.path, []
        for name, options in steps:
            if name == "move":
                options = [*options, str(self.page_count(current, password))]
            target = folder / f"{name}.pdf"
            run = self.run(row, name, current, *options, "-o", target, "--json", password=password)
            if run.refused:
                self.refused(row, name, run, target, before, password)
                return None
            self.look_at_save(row, run, current, target, strategies)
            current = target
        row.strategy = strategies[0]
        return current

    def look_at_save(self, row, run, current, target, strategies):
        if not target.exists():
            raise tool.Failed(f"status 0, but no file was written: {tool.first_line(run.out)}")
        how = tool.strategy(run, current, target)
        strategies.append(how)
        if isinstance(run.report, dict):
            row.reason = row.reason or str(run.report.get("reason", ""))
        row.bytes_written += target.stat().st_size - current.stat().st_size
        if how in ("append", "nothing", "copy") and not tool.is_prefix(current, target):
            raise tool.Failed(f"reported as {how}, but the original is not the beginning of the result")

    def refused(self, row, name, run, target, before, password):
        if target.exists():
            row.failures.append(f"postil {name}: status 1, but a file was written")
        row.reason = tool.first_line(run.err)
        if name != "draw":
            row.failures.append(f"postil {name} refused what postil draw had saved: {row.reason}")
        else:
            row.category = tool.kind_of_refusal(row.reason, before, password)

    def page_count(self, path, password):
        return self.postil.run("info", path, "--json", password=password).report.get("pageCount", 1)

    def compare_peers(self, row, result, password):
        old, new = tool.peer_counts([row.path, result], password)
        if not new and old:
            row.failures.append("pikepdf or MuPDF went down on the result")
            return
        for name in ("pikepdf", "mupdf"):
            # A reader that found no pages in a damaged original has nothing to compare.
            if old.get(name) and old[name] != new.get(name):
                row.failures.append(f"{name} counts {new.get(name)} pages, {old[name]} before")
        first, last = old.get("first"), new.get("last")
        if first and last:
            wanted = {
                "annotations": first["annotations"] + 4, "rotation": (first["rotation"] + 90) % 360}
            row.failures += [
                f"pikepdf: {key} {last[key]}, should be {value}"
                for key, value in wanted.items() if last[key] != value]

    def compare_own(self, row, result, password):
        old = self.postil.pages(row.path, "1", password)
        new = self.postil.pages(result, "last", password)
        if not old or not new:
            row.failures.append("postil info --pages --json does not list the page")
            return
        wanted = {
            "annotations": old[0].get("annotations", 0) + 4, "rotation": (old[0].get("rotation", 0) + 90) % 360}
        row.failures += [
            f"postil: {key} {new[0].get(key)}, should be {value}"
            for key, value in wanted.items() if new[0].get(key) != value]
        listed = self.postil.annotations(result, self.page_count(result, password), password)
        kinds = Counter(a.get("subtype") for a in listed or [])
        if missing := [kind for kind in ("Line", "Square", "Circle", "Ink") if not kinds[kind]]:
            row.failures.append(f"postil annotations does not list {', '.join(missing)}")

    def save_again(self, row, result, folder, before, password):
        target = folder / "again.pdf"
        count = self.page_count(result, password)
        options = ["--page", str(count), "--rect", "50,50,10,10"]
        run = self.run(row, "draw", result, *options, "-o", target, "--json", password=password)
        if run.refused:
            row.failures.append(f"the second save was refused: {tool.first_line(run.err)}")
            return
        if tool.strategy(run, result, target) == "append" and not tool.is_prefix(result, target):
            row.failures.append("the second save did not keep the first")
        if tool.qpdf_check(target, password).worse_than(before):
            row.failures.append("qpdf --check likes the second save less than the original")


def write_table(rows, path):
    with open(path, "w", encoding="utf-8") as file:
        print("file", "category", "strategy", "seconds", "bytes", "reason", "failures", sep="\t", file=file)
        for row in rows:
            print(
                row.path, row.category, row.strategy, f"{row.seconds:.3f}", row.bytes_written,
                row.reason.replace("\t", " "), "; ".join(row.failures).replace("\t", " "), sep="\t", file=file)


def print_summary(rows):
    counts = Counter(row.category for row in rows)
    tool.table(sorted(counts.items(), key=lambda pair: -pair[1]), ["outcome", "files"], numbers=["files"])
    print(f"\n{len(rows)} files; the slowest call took {max((r.seconds for r in rows), default=0):.2f} s")
    reasons = Counter(row.reason for row in rows if row.strategy == "rewrite")
    if reasons:
        print("\nWhy files were rewritten:")
        tool.table(reasons.most_common(), ["reason", "files"], numbers=["files"])
    for heading in ("refused, though qpdf opens it", "FAILED"):
        some = [row for row in rows if row.category == heading]
        if some:
            print(f"\n{heading}:")
        for row in some:
            print(f"  {row.path}\n    " + "\n    ".join(row.failures or [row.reason]))


def main():
    parser = tool.parser(__doc__)
    parser.add_argument("folder", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--password-file", type=pathlib.Path, help="more passwords to try, one a line")
    parser.add_argument("--jobs", type=int, default=2, help="how many files at a time (default: 2)")
    parser.add_argument("--out", type=pathlib.Path, help="write a table of all files, tab-separated")
    parser.add_argument("--only", default="", help="only files whose path contains this")
    arguments = parser.parse_args()

    extra = arguments.password_file.read_text().splitlines() if arguments.password_file else []
    paths = sorted(p for p in arguments.folder.rglob("*.pdf") if p.is_file() and arguments.only in str(p))
    if not paths:
        raise SystemExit(f"There is no PDF under {arguments.folder}.")
    with tempfile.TemporaryDirectory(prefix="postil-sweep-") as folder:
        sweep = Sweep(tool.Postil(arguments.postil), extra + tool.PASSWORDS, folder)
        # The work is done by processes that these threads wait for.
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            rows = []
            for row in pool.map(sweep.check, paths):
                rows.append(row)
                if sys.stderr.isatty():
                    print(f"\r{len(rows)}/{len(paths)}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if arguments.out:
        write_table(rows, arguments.out)
    print_summary(rows)
    return 1 if any(row.failures for row in rows) else 0


if __name__ == "__main__":
    os.environ.setdefault("PYTHONWARNINGS", "ignore")
    sys.exit(main())
