#!/usr/bin/env python3
"""Attacks signed documents at random: what a signed page shows must not change while the signature is said to be valid.

A document with all that pages are drawn with (inherited resources, form XObjects, fonts, patterns, soft masks, layers, lengths
that are objects, references that lead nowhere, objects dressed as annotations or fields) is signed by postil, without and with
each level of certification. Updates that follow overwrite one to three of its objects, or define numbers that were referred to and
not there, and name them from where changes are permitted: the security store, metadata, extensions, the form's
resources, values and appearances of fields, annotations, signature fields, the structure tree. They come as tables, streams
and object streams, in one update or in two, with other generations, with rows that lead elsewhere, without /Prev.

The judges are poppler and MuPDF: the first page, without annotations, must look as before in both, or the verdict may not be
valid. Of certifications that permit no changes the page with its annotations must look as before, of those that permit forms the
page outside of its fields.
"""

import pathlib
import random
import subprocess
import sys
import tempfile
import zlib

import pymupdf

import postil_tool as tool

KEYS = tool.ROOT / "Tests/PostilSignaturesTests/Keys"
LEVELS = {"approval": None, "p1": "none", "p2": "forms", "p3": "annotations"}
WIDTH, HEIGHT = 300, 200
FIELD_RECTS = [(20, 10, 120, 30), (150, 10, 250, 30), (150, 40, 250, 60)]


def stream(data, entries="", length=None):
    return f"<<{entries}/Length {length or len(data)}>>\nstream\n".encode() + data + b"\nendstream"


def text(words, y=150, font="F1"):
    return f"BT /{font} 20 Tf 20 {y} Td ({words}) Tj ET\n".encode()


EVIL = b"1 1 0.2 rg 0 0 300 200 re f 0 g " + text("Pay 9000")
FORM = "/Type/XObject/Subtype/Form/BBox[0 0 300 200]/Resources<</Font<</F1 5 0 R>>>>"
#: The numbers that are referred to, and not there.
DANGLING = [90, 91, 92, 93]


