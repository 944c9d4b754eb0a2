"""Starting postil-web, and looking at its memory."""

import contextlib
import os
import pathlib
import re
import signal
import subprocess
import tempfile


@contextlib.contextmanager
def serve(program, file, *options):
    """Runs the server at a port that is free; gives its process and address, and ends it as Ctrl-C does."""
    with tempfile.TemporaryDirectory() as state:
        process, address, _ = start(program, file, state, *options)
        try:
            yield process, address
        finally:
            end(process)


def start(program, file, state, *options, port=0):
    """Starts the server, with its journal below a folder; its process, its address, and what it says before that."""
    process = subprocess.Popen(
        [program, str(file), "--port", str(port), *map(str, options)], stdout=subprocess.PIPE, text=True,
        env={**os.environ, "XDG_STATE_HOME": str(state)})
    before = []
    for line in process.stdout:
        address = re.search(r"http://\S+?(?=/ )", line)
        if address:
            return process, address[0], before
        before.append(line.strip())
    raise SystemExit(f"postil-web did not start: {before}")


def end(process):
    """Ends it as Ctrl-C does."""
    process.send_signal(signal.SIGINT)
    process.wait(60)
    process.stdout.close()


def family(pid):
    """A process and all that it started."""
    found = [pid]
    for parent in found:
        for path in pathlib.Path(f"/proc/{parent}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                found += map(int, path.read_text().split())
    return found


def megabytes(pid):
    """The memory of a process; what several processes share is divided among them."""
    with contextlib.suppress(OSError):
        found = re.search(r"^Pss:\s+(\d+)", pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text(), re.M)
        if found:
            return int(found[1]) / 1024
    return 0.0


def seconds_used(pid):
    """The processor time of a process so far."""
    with contextlib.suppress(OSError):
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100
    return 0.0
