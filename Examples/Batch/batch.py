#!/usr/bin/env python3
"""Does steps to every PDF document of a folder, on all cores or on many machines, and survives what documents do.

    batch.py INPUTS RESULTS render "search invoice" "highlight invoice --ignore-case"

A step is a command of the postil tool with its options: render (a page; all of them with --all), search, highlight,
flatten, redact. Results go to RESULTS/STEP/, in folders as those of INPUTS; RESULTS/report.jsonl says what each document
came to. Run it again to go on where it ended: what is done already, of the same document, is not done again.
"""

import argparse
import itertools
import os
import pathlib
import shutil
import sys
import time

import dask
from distributed import Client, KilledWorker, LocalCluster, as_completed

import work
from report import Report, Summary

HERE = pathlib.Path(__file__).resolve().parent
BUILT = HERE.parent.parent / ".build/release/postil"


class Stopped(Exception):
    """Going on would have every other document fail as well."""


def step(text):
    try:
        return work.Step.of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(error) from None


def parse(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("inputs", type=pathlib.Path, help="the folder of documents, which is only read")
    parser.add_argument("results", type=pathlib.Path, help="the folder for results and the report")
    parser.add_argument("steps", nargs="+", type=step, metavar="step", help="what to do, in quotes with its options")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=int, default=os.cpu_count(), help="processes on this machine (default: %(default)s)")
    where.add_argument("--scheduler", metavar="tcp://HOST:8786", help="a running dask scheduler, for many machines")
    parser.add_argument("--seconds", type=float, default=120, help="the time limit of a step (default: %(default)g)")
    parser.add_argument(
        "--megabytes", type=int, default=4096, help="the limit of each process's address space (default: %(default)s)")
    parser.add_argument("--chunk", type=int, default=1, help="documents in a task; more than 1 for many workers (default: 1)")
    parser.add_argument("--window", type=int, default=1000, help="tasks given to the scheduler at a time (default: %(default)s)")
    parser.add_argument("--skip-failed", action="store_true", help="leave out what an earlier run could not do")
    parser.add_argument(
        "--postil", default=os.environ.get("POSTIL") or (str(BUILT) if BUILT.exists() else "postil"),
        help="the tool, where the workers run (default: $POSTIL, the one built here, or the one installed)")
    options = parser.parse_args(arguments)
    options.inputs, options.results = options.inputs.resolve(), options.results.resolve()
    if not options.inputs.is_dir():
        parser.error(f"there is no folder {options.inputs}")
    if options.inputs == options.results or options.inputs in options.results.parents \
            or options.results in options.inputs.parents:
        parser.error("one of the two folders is inside the other: results could be taken for documents")
    if len({step.words[0] for step in options.steps}) < len(options.steps):
        parser.error("two steps of the same name would write the same files: use two folders of results")
    if not options.scheduler:
        found = shutil.which(options.postil)
        if not found:
            parser.error(f"there is no tool {options.postil}: 'make tool' builds it, --postil says where it is")
        options.postil = os.path.abspath(found)
    return options


def documents(folder):
    """The paths of all PDF documents below a folder, one at a time: there may be millions."""
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.lower().endswith(".pdf"):
                yield os.path.relpath(os.path.join(place, name), folder)


def jobs(options, report, summary):
    """What is still to do."""
    for path in documents(options.inputs):
        for step in options.steps:
            if report.has(options.inputs, path, step, options.skip_failed):
                summary.skipped += 1
            else:
                yield path, step


def chunks(items, size):
    items = iter(items)
    while chunk := list(itertools.islice(items, size)):
        yield chunk


def run(client, tasks, settings, window):
    """Yields lists of records as they come. No more than `window` tasks are known to the scheduler."""
    waiting = {}
    finished = as_completed(with_results=True, raise_errors=False)

    def submit(chunk):
        future = client.submit(work.work_on_all, settings, chunk, pure=False)
        waiting[future.key] = chunk
        finished.add(future)

    for chunk in itertools.islice(tasks, window):
        submit(chunk)
    for future, result in finished:
        chunk = waiting.pop(future.key)
        if future.status == "finished":
            yield result
        elif future.status == "error" and isinstance(result[1], KilledWorker):
            # Which document of a chunk ends workers shows when each is a task of its own.
            if len(chunk) > 1:
                for job in chunk:
                    submit([job])
                continue
            yield [lost(settings, *chunk[0])]
        else:
            raise Stopped(f"The scheduler gave up a task ({future.status}): {result}")
        if len(waiting) < window and (chunk := next(tasks, None)):
            submit(chunk)


def lost(settings, path, step):
    record = {"path": path, "step": str(step), "output": step.output(path), "status": work.LOST}
    try:
        record |= work.identity(os.path.join(settings.inputs, path))
    except OSError:
        pass
    return record | {"error": "every worker that tried it died"}


def connect(options):
    """A client, and the cluster of this machine if no scheduler is named."""
    if options.scheduler:
        return Client(options.scheduler), None
    dask.config.set({
        "distributed.scheduler.allowed-failures": 2,
        # One task at a worker at a time: those that wait beside one that ends the worker would be suspected with it.
        "distributed.scheduler.worker-saturation": 1.0,
        # A worker that dies again and again is started again and again, not given up for being away.
        "distributed.deploy.lost-worker-timeout": "1000 days",
    })
    cluster = LocalCluster(
        n_workers=options.workers, threads_per_worker=1, processes=True, memory_limit=0, dashboard_address="127.0.0.1:0",
        silence_logs="CRITICAL")
    return Client(cluster), cluster


def main(arguments=None):
    options = parse(arguments)
    with Report(options.results) as report:
        # Left by a run that was killed; while the report is locked nobody else works there.
        shutil.rmtree(options.results / work.UNFINISHED, ignore_errors=True)
        return work_off(options, report)


def work_off(options, report):
    """Does what is to do, with a line of the report for each, and returns the exit status."""
    summary = Summary()
    settings = work.Settings(
        options.postil, str(options.inputs), str(options.results), options.seconds, options.megabytes)
    client, cluster = connect(options)
    ending, shown = 0, time.monotonic()
    try:
        client.upload_file(str(HERE / "work.py"))
        summary.began = time.monotonic()
        todo = chunks(jobs(options, report, summary), options.chunk)
        for records in run(client, todo, settings, options.window):
            report.add(records)
            for record in records:
                summary.add(record)
                if record["status"] == work.STOP:
                    raise Stopped(f"{record['path']}: {record['error']}")
            if time.monotonic() > shown + 5:
                shown = time.monotonic()
                print(summary.line(), file=sys.stderr, flush=True)
        ending = 0 if set(summary.statuses) <= {work.DONE, work.NOTHING} else 1
    except Stopped as reason:
        print(f"Stopped: {reason}", file=sys.stderr)
        ending = 3
    except KeyboardInterrupt:
        print("Interrupted: run it again to go on.", file=sys.stderr)
        ending = 130
    print(summary.text())
    client.close()
    if cluster:
        cluster.close()
    return ending


if __name__ == "__main__":
    sys.exit(main())
