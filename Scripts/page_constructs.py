#!/usr/bin/env python3
"""What a page has that renderers draw differently: names of constructs, found without drawing.

As a program: page_constructs.py FILE [PAGE] prints them. Objects are looked at that the page's content names, and the appearances
of its annotations. Resources alone would not do: many programs give every page the same ones. Content is not interpreted: a name
or an operator counts wherever it stands.
"""

import re
import sys

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream

#: More objects of a page than that are not looked at, nor more bytes of a content.
OBJECTS, BYTES = 20_000, 16_000_000
#: What contents are read as: inline images, strings and comments, of which nothing counts; names; operators.
TOKENS = re.compile(
    rb"(?:\bID\s.*?\sEI(?=\s)|\((?:[^()\\]|\\.)*\)|<[0-9A-Fa-f\s]*>|%[^\r\n]*)|/([^\s/<>\[\](){}%]+)|([A-Za-z'\"][A-Za-z*]?[A-Za-z01]?)(?![^\s\[(<>/])",
    re.DOTALL)
TEXT, STROKES = {"Tj", "TJ", "'", '"'}, {"S", "s", "B", "B*", "b", "b*"}
FILLS = {"f", "F", "f*", "B", "B*", "b", "b*"}
#: Blend modes that leave a color on white paper as it is: so it does not matter whether paper is a backdrop.
DARKENING = ("Multiply", "Darken", "ColorBurn")
STANDARD_FONTS = ("Helvetica", "Arial", "Times", "Courier", "Symbol", "ZapfDingbats")
#: The longest side of an image that cairo draws, in pixels.
CAIRO_SIDE = 32767
FONT_FILES = ("/FontFile", "/FontFile2", "/FontFile3")
#: As many glyph procedures of a Type 3 font are looked at.
GLYPHS = 256


class Reader:
    """Finds the constructs of pages; a file stays open until another is asked for. For one thread."""

    def __init__(self):
        self.file, self.pdf = None, None

    def of_page(self, path, number, password=None):
        """The constructs of a page, a set of names."""
        finder = Finder()
        try:
            if self.file != path:
                self.pdf = pikepdf.open(path, password=password or "")
                self.file = path
            finder.page(self.pdf.pages[number - 1], self.pdf.Root)
        except (pikepdf.PdfError, pikepdf.PasswordError, IndexError, RuntimeError, ValueError):
            pass  # What was found until then counts: files are damaged, and names need not be UTF-8.
        return frozenset(finder.found)


class Content:
    """What contents name, and their operators, in order."""

    def __init__(self, streams):
        data = b"\n".join(bytes_of(stream) for stream in streams)[:BYTES]
        self.tokens = [
            ("/" + match[1].decode("utf-8", "replace"), None) if match[1] else (None, match[2].decode())
            for match in TOKENS.finditer(data) if match[1] or match[2]]
        self.names = {name for name, _ in self.tokens}
        self.operators = {operator for _, operator in self.tokens}

    def named(self, resources, key):
        """The resources of a kind that the content names; one that is written with # is not found."""
        return [value for name, value in entries(resources, key).items() if name in self.names]

    def painted(self, resources, masked):
        """Each operator with the name before it, whether it has a soft mask, and the constant alphas below 1."""
        states, stack = entries(resources, "/ExtGState"), []
        name, alphas, pattern = None, frozenset(), None
        for word, operator in self.tokens:
            if word is not None:
                name = word
                continue
            if operator == "q":
                stack.append((masked, alphas, pattern))
            elif operator == "Q" and stack:
                masked, alphas, pattern = stack.pop()
            elif operator == "gs":
                state = states.get(name)
                mask = get(state, "/SMask")
                masked = isinstance(mask, Dictionary) if mask is not None else masked
                named = {key for key in ("/ca", "/CA") if get(state, key) is not None}
                alphas = (alphas - named) | {key for key in named if number(get(state, key), 1) < 1}
            elif operator == "scn":
                pattern = name
            elif operator in ("g", "rg", "k", "sc"):
                pattern = None
            yield operator, name, masked, alphas, pattern
            name = None


