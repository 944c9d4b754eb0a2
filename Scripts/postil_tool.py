"""What the scripts share: running the postil tool, asking qpdf, making edits, printing tables."""

import argparse
import functools
import importlib.util
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parent.parent
PEER_COUNTS = ROOT / "Scripts/peer_counts.py"
#: Passwords of test files that are well known: those of qpdf, pikepdf, py-pdf and veraPDF.
PASSWORDS = [
    "user", "owner", "user1", "owner1", "user2", "owner2", "user3", "owner3", "user4", "owner4", "view",
    "master", "attachment", "wwwww", "u", "o", "openpassword", "asdfqwer", "test", "password",
    "asdf asdf asdf asdf asdf asdf qwer",
]
#: Commands that do nothing that an author can forbid.
WITHOUT_PERMISSIONS = {"compare", "completion", "help", "recover", "--version"}
#: Exit statuses that say what is wrong with the document or its signatures, or that there is nothing to do; 2 is a mistake of
#: the caller.
REFUSALS = (1, 3, 4, 5, 6, 7, 8)
FOUR_KINDS = [
    "--color", "D00000", "--width", "2", "--line", "20,20,120,60",
    "--rect", "30,30,60,40", "--opacity", "0.5", "--ellipse", "40,60,50,30",
    "--ink", "20,20 40,60 60,30 80,70 100,25",
]


def require_modules(target, **modules):
    """Ends the program if Python modules are missing.

    :param target: The target of the Makefile that installs them.
    :param modules: Modules, and the packages that have them.
    """
    missing = [package for module, package in modules.items() if importlib.util.find_spec(module) is None]
    if missing:
        raise SystemExit(
            f"Python modules are missing: {', '.join(missing)}. 'make {target}' installs them into Scripts/.venv; "
            "elsewhere: pip install -r Scripts/requirements.txt")


def parser(description):
    """A parser with the options that every script takes."""
    result = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    result.add_argument(
        "--postil", type=pathlib.Path, default=os.environ.get("POSTIL") or ROOT / ".build/release/postil",
        help="the built tool (default: $POSTIL, else .build/release/postil of this checkout)")
    return result


@dataclass
class Run:
    """What a run of the tool came to."""

    status: int
    out: str
    err: str
    seconds: float
    timed_out: bool = False

    @property
    def refused(self):
        """Whether the tool said that it cannot do it, in whichever of its ways."""
        return self.status in REFUSALS

    def crash(self):
        """In words, if the tool ended in a way it must never end; None otherwise."""
        if self.timed_out:
            return f"not done after {self.seconds:.0f} s"
        if self.status < 0:
            return f"killed by {signal.Signals(-self.status).name}"
        if self.status != 0 and not self.refused:
            return f"exit status {self.status}: {first_line(self.err)}"
        return None

    @functools.cached_property
    def report(self):
        """The JSON object on standard output; an empty one if there is none."""
        try:
            return json.loads(self.out)
        except ValueError:
            return {}


class Failed(Exception):
    """Nothing more can be tried with the file."""


class Postil:
    """The command line tool."""

    def __init__(self, path, timeout=10):
        if not os.access(path, os.X_OK):
            raise SystemExit(f"There is no tool at {path}: build it with 'swift build -c release'.")
        self.path = pathlib.Path(path).resolve()
        self.timeout = timeout

    def run(self, *arguments, password=None, timeout=None):
        command = [str(self.path), *map(str, arguments)]
        if password:
            command += ["--password", password]
        # Files of others are edited as far as the tool can, whatever their authors allow.
        if arguments[0] not in WITHOUT_PERMISSIONS and "--help" not in arguments:
            command.append("--ignore-permissions")
        start = time.monotonic()
        try:
            done = subprocess.run(command, capture_output=True, timeout=timeout or self.timeout)
        except subprocess.TimeoutExpired:
            return Run(-9, "", "", time.monotonic() - start, timed_out=True)
        seconds = time.monotonic() - start
        return Run(done.returncode, text(done.stdout), plain_error(text(done.stderr)), seconds)

    def annotations(self, path, page=None, password=None):
        """The list that 'annotations --json' prints, or None."""
        only = ["--page", page] if page else []
        run = self.run("annotations", path, *only, "--json", password=password)
        return items(run.report, "annotations") if run.status == 0 else None

    def pages(self, path, pages, password=None):
        """The list that 'info --pages … --json' prints, or None."""
        run = self.run("info", path, "--pages", pages, "--json", password=password)
        return items(run.report, "pages") if run.status == 0 else None

    def option(self, command, *names):
        """The first of the options that the command knows, by its own help; None if none."""
        help_text = self.run(command, "--help")
        words = set(re.findall(r"--[a-z-]+", help_text.out + help_text.err))
        return next((name for name in names if name in words), None)


def items(report, key):
    """A list that is the report itself or stands in it under a key."""
    return report if isinstance(report, list) else report.get(key)


def text(data):
    return data.decode("utf-8", "replace")


def conclude(skipped, failures, summary):
    """Prints why files were skipped, by number, what failed, and a summary. Returns the exit status."""
    for reason, count in sorted(skipped.items()):
        print(f"{count} files: {reason}")
    for failure in failures:
        print(f"FAILED: {failure}")
    print(f"{summary}, {len(failures)} failures")
    return 1 if failures else 0


