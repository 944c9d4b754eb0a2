#!/usr/bin/env python3
"""Redacts two words of each file of a folder and has other programs look for what is left, and for what is lost.

Of each file two words are chosen that poppler finds, always the same. 'postil redact --text A --text B' makes a file; PyMuPDF
(search_for, apply_redactions, save) makes one of the same words in the same run. In both are looked for
 - the words: in the text that poppler, MuPDF and PDFium find on pages, in annotations and fields by MuPDF, in strings that content
   and appearances show, in strings and decoded streams, in names, in metadata and attachments;
 - words that have nothing to do with them and are lost;
 - pixels that differ off the lines of the words, and off what was painted over them.
Exits with 1 if a word is left, a word is lost or a page differs with Postil.
"""

import collections
import hashlib
import html
import multiprocessing
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time
import warnings
import unicodedata
import urllib.parse

import numpy
import pikepdf
import postil_tool as tool
import pymupdf
import pypdfium2

#: What PDF itself calls things: such words are in every file.
KEYWORDS = set(
    "page pages font fonts type catalog contents resources annots parent count first title length filter object image width height "
    "encoding widths subtype border action outlines names names producer creator adobe author subject keywords trapped metadata "
    "structure document lang reader acrobat identity standard name form text stream version info xobject color pattern shading state "
    "group default value field button choice link destination language table figure caption list label".split())
warnings.filterwarnings("ignore", module="pikepdf")
LIGATURES = dict.fromkeys([0xAD, 0x2, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0xFEFF])


def norm(text):
    return unicodedata.normalize("NFKC", text).translate(LIGATURES).casefold()


def unhyphenated(text):
    """A text with words that hyphens divide at ends of lines in one."""
    return re.sub(r"-[ \t]*\n\s*", "", norm(text))


class Words:
    def __init__(self, words):
        self.words = [norm(word) for word in words]

    def plain(self, text):
        text = norm(text)
        return [word for word in self.words if word in text]

    def loose(self, text):
        plain, together = norm(text), unhyphenated(text)
        return [word for word in self.words if word in plain or word in together]


# MARK: - What other programs find


def poppler_text(path):
    return subprocess.run(
        ["pdftotext", "-q", "-raw", path, "-"], capture_output=True, timeout=120).stdout.decode("utf-8", "ignore")


def mupdf_texts(path):
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    pages, marks = [], []
    document = pymupdf.open(path)
    for page in document:
        pages.append(page.get_text())
        for mark in page.annots() or []:
            marks += [str(mark.info.get(key) or "") for key in ("content", "title", "subject")] + [mark.get_text()]
        for widget in page.widgets() or []:
            marks += [str(widget.field_value or ""), str(widget.field_label or ""), str(widget.button_caption or "")]
            marks += [str(choice) for choice in widget.choice_values or []]
    return "\n".join(pages), "\n".join(marks), str(document.metadata) + str(document.get_toc())


def pdfium_text(path):
    document = pypdfium2.PdfDocument(path)
    return "\n".join(document[index].get_textpage().get_text_range() for index in range(len(document)))


def decodings(data):
    yield data.decode("latin-1")
    if data[:2] in (b"\xfe\xff", b"\xff\xfe") or data.count(0) * 4 > len(data):
        yield data.decode("utf-16-be", "ignore")
        yield data.decode("utf-16-le", "ignore")
    if any(byte > 127 for byte in data):
        yield data.decode("utf-8", "ignore")


def decoded(text):
    """What a text says that is written in percent codes, markup or escapes."""
    if "%" in text:
        yield urllib.parse.unquote(text)
    if "&" in text or "<" in text:
        yield html.unescape(re.sub(r"<[^<>]{0,4000}>", "", text))


def shown(stream):
    """The strings that a content shows, joined, with spaces where lines end or there is much space."""
    pieces = []
    try:
        for operands, operator in pikepdf.parse_content_stream(stream):
            name = str(operator)
            if name in ("T*", "'", '"', "TD", "ET") or (name == "Td" and len(operands) == 2 and operands[1] != 0):
                pieces.append(b" ")
            if name in ("Tj", "TJ", "'", '"'):
                for operand in operands:
                    for item in operand if isinstance(operand, pikepdf.Array) else [operand]:
                        if isinstance(item, pikepdf.String):
                            pieces.append(bytes(item))
                        elif name == "TJ" and item < -150:
                            pieces.append(b" ")
    except pikepdf.PdfError:
        pass
    data = b"".join(pieces)
    return [data.decode("latin-1"), data.decode("utf-16-be", "ignore")]


