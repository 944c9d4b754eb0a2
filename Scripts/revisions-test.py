#!/usr/bin/env python3
"""Makes files with up to 50 revisions, appended by four programs in turn, and looks at what Postil makes of them.

The programs are Postil, PyMuPDF, pypdf and pyHanko. Every revision has to be listed where it ends, be extracted to the byte, and
be restored so that each object and each pixel is as it was; squashed, the file has one revision, shows the same and holds no object
that nothing refers to. With a FOLDER, the number of revisions of every PDF under it is compared with pyHanko's. Exit status 1 if
anything is otherwise.
"""

import collections
import hashlib
import io
import pathlib
import random
import subprocess
import sys
import tempfile

import pikepdf
import postil_tool as tool
import pymupdf
import pypdf
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader


def new_file(path, dice):
    """A document of three pages with some text, written as a table or as streams."""
    document = pymupdf.open()
    for number in range(3):
        document.new_page(width=300, height=200).insert_text((20, 40), f"Page {number + 1} of the original")
    data = document.tobytes(garbage=4)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        modes = [pikepdf.ObjectStreamMode.generate, pikepdf.ObjectStreamMode.disable]
        pdf.save(path, object_stream_mode=dice.choice(modes), linearize=dice.random() < 0.2)


def by_postil(postil, path, number, dice):
    place = f"{dice.randrange(200)},{dice.randrange(120)},40,30"
    run = postil.run(
        "draw", path, "--page", str(dice.randint(1, 3)), "--rect", place, "--in-place", "--safety", "append-in-place")
    if run.status != 0:
        raise SystemExit(f"draw: {run.crash() or run.err}")


def by_pymupdf(postil, path, number, dice):
    with pymupdf.open(path) as document:
        page = document[dice.randrange(document.page_count)]
        page.insert_text((20, 60 + dice.randrange(120)), f"Revision {number}")
        document.saveIncr()


def by_pypdf(postil, path, number, dice):
    writer = pypdf.PdfWriter(str(path), incremental=True)
    writer.add_metadata({"/Title": f"Revision {number}"})
    writer.write(str(path))


def by_pyhanko(postil, path, number, dice):
    with open(path, "rb+") as handle:
        writer = IncrementalPdfFileWriter(handle, strict=False)
        note = generic.DictionaryObject({
            generic.pdf_name("/Type"): generic.pdf_name("/Annot"),
            generic.pdf_name("/Subtype"): generic.pdf_name("/Square"),
            generic.pdf_name("/Rect"): generic.ArrayObject(
                [generic.NumberObject(value) for value in (10, 10, 30 + dice.randrange(90), 40)]),
            generic.pdf_name("/F"): generic.NumberObject(4)})
        writer.register_annotation(writer.find_page_for_modification(dice.randrange(3))[0], writer.add_object(note))
        writer.write_in_place()


PROGRAMS = [by_postil, by_pymupdf, by_pypdf, by_pyhanko]