def plain_error(said):
    """An error as the tool prints it without --json."""
    try:
        error = json.loads(said)["error"]
        parts = [error["file"]] if error.get("file") else []
        reason = f" ({error['reason']})" if error.get("reason") else ""
        return "postil: " + ": ".join([*parts, error["message"] + reason]) + "\n"
    except (ValueError, KeyError, TypeError):
        return said


def first_line(string):
    return string.strip().splitlines()[0] if string.strip() else "(nothing printed)"


def tells_what_is_wrong(run, path):
    """Whether the error reads 'postil: FILE: what is wrong', on one line or more."""
    line = first_line(run.err)
    return any(line.startswith(f"postil: {name}: ") for name in (path, pathlib.Path(path).name))


def strategy(run, before, after):
    """How the file was saved: as the tool reports it, else by looking at the bytes."""
    said = run.report.get("strategy") if isinstance(run.report, dict) else None
    if isinstance(run.report, dict) and isinstance(run.report.get("save"), dict):
        said = said or run.report["save"].get("strategy")
    return said or ("append" if is_prefix(before, after) else "rewrite")


def is_prefix(before, after):
    """Whether one file is the beginning of another, byte for byte."""
    if os.path.getsize(after) < os.path.getsize(before):
        return False
    with open(before, "rb") as old, open(after, "rb") as new:
        while chunk := old.read(1 << 20):
            if new.read(len(chunk)) != chunk:
                return False
    return True


@dataclass
class Check:
    """What 'qpdf --check' said: its exit status and how many lines were warnings or errors."""

    status: int
    complaints: int
    #: What errors and warnings say, without the object and the place.
    errors: frozenset = frozenset()
    warnings: frozenset = frozenset()

    #: qpdf's exit statuses from good to bad: fine, warnings, errors.
    ORDER = {0: 0, 3: 1, 2: 2}

    def opens(self):
        return self.status in (0, 3)

    def worse_than(self, other):
        mine, theirs = self.ORDER.get(self.status, 3), self.ORDER.get(other.status, 3)
        return mine > theirs or (mine == theirs and self.complaints > other.complaints)

    def __str__(self):
        return f"exit {self.status}, {self.complaints} complaints"


def qpdf_check(path, password=None, timeout=120):
    command = ["qpdf", "--check", str(path)] + ([f"--password={password}"] if password else [])
    try:
        done = subprocess.run(command, capture_output=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return Check(124, 0)
    lines = text(done.stdout + done.stderr).splitlines()
    said = {
        kind: [line.rsplit(": ", 1)[-1] for line in lines if kind in line] for kind in ("ERROR", "WARNING")}
    return Check(
        done.returncode, len(said["ERROR"]) + len(said["WARNING"]), frozenset(said["ERROR"]),
        frozenset(said["WARNING"]))


def password_of(path, passwords):
    """The password that the file needs; None if it needs none, or none of the known ones fits."""
    def asks(*options):
        command = ["qpdf", *options, "--requires-password", str(path)]
        return subprocess.run(command, capture_output=True, timeout=60).returncode

    if asks() != 0:
        return None
    return next((p for p in passwords if asks(f"--password={p}") == 3), None)


def peer_counts(paths, password, *options):
    """What pikepdf and MuPDF find in files; an empty entry where a library went down."""
    command = [sys.executable, str(PEER_COUNTS), *options, "--password", password or "", *map(str, paths)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=120)
        found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith(b"{")]
    except subprocess.TimeoutExpired:
        found = []
    return found + [{}] * (len(paths) - len(found))


class PeerServer:
    """The same of many files, one after the other, by a process that stays: loading the libraries takes longer than asking."""

    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, str(PEER_COUNTS), "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.lock = threading.Lock()

    def counts(self, paths, password, *options):
        with self.lock:
            arguments = [*options, "--password", password or "", *map(str, paths)]
            print(json.dumps(arguments), file=self.process.stdin, flush=True)
            found = []
            while (line := self.process.stdout.readline()).startswith("{"):
                found.append(json.loads(line))
        return found + [{}] * (len(paths) - len(found))

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def kind_of_refusal(reason, check, password):
    """Why a file was refused that the tool should open or may refuse, by its words and by what qpdf says of the file."""
    if "document has 0 pages" in reason or "There is no page 1." in reason:
        return "refused: no pages"
    if "signature" in reason:
        return "refused: a rewrite would break the signature"
    if check.opens():
        return "refused, though qpdf opens it"
    if password is None and "password" in reason:
        return "refused: no known password"
    return "refused, as by qpdf"


def table(rows, headings, numbers=()):
    """Prints rows under headings; the columns named in `numbers` stand to the right."""
    rows = [[str(cell) for cell in row] for row in rows]
    widths = [max([len(h)] + [len(row[i]) for row in rows]) for i, h in enumerate(headings)]
    for row in [list(headings), ["-" * width for width in widths], *rows]:
        cells = [c.rjust(w) if h in numbers else c.ljust(w) for c, w, h in zip(row, widths, headings)]
        print("  ".join(cells).rstrip())