def base_objects():
    content = text("Pay 100") + b"/Im Do /Fm Do /Pattern cs /P1 scn 200 150 50 30 re f /G1 gs /OC /L1 BDC " + text("layer", 120) + b"EMC /Gone Do\n"
    return {
        1: b"<</Type/Catalog/Pages 2 0 R/AcroForm 10 0 R/OCProperties 30 0 R/Metadata 31 0 R/StructTreeRoot 34 0 R/Outlines 36 0 R>>",
        2: b"<</Type/Pages/Kids[3 0 R 6 0 R]/Count 2/Resources 9 0 R/MediaBox[0 0 300 200]>>",
        3: b"<</Type/Page/Subtype/X/Rect[0 0 0 0]/FT/Tx/Parent 2 0 R/Contents[4 0 R 90 0 R]/Annots 21 0 R/StructParents 0>>",
        4: stream(content, length="41 0 R"), 41: str(len(content)).encode(),
        5: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding 40 0 R/Rect[0 0 0 0]>>",
        40: b"<</Type/Encoding/BaseEncoding/WinAnsiEncoding>>",
        6: b"<</Type/Page/Parent 2 0 R/Contents 7 0 R>>", 7: stream(text("Example: Pay 999")),
        8: b"<</Title(Contract)>>",
        9: b"<</Font<</F1 5 0 R>>/XObject<</Im 15 0 R/Fm 16 0 R/Gone 91 0 R>>/Pattern<</P1 17 0 R>>/ExtGState<</G1 18 0 R>>/Properties<</L1 33 0 R>>>>",
        10: b"<</Fields[12 0 R 13 0 R 25 0 R]/DR 22 0 R/DA(/F1 12 Tf 0 g)>>",
        12: b"<</Type/Annot/Subtype/Widget/FT/Tx/T(amount)/Rect[20 10 120 30]/F 4/P 3 0 R/V(1)/DA(/F1 12 Tf 0 g)/AP<</N 23 0 R>>>>",
        13: b"<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig2)/Rect[150 10 250 30]/F 4/P 3 0 R>>",
        14: b"<</Type/Annot/Subtype/Square/Rect[20 40 60 60]/C[1 0 0]/F 4/P 3 0 R/AP<</N 24 0 R>>>>",
        15: b"<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceRGB/BitsPerComponent 8/SMask 19 0 R/Length 3>>\nstream\nabc\nendstream",
        16: stream(text("within 30 days", 90), FORM), 17: stream(b"1 0 0 rg 0 0 5 5 re f", "/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 5 5]/XStep 8/YStep 8/Resources<<>>"),
        18: b"<</Type/ExtGState/SMask<</S/Luminosity/G 20 0 R>>>>",
        19: stream(b"\xff", "/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8"),
        20: stream(b"1 g 0 0 300 200 re f", FORM + "/Group<</S/Transparency/CS/DeviceGray>>"),
        21: b"[12 0 R 13 0 R 14 0 R 25 0 R]", 22: b"<</Font<</F1 5 0 R>>/XObject<</X 92 0 R>>>>",
        23: stream(b"0.9 g 0 0 100 20 re f", "/Type/XObject/Subtype/Form/BBox[0 0 100 20]"),
        24: stream(b"1 0 0 RG 1 1 38 18 re S", "/Type/XObject/Subtype/Form/BBox[0 0 40 20]"),
        25: b"<</Type/Annot/Subtype/Widget/FT/Btn/T(box)/Rect[150 40 250 60]/F 4/P 3 0 R/V/Off/AS/Off/AP<</N<</Yes 23 0 R/Off 93 0 R>>>>>>",
        30: b"<</OCGs[33 0 R]/D 32 0 R>>", 31: stream(b"<x/>", "/Type/Metadata/Subtype/XML"), 32: b"<</BaseState/ON/ON[33 0 R]>>",
        33: b"<</Type/OCG/Name(layer)>>", 34: b"<</Type/StructTreeRoot/K[35 0 R]>>", 35: b"<</S/Document/P 34 0 R/K[<</Type/MCR/Pg 3 0 R/MCID 0/Stm 16 0 R>>]>>",
        36: b"<</Type/Outlines/First 37 0 R/Last 37 0 R/Count 1>>", 37: b"<</Title(x)/Parent 36 0 R/Dest[3 0 R/Fit]>>",
        50: b"<</Type/Page/Parent 2 0 R/Contents 7 0 R/MediaBox[0 0 300 200]>>",
    }


