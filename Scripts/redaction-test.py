#!/usr/bin/env python3
"""Redacts generated pages and, with FOLDER, real files, and has other programs look for what should be gone.

Each generated page has secrets in an area and other words outside of it: in fonts of all kinds, turned, in forms, patterns, masks and
images of all filters, in annotations, fields and the structure tree. After 'postil redact' qpdf must find no fault, no secret may be in
the decoded bytes of the file or in the text that poppler, MuPDF and PDFium find, the words outside must be found, and pixels outside the
area must be what they were. PyMuPDF redacts the same pages: the table says what is left then. Every file of FOLDER is scrubbed and
redacted in the middle of its first page: the result must be as valid as the file was.
"""

import collections
import io
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy
import pikepdf
import postil_tool as tool
import pymupdf
import pypdfium2
from PIL import Image
from pikepdf import Array, Dictionary, Name, String

AREA = (100, 300, 400, 420)  # x0, y0, x1, y1; the page is 500 × 700
SECRET = "SECRET"
DEJAVU = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


class Page:
    """A page that is being made."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.pdf = pikepdf.new()
        self.pdf.add_blank_page(page_size=(500, 700))
        self.page = self.pdf.pages[0]
        self.resources = Dictionary(
            Font=Dictionary(), XObject=Dictionary(), Pattern=Dictionary(), ExtGState=Dictionary(), Properties=Dictionary())
        self.page.Resources = self.resources
        self.content = []
        self.annotations = []
        self.elements = []
        self.kept = []  # words that must be found afterwards
        self.things = []  # what the page has, for the table
        self.number = 0

    def word(self, kind):
        self.number += 1
        return f"{kind}{self.number}"

    def inside(self, width=120, height=20):
        return (self.random.uniform(AREA[0] + 4, AREA[2] - width), self.random.uniform(AREA[1] + 6, AREA[3] - height))

    def name(self, category, value):
        name = f"/{category[0]}{len(self.resources['/' + category])}"
        self.resources["/" + category][name] = self.pdf.make_indirect(value)
        return name

    def stream(self, data, **entries):
        result = pikepdf.Stream(self.pdf, data)
        for key, value in entries.items():
            result["/" + key] = value
        return result

    def helvetica(self):
        return self.name("Font", Dictionary(
            Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding))

    def text(self, font, word, x, y, size=12, before=b"", after=b""):
        return b"BT %s /%s %d Tf 1 0 0 1 %.3f %.3f Tm (%s) Tj %s ET\n" % (
            before, font[1:].encode(), size, x, y, word.encode(), after)

    # MARK: - What may be on a page

    def plain(self):
        font, secret, kept = self.helvetica(), self.word(SECRET), self.word("KEPT")
        x, y = self.inside()
        self.content.append(self.text(font, secret, x, y))
        self.content.append(self.text(font, kept, self.random.uniform(20, 400), self.random.choice([100, 200, 500, 600])))
        self.kept.append(kept)

    def line(self):
        """A line that goes through the area: its ends stay."""
        font, a, b = self.helvetica(), self.word("KEPT"), self.word("KEPT")
        y = self.random.uniform(320, 400)
        self.content.append(
            b"BT %s 12 Tf 20 %.3f Td [(%s) -6000 (%s) -20000 (%s)] TJ 0 -20 Td ET\n"
            % (font.encode(), y, a.encode(), self.word(SECRET).encode(), b.encode()))
        self.kept += [a, b]

    def turned(self):
        font, x, y = self.helvetica(), 250, 360
        c, s = self.random.choice([(0, 1), (-1, 0), (0, -1), (0.866, 0.5), (0.966, -0.259)])
        self.content.append(b"BT %s 10 Tf %.3f %.3f %.3f %.3f %d %d Tm (%s) Tj ET\n" % (
            font.encode(), c, s, -s, c, x, y, self.word("SEC").replace("SEC", "SECRET")[:8].encode()))

    def embedded(self, simple):
        """Through PyMuPDF, which makes subsets of fonts."""
        other = pymupdf.open()
        page = other.new_page(width=500, height=700)
        font = {"fontname": "F0", "fontfile": DEJAVU, "set_simple": simple}
        secret, kept = self.word(SECRET), self.word("KEPT")
        x, y = self.inside(140)
        page.insert_text((x, 700 - y), secret, fontsize=11, **font)
        page.insert_text((30, 700 - self.random.choice([150, 250, 550])), kept, fontsize=11, **font)
        source = pikepdf.open(io.BytesIO(other.tobytes()))
        form = self.pdf.copy_foreign(source.make_indirect(source.pages[0].as_form_xobject()))
        self.content.append(b"q %s Do Q\n" % self.name("XObject", form).encode())
        self.kept.append(kept)

    def type3(self):
        """Glyphs that are drawn with the text of another font."""
        inner = Dictionary(Font=Dictionary(H=Dictionary(
            Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)))
        secret, kept = self.word(SECRET), self.word("KEPT")
        def glyph(word):
            return self.pdf.make_indirect(self.stream(b"1000 0 d0 BT /H 160 Tf (%s) Tj ET" % word.encode()))
        font = self.name("Font", Dictionary(
            Type=Name.Font, Subtype=Name.Type3, FontBBox=[0, -200, 1000, 800], FontMatrix=[0.001, 0, 0, 0.001, 0, 0],
            CharProcs=Dictionary(s=glyph(secret), k=glyph(kept)), Resources=inner, FirstChar=97, LastChar=98,
            Widths=[1000, 1000], Encoding=Dictionary(Type=Name.Encoding, Differences=[97, Name.s, Name.k])))
        x, y = self.inside(90, 80)
        self.content.append(b"BT %s 80 Tf %.3f %.3f Td (a) Tj ET BT %s 80 Tf 30 560 Td (b) Tj ET\n" % (
            font.encode(), x, y, font.encode()))

    def vertical(self):
        descendant = Dictionary(
            Type=Name.Font, Subtype=Name.CIDFontType0, BaseFont=Name("/Gothic"), DW=1000,
            CIDSystemInfo=Dictionary(Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0),
            FontDescriptor=Dictionary(
                Type=Name.FontDescriptor, FontName=Name("/Gothic"), Flags=4, Ascent=880, Descent=-120, CapHeight=700,
                ItalicAngle=0, StemV=80, FontBBox=[0, -120, 1000, 880]))
        letters = "".join(f"<{ord(c):04X}> <{ord(c):04X}>\n" for c in "SECRETK")
        font = self.name("Font", Dictionary(
            Type=Name.Font, Subtype=Name.Type0, BaseFont=Name("/Gothic"), Encoding=Name("/Identity-V"),
            DescendantFonts=[descendant], ToUnicode=self.stream(
                b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def 1 begincodespacerange <0000>"
                b" <FFFF> endcodespacerange 7 beginbfchar " + letters.encode() + b"endbfchar endcmap end end")))
        codes = "".join(f"{ord(c):04X}" for c in SECRET)
        self.content.append(b"BT %s 12 Tf %.3f 410 Td <%s> Tj ET\n" % (
            font.encode(), self.random.uniform(120, 380), codes.encode()))

    def form_twice(self):
        font = Dictionary(H=Dictionary(
            Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding))
        word = self.word("TWICE")
        form = self.stream(
            b"BT /H 12 Tf (%s) Tj ET" % word.encode(), Type=Name.XObject, Subtype=Name.Form, BBox=[0, -5, 120, 20],
            Resources=Dictionary(Font=font))
        name = self.name("XObject", form).encode()
        x, y = self.inside()
        self.content.append(b"q 1 0 0 1 %.3f %.3f cm %s Do Q q 1 0 0 1 40 130 cm %s Do Q\n" % (x, y, name, name))
        self.kept.append(word)

    def pattern(self):
        font = Dictionary(H=Dictionary(
            Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding))
        pattern = self.stream(
            b"BT /H 12 Tf 0 6 Td (%s) Tj ET" % self.word(SECRET).encode(), Type=Name.Pattern, PatternType=1, PaintType=1,
            TilingType=1, BBox=[0, 0, 100, 20], XStep=100, YStep=20, Resources=Dictionary(Font=font))
        x, y = self.inside(130, 50)
        self.content.append(b"q /Pattern cs %s scn %.3f %.3f 120 40 re f Q\n" % (
            self.name("Pattern", pattern).encode(), x, y))

    def mask(self):
        font = Dictionary(H=Dictionary(
            Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding))
        x, y = self.inside()
        group = self.stream(
            b"BT /H 12 Tf 1 g %.3f %.3f Td (%s) Tj ET" % (x, y, self.word(SECRET).encode()), Type=Name.XObject,
            Subtype=Name.Form, BBox=[0, 0, 500, 700], Group=Dictionary(S=Name.Transparency, CS=Name.DeviceGray),
            Resources=Dictionary(Font=font))
        state = Dictionary(Type=Name.ExtGState, SMask=Dictionary(
            Type=Name.Mask, S=Name.Luminosity, G=self.pdf.make_indirect(group)))
        self.content.append(b"q %s gs 0 0 1 rg %.3f %.3f 150 20 re f Q\n" % (
            self.name("ExtGState", state).encode(), x, y - 4))

    def hidden(self):
        x, y = self.inside()
        self.content.append(self.text(self.helvetica(), self.word(SECRET), x, y, before=b"3 Tr", after=b"0 Tr"))

    def clip(self):
        x, y = self.inside()
        self.content.append(b"q BT 7 Tr %s 14 Tf %.3f %.3f Td (%s) Tj ET 0 1 0 rg 0 0 500 700 re f Q\n" % (
            self.helvetica().encode(), x, y, self.word(SECRET).encode()))

    def replaced(self):
        x, y = self.inside()
        self.content.append(b"/Span <</ActualText (%s)>> BDC %s EMC\n" % (
            self.word(SECRET).encode(), self.text(self.helvetica(), "S3CR3T", x, y)))

    def tagged(self):
        x, y = self.inside()
        number = len(self.elements)
        self.content.append(b"/P <</MCID %d>> BDC %s EMC\n" % (
            number, self.text(self.helvetica(), self.word(SECRET), x, y)))
        self.elements.append((number, self.word(SECRET), self.word(SECRET)))

    def annotation(self):
        x, y = self.inside(110, 30)
        font = Dictionary(H=Dictionary(
            Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding))
        form = self.pdf.make_indirect(self.stream(
            b"BT /H 12 Tf 0 5 Td (%s) Tj ET" % self.word(SECRET).encode(), Type=Name.XObject, Subtype=Name.Form,
            BBox=[0, 0, 100, 20], Resources=Dictionary(Font=font)))
        kind = self.random.choice(["Stamp", "FreeText", "Square", "Text", "Link", "Highlight"])
        entries = Dictionary(
            Type=Name.Annot, Subtype=Name("/" + kind), Rect=[x, y, x + 100, y + 20], F=4, AP=Dictionary(N=form))
        if kind == "Link":
            entries.A = Dictionary(S=Name.URI, URI=String("https://" + self.word(SECRET)))
        else:
            entries.Contents = String(self.word(SECRET))
        if kind == "Highlight":
            entries.QuadPoints = [x, y + 20, x + 100, y + 20, x, y, x + 100, y]
        self.annotations.append(entries)

    def field(self):
        x, y = self.inside(110, 30)
        font = Dictionary(H=Dictionary(
            Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding))
        secret = self.word(SECRET)
        form = self.pdf.make_indirect(self.stream(
            b"/Tx BMC BT /H 12 Tf 0 5 Td (%s) Tj ET EMC" % secret.encode(), Type=Name.XObject, Subtype=Name.Form,
            BBox=[0, 0, 100, 20], Resources=Dictionary(Font=font)))
        widget = Dictionary(
            Type=Name.Annot, Subtype=Name.Widget, FT=Name.Tx, T=String("f"), V=String(secret), F=4,
            DA=String("/H 12 Tf 0 g"), Rect=[x, y, x + 100, y + 20], AP=Dictionary(N=form))
        self.annotations.append(widget)
        self.pdf.Root.AcroForm = Dictionary(Fields=Array(), DR=Dictionary(Font=font), DA=String("/H 12 Tf 0 g"))

    def image(self, kind):
        """A picture half in the area, with magenta, which is nowhere else, in that half."""
        picture = Image.new("RGB", (64, 64), (200, 220, 240))
        for x in range(64):
            for y in range(64):
                picture.putpixel((x, y), (255, 0, 255) if x < 32 else (40 * (x % 6), 220, 30 * (y % 8)))
        grey = kind in ("ccitt", "mask")
        bits = picture.convert("L").point(lambda v: 255 * ((v // 8) % 2)).convert("1") if grey else None
        entries = dict(
            Type=Name.XObject, Subtype=Name.Image, Width=64, Height=64, BitsPerComponent=1 if grey else 8,
            ColorSpace=Name.DeviceGray if grey else Name.DeviceRGB)
        raw = picture.tobytes()
        if kind == "dct":
            data = io.BytesIO()
            picture.save(data, "JPEG", quality=95, subsampling=0)
            entries["Filter"], raw = Name.DCTDecode, data.getvalue()
        elif kind == "jpx":
            data = io.BytesIO()
            picture.save(data, "JPEG2000")
            entries["Filter"], raw = Name.JPXDecode, data.getvalue()
        elif kind == "ccitt":
            data = io.BytesIO()
            bits.save(data, "TIFF", compression="group4")
            tags = Image.open(io.BytesIO(data.getvalue())).tag_v2
            raw = data.getvalue()[tags[273][0]:tags[273][0] + tags[279][0]]
            entries["Filter"] = Name.CCITTFaxDecode
            entries["DecodeParms"] = Dictionary(K=-1, Columns=64, Rows=64)
        elif kind == "mask":
            raw = bits.tobytes()
            del entries["ColorSpace"]
            entries["ImageMask"] = True
        elif kind == "hex":
            raw, entries["Filter"] = raw.hex().encode() + b">", Name.ASCIIHexDecode
        elif kind == "runs":
            raw = b"".join(b"\x7f" + raw[i:i + 128] for i in range(0, len(raw), 128)) + b"\x80"
            entries["Filter"] = Name.RunLengthDecode
        elif kind == "indexed":
            picture = picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=64)
            palette = bytes(picture.getpalette()[:192])
            raw = picture.tobytes()
            entries["ColorSpace"] = Array([Name.Indexed, Name.DeviceRGB, len(palette) // 3 - 1, String(palette)])
        elif kind == "cmyk":
            raw, entries["ColorSpace"] = picture.convert("CMYK").tobytes(), Name.DeviceCMYK
        elif kind == "smask":
            entries["SMask"] = self.pdf.make_indirect(self.stream(
                bytes(255 if x < 48 else 128 for _ in range(64) for x in range(64)), Type=Name.XObject, Subtype=Name.Image,
                Width=64, Height=64, BitsPerComponent=8, ColorSpace=Name.DeviceGray))
        y = self.random.uniform(310, 340)
        # The left half of it ends where the area does.
        matrix = b"%d 0 0 %d %.3f %.3f cm" % (80, 60, 360, y)
        if kind == "inline":
            self.content.append(b"q %s BI /W 64 /H 64 /BPC 8 /CS /RGB ID %s EI Q\n" % (matrix, raw))
        else:
            self.content.append(b"q %s %s Do Q\n" % (matrix, self.name("XObject", self.stream(raw, **entries)).encode()))

    def drawing(self):
        r = self.random
        points = b" ".join(b"%.2f %.2f l" % (r.uniform(50, 450), r.uniform(280, 440)) for _ in range(12))
        paint = r.choice([b"S", b"f", b"f*", b"B", b"b*"])
        self.content.append(b"q 0.2 0.6 0.3 rg 0.7 0.2 0 RG %.1f w 60 310 m %s %s Q\n" % (r.uniform(0.3, 4), points, paint))

    KINDS = [
        "plain", "line", "turned", "embedded:0", "embedded:1", "type3", "vertical", "form_twice", "pattern", "mask", "hidden",
        "clip", "replaced", "tagged", "annotation", "field", "drawing",
    ] + ["image:" + kind for kind in (
        "flate", "dct", "jpx", "ccitt", "mask", "hex", "runs", "indexed", "cmyk", "smask", "inline")]

    def make(self, kinds):
        for kind in kinds:
            name, _, argument = kind.partition(":")
            arguments = [] if not argument else [int(argument) if argument.isdigit() else argument]
            getattr(self, name)(*arguments)
            self.things.append(kind)
        self.page.Contents = self.pdf.make_stream(b"".join(self.content))
        if self.random.random() < 0.4:
            self.page.Rotate = self.random.choice([90, 180, 270])
        annotations = [self.pdf.make_indirect(entries) for entries in self.annotations]
        if annotations:
            self.page.Annots = Array(annotations)
        for widget in annotations:
            if widget.Subtype == Name.Widget:
                self.pdf.Root.AcroForm.Fields.append(widget)
        if self.elements:
            root = self.pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
            kids = [self.pdf.make_indirect(Dictionary(
                S=Name.P, P=root, Pg=self.page.obj, K=number, ActualText=String(actual), Alt=String(alternate)))
                for number, actual, alternate in self.elements]
            root.K = Array(kids)
            root.ParentTree = self.pdf.make_indirect(Dictionary(Nums=Array([0, Array(kids)])))
            self.page.StructParents = 0
            self.pdf.Root.StructTreeRoot = root
            self.pdf.Root.MarkInfo = Dictionary(Marked=True)
        result = io.BytesIO()
        self.pdf.save(result)
        return result.getvalue()


# MARK: - Looking at results


def strings(value, depth=0):
    if depth > 30:
        return
    if isinstance(value, pikepdf.String):
        yield bytes(value)
        yield str(value).encode("utf-8", "replace")
    elif isinstance(value, Array):
        for item in value:
            if not item_is_indirect(item):
                yield from strings(item, depth + 1)
    elif isinstance(value, (Dictionary, pikepdf.Stream)):
        for key, item in value.items():
            yield key.encode()
            if not item_is_indirect(item):
                yield from strings(item, depth + 1)


def item_is_indirect(item):
    return isinstance(item, pikepdf.Object) and item.is_indirect


def left_in_bytes(data):
    """Whether a secret is in a string or a decoded stream."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for item in pdf.objects:
            if any(SECRET.encode() in text for text in strings(item)):
                return True
            if isinstance(item, pikepdf.Stream):
                try:
                    content = item.read_bytes()
                except pikepdf.PdfError:
                    content = item.read_raw_bytes()
                if SECRET.encode() in content or b"S3CR3T" in content:
                    return True
    return SECRET.encode() in data


