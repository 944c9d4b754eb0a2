"""Folders for a test, the tool that stands in for postil, and waiting for what must come."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

BATCH = pathlib.Path(__file__).resolve().parent.parent
FAKE = pathlib.Path(__file__).resolve().parent / "fake_postil"
#: How long a test waits for what must come: only something that hangs takes so long.
PATIENCE = 300


class BatchTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.inputs, self.results, self.log = (self.folder / name for name in ("inputs", "results", "log"))
        for place in (self.inputs, self.results, self.log):
            place.mkdir()
        os.environ["FAKE_LOG"] = str(self.log)

    def document(self, name, content=b"a document "):
        path = self.inputs / f"{name}.pdf"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    def calls(self):
        """The documents that the tool was started for, in order."""
        return (self.log / "calls").read_text().split() if (self.log / "calls").exists() else []

    def start(self, *arguments, tool=FAKE):
        command = [sys.executable, BATCH / "batch.py", self.inputs, self.results, *arguments, "--postil", tool]
        return subprocess.Popen([*map(str, command)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def batch(self, *arguments, tool=FAKE):
        """Exit status and output of a whole run."""
        with self.start(*arguments, tool=tool) as process:
            output, _ = process.communicate(timeout=PATIENCE)
        return process.returncode, output

    def report(self):
        path = self.results / "report.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def statuses(self):
        return {record["path"].removesuffix(".pdf"): record["status"] for record in self.report()}

    def wait(self, condition, what):
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end, f"never came: {what}")
            time.sleep(0.02)


def is_running(process):
    try:
        state = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"
