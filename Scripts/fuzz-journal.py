#!/usr/bin/env python3
"""Damages journals of unsaved edits, and has 'postil recover' list them and make the edits again.

A program that edits at random is killed, and its journal changed: bytes anywhere, or, so that what is checked by sums is reached too,
numbers, words and pieces within records whose sums are made anew; records twice, missing, or in another order. The tool must end by
itself within the time limit, say what is wrong if it fails, and leave the edited file as it is. Exit status 1 if it did not.
"""

import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import tempfile
import time
import zlib
from collections import Counter

import postil_tool as tool

START = b"PostilJournal1\n"
NUMBERS = [
    b"0", b"-1", b"1", b"2147483648", b"4294967296", b"9223372036854775807", b"-9223372036854775808", b"99999999999999999999", b"1e308",
    b"1e400", b"0.5", b"null", b"true", b'"a"', b"[]", b"{}", b"[" * 2000,
]


def records(data):
    """The kind and the bytes of each record."""
    position, found = len(START), []
    while position + 9 <= len(data):
        length = struct.unpack_from("<I", data, position)[0]
        found.append((data[position + 8], data[position + 9:position + 8 + length]))
        position += 8 + length
    return found


def journal(items):
    result = START
    for kind, content in items:
        body = bytes([kind]) + content
        result += struct.pack("<II", len(body), zlib.crc32(body)) + body
    return result


def changed(dice, content):
    """A record with another number, word or piece."""
    places = list(re.finditer(rb"-?\d+(\.\d+)?", content))
    if places and dice.random() < 0.7:
        place = dice.choice(places)
        return content[:place.start()] + dice.choice(NUMBERS) + content[place.end():]
    start = dice.randrange(len(content) + 1)
    end = min(len(content), start + dice.choice([0, 1, 1, 2, 10, 100]))
    return content[:start] + dice.choice([b"", b"\"", b"}", b"\\u0000", b"\xff", content[:50], content[-50:]]) + content[end:]


def mutated(dice, data):
    if dice.random() < 0.2:
        result = bytearray(data)
        for _ in range(dice.randint(1, 8)):
            result[dice.randrange(len(result))] = dice.randrange(256)
        return bytes(result)
    items = records(data)
    for _ in range(dice.choice([1, 1, 1, 2, 5])):
        index = dice.randrange(len(items))
        way = dice.random()
        if way < 0.7:
            items[index] = (items[index][0], changed(dice, items[index][1]))
        elif way < 0.8:
            items[index] = (dice.randrange(256), items[index][1])
        elif way < 0.9:
            items.insert(dice.randrange(len(items)), items[index])
        elif len(items) > 1:
            del items[index]
    return journal(items)


def main():
    parser = tool.parser(__doc__)
    parser.add_argument("--program", default=tool.ROOT / "Benchmarks/.build/release/postil-crash", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=20, help="seconds that a case may take")
    options = parser.parse_args()
    dice, ends, failures, cases = random.Random(options.seed), Counter(), [], 0
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            file, journals, out = folder / "a.pdf", folder / "journals", folder / "out.pdf"
            subprocess.run([options.program, "make", file], check=True, capture_output=True)
            with subprocess.Popen(
                [options.program, "edit", str(dice.randrange(1 << 30)), file, journals], stdout=subprocess.PIPE
            ) as process:
                for _ in range(dice.randint(3, 40)):
                    process.stdout.readline()
                process.kill()
            if not journals.is_dir():
                continue
            original = {path: path.read_bytes() for path in journals.iterdir()}
            whole = file.read_bytes()
            postil = tool.Postil(options.postil, options.limit)
            # Killed right after a save, there is nothing to recover.
            if postil.run("recover", file, "--folder", journals, "--apply", "-o", out).status != 0:
                continue
            for _ in range(50):
                for path, data in original.items():
                    path.write_bytes(mutated(dice, data) if data.startswith(START) else data)
                out.unlink(missing_ok=True)
                cases += 1
                for words in (["recover", "--folder", journals, "--json"],
                              ["recover", file, "--folder", journals, "--apply", "-o", out]):
                    run = postil.run(*words)
                    fault = run.crash()
                    if not fault and run.refused and not run.err.startswith("postil: "):
                        fault = "fails without a word"
                    if not fault and file.read_bytes() != whole:
                        fault = "the file was changed"
                    if not fault and run.status == 0 and out.exists() and tool.qpdf_check(out).status == 2:
                        fault = "the result is damaged"
                    ends[f"{words[1] if words[1] != '--folder' else 'list'}: {run.status}".replace(str(file), "apply")] += 1
                    if fault:
                        failures.append(f"case {cases}: {words[0]}: {fault}")
                        keep = pathlib.Path(tempfile.mkdtemp(prefix="postil-journal-"))
                        shutil.copytree(folder, keep, dirs_exist_ok=True)
                        print(f"{failures[-1]}; kept in {keep}", flush=True)
    for what, count in sorted(ends.items()):
        print(f"{what}, {count} times")
    print(f"{cases} damaged journals, {len(failures)} failures")
    raise SystemExit(1 if failures else 0)


if __name__ == "__main__":
    main()