def left_in_images(data):
    """Whether a picture still has the colour of the secret half."""
    document = pymupdf.open("pdf", data)
    for image in document.get_page_images(0, full=True):
        pixels = pymupdf.Pixmap(document, image[0])
        if pixels.colorspace is None or pixels.colorspace.n < 3:
            continue
        pixels = pymupdf.Pixmap(pymupdf.csRGB, pixels) if pixels.colorspace.n > 3 else pixels
        array = numpy.frombuffer(pixels.samples, numpy.uint8).reshape(pixels.h, pixels.w, pixels.n)[:, :, :3].astype(int)
        if ((array[:, :, 0] > 200) & (array[:, :, 1] < 60) & (array[:, :, 2] > 200)).sum() > 4:
            return True
    return False


def texts(path):
    """The text that three programs find."""
    poppler = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True).stdout
    document = pymupdf.open(path)
    mupdf = document[0].get_text()
    pdfium = pypdfium2.PdfDocument(path)
    found = pdfium[0].get_textpage().get_text_range()
    return {"poppler": poppler, "mupdf": mupdf, "pdfium": found}


def picture(path):
    pixels = subprocess.run(["pdftoppm", "-r", "72", "-png", path], capture_output=True).stdout
    return numpy.asarray(Image.open(io.BytesIO(pixels)).convert("RGB")).astype(int)


