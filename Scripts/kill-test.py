#!/usr/bin/env python3
"""Kills postil while it saves, fills the disk under it, and takes its permissions away.

- SIGKILL at random moments of 'postil draw --in-place', for each kind of safety that the tool
  knows. With atomic copies the file must be wholly the old or wholly the new one; with appending in
  place every old byte must be there, and the file must still open.
- A disk without space (a small tmpfs, which needs root) and a folder that may not be written to (as
  another user, which needs root too): a clear error, the original untouched, nothing left behind.

The document is made by joining the files given, again and again, up to --size megabytes.
"""

import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter

import pikepdf
import postil_tool as tool

# Named destinations and forms do not matter here.
warnings.filterwarnings("ignore", message="Copying pages")

ATOMIC, IN_PLACE = "atomic copy", "in place"
#: The user nobody, who owns nothing.
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
MEGABYTE = 1 << 20


def make_document(files, path, megabytes):
    """Joins the files until the result is large enough. Streams of no use make up for small files."""
    with pikepdf.new() as pdf:
        for file in files:
            with pikepdf.open(file) as other:
                pdf.pages.extend(other.pages)
        if not len(pdf.pages):
            pdf.add_blank_page(page_size=(400, 400))
        pdf.save(path)
        missing = megabytes * MEGABYTE - os.path.getsize(path)
        noise = random.Random(1)
        fillers = [pdf.make_stream(noise.randbytes(MEGABYTE)) for _ in range(max(missing // MEGABYTE, 0))]
        pdf.Root.Filler = pdf.make_indirect(pikepdf.Array(fillers))
        pdf.save(path)


def safeties(postil):
    """The options for each kind of safety; just the tool's own default if it knows no option."""
    option = postil.option("draw", "--safety", "--append-in-place")
    if option == "--safety":
        return {ATOMIC: ["--safety", "atomic"], IN_PLACE: ["--safety", "append-in-place"]}
    if option:
        return {ATOMIC: [], IN_PLACE: [option]}
    return {ATOMIC: []}


def annotation_count(path, recover):
    """How many annotations the first page has; None if the file cannot be read."""
    try:
        with pikepdf.open(path, attempt_recovery=recover, suppress_warnings=True) as pdf:
            return len(pdf.pages[0].obj.get("/Annots", []))
    except Exception:
        return None


class KillTest:
    def __init__(self, postil, original, folder, seed):
        self.postil, self.original = postil, original
        self.folder = folder
        self.path = folder / "document.pdf"
        self.random = random.Random(seed)
        self.count = annotation_count(original, recover=False)

    def command(self, options, path=None):
        ink = " ".join(f"{50 + i % 200},{50 + i // 200 * 7 + i % 5}" for i in range(4000))
        return [
            str(self.postil.path), "draw", str(path or self.path), "--page", "1", "--ink", ink, "--in-place",
            *options]

    def duration(self, options):
        """How long a save takes that nobody disturbs, in seconds."""
        times = []
        for _ in range(5):
            shutil.copyfile(self.original, self.path)
            start = time.monotonic()
            done = subprocess.run(self.command(options), capture_output=True)
            times.append(time.monotonic() - start)
            if done.returncode != 0:
                raise SystemExit(f"postil draw: {tool.text(done.stderr).strip()}")
        return statistics.median(times)

    def outcome(self, safety):
        """What a kill left behind: 'old', 'new', or what is wrong."""
        if not tool.is_prefix(self.original, self.path):
            return "WRONG: old bytes are gone"
        if self.path.stat().st_size == self.original.stat().st_size:
            return "old"
        if annotation_count(self.path, recover=False) == self.count + 1:
            return "new"
        if safety == IN_PLACE and annotation_count(self.path, recover=True) is not None:
            return "all old bytes, end to be repaired"
        return "WRONG: neither the old nor the new file"

    def kill(self, safety, options, moment):
        process = subprocess.Popen(
            self.command(options), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(moment)
        process.kill()
        finished = process.wait() == 0
        result = self.outcome(safety)
        return "new, was done before the kill" if finished and result == "new" else result

    def run(self, safety, options, times):
        """The outcomes, and how many temporary files were left."""
        longest = self.duration(options) * 1.1
        outcomes, leftovers = Counter(), 0
        shutil.copyfile(self.original, self.path)
        for _ in range(times):
            outcome = self.kill(safety, options, self.random.uniform(0, longest))
            outcomes[outcome] += 1
            if outcome != "old":
                shutil.copyfile(self.original, self.path)
            leftovers += len(self.clear_leftovers())
        return outcomes, leftovers

    def clear_leftovers(self):
        others = [path for path in self.folder.iterdir() if path != self.path]
        for path in others:
            path.unlink()
        return others

    # Errors of the system

    def expect_refusal(self, name, path, options, before=()):
        """Failures of a save that cannot succeed, and the message."""
        command = self.command(options, path)
        names = sorted(os.listdir(path.parent))
        start = time.monotonic()
        done = subprocess.run([*before, *command], capture_output=True, timeout=60)
        run = tool.Run(done.returncode, "", tool.text(done.stderr), time.monotonic() - start)
        failures = []
        if not run.refused:
            failures.append(f"{name}: {run.crash() or 'status 0, as if it had been saved'}")
        elif not tool.tells_what_is_wrong(run, path):
            failures.append(f"{name}: unclear error: {tool.first_line(run.err)}")
        if path.read_bytes() != self.original.read_bytes():
            failures.append(f"{name}: the original was changed")
        if sorted(os.listdir(path.parent)) != names:
            failures.append(f"{name}: left behind {sorted(set(os.listdir(path.parent)) - set(names))}")
        return failures, tool.first_line(run.err)

    def disk_full(self, safety, options):
        if os.geteuid() != 0:
            return [], "skipped: needs root"
        mount = self.folder / "mount"
        mount.mkdir()
        size = self.original.stat().st_size
        # Room for half of a copy; or, where no copy is made, for less than the edit.
        room = size // 2 if safety == ATOMIC else 8192
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size // 4096 * 4096 + 4096 + room}", "tmpfs", str(mount)],
            capture_output=True)
        try:
            if done.returncode != 0:
                return [], f"skipped: {tool.first_line(tool.text(done.stderr))}"
            path = mount / "document.pdf"
            shutil.copyfile(self.original, path)
            return self.expect_refusal(f"disk full, {safety}", path, options)
        finally:
            if done.returncode == 0:
                subprocess.run(["umount", str(mount)], check=True)
            mount.rmdir()

    def read_only(self, safety, options):
        if os.geteuid() != 0 or not shutil.which("setpriv"):
            return [], "skipped: needs root and setpriv"
        with tempfile.TemporaryDirectory(prefix="postil-locked-") as folder:
            folder = pathlib.Path(folder)
            path = folder / "document.pdf"
            shutil.copyfile(self.original, path)
            path.chmod(0o444)
            folder.chmod(0o555)
            try:
                probe = subprocess.run([*NOBODY, str(self.postil.path), "--help"], capture_output=True)
            except OSError as error:
                return [], f"skipped: {error}"
            if probe.returncode not in (0, 2):
                return [], "skipped: another user cannot run the tool"
            return self.expect_refusal(f"read-only folder, {safety}", path, options, before=NOBODY)


def main():
    parser = tool.parser(__doc__)
    parser.add_argument("files", nargs="*", type=pathlib.Path, metavar="FILE", help="files to join")
    parser.add_argument("--size", type=int, default=30, help="megabytes at least (default: 30)")
    parser.add_argument("--kills", type=int, default=200, help="kills for each safety (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="for the moments of the kills (default: 1)")
    parser.add_argument("--folder", help="where to work: the file system that is to be tried")
    arguments = parser.parse_args()
    postil = tool.Postil(arguments.postil)
    failures = []
    with tempfile.TemporaryDirectory(prefix="postil-kill-", dir=arguments.folder) as folder:
        folder = pathlib.Path(folder)
        original = folder / "original.pdf"
        make_document(arguments.files, original, arguments.size)
        (folder / "work").mkdir()
        test = KillTest(postil, original, folder / "work", arguments.seed)
        rows, errors = [], []
        for safety, options in safeties(postil).items():
            outcomes, leftovers = test.run(safety, options, arguments.kills)
            rows += [(safety, outcome, number) for outcome, number in sorted(outcomes.items())]
            rows.append((safety, "temporary files left by the kills", leftovers))
            failures += [f"{safety}: {o}: {n}" for o, n in outcomes.items() if o.startswith("WRONG")]
            for name, trial in (("disk full", test.disk_full), ("read-only folder", test.read_only)):
                test.clear_leftovers()
                found, message = trial(safety, options)
                failures += found
                errors.append((f"{name}, {safety}", "FAILED" if found else "as it should be", message))
    print(f"{arguments.kills} kills for each safety, seed {arguments.seed}\n")
    tool.table(rows, ["safety", "the file afterwards", "times"], numbers=["times"])
    print()
    tool.table(errors, ["trial", "result", "the tool said"])
    for failure in failures:
        print(f"FAILED: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