def pixels(path):
    """What poppler shows, page by page."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["pdftoppm", "-r", "50", str(path), f"{folder}/page"], check=True, capture_output=True)
        return [hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(pathlib.Path(folder).iterdir())]


def objects(path):
    """What the catalog leads to, object by object, with stream data, by the numbers that they have in the file."""
    with pikepdf.open(path) as pdf:
        found, pending = {}, [pdf.Root, pdf.trailer.get("/Info")]
        while pending:
            value = pending.pop()
            if isinstance(value, pikepdf.Object) and value.is_indirect:
                if value.objgen in found:
                    continue
                data = value.read_raw_bytes() if isinstance(value, pikepdf.Stream) else b""
                found[value.objgen] = (value.unparse(resolved=True), hashlib.sha256(data).hexdigest())
            if isinstance(value, pikepdf.Array):
                pending.extend(value)
            elif isinstance(value, (pikepdf.Dictionary, pikepdf.Stream)):
                pending.extend(item for _, item in value.items())
        return found


def check_file(postil, folder, revisions, dice, faults):
    path = folder / "many.pdf"
    new_file(path, dice)
    states = [path.read_bytes()]
    programs = collections.Counter()
    while len(states) < revisions:
        program = dice.choice(PROGRAMS)
        program(postil, path, len(states) + 1, dice)
        data = path.read_bytes()
        if not data.startswith(states[-1]):
            raise SystemExit(f"{program.__name__} did not append")
        programs[program.__name__] += 1
        states.append(data)

    def expect(condition, what):
        if not condition:
            faults.append(f"{revisions} revisions ({dict(programs)}): {what}")

    listed = [item["length"] for item in postil.run("revisions", path, "--json").report.get("revisions", [])]
    expect(listed == [len(state) for state in states], f"listed {listed} instead of {[len(s) for s in states]}")
    with open(path, "rb") as handle:
        counted = PdfFileReader(handle, strict=False).total_revisions
    linearized = b"/Linearized" in states[0][:1024]
    expect(counted == revisions + linearized, f"pyHanko counts {counted}")
    old, restored, squashed = folder / "old.pdf", folder / "restored.pdf", folder / "squashed.pdf"
    for number in sorted({1, revisions, dice.randint(1, revisions)}):
        run = postil.run("extract-revision", path, "--revision", number, "-o", old)
        expect(run.status == 0 and old.read_bytes() == states[number - 1], f"revision {number} is another: {run.err}")
        if number < revisions:
            run = postil.run("restore", path, "--revision", number, "-o", restored)
            expect(run.status == 0, f"restoring {number}: {run.err}")
            expect(restored.read_bytes().startswith(states[-1]), f"restoring {number} changed what was there")
            expect(objects(restored) == objects(old), f"restored {number} has other objects")
            expect(pixels(restored) == pixels(old), f"restored {number} looks otherwise")
    run = postil.run("squash", path, "-o", squashed)
    expect(run.status == 0, f"squash: {run.err}")
    listed = postil.run("revisions", squashed, "--json").report.get("revisions", [])
    expect(len(listed) == 1, f"squashed, it has {len(listed)} revisions")
    expect(pixels(squashed) == pixels(path), "squashed, it looks otherwise")
    check = subprocess.run(["qpdf", "--check", str(squashed)], capture_output=True, text=True)
    expect(check.returncode == 0, f"squashed: {check.stdout[-300:]}")
    with pikepdf.open(squashed) as pdf:
        numbers = {item.objgen[0] for item in pdf.objects if not isinstance(item, type(None))}
        kinds = (pikepdf.Name.XRef, pikepdf.Name.ObjStm)
        helpers = {
            item.objgen[0] for item in pdf.objects
            if isinstance(item, pikepdf.Stream) and item.get("/Type") in kinds}
        left = numbers - helpers - {key[0] for key in objects(squashed)}
    expect(not left, f"squashed, nothing refers to {sorted(left)[:5]}")
    for file in (old, restored, squashed):
        file.unlink(missing_ok=True)
    return programs


def compare_counts(postil, folder):
    """The files for which pyHanko and Postil count differently, and how many were compared."""
    same, different, unread = 0, [], 0
    for path in sorted(pathlib.Path(folder).rglob("*.pdf")):
        run = postil.run("revisions", path, "--json", timeout=60)
        if run.crash():
            raise SystemExit(f"{path}: {run.crash()}")
        try:
            with open(path, "rb") as handle:
                theirs = PdfFileReader(handle, strict=False).total_revisions
        except Exception:  # What pyHanko raises for damaged files has no common class.
            theirs = None
        if run.status != 0 or theirs is None:
            unread += 1
            continue
        ours = len(run.report["revisions"])
        if b"/Linearized" in path.read_bytes()[:1024] and theirs == ours + 1:
            same += 1
        elif theirs == ours:
            same += 1
        else:
            different.append(f"{path.name}: pyHanko {theirs}, Postil {ours}")
    return same, different, unread


def main():
    parser = tool.parser(__doc__)
    parser.add_argument("folder", nargs="?", help="PDFs whose revisions are counted")
    parser.add_argument("--files", type=int, default=100, help="how many files are made (default: 100)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    postil = tool.Postil(options.postil)
    dice, faults, programs = random.Random(options.seed), [], collections.Counter()
    with tempfile.TemporaryDirectory(prefix="postil-revisions-") as folder:
        for number in range(options.files):
            programs += check_file(postil, pathlib.Path(folder), number % 50 + 1, dice, faults)
    print(f"{options.files} files, revisions by {dict(programs)}: {len(faults)} faults")
    for fault in faults:
        print("  " + fault)
    if options.folder:
        same, different, unread = compare_counts(postil, options.folder)
        print(f"{same} files with as many revisions as pyHanko counts, {len(different)} with others, {unread} not read by both")
        for line in different:
            print("  " + line)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