class Finder:
    def __init__(self):
        self.found = set()
        self.seen = set()
        #: Resources to look through, each with the content that names them, what that is of ("page", "tiling", "type3", "mask",
        #: "annotation"; forms count as what they are in), and whether it is painted with a soft mask.
        self.waiting = []
        self.budget = OBJECTS

    def page(self, page, root):
        self.add("page-user-unit", "/UserUnit" in page)
        self.group(page.obj.get("/Group"), "page")
        contents = page.obj.get("/Contents")
        self.waiting.append((inherited(page.obj, "/Resources"), Content(items(contents) or [contents]), "page", False))
        for annotation in items(page.obj.get("/Annots")):
            self.annotation(annotation)
        self.add("optional-content", "/OCProperties" in root)
        self.add("output-intent", "/OutputIntents" in root)
        while self.waiting and self.budget > 0:
            self.content(*self.waiting.pop())

    def add(self, name, condition=True):
        if condition:
            self.found.add(name)

    def wait(self, owner, within, otherwise=None, masked=False):
        """Has a stream with content looked through, whose resources may be those of what it is in."""
        if isinstance(owner, Stream):
            resources = owner.get("/Resources")
            self.waiting.append((otherwise if resources is None else resources, Content([owner]), within, masked))

    def first(self, thing, *within):
        """Whether an object is seen for the first time, and there is budget left."""
        self.budget -= 1
        key = (thing.objgen, *within)
        if not thing.is_indirect:
            return self.budget > 0
        if key in self.seen or self.budget <= 0:
            return False
        self.seen.add(key)
        return True

    def content(self, resources, content, within, masked):
        for state in content.named(resources, "/ExtGState"):
            self.graphics_state(state)
        for space in content.named(resources, "/ColorSpace"):
            self.color_space(space)
        for pattern in content.named(resources, "/Pattern"):
            self.pattern(pattern)
        for shading in content.named(resources, "/Shading"):
            self.shading(shading)
        for font in content.named(resources, "/Font"):
            self.add("tiling-pattern-with-text", within == "tiling")
            self.font(font, resources)
        self.add("operator-k", content.operators & {"k", "K"})
        self.paint(resources, content, within, masked)

    def paint(self, resources, content, within, masked):
        """What is painted, with a soft mask or without."""
        objects, patterns = entries(resources, "/XObject"), entries(resources, "/Pattern")
        for operator, name, under_mask, alphas, pattern in content.painted(resources, masked):
            self.add("alpha-fill-and-stroke", operator in STROKES & FILLS and "/CA" in alphas)
            if under_mask:
                self.add("soft-mask-with-text", operator in TEXT)
                self.add("soft-mask-with-stroke", operator in STROKES)
                self.add("soft-mask-with-tiling", operator in FILLS and get(patterns.get(pattern), "/PatternType") == 1)
            if operator == "sh":
                self.add("alpha-mesh", "/ca" in alphas and get(entries(resources, "/Shading").get(name), "/ShadingType") in (4, 5, 6, 7))
            object = objects.get(name) if operator == "Do" else None
            if object is None:
                continue
            if under_mask:
                form = get(object, "/Subtype") == "/Form"
                self.add("soft-mask-with-image-mask", truth(get(object, "/ImageMask")))
                self.add("soft-mask-with-form", form and "/Group" not in object)
                self.add("soft-mask-with-group", form and "/Group" in object)
            self.x_object(object, within, resources, under_mask)

    def x_object(self, object, within, resources=None, masked=False):
        if not isinstance(object, Stream) or not self.first(object, within, masked):
            return
        if object.get("/Subtype") == "/Image":
            self.image(object, within)
        elif object.get("/Subtype") == "/Form":
            self.add("form-without-resources", "/Resources" not in object)
            self.group(object.get("/Group"), "form", object.get("/Resources"))
            self.wait(object, within, resources, masked)

    def group(self, group, of, resources=None):
        if not isinstance(group, Dictionary) or group.get("/S") != "/Transparency":
            return
        self.add(f"{of}-group")
        self.add("group-knockout", truth(group.get("/K")))
        if of != "page":
            isolated = truth(group.get("/I"))
            self.add("group-isolated" if isolated else "group-not-isolated")
            self.add("group-not-isolated-blending", not isolated and blends(resources))
        space = self.color_space(group.get("/CS"))
        self.add(f"{of}-group-{space}", space)

    def graphics_state(self, state):
        if not isinstance(state, Dictionary) or not self.first(state):
            return
        modes = [str(mode)[1:] for mode in items(state.get("/BM")) or [state.get("/BM")] if isinstance(mode, Name)]
        if modes and modes[0] not in ("Normal", "Compatible"):
            self.add("blend-mode")
            self.add(f"blend-mode-{modes[0]}")
            self.add("blend-mode-that-changes-white", modes[0] not in DARKENING)
        self.add("alpha", any(number(state.get(key), 1) < 1 for key in ("/ca", "/CA")))
        self.add("overprint", truth(state.get("/OP")) or truth(state.get("/op")))
        self.add("alpha-is-shape", truth(state.get("/AIS")))
        self.add("text-knockout-off", "/TK" in state and not truth(state.get("/TK")))
        mask = state.get("/SMask")
        if isinstance(mask, Dictionary):
            self.add("soft-mask-alpha" if mask.get("/S") == "/Alpha" else "soft-mask-luminosity")
            self.add("soft-mask-backdrop", "/BC" in mask)
            self.add("soft-mask-transfer", "/TR" in mask and mask.get("/TR") != "/Identity")
            self.add("soft-mask")
            group = mask.get("/G")
            if isinstance(group, Stream) and self.first(group, "mask"):
                self.add("soft-mask-group-knockout", truth(group.get("/Group", Dictionary()).get("/K")))
                self.wait(group, "mask")

    def color_space(self, space):
        """Looks at a color space; its kind in a word."""
        kind = space
        if isinstance(space, Array) and len(space) > 0:
            kind = space[0]
            if space.is_indirect and not self.first(space):
                pass
            elif kind in ("/Separation", "/DeviceN") and len(space) > 3:
                self.add("separation-None", space[1] == "/None")
                self.function(space[3])
            elif kind in ("/Indexed", "/I", "/Pattern") and len(space) > 1:
                self.color_space(space[1])
        if not isinstance(kind, Name):
            return ""
        word = {"/G": "DeviceGray", "/RGB": "DeviceRGB", "/CMYK": "DeviceCMYK", "/I": "Indexed"}.get(str(kind), str(kind)[1:])
        if word == "ICCBased" and len(space) > 1 and isinstance(space[1], Stream):
            word = f"ICCBased-{space[1].get('/N', '')}"
        self.add(f"space-{word}", word not in ("DeviceGray", "DeviceRGB", "Pattern"))
        return word

    def function(self, function):
        for part in items(function) or [function]:
            kind = part.get("/FunctionType") if isinstance(part, (Dictionary, Stream)) else None
            if kind is None or not self.first(part):
                continue
            self.add("function-PostScript", kind == 4)
            self.add("function-PostScript-many-outputs", kind == 4 and len(items(part.get("/Range"))) > 8)
            self.add("function-sampled-many-inputs", kind == 0 and len(items(part.get("/Domain"))) > 2)
            for inner in items(part.get("/Functions")):
                self.function(inner)

    def pattern(self, pattern):
        if not isinstance(pattern, (Dictionary, Stream)) or not self.first(pattern):
            return
        if pattern.get("/PatternType") == 1:
            self.add("tiling-pattern")
            self.add("tiling-pattern-uncolored", pattern.get("/PaintType") == 2)
            box, steps = items(pattern.get("/BBox")), [abs(number(pattern.get(key), 0)) for key in ("/XStep", "/YStep")]
            sides = [abs(number(box[axis + 2], 0) - number(box[axis], 0)) for axis in (0, 1)] if len(box) == 4 else [0, 0]
            self.add("tiling-pattern-overlapping", any(side > 1.01 * step for side, step in zip(sides, steps)))
            self.wait(pattern, "tiling")
        else:
            self.graphics_state(pattern.get("/ExtGState"))
            self.shading(pattern.get("/Shading"))

    def shading(self, shading):
        if not isinstance(shading, (Dictionary, Stream)) or not self.first(shading):
            return
        self.add(f"shading-{shading.get('/ShadingType')}")
        self.color_space(shading.get("/ColorSpace"))
        self.function(shading.get("/Function"))

    def image(self, image, within):
        filters = [str(name)[1:] for name in items(image.get("/Filter")) or [image.get("/Filter")] if isinstance(name, Name)]
        parameters = items(image.get("/DecodeParms")) or [image.get("/DecodeParms")]
        width, height = number(image.get("/Width"), 0), number(image.get("/Height"), 0)
        space = self.color_space(image.get("/ColorSpace"))
        self.add("image")
        self.add("image-mask", truth(image.get("/ImageMask")))
        self.add("image-mask-in-tiling", within == "tiling" and truth(image.get("/ImageMask")))
        self.add("image-decode", "/Decode" in image)
        self.add("image-color-key", isinstance(image.get("/Mask"), Array))
        self.add("image-stencil", isinstance(image.get("/Mask"), Stream))
        self.add(f"image-{space}", space not in ("", "DeviceGray", "DeviceRGB"))
        self.add("image-interpolate", truth(image.get("/Interpolate")))
        if image.get("/BitsPerComponent") == 16:
            self.add("image-16-bits")
            self.add("image-16-bits-TIFF-predictor", any(number(get(each, "/Predictor"), 1) == 2 for each in parameters))
        for name in filters:
            self.add(f"image-{name.removesuffix('Decode')}")
        self.add("image-longer-than-32767", max(width, height) > CAIRO_SIDE)
        self.add("image-SMaskInData", number(image.get("/SMaskInData"), 0) > 0)
        if filters[-1:] == ["JBIG2Decode"]:
            self.jbig2(image)
        for key in ("/SMask", "/Mask"):
            mask = image.get(key)
            if isinstance(mask, Stream) and self.first(mask):
                self.add("image-soft-mask", key == "/SMask")
                self.add("image-matte", "/Matte" in mask)
                self.image(mask, within)

    def jbig2(self, image):
        try:
            data = image.read_raw_bytes() if len(items(image.get("/Filter"))) < 2 else b""
        except pikepdf.PdfError:
            return
        for kind, flags, operator in jbig2_segments(data):
            self.add("jbig2-symbols", kind == 0)
            self.add("jbig2-text", kind in (4, 6, 7))
            self.add("jbig2-huffman", kind in (0, 4, 6, 7) and flags & 1)
            self.add("jbig2-refinement", kind in (40, 42, 43) or (kind in (0, 4, 6, 7) and flags & 2))
            self.add("jbig2-halftone", kind in (20, 22, 23))
            self.add("jbig2-halftone-skip", kind in (20, 22, 23) and flags & 8)
            self.add("jbig2-MMR", kind in (16, 20, 22, 23, 36, 38, 39) and flags & 1)
            self.add("jbig2-table", kind == 53)
            self.add("jbig2-default-black", kind == 48 and flags & 4)
            self.add("jbig2-operator", operator not in (0, 4))

    def font(self, font, around):
        if not isinstance(font, Dictionary) or not self.first(font):
            return
        kind = font.get("/Subtype")
        if kind == "/Type3":
            self.type3(font, around)
            return
        base = font
        if kind == "/Type0":
            descendants = items(font.get("/DescendantFonts"))
            base = descendants[0] if descendants and isinstance(descendants[0], Dictionary) else font
            encoding = font.get("/Encoding")
            self.add("font-predefined-CMap", isinstance(encoding, Name) and not str(encoding).startswith("/Identity"))
        descriptor = base.get("/FontDescriptor")
        embedded = isinstance(descriptor, Dictionary) and any(key in descriptor for key in FONT_FILES)
        name = str(font.get("/BaseFont", "/"))[1:].split("+")[-1]
        if embedded:
            flags = int(number(descriptor.get("/Flags"), 0))
            self.add("font-TrueType-no-encoding", kind == "/TrueType" and "/Encoding" not in font)
            self.add("font-TrueType-symbolic-encoding", kind == "/TrueType" and "/Encoding" in font and flags & 4)
            self.add("font-TrueType-Differences", kind == "/TrueType" and get(font.get("/Encoding"), "/Differences") is not None)
            self.add("font-file-damaged", not any(known_font(descriptor.get(key)) for key in FONT_FILES))
            self.add("font-Type1-no-encoding", kind == "/Type1" and "/Encoding" not in font)
            self.add("font-CID-TrueType-map", isinstance(base.get("/CIDToGIDMap"), Stream))
        elif kind == "/Type0":
            self.add("font-CID-not-embedded")
        else:
            standard = name.startswith(STANDARD_FONTS)
            self.add("font-standard-not-embedded" if standard else "font-not-embedded")

    def type3(self, font, around):
        """A font of procedures, in a content with resources: those that begin with d0 may have colors (9.6.4)."""
        self.add("font-Type3")
        glyphs = Content([glyph for glyph in values(font, "/CharProcs")[:GLYPHS] if isinstance(glyph, Stream)])
        resources = font.get("/Resources", around)
        self.add("font-Type3-d0", "d0" in glyphs.operators)
        self.add("font-Type3-color", glyphs.operators & {"g", "rg", "k", "sc", "scn", "sh", "gs"})
        self.add("font-Type3-objects", any(not truth(get(object, "/ImageMask")) for object in glyphs.named(resources, "/XObject")))
        self.waiting.append((resources, glyphs, "type3", False))

    def annotation(self, annotation):
        if not isinstance(annotation, Dictionary) or not self.first(annotation):
            return
        subtype = annotation.get("/Subtype")
        self.add("widget", subtype == "/Widget")
        appearance = get(annotation.get("/AP"), "/N")
        if appearance is None:
            if subtype == "/Link":
                self.add("link-border", border_width(annotation) > 0)
            else:
                self.add("annotation-without-appearance", subtype not in ("/Popup", None))
                self.add("field-without-appearance", subtype == "/Widget")
        else:
            self.add("annotation-appearance")
        for stream in [appearance] if isinstance(appearance, Stream) else values(annotation.get("/AP"), "/N"):
            self.x_object(stream, "annotation")