def left_in_objects(path, words):
    """Where words are in objects: (kind, word)."""
    found = set()

    def text(kind, value):
        for word in words.plain(value):
            found.add((kind, word))
        for other in decoded(value):
            for word in words.plain(other):
                found.add((kind + ", encoded", word))

    def walk(value, kind, depth=0):
        if depth > 40 or (depth and getattr(value, "is_indirect", False)):
            return
        if isinstance(value, pikepdf.String):
            for variant in decodings(bytes(value)):
                text(kind, variant)
        elif isinstance(value, pikepdf.Name):
            for word in words.plain(str(value)):
                found.add(("names", word))
        elif isinstance(value, pikepdf.Array):
            for item in value:
                walk(item, kind, depth + 1)
        elif isinstance(value, (pikepdf.Dictionary, pikepdf.Stream)):
            for key in value.keys():
                if key in ("/BaseFont", "/FontName", "/FontFamily"):
                    continue
                for word in words.plain(key):
                    found.add(("names", word))
                walk(value[key], kind, depth + 1)

    with pikepdf.open(path) as pdf:
        walk(pdf.trailer, "strings")
        for item in pdf.objects:
            walk(item, "strings")
            if not isinstance(item, pikepdf.Stream):
                continue
            subtype = str(item.get("/Subtype", ""))
            if "/Length1" in item or "/Length2" in item or subtype in ("/Type1C", "/CIDFontType0C", "/OpenType", "/Image"):
                continue
            if "/N" in item and "/Alternate" in item:
                continue
            try:
                data = item.read_bytes()
            except pikepdf.PdfError:
                continue
            if len(data) > 20 << 20:
                continue
            is_metadata = str(item.get("/Type", "")) in ("/Metadata", "/EmbeddedFile")
            for variant in decodings(data):
                text("metadata, attachments" if is_metadata else "streams", variant)
            if not is_metadata and len(data) < 3 << 20:
                for variant in shown(item):
                    for word in words.loose(variant):
                        found.add(("shown strings", word))
    return found


def look(path, words):
    """All that is found in a file: {kind: [words]}."""
    found = collections.defaultdict(set)

    def note(kind, items):
        for word in items:
            found[kind].add(word)

    def attempt(kind, body):
        try:
            body()
        except Exception as error:  # noqa: BLE001: a program that cannot read a file finds nothing in it
            found["not read"].add(f"{kind}: {type(error).__name__}")

    text = poppler_text(path)
    note("poppler page text", words.loose(text))

    def mupdf():
        pages, marks, other = mupdf_texts(path)
        note("MuPDF page text", words.loose(pages))
        note("annotations and fields by MuPDF", words.loose(marks))
        note("metadata, attachments", words.loose(other))

    attempt("MuPDF", mupdf)
    attempt("PDFium", lambda: note("PDFium page text", words.loose(pdfium_text(path))))

    def objects():
        for kind, word in left_in_objects(path, words):
            found[kind].add(word)

    attempt("objects", objects)
    return {kind: sorted(items) for kind, items in found.items()}, text


def lost(before, after, words):
    """Words that have nothing to do with those removed and are found less often."""
    def bag(text):
        return collections.Counter(re.findall(r"\w{3,}", unhyphenated(text)))

    was, now = bag(before), bag(after)

    def together(text):
        return re.sub(r"\s+", "", unhyphenated(text))
    earlier, later = together(before), together(after)
    result = []
    for word, count in was.items():
        if now[word] >= count or any(part in word or word in part for part in words.words):
            continue
        # Two words that stand closer now are one to a reader.
        if later.count(word) >= earlier.count(word):
            continue
        result.append(word)
    return result


def pictures(path, pages, dpi=72):
    pymupdf.TOOLS.mupdf_display_errors(False)
    document = pymupdf.open(path)
    for index in pages:
        picture = document[index].get_pixmap(dpi=dpi)
        yield numpy.frombuffer(picture.samples, numpy.uint8).reshape(
            picture.h, picture.w, picture.n)[:, :, :3].astype(int)


