"""The report of a run: a line of JSON for each document and step, and a summary of them."""

import collections
import fcntl
import heapq
import json
import os
import pathlib
import time

import work


class Report:
    """The file `report.jsonl` in the folder of results. One run at a time writes it.

    Each line is written as soon as the document is done, so a killed run leaves at most half a line, which is passed over.
    """

    def __init__(self, results):
        self.results = pathlib.Path(results)
        self.results.mkdir(parents=True, exist_ok=True)
        path = self.results / "report.jsonl"
        self.file = open(path, "ab", buffering=0)
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.file.close()
            raise SystemExit(f"Another run is writing to {results}: wait for its end, or name another folder.") from None
        #: By output: the last that was done there, for the same place may have been written by another step since.
        self.known = {}
        line = b"\n"
        with open(path, "rb") as lines:
            for line in lines:
                try:
                    record = json.loads(line)
                    self.known[record["output"]] = self.entry(record)
                except (ValueError, KeyError):
                    continue
        if not line.endswith(b"\n"):
            self.file.write(b"\n")

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        self.file.close()

    @staticmethod
    def entry(record):
        return record["step"], record.get("size"), record.get("mtime"), record["status"]

    def has(self, inputs, path, step, also_failed=False):
        """Whether the document, as it is now, has this result already."""
        output = step.output(path)
        if output not in self.known:
            return False
        before = self.known[output]
        try:
            now = work.identity(os.path.join(inputs, path))
        except OSError:
            return False
        if before[:3] != (str(step), now["size"], now["mtime"]):
            return False
        if before[3] == work.NOTHING:
            return True
        return (self.results / output).exists() if before[3] == work.DONE else also_failed

    def add(self, records):
        lines = b"".join(json.dumps(record).encode() + b"\n" for record in records)
        while lines:
            lines = lines[self.file.write(lines):]


class Summary:
    """Counts what a run came to, in memory that does not grow with the number of documents."""

    REASONS = 1000

    def __init__(self):
        self.began = time.monotonic()
        self.statuses = collections.Counter()
        self.reasons = collections.Counter()
        self.slowest = []
        self.hung = 0.0
        self.skipped = 0

    def add(self, record):
        self.statuses[record["status"]] += 1
        seconds = record.get("seconds") or 0
        heapq.heappush(self.slowest, (seconds, record["path"], record["step"]))
        if len(self.slowest) > 10:
            heapq.heappop(self.slowest)
        if record["status"] == work.HUNG:
            self.hung += seconds
        if reason := record.get("error"):
            if reason in self.reasons or len(self.reasons) < self.REASONS:
                self.reasons[reason] += 1

    def line(self):
        """How far the run is."""
        seconds = time.monotonic() - self.began
        total = sum(self.statuses.values())
        states = ", ".join(f"{count:,} {status}" for status, count in self.statuses.most_common())
        skipped = f"; {self.skipped:,} were done before" if self.skipped else ""
        return f"{states or 'nothing to do'}; {total / seconds:.2f} a second in {seconds:,.0f} s{skipped}"

    def text(self):
        lines = [self.line()]
        if self.hung:
            lines.append(f"Lost to hangs: {self.hung:,.0f} s of a worker's time.")
        if self.reasons:
            lines.append("Most common errors:")
            lines += [f"  {count:7,}  {' '.join(reason.split())[:200]}" for reason, count in self.reasons.most_common(10)]
        if self.slowest:
            lines.append("Slowest:")
            lines += [f"  {seconds:7.1f} s  {path} ({step})" for seconds, path, step in sorted(self.slowest, reverse=True)]
        return "\n".join(lines)