def bytes_of(stream):
    try:
        return stream.read_bytes() if isinstance(stream, Stream) else b""
    except pikepdf.PdfError:
        return b""


def jbig2_segments(data):
    """Type, flags and combination operator of the segments of an embedded JBIG2 stream (ISO/IEC 14492, 7.2)."""
    at = 0
    for _ in range(OBJECTS):
        if at + 11 > len(data):
            return
        number_, flags, count = int.from_bytes(data[at:at + 4], "big"), data[at + 4], data[at + 5] >> 5
        at += 6
        if count == 7:
            count = int.from_bytes(data[at - 1:at + 3], "big") & 0x1FFFFFFF
            at += 3 + (count + 8) // 8
        at += count * (1 if number_ <= 256 else 2 if number_ <= 65536 else 4) + (4 if flags & 64 else 1)
        length = int.from_bytes(data[at:at + 4], "big")
        at += 4
        kind, body = flags & 63, data[at:at + 32]
        own, operator = 0, 0
        if len(body) >= 19:
            if kind in (0, 16, 53):
                own = int.from_bytes(body[:2], "big") if kind == 0 else body[0]
            elif kind == 48:
                own = body[16]
            elif 4 <= kind <= 43:
                operator = body[16] & 7
                own = int.from_bytes(body[17:19], "big") if kind in (4, 6, 7) else body[17]
        yield kind, own, operator
        if length == 0xFFFFFFFF:
            return
        at += length


