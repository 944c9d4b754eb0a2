"""What is done to one document: the tool runs once, within limits. The workers get this file and nothing else of the
example, so it imports the standard library alone.
"""

import dataclasses
import errno
import json
import os
import pathlib
import shlex
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid

#: What a document may come to. Only what may be another way the next time is tried again at once.
DONE = "done"  # the result is in its place
NOTHING = "nothing"  # the document has nothing to redact or to flatten: there is no result
DAMAGED = "damaged"  # it is no PDF document, or damaged beyond repair
LOCKED = "locked"  # it needs a password
FAILED = "failed"  # the tool says what else is wrong with the document
CRASHED = "crashed"  # the tool was ended by a signal
HUNG = "hung"  # the tool was not done within the time limit
REFUSED = "refused"  # the system refused to read, write or start something
LOST = "lost"  # workers died of it
STOP = "stop"  # every other document would end like this one: the run stops
TRANSIENT = (CRASHED, REFUSED)

#: What the tool's exit statuses mean.
MEANINGS = {0: DONE, 3: NOTHING, 4: DAMAGED, 5: LOCKED}
FULL = (errno.ENOSPC, errno.EDQUOT)
UNFINISHED = ".unfinished"


@dataclasses.dataclass(frozen=True)
class Step:
    """What is done to each document, in the tool's own words: `highlight invoice --ignore-case`."""

    words: tuple

    NAMES = ("render", "search", "highlight", "flatten", "redact")

    @classmethod
    def of(cls, text):
        words = tuple(shlex.split(text))
        if not words or words[0] not in cls.NAMES:
            raise ValueError(f"'{text}' is no step: a step begins with one of {', '.join(cls.NAMES)}")
        return cls(words)

    def __str__(self):
        return shlex.join(self.words)

    def output(self, path):
        """Where the result of a document belongs, below the folder of results."""
        name, *options = self.words
        suffix = {"render": "" if "--all" in options else ".png", "search": ".json"}.get(name, "")
        return os.path.join(name, path + suffix)

    def arguments(self, source, target):
        """The arguments of the tool."""
        name, *options = self.words
        if name == "search":
            return ["search", source, *options, "--json"]
        if name != "render":
            return [name, source, *options, "--json", "-o", target]
        size = [] if {"--width", "--scale"} & set(options) else ["--width", "800"]
        if "--all" in options:
            options.remove("--all")
            return ["thumbnails", source, *options, *size, "-o", target]
        page = [] if "--page" in options else ["--page", "1"]
        return ["render", source, *options, *page, *size, "-o", target]


@dataclasses.dataclass(frozen=True)
class Settings:
    """What holds for all documents of a run."""

    tool: str
    inputs: str
    results: str
    seconds: float
    megabytes: int
    attempts: int = 2


def identity(path):
    """What tells a changed document from the one that was worked on."""
    facts = os.stat(path)
    return {"size": facts.st_size, "mtime": facts.st_mtime_ns}


def work_on_all(settings, jobs):
    """One task: pairs of a path and a step. Returns a record for each."""
    return [work_on(settings, path, step) for path, step in jobs]


def work_on(settings, path, step):
    """Does a step to a document and returns the line of the report. Raises nothing that a document can cause."""
    began = time.monotonic()
    record = {"path": path, "step": str(step), "output": step.output(path), "host": socket.gethostname()}
    for attempt in range(1, settings.attempts + 1):
        try:
            # Before the tool reads it: if the document changes meanwhile, the next run sees another identity.
            record.update(identity(os.path.join(settings.inputs, path)))
            outcome = attempt_once(settings, path, step)
        except OSError as error:
            outcome = {"status": STOP if error.errno in FULL else REFUSED, "error": str(error)}
        if outcome["status"] not in TRANSIENT:
            break
    return record | {"attempts": attempt, "seconds": round(time.monotonic() - began, 3)} | outcome


def attempt_once(settings, path, step):
    """Runs the tool once. The result is complete before it gets its name; nothing is left of a failure."""
    source = os.path.join(settings.inputs, path)
    # On the file system of the results, so that the last step is a rename.
    folder = pathlib.Path(settings.results, UNFINISHED, uuid.uuid4().hex)
    folder.mkdir(parents=True)
    try:
        target = folder / "result"
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            status = run(settings, step.arguments(source, str(target)), output, errors)
            output.seek(0), errors.seek(0)
            complaint = errors.read(2000).decode("utf-8", "replace").strip()
            outcome = judge(status, *what_failed(complaint, source))
            if outcome["status"] == DONE and step.words[0] != "render":
                said = output.read()
                outcome["said"] = counts(said)
                if step.words[0] == "search":
                    target.write_bytes(said)
        if outcome["status"] == DONE:
            put(target, pathlib.Path(settings.results, step.output(path)), aside=folder / "old")
        return outcome
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run(settings, arguments, output, errors):
    """The exit status of the tool, or None if the time ran out. Nothing of it runs afterwards."""
    # Two programs instead of preexec_fn, which may lock up in a process with threads, and a worker has some. The
    # second one ends the tool with its worker, so that no other worker meets it at the same document.
    limits = ["prlimit", f"--as={settings.megabytes << 20}", "--core=0", "--", "setpriv", "--pdeathsig", "KILL", "--"]
    process = subprocess.Popen(
        [*limits, settings.tool, *arguments], stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
        start_new_session=True, env=os.environ | {"SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C.UTF-8"})
    try:
        return process.wait(settings.seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()


def what_failed(complaint, source):
    """What the tool said on standard error, and the code of its error: JSON where it was asked for, else a line."""
    try:
        error = json.loads(complaint)["error"]
        reason = f" ({error['reason']})" if error.get("reason") else ""
        return error["message"] + reason, error["code"]
    except (ValueError, KeyError, TypeError):
        return complaint.removeprefix("postil: ").replace(f"{source}: ", ""), None


def judge(status, complaint, code=None):
    """What an exit status means: whose fault it is, and whether it is worth another attempt."""
    if status is None:
        return {"status": HUNG, "error": "not done within the time limit"}
    if status < 0:
        return {"status": CRASHED, "error": f"ended by {signal.Signals(-status).name}. {complaint}".strip(". ")}
    if status == 0:
        return {"status": DONE}
    # Status 2 is a wrong command line, 126 and 127 a tool that cannot be started: no document's fault.
    is_full = code == "diskFull" or any(os.strerror(number) in complaint for number in FULL)
    if status in (2, 126, 127) or is_full:
        return {"status": STOP, "error": complaint}
    return {"status": MEANINGS.get(status, FAILED), "error": complaint or f"exit status {status}"}


def counts(said):
    """What the tool's JSON says, with lengths in place of lists: a line of the report stays short."""
    try:
        facts = json.loads(said)
    except ValueError:
        return None
    return {key: len(value) if isinstance(value, list) else value for key, value in facts.items()}


def put(target, place, aside):
    """Gives the result its name. Where a folder stands already, rename does not replace it: it is moved aside."""
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.is_dir():
        os.rename(place, aside)
    os.replace(target, place)