class Writer:
    """Appends objects to a document."""

    def __init__(self, data=b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", start=None, size=0):
        self.data, self.start, self.size = bytearray(data), start, size

    def update(self, objects, style="table", packed=(), previous=True, rows=(), free=(), trailer=""):
        places = {}
        for key, body in objects.items():
            number, generation = key if isinstance(key, tuple) else (key, 0)
            if number in packed:
                continue
            places[number] = (1, len(self.data), generation)
            self.data += b"%d %d obj\n" % (number, generation) + body + b"\nendobj\n"
        self.size = max([self.size] + [n + 1 for n in list(places) + list(packed)])
        if packed:
            numbers = [n for n in packed if n in objects]
            head, body = b"", b""
            for number in numbers:
                head += b"%d %d " % (number, len(body))
                body += objects[number] + b" "
            holder, self.size = self.size, self.size + 1
            for index, number in enumerate(numbers):
                places[number] = (2, holder, index)
            places[holder] = (1, len(self.data), 0)
            entries = f"/Type/ObjStm/N {len(numbers)}/First {len(head)}/Filter/FlateDecode"
            self.data += b"%d 0 obj\n" % holder + stream(zlib.compress(head + body), entries) + b"\nendobj\n"
        for number, offset in rows:
            places[number] = (1, offset, 0)
        for number in free:
            places[number] = (0, 0, 1)
        tail = f"/Root 1 0 R{trailer}" + (f"/Prev {self.start}" if previous and self.start is not None else "")
        position = len(self.data)
        if style == "table":
            self.data += b"xref\n0 1\n0000000000 65535 f \n"
            for number, (kind, offset, generation) in sorted(places.items()):
                self.data += b"%d 1\n%010d %05d %s \n" % (number, offset, generation, b"n" if kind else b"f")
            self.data += f"trailer\n<</Size {self.size}{tail}>>\n".encode()
        else:
            own, self.size = self.size, self.size + 1
            places[own] = (1, position, 0)
            rows = b"".join(bytes([k]) + o.to_bytes(4, "big") + g.to_bytes(2, "big") for _, (k, o, g) in sorted(places.items()))
            index = " ".join(f"{n} 1" for n in sorted(places))
            self.data += b"%d 0 obj\n" % own + stream(rows, f"/Type/XRef/W[1 4 2]/Index[{index}]/Size {self.size}{tail}") + b"\nendobj\n"
        self.data += b"startxref\n%d\n%%%%EOF\n" % position
        self.start = position
        return places


def signed(level, style, folder, options):
    """The base document, signed by postil; what its objects are now, and where its newest section is."""
    writer = Writer()
    writer.update(base_objects(), style, trailer="/Info 8 0 R")
    path = folder / f"{level}-{style}.pdf"
    path.write_bytes(writer.data)
    arguments = [options.postil, "sign", path, "--key", KEYS / "ec.p12", "--field", "Seal", "--page", "2", "-o", folder / "signed.pdf"]
    if LEVELS[level]:
        arguments += ["--certify", LEVELS[level]]
    subprocess.run(arguments, check=True, capture_output=True, env={"POSTIL_KEY_PASSWORD": "postil", "PATH": "/usr/bin:/bin"})
    data = (folder / "signed.pdf").read_bytes()
    document = pymupdf.open(stream=data, filetype="pdf")
    objects = dict(base_objects())
    for number in (1, 6, 10):
        objects[number] = document.xref_object(number, compressed=True).encode()
    start = int(data[data.rindex(b"startxref") + 9:].split()[0])
    return data, objects, start, document.xref_length()


def forged(number, body, random):
    """Something else in place of an object."""
    if number == 3:
        return random.choice([
            body.replace(b"[4 0 R 90 0 R]", b"200 0 R"), body.replace(b"[4 0 R 90 0 R]", b"7 0 R"), body.replace(b"/Parent", b"/Rotate 90/Parent"),
            body.replace(b"/Parent", b"/Resources 201 0 R/Parent"), body.replace(b"/Contents", b"/Contents 200 0 R/Contents")])
    if number == 2:
        return random.choice([body.replace(b"3 0 R 6 0 R", b"50 0 R 6 0 R"), body.replace(b"[0 0 300 200]", b"[0 0 300 140]")])
    if number in (5, 40):
        return body[:-2] + b"/Differences[48/nine/nine]/Encoding<</Differences[48/nine/nine]>>>>"
    if number == 41:
        return random.choice([b"10", b"20"])
    if number == 9:
        return random.choice([body.replace(b"15 0 R", b"202 0 R"), body.replace(b"5 0 R", b"203 0 R"), body.replace(b"16 0 R", b"202 0 R")])
    if number == 32:
        return b"<</BaseState/OFF/OFF[33 0 R]>>"
    if number == 33:
        return b"<</Type/OCG/Name(x)/Usage<</View<</ViewState/OFF>>>>>>"
    if number == 21:
        return random.choice([b"[12 0 R 13 0 R 14 0 R 25 0 R 210 0 R]", b"[12 0 R 13 0 R 25 0 R]", b"[5 0 R 12 0 R 13 0 R 14 0 R 25 0 R 3 0 R]"])
    if number in (12, 13, 25, 14):
        return random.choice([
            body.replace(b"/Rect[", b"/Rect[0 0 300 200]/Was["), body[:-2] + b"/AP<</N 202 0 R>>>>", body.replace(b"/F 4", b"/F 2"),
            body[:-2] + b"/Kids[3 0 R]>>", body.replace(b"23 0 R", b"4 0 R"), body[:-2] + b"/MK<</I 16 0 R>>>>", body[:-2] + b"/V 4 0 R>>",
            body.replace(b"/Rect[", b"/F 12/Rect[")])
    if number == 18:
        return b"<</Type/ExtGState/ca 0.2>>"
    if number == 1:
        return random.choice([body.replace(b"/Pages 2 0 R", b"/Pages 204 0 R"), body.replace(b"/OCProperties 30 0 R", b"")])
    return stream(EVIL, FORM)


ADDED = {
    200: stream(EVIL), 201: b"<</Font<</F1 203 0 R>>/XObject<</Fm 202 0 R>>>>", 202: stream(EVIL, FORM),
    203: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[48/nine/nine]>>>>",
    204: b"<</Type/Pages/Kids[50 0 R 6 0 R]/Count 2>>",
    210: b"<</Type/Annot/Subtype/Stamp/Rect[0 0 300 200]/F 4/AP<</N 202 0 R>>>>",
}


def naming(number, objects, random):
    """Changes of objects that may change, which name another one."""
    name = b"%d 0 R" % number
    catalog, form, field, second, note = objects[1], objects[10], objects[12], objects[13], objects[14]
    choices = [
        lambda: {1: catalog[:-2] + b"/DSS<</Certs[" + name + b"]>>>>"}, lambda: {1: catalog.replace(b"/Metadata 31 0 R", b"/Metadata " + name)},
        lambda: {1: catalog[:-2] + b"/Extensions " + name + b">>"}, lambda: {1: catalog[:-2] + b"/DSS " + name + b">>"},
        lambda: {10: form.replace(b"/DR 22 0 R", b"/DR<</Font " + name + b">>")}, lambda: {22: b"<</Font<</F1 5 0 R/X " + name + b">>>>"},
        lambda: {12: field.replace(b"23 0 R", name)}, lambda: {12: field.replace(b"/V(1)", b"/V " + name)}, lambda: {12: field[:-2] + b"/MK<</I " + name + b">>>>"},
        lambda: {12: field[:-2] + b"/Kids[" + name + b"]>>"}, lambda: {13: second[:-2] + b"/Kids " + name + b">>"}, lambda: {13: second[:-2] + b"/V " + name + b">>"},
        lambda: {13: second[:-2] + b"/AP<</N " + name + b">>>>"}, lambda: {14: note.replace(b"24 0 R", name)}, lambda: {14: note[:-2] + b"/Popup " + name + b">>"},
        lambda: {21: b"[12 0 R 13 0 R 14 0 R 25 0 R " + name + b"]"}, lambda: {10: form.replace(b"/Fields[", b"/Fields[" + name + b" ")},
        lambda: {35: b"<</S/Document/P 34 0 R/K[<</Type/OBJR/Obj " + name + b">>]>>"}, lambda: {"info": name}, lambda: {},
    ]
    return random.choice(choices)()


def attack(base, random):
    """A document with one or two updates that mean no good."""
    data, objects, start, size = base
    writer = Writer(data, start, size)
    targets = random.sample([n for n in objects if n not in (8, 7, 6)] + DANGLING, random.choice([1, 1, 1, 2, 3]))
    evil, named, info = {}, {}, ""
    for target in targets:
        body = objects.get(target)
        evil[target] = stream(EVIL, FORM) if body is None else forged(target, body, random)
        for number, value in naming(target, objects, random).items():
            if number == "info":
                info = "/Info " + value.decode()
            elif number not in targets:
                named[number] = value
    if random.random() < 0.2:
        evil = {n: b.replace(b"/Type/XObject", random.choice([b"/Type/XRef", b"/Type/ObjStm", b"/Type/Metadata"])) for n, b in evil.items()}
    evil.update(ADDED)
    style = "stream" if b"/XRef" in data[start:start + 200] else "table"
    kind = random.random()
    steps = [{**named, **evil}] if kind < 0.6 else [named, evil] if kind < 0.85 else [evil, named]
    for step in steps:
        choices = {}
        if style == "stream" and random.random() < 0.5:
            choices["packed"] = [n for n, b in step.items() if b"stream" not in b and random.random() < 0.6]
        if random.random() < 0.05:
            choices["free"] = [random.choice([4, 5, 9, 16, 17, 21])]
            step = {n: b for n, b in step.items() if n not in choices["free"]}
        if random.random() < 0.08:
            step = {((n, 1) if n in targets and n not in choices.get("packed", []) else n): b for n, b in step.items()}
        if random.random() < 0.05:
            choices["rows"] = [(random.choice([3, 4, 5, 9]), random.choice([data.find(b"7 0 obj"), data.find(b"50 0 obj"), data.find(b"16 0 obj")]))]
        writer.update(step, style, trailer=info or "/Info 8 0 R", **choices)
    return bytes(writer.data)


def mupdf_picture(path, annotations):
    try:
        with pymupdf.open(path) as document:
            return document[0].get_pixmap(dpi=72, annots=annotations)
    except Exception:
        return None


def poppler_picture(path, annotations):
    arguments = ["pdftoppm", "-r", "72", "-f", "1", "-l", "1"] + ([] if annotations else ["-hide-annotations"]) + [str(path)]
    try:
        return subprocess.run(arguments, capture_output=True, timeout=30).stdout
    except subprocess.TimeoutExpired:
        return None


def without_fields(picture):
    """The samples of a picture with the fields' places blanked."""
    copy = pymupdf.Pixmap(picture, 0) if picture.alpha else pymupdf.Pixmap(picture)
    for x0, y0, x1, y1 in FIELD_RECTS:
        copy.clear_with(255, pymupdf.IRect(x0 - 2, HEIGHT - y1 - 2, x1 + 2, HEIGHT - y0 + 2))
    return copy.samples, copy.width, copy.height


def shows(path, level):
    """What may not change, as two renderers show it; None where one shows nothing."""
    plain = mupdf_picture(path, False)
    result = {"mupdf": plain and (plain.samples, plain.width, plain.height), "poppler": poppler_picture(path, False)}
    if level in ("p1", "p2"):
        full = mupdf_picture(path, True)
        result["mupdf with annotations"] = full and ((full.samples, full.width, full.height) if level == "p1" else without_fields(full))
    if level == "p1":
        result["poppler with annotations"] = poppler_picture(path, True)
    return result


def main():
    parser = tool.parser(__doc__)
    parser.add_argument("--count", type=int, default=1000, help="how many attacks")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path, help="where files go that were wrongly called valid")
    options = parser.parse_args()
    pymupdf.TOOLS.mupdf_display_errors(False)
    found = valid = changed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        bases = {(level, style): signed(level, style, folder, options) for level in LEVELS for style in ("table", "stream")}
        pictures = {}
        for key, base in bases.items():
            path = folder / "base.pdf"
            path.write_bytes(base[0])
            pictures[key] = shows(path, key[0])
            if subprocess.run([options.postil, "signatures", path], capture_output=True).returncode:
                sys.exit(f"{key}: the signed document itself is not valid")
        for number in range(options.seed, options.seed + options.count):
            choice = random.Random(number)
            key = choice.choice(sorted(bases))
            path = folder / "attack.pdf"
            path.write_bytes(attack(bases[key], choice))
            result = subprocess.run([options.postil, "signatures", path, "--json"], capture_output=True, timeout=60)
            # Without signatures nobody is deceived.
            is_valid = result.returncode == 0 and b'"valid"' in result.stdout
            if result.returncode < 0:
                print(f"seed {number}: ended by signal {-result.returncode}")
                found += 1
            now = shows(path, key[0])
            differs = [judge for judge, picture in pictures[key].items() if now[judge] != picture]
            valid += is_valid
            changed += bool(differs)
            if is_valid and differs:
                found += 1
                print(f"seed {number}, {key[0]}, {key[1]}: valid, and the page is another one in {', '.join(differs)}")
                if options.keep:
                    options.keep.mkdir(parents=True, exist_ok=True)
                    (options.keep / f"{number}-{key[0]}-{key[1]}.pdf").write_bytes(path.read_bytes())
    print(f"{options.count} attacks, {changed} change what is shown, {valid} called valid, {found} wrong")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