def known_font(file):
    """Whether a font file begins as one does: Type 1, TrueType, OpenType, or CFF."""
    start = bytes_of(file)[:4]
    return start[:2] in (b"%!", b"\x80\x01", b"\x01\x00") or start in (b"\0\1\0\0", b"true", b"OTTO", b"ttcf")


def blends(resources):
    """Whether resources have a graphics state with a blend mode."""
    modes = [state.get("/BM") for state in values(resources, "/ExtGState") if isinstance(state, Dictionary)]
    return any(mode is not None and str(mode) not in ("/Normal", "/Compatible") for mode in modes)


def border_width(annotation):
    style, border = annotation.get("/BS"), annotation.get("/Border")
    if isinstance(style, Dictionary):
        return number(style.get("/W"), 1)
    return number(border[2], 1) if isinstance(border, Array) and len(border) > 2 else 1


def inherited(page, key):
    node = page
    for _ in range(50):
        if not isinstance(node, Dictionary):
            return None
        if key in node:
            return node.get(key)
        node = node.get("/Parent")
    return None


def get(thing, key):
    return thing.get(key) if isinstance(thing, (Dictionary, Stream)) else None


def items(thing):
    return list(thing) if isinstance(thing, Array) else []


def entries(thing, key):
    found = get(thing, key)
    return dict(found.items()) if isinstance(found, Dictionary) else {}


def values(thing, key):
    return list(entries(thing, key).values())


def number(thing, otherwise):
    try:
        return float(thing)
    except (TypeError, ValueError):
        return otherwise


def truth(thing):
    return isinstance(thing, bool) and thing


if __name__ == "__main__":
    for name in sorted(Reader().of_page(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1)):
        print(name)