def compared(before, after, words, given):
    """Pages whose pixels differ: by more than 0 and 96 levels, and off the lines of the words by more than 32 and 96."""
    document = pymupdf.open(before)
    rows = {}
    for index, page in enumerate(document):
        found = [quad for word in given for quad in page.search_for(word, quads=True)]
        if found:
            rows[index] = found
        if len(rows) == 3:
            break
    result = collections.Counter()
    details = []
    for index, old, new in zip(rows, pictures(before, rows), pictures(after, rows)):
        result["pages"] += 1
        if old.shape != new.shape:
            details.append([index + 1, "size"])
            continue
        difference = numpy.abs(old - new).max(axis=2)
        result["any"] += int(difference.any())
        result["strong"] += int((difference > 96).any())
        mask = numpy.zeros(difference.shape, bool)
        for quad in rows[index]:
            box = quad.rect * document[index].rotation_matrix
            # Upright lines as far as the page is wide, turned ones as far as it is high.
            if box.width >= box.height:
                mask[max(int(box.y0) - 3, 0):int(box.y1) + 4, :] = True
            else:
                mask[:, max(int(box.x0) - 3, 0):int(box.x1) + 4] = True
        # What a field or a comment said is drawn anew.
        page = document[index]
        for mark in list(page.annots() or []) + list(page.widgets() or []):
            said = str(mark.info) if isinstance(mark, pymupdf.Annot) else f"{mark.field_value} {mark.choice_values}"
            if words.loose(said + page.get_textbox(mark.rect)):
                box = mark.rect * page.rotation_matrix
                mask[max(int(box.y0) - 3, 0):int(box.y1) + 4, max(int(box.x0) - 3, 0):int(box.x1) + 4] = True
        painted = (new.max(axis=2) < 40) & (old.max(axis=2) >= 40)
        for dy in range(-3, 4):
            for dx in (-3, 0, 3):
                mask |= numpy.roll(numpy.roll(painted, dy, 0), dx, 1)
        off = difference * ~mask
        result["off"] += int((off > 32).sum() > 4)
        result["off strongly"] += int((off > 96).sum() > 4)
        if (off > 32).sum() > 4:
            details.append([index + 1, int((off > 32).sum()), int((off > 96).sum())])
    return dict(result), details


def chosen(path):
    """Two words of a file."""
    text = poppler_text(str(path))
    words = sorted({
        word for word in re.findall(r"\b[^\W\d_]{5,12}\b", text) if norm(word) not in KEYWORDS and word.isascii()})
    if len(words) < 2:
        return None
    choose = random.Random(hashlib.sha256(path.name.encode()).digest())
    return choose.sample(words, 2)


# MARK: - One file, in a process of its own: readers crash and hang


def with_pymupdf(source, target, words):
    pymupdf.TOOLS.mupdf_display_errors(False)
    document = pymupdf.open(source)
    for page in document:
        for word in words:
            for quad in page.search_for(word, quads=True):
                page.add_redact_annot(quad, fill=(0, 0, 0))
        page.apply_redactions()
    document.save(target, garbage=4)


def one(connection, kind, source, target, words):
    if kind == "redact":
        started = time.monotonic()
        with_pymupdf(source, target, words)
        connection.send({"seconds": time.monotonic() - started})
    elif kind == "pixels":
        counts, details = compared(source, target, Words(words), words)
        connection.send({"pixels": counts, "differing": details})
    else:
        found, after = look(target, Words(words))
        connection.send({"found": found, "lost": lost(poppler_text(source), after, Words(words))})


def alone(*task, timeout=180):
    """What `one` has to say; None if it crashed or took too long."""
    context = multiprocessing.get_context("fork")
    mine, other = context.Pipe(False)
    process = context.Process(target=one, args=(other, *task))
    process.start()
    other.close()
    try:
        return mine.recv() if mine.poll(timeout) else None
    except EOFError:
        return None
    finally:
        process.kill()
        process.join()
        mine.close()