def outside(shape, rotation):
    """Which pixels lie outside the area, by two pixels."""
    inside = numpy.zeros((700, 500), bool)
    inside[700 - AREA[3] - 2:700 - AREA[1] + 2, AREA[0] - 2:AREA[2] + 2] = True
    return ~numpy.rot90(inside, -(rotation // 90) % 4)


def judge(before, after):
    """What is wrong with a redacted page; the first four are secrets."""
    faults = []
    data = pathlib.Path(after).read_bytes()
    if left_in_bytes(data):
        faults.append("bytes")
    for program, text in texts(after).items():
        if SECRET in text.replace("\n", "").replace(" ", "") or "S3CR3T" in text:
            faults.append("text: " + program)
    if left_in_images(data):
        faults.append("image")
    return faults


def appearance(page, before, after, things):
    """How the page differs from what it was outside the area, and which words are lost."""
    faults = []
    for program, text in texts(after).items():
        lost = [word for word in page.kept if word not in text]
        was = texts(before)[program]
        if any(word in was for word in lost):
            faults.append(f"{program} lost {lost}")
    rotation = int(page.page.get("/Rotate", 0))
    old, new = picture(before), picture(after)
    if old.shape != new.shape:
        return faults + ["size"]
    where = outside(old.shape, rotation)
    # Annotations go as a whole, and with them what they cover: none of theirs reaches beyond the area here.
    difference = numpy.abs(old - new).max(axis=2)[where]
    # Words behind a gap on a line move by up to a quarter of a point.
    most = 64 if "line" in things else 12
    if (difference > 128).sum() > most or (difference > 16).mean() > 0.002:
        faults.append(f"pixels: {(difference > 16).sum()} over 16, {(difference > 128).sum()} over 128")
    return faults


def redact_with_pymupdf(source, target):
    document = pymupdf.open(source)
    page = document[0]
    rect = pymupdf.Rect(AREA[0], 700 - AREA[3], AREA[2], 700 - AREA[1])
    page.add_redact_annot(rect * page.rotation_matrix * page.derotation_matrix, fill=(0, 0, 0))
    page.apply_redactions(images=pymupdf.PDF_REDACT_IMAGE_PIXELS, graphics=pymupdf.PDF_REDACT_LINE_ART_REMOVE_IF_TOUCHED)
    document.save(target, garbage=4)


def generated(postil, arguments, folder):
    table = collections.defaultdict(lambda: collections.Counter())
    failures = []
    rect = f"{AREA[0]},{AREA[1]},{AREA[2] - AREA[0]},{AREA[3] - AREA[1]}"
    for number in range(arguments.pages):
        seed = arguments.seed + number
        choose = random.Random(seed)
        # Each kind alone first, then several together.
        kinds = [Page.KINDS[number]] if number < len(Page.KINDS) else choose.sample(Page.KINDS, choose.randint(2, 7))
        page = Page(seed)
        before, after = str(folder / f"{number}.pdf"), str(folder / f"{number}-redacted.pdf")
        pathlib.Path(before).write_bytes(page.make(kinds))
        run = postil.run("redact", before, "--page", "1", "--rect", rect, "-o", after)
        if run.status != 0:
            faults = [f"refused: {run.err.strip()[-200:]}"]
        else:
            faults = judge(before, after)
            if subprocess.run(["qpdf", "--check", after], capture_output=True).returncode != 0:
                faults.append("qpdf")
            faults += appearance(page, before, after, kinds)
        if faults:
            failures.append((number, kinds, faults))
            print(f"page {number} {'+'.join(kinds)}: {'; '.join(faults)}", flush=True)
        other = str(folder / f"{number}-pymupdf.pdf")
        try:
            redact_with_pymupdf(before, other)
            theirs = judge(before, other)
        except Exception as error:  # noqa: BLE001: whatever it cannot do counts
            theirs = [type(error).__name__]
        if number < len(Page.KINDS):
            table[kinds[0]]["postil"] = "gone" if not faults else faults[0][:40]
            table[kinds[0]]["pymupdf"] = ", ".join(sorted({fault.split(":")[0] for fault in theirs})) or "gone"
    print(f"\n{'alone on a page':18} {'postil':28} PyMuPDF {pymupdf.VersionBind}: left in")
    for kind, row in table.items():
        print(f"{kind:18} {row['postil']:28} {row['pymupdf']}")
    print(f"\n{arguments.pages} pages, {len(failures)} with faults")
    return failures


def real(postil, arguments, folder):
    """Scrubs and redacts the files of a folder."""
    counts, failures = collections.Counter(), []
    for path in sorted(pathlib.Path(arguments.folder).rglob("*.pdf")):
        was = tool.qpdf_check(path)
        for name, options in (
            ("redact", ["--page", "1", "--rect", "200,350,200,100"]), ("scrub", [])):
            target = folder / "real.pdf"
            target.unlink(missing_ok=True)
            run = postil.run(name, path, *options, "--decrypt", "--break-signatures", "-o", target)
            if run.refused and not target.exists():
                counts[name + ": refused"] += 1
                if arguments.verbose:
                    print(f"{path.name}: {run.err.strip()[-250:]}")
                continue
            fault = None
            if run.timed_out or run.status != 0:
                fault = f"status {run.status}"
            else:
                now = tool.qpdf_check(target)
                if tool.Check.ORDER.get(now.status, 3) > tool.Check.ORDER.get(was.status, 3):
                    fault = f"qpdf {now}, was {was}"
            counts[f"{name}: {'fault' if fault else 'done'}"] += 1
            if fault:
                failures.append((path, name, fault))
                print(f"{name} {path}: {fault} {run.err.strip()[-200:]}", flush=True)
    print(dict(counts))
    return failures


def main():
    parser = tool.parser(__doc__)
    parser.add_argument("folder", nargs="?", default="", help="a folder with real files")
    parser.add_argument("--pages", type=int, default=128, help="how many pages are generated")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="prints why files are refused")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the pages")
    arguments = parser.parse_args()
    postil = tool.Postil(arguments.postil, timeout=300)
    with tempfile.TemporaryDirectory() as folder:
        folder = arguments.keep or pathlib.Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        failures = generated(postil, arguments, folder)
        if arguments.folder:
            failures += real(postil, arguments, folder)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
