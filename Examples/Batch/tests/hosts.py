"""Two hosts on one machine: network namespaces of Linux, joined by a cable, each with a name and its own processes.

As root: `python hosts.py FOLDER RESULTS STEP…` has batch.py work with workers on both, and pulls the plug of one when a third
of the documents is done.
"""

import contextlib
import os
import pathlib
import subprocess
import sys
import time

BATCH = pathlib.Path(__file__).resolve().parent.parent


def ip(*words):
    subprocess.run(["ip", *map(str, words)], check=True, capture_output=True)


def are_possible():
    """Whether this user of this machine may make them."""
    name = f"batch-try-{os.getpid()}"
    try:
        ip("netns", "add", name)
        ip("netns", "del", name)
        subprocess.run(["unshare", "--uts", "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


class Host:
    """A network namespace with an address, and what runs in it."""

    def __init__(self, name, address):
        self.name, self.address = name, address
        self.namespace = f"batch-{os.getpid()}-{name}"
        self.cable = f"b{os.getpid()}{name[-1]}"
        self.processes = []
        ip("netns", "add", self.namespace)
        ip("-n", self.namespace, "link", "set", "lo", "up")

    def start(self, *command, **options):
        command = ["ip", "netns", "exec", self.namespace, "unshare", "--uts", "sh", "-c",
                   'hostname "$0" && exec "$@"', self.name, *map(str, command)]
        process = subprocess.Popen(command, **options)
        self.processes.append(process)
        return process

    def dask(self, *words, **options):
        return self.start(sys.executable, "-m", "distributed.cli." + words[0], *words[1:],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)

    def pull_the_plug(self):
        """What a power failure does: nothing is said to anybody, not even that connections end."""
        ip("-n", self.namespace, "link", "set", self.cable, "down")
        self.kill()

    def kill(self):
        # All that runs there: the tools that workers started, too.
        with contextlib.suppress(subprocess.CalledProcessError):
            pids = subprocess.run(["ip", "netns", "pids", self.namespace], check=True, capture_output=True, text=True)
            for pid in pids.stdout.split():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(pid), 9)
        for process in self.processes:
            process.wait()
        self.processes.clear()

    def remove(self):
        self.kill()
        with contextlib.suppress(subprocess.CalledProcessError):
            ip("netns", "del", self.namespace)


@contextlib.contextmanager
def two():
    """Two hosts that reach each other."""
    with contextlib.ExitStack() as stack:
        hosts = [Host("node-a", "10.213.0.1"), Host("node-b", "10.213.0.2")]
        for host in hosts:
            stack.callback(host.remove)
        ip("link", "add", hosts[0].cable, "netns", hosts[0].namespace,
           "type", "veth", "peer", "name", hosts[1].cable, "netns", hosts[1].namespace)
        for host in hosts:
            ip("-n", host.namespace, "addr", "add", f"{host.address}/24", "dev", host.cable)
            ip("-n", host.namespace, "link", "set", host.cable, "up")
        yield hosts


def main():
    inputs, results, *rest = sys.argv[1:]
    results = pathlib.Path(results)
    report = results / "report.jsonl"
    total = sum(1 for _ in pathlib.Path(inputs).rglob("*.pdf"))

    def lines():
        return report.read_text().count("\n") if report.exists() else 0

    with two() as (a, b):
        scheduler = f"tcp://{a.address}:8786"
        os.environ["DASK_DISTRIBUTED__SCHEDULER__WORKER_SATURATION"] = "1.0"
        a.dask("dask_scheduler", "--host", a.address, "--no-dashboard")
        for host in (a, b):
            host.dask("dask_worker", scheduler, "--host", host.address, "--nthreads", "1", "--memory-limit", "0", "--no-dashboard")
        began = time.monotonic()
        run = a.start(sys.executable, BATCH / "batch.py", inputs, results, *rest, "--scheduler", scheduler)
        while lines() < total / 3 and run.poll() is None:
            time.sleep(0.1)
        print(f"{time.monotonic() - began:.1f} s: the plug of {b.name} is pulled, {lines()} documents are done", flush=True)
        b.pull_the_plug()
        status = run.wait()
        print(f"{time.monotonic() - began:.1f} s: the run ended with status {status}, {lines()} lines")


if __name__ == "__main__":
    main()