class Side:
    """What is known of one program's files."""

    def __init__(self):
        self.files = 0
        self.kinds = collections.Counter()
        self.any = set()
        self.lost = {}
        self.pixels = collections.Counter()
        self.differing = {}
        self.seconds = []

    def take(self, name, source, target, words):
        found = alone("look", source, target, words)
        if found is None:
            self.kinds["(not looked at)"] += 1
            return None
        self.files += 1
        kinds = {kind for kind, items in found["found"].items() if items and kind != "not read"}
        self.kinds.update(kinds)
        if kinds & {"poppler page text", "MuPDF page text", "PDFium page text"}:
            self.kinds["page text by any of the three"] += 1
        if kinds:
            self.any.add(name)
        if found["lost"]:
            self.lost[name] = found["lost"]
        pixels = alone("pixels", source, target, words)
        if pixels:
            self.pixels.update(pixels["pixels"])
            if pixels["differing"]:
                self.differing[name] = pixels["differing"]
        return {kind: found["found"][kind] for kind in kinds}


def main():
    parser = tool.parser(__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--files", type=int, default=300, help="how many files with words are taken")
    parser.add_argument("--option", action="append", default=[], help="an option for 'postil redact'")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for what is made")
    arguments = parser.parse_args()
    postil = tool.Postil(arguments.postil, timeout=120)
    files = sorted(arguments.folder.rglob("*.pdf"), key=lambda path: hashlib.sha256(path.name.encode()).digest())
    statuses = collections.Counter()
    ours, theirs = Side(), Side()
    taken = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = arguments.keep or pathlib.Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        try:
            for path in files:
                if taken == arguments.files:
                    break
                if path.stat().st_size > 20 << 20:
                    continue
                try:
                    words = chosen(path)
                except subprocess.TimeoutExpired:
                    continue
                if not words:
                    continue
                taken += 1
                mine, other = folder / f"{path.stem}-postil.pdf", folder / f"{path.stem}-pymupdf.pdf"
                mine.unlink(missing_ok=True)
                texts = [part for word in words for part in ("--text", word)]
                run = postil.run("redact", path, *texts, "--decrypt", "--break-signatures", *arguments.option, "-o", mine)
                statuses[run.status if not run.timed_out else "timeout"] += 1
                if run.status != 0:
                    print(f"{path.name} {words}: status {run.status} {run.err.strip()[-200:]}", flush=True)
                    continue
                ours.seconds.append(run.seconds)
                found = ours.take(path.name, str(path), str(mine), words)
                for report in (
                    found and f"left {found}", ours.lost.get(path.name) and f"lost {ours.lost[path.name]}",
                    ours.differing.get(path.name) and f"pixels {ours.differing[path.name]}"):
                    if report:
                        print(f"{path.name} {words}: {report}", flush=True)
                done = alone("redact", str(path), str(other), words)
                if done:
                    theirs.seconds.append(done["seconds"])
                    theirs.take(path.name, str(path), str(other), words)
                else:
                    theirs.kinds["(not done)"] += 1
                if not arguments.keep:
                    mine.unlink(missing_ok=True)
                    other.unlink(missing_ok=True)
        except KeyboardInterrupt:
            print("interrupted")
    print(f"\n{taken} files; statuses {dict(statuses)}\n")
    print(f"{'':36} {'Postil':>10} {'PyMuPDF':>10}")
    rows = ["page text by any of the three"] + sorted(
        (set(ours.kinds) | set(theirs.kinds)) - {"page text by any of the three"})
    print(f"{'files looked at':36} {ours.files:10} {theirs.files:10}")
    for kind in rows:
        print(f"{kind:36} {ours.kinds[kind]:10} {theirs.kinds[kind]:10}")
    print(f"{'any':36} {len(ours.any):10} {len(theirs.any):10}")
    for title, values in (("words lost", lambda side: sum(map(len, side.lost.values()))), ("in files", lambda side: len(side.lost))):
        print(f"{title:36} {values(ours):10} {values(theirs):10}")
    for key in ("pages", "any", "strong", "off", "off strongly"):
        print(f"{'pixels: ' + key:36} {ours.pixels[key]:10} {theirs.pixels[key]:10}")
    for side, name in ((ours, "Postil"), (theirs, "PyMuPDF")):
        times = sorted(side.seconds) or [0]
        print(f"{name}: median {times[len(times) // 2]:.2f} s, 95 % {times[int(len(times) * 0.95)]:.2f} s, most {times[-1]:.2f} s")
    return 1 if ours.any or ours.lost or ours.differing else 0


if __name__ == "__main__":
    sys.exit(main())
