#!/usr/bin/env python3
"""Kills a program that edits a document at random, and recovers what it did from its journal.

Every step that the program said it had made must be there, and at most one more; the file itself must be whole. A loss of power is
imitated by journals that are cut off at each byte: what is recovered must be the state after one of the steps, and after all of them
where nothing is missing.
"""

import argparse
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time


def run(program, *words, timeout=120):
    return subprocess.run([program, *map(str, words)], capture_output=True, text=True, timeout=timeout)


def killed_session(program, seed, file, journals, delay):
    """Starts the program, kills it, and returns how many steps it said that it had made."""
    with subprocess.Popen(
        [program, "edit", str(seed), file, journals], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.readline()
        time.sleep(delay)
        process.kill()
        lines = process.stdout.read().split(b"\n")[:-1]
        errors = process.stderr.read()
    if errors:
        raise SystemExit(f"seed {seed}: {errors.decode()}")
    return int(lines[-1]) if lines else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="Benchmarks/.build/release/postil-crash")
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--journals", type=int, default=20, help="journals that are cut off at each byte")
    parser.add_argument("--steps", type=int, default=12, help="steps in such a journal")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=float, default=0.4, help="seconds until a kill, at the most")
    parser.add_argument("file", nargs="?", help="the document to edit; one of 12 pages unless given")
    options = parser.parse_args()
    dice = random.Random(options.seed)
    failures, lost, recovered, steps_in_all = [], 0, 0, 0
    for number in range(options.kills):
        seed = options.seed + number
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            file, original, journals = folder / "a.pdf", folder / "original.pdf", folder / "journals"
            if options.file:
                shutil.copy(options.file, file)
            else:
                run(options.program, "make", file)
            shutil.copy(file, original)
            steps = killed_session(options.program, seed, file, journals, dice.uniform(0, options.longest))
            check = run(options.program, "check", seed, file, journals, original, steps)
            outcome = json.loads(check.stdout) if check.returncode == 0 else {"detail": check.stderr.strip()}
            steps_in_all += steps
            recovered += outcome.get("hasRecovered", False)
            if outcome.get("step") is None:
                lost += 1
                failures.append(f"seed {seed}, {steps} steps: {outcome.get('detail')}")
                print(failures[-1], flush=True)
            whole = run("qpdf", "--check", file)
            if whole.returncode not in (0, 3):
                failures.append(f"seed {seed}: the file is damaged: {whole.stderr.strip()}")
                print(failures[-1], flush=True)
    print(
        f"{options.kills} kills after {steps_in_all} steps: {recovered} documents recovered, "
        f"{options.kills - recovered - lost} were saved, {len(failures)} failures"
    )
    failures += cut_journals(options)
    sys.exit(1 if failures else 0)


def cut_journals(options):
    failures, lengths, recovered = [], 0, 0
    for seed in range(options.seed, options.seed + options.journals):
        with tempfile.TemporaryDirectory() as folder:
            done = run(options.program, "cut", seed, folder, options.steps, timeout=600)
        if done.returncode != 0:
            failures.append(f"seed {seed}: {done.stderr.strip()}")
            print(failures[-1], flush=True)
            continue
        outcome = json.loads(done.stdout)
        lengths += outcome["lengths"]
        recovered += outcome["recovered"]
        failures += [f"seed {seed}: {fault}" for fault in outcome["faults"]]
        for fault in outcome["faults"]:
            print(f"seed {seed}: {fault}", flush=True)
    print(f"{options.journals} journals cut off at {lengths} places: {recovered} with edits, {len(failures)} failures")
    return failures


if __name__ == "__main__":
    main()
