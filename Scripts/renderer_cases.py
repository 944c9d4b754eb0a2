"""Pages of one construct each, and the colors that ISO 32000-2 asks for at some of their points.

Each case is a page of 100 x 100 points. Its checks are colors at points (x to the right, y up, as in the file), or ink in boxes.
"""

import functools
import random
import struct
from dataclasses import dataclass, field

from small_pdf import SmallPDF, as_bytes, flate, form, image, png_rows, stream, tiff_row

WHITE, BLACK, GRAY = (255, 255, 255), (0, 0, 0), (128, 128, 128)
RED, GREEN, BLUE, YELLOW = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0)


@dataclass
class Case:
    """A page, and what has to be seen on it."""

    name: str
    #: Of ISO 32000-2.
    clause: str
    pdf: SmallPDF
    #: Colors by point.
    colors: dict = field(default_factory=dict)
    #: Whether anything is drawn, by box (left, bottom, right, top).
    ink: dict = field(default_factory=dict)
    #: Levels that a color may differ by.
    tolerance: int = 16


def all_cases():
    for group in (images, blending, groups, soft_masks, shadings, patterns, functions, type3_fonts, text, annotations, content):
        yield from group()


def simple(name, clause, content, colors=None, resources="", objects=None, page="", catalog="", ink=None, tolerance=16):
    if any(b"90 0 R" in as_bytes(text) for text in (resources, *(objects or {}).values())):
        objects = {**embedded_square(), **(objects or {})}
    return Case(name, clause, SmallPDF(content, resources, page, catalog, objects), colors or {}, ink or {}, tolerance)


def on_whole_page(name, clause, picture, colors, tolerance=16, more=None, content="q 100 0 0 100 0 0 cm /I Do Q"):
    """An image that fills the page."""
    return simple(
        name, clause, content, colors, "/XObject << /I 10 0 R >>", {10: picture, **(more or {})}, tolerance=tolerance)


# Images


def images():
    gray = struct.pack(">2H", 0x4000, 0xC000)
    halves = {(25, 50): (64,) * 3, (75, 50): (192,) * 3}
    yield on_whole_page("image, 16 bits", "8.9.5", image(2, 1, "/DeviceGray", gray, 16), halves)
    yield on_whole_page(
        "image, 16 bits, /Decode [1 0]", "8.9.5", image(2, 1, "/DeviceGray", gray, 16, "/Decode [1 0]"),
        {(25, 50): (191,) * 3, (75, 50): (63,) * 3})
    rows = [struct.pack(">24H", *sum(([0x1111 * (x + 1), 0x2000 * y, 0xFFFF - 0x1111 * x] for x in range(8)), [])) for y in range(5)]
    spots = {
        (12.5 * x + 6, 90 - 20 * y): ((0x1111 * (x + 1)) >> 8, (0x2000 * y) >> 8, (0xFFFF - 0x1111 * x) >> 8)
        for x in range(0, 8, 2) for y in range(5)}
    for name, data, parameters in (
            ("a PNG predictor", png_rows(rows, 6), "/Predictor 15"),
            ("the TIFF predictor", b"".join(tiff_row(struct.unpack(">24H", row), 3) for row in rows), "/Predictor 2")):
        entries = f"/DecodeParms << {parameters} /Colors 3 /BitsPerComponent 16 /Columns 8 >>"
        yield on_whole_page(f"image, 16 bits, {name}", "7.4.4.4", image(8, 5, "/DeviceRGB", data, 16, entries), spots)
    rows = [bytes(sum(([x * 30, y * 50, 255 - x * 30] for x in range(8)), [])) for y in range(5)]
    entries = "/DecodeParms << /Predictor 15 /Colors 3 /BitsPerComponent 8 /Columns 8 >>"
    yield on_whole_page(
        "image, 8 bits, a PNG predictor", "7.4.4.4", image(8, 5, "/DeviceRGB", png_rows(rows, 3), 8, entries),
        {(12.5 * x + 6, 90 - 20 * y): (x * 30, y * 50, 255 - x * 30) for x in range(0, 8, 2) for y in range(5)})
    key = image(4, 1, "[/Indexed /DeviceRGB 3 <000000 FF0000 00FF00 0000FF>]", b"\x1b", 2, "/Mask [1 1]")
    yield on_whole_page(
        "image, color key mask", "8.9.6.4", key, {(12, 50): BLACK, (37, 50): WHITE, (62, 50): GREEN, (87, 50): BLUE})
    masked = image(1, 1, "/DeviceRGB", b"\xff\0\0", 8, "/Mask 11 0 R")
    mask = image(2, 2, "", b"\x40\x80", 1, "/ImageMask true")
    yield on_whole_page(
        "image, explicit mask of another size", "8.9.6.3", masked,
        {(25, 75): RED, (75, 75): WHITE, (25, 25): WHITE, (75, 25): RED}, more={11: mask})
    soft = image(1, 1, "/DeviceGray", b"\x80")
    yield on_whole_page(
        "image, soft mask", "11.6.5.3", image(1, 1, "/DeviceRGB", b"\xff\0\0", 8, "/SMask 11 0 R"), {(50, 50): (255, 127, 127)},
        more={11: soft})
    yield on_whole_page(
        "image, soft mask with /Matte", "11.6.5.3", image(1, 1, "/DeviceRGB", bytes([100, 50, 25]), 8, "/SMask 11 0 R"),
        {(50, 50): (227, 177, 152)}, more={11: image(1, 1, "/DeviceGray", b"\x80", 8, "/Matte [0 0 0]")})
    yield simple(
        "image mask, /Decode [1 0]", "8.9.6.2", "1 0 0 rg q 100 0 0 100 0 0 cm /I Do Q", {(25, 50): WHITE, (75, 50): RED},
        "/XObject << /I 10 0 R >>", {10: image(2, 1, "", b"\x40", 1, "/ImageMask true /Decode [1 0]")})
    inks = " ".join(f"/Ink{n}" for n in range(5))
    yield on_whole_page(
        "image, DeviceN of five inks", "8.6.6.5", image(2, 1, "11 0 R", bytes([255, 0, 0, 0, 0, 0, 0, 255, 0, 0])),
        {(25, 50): (0, 255, 255), (75, 50): YELLOW}, more={
            11: f"[/DeviceN [{inks}] /DeviceRGB 12 0 R]",
            12: stream("/FunctionType 4 /Domain [0 1 0 1 0 1 0 1 0 1] /Range [0 1 0 1 0 1]",
                       "{ pop pop 1 exch sub 3 1 roll 1 exch sub exch 1 exch sub exch 3 2 roll }")})
    yield on_whole_page(
        "image, Lab", "8.6.5.4", image(1, 1, "[/Lab << /WhitePoint [0.9642 1 0.8249] /Range [-100 100 -100 100] >>]", bytes([128, 128, 128])),
        {(50, 50): (119, 119, 119)})
    yield on_whole_page(
        "image, CalRGB of gamma 1", "8.6.5.3",
        image(1, 1, "[/CalRGB << /WhitePoint [0.9505 1 1.089] /Gamma [1 1 1] /Matrix [0.4124 0.2126 0.0193 0.3576 0.7152 0.1192 "
              "0.1805 0.0722 0.9505] >>]", bytes([128, 128, 128])), {(50, 50): (188, 188, 188)})
    data = b"q 100 0 0 100 0 0 cm BI /W 4 /H 1 /BPC 8 /CS /G ID \x00\x40 EI\x80 EI Q"
    yield simple("inline image, EI among its bytes", "8.9.7", data.replace(b"\x00\x40 EI\x80", b"\x00 EI"), {(12, 50): BLACK, (37, 50): (32,) * 3})
    noise = random.Random(1).randbytes(2000)
    yield simple(
        "inline image, random bytes", "8.9.7", b"q 100 0 0 50 0 50 cm BI /W 50 /H 40 /BPC 8 /CS /G ID " + noise + b" EI Q 1 0 0 rg 0 0 100 40 re f",
        {(50, 20): RED})
    yield from photographs()


def photographs():
    """Images encoded by Pillow."""
    import io

    from PIL import Image

    def encoded(picture, form, **options):
        data = io.BytesIO()
        picture.save(data, form, **options)
        return data.getvalue()

    for width, height in ((20000, 16000), (40000, 300), (300, 40000)):
        data = encoded(Image.new("L", (width, height), 96), "JPEG", quality=30)
        yield on_whole_page(
            f"JPEG of {width} x {height}", "7.4.8", image(width, height, "/DeviceGray", data, entries="/Filter /DCTDecode", encode=False),
            {(50, 50): (96,) * 3, (10, 90): (96,) * 3})
    bits = Image.new("1", (40000, 400), 0)
    strip = group4_strip(bits)
    for width, side in ((8000, 10), (8000, 2), (20000, 10)):
        data = encoded(Image.new("L", (width, width), 96), "JPEG", quality=30)
        yield on_whole_page(
            f"JPEG of {width} x {width} on {side} points", "7.4.8", image(width, width, "/DeviceGray", data, entries="/Filter /DCTDecode", encode=False),
            {(50 + side / 2, 50 + side / 2): (96,) * 3}, content=f"q {side} 0 0 {side} 50 50 cm /I Do Q")
    yield on_whole_page(
        "CCITT image of 40000 x 400", "7.4.6",
        image(40000, 400, "/DeviceGray", strip, 1, "/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 40000 /Rows 400 >>", False),
        {(50, 50): BLACK})
    from PIL import features

    if features.check("jpg_2000"):
        picture = Image.new("RGBA", (16, 16), (255, 0, 0, 255))
        picture.paste((255, 0, 0, 0), (8, 0, 16, 16))
        data = encoded(picture, "JPEG2000", irreversible=False)
        yield on_whole_page(
            "JPEG 2000, /SMaskInData 1", "11.6.5.3", image(16, 16, "", data, entries="/Filter /JPXDecode /SMaskInData 1", encode=False),
            {(25, 50): RED, (75, 50): WHITE})
        data = encoded(Image.new("RGB", (16, 16), (10, 200, 90)), "JPEG2000", irreversible=False)
        yield on_whole_page(
            "JPEG 2000, no color space", "7.4.9", image(16, 16, "", data, entries="/Filter /JPXDecode", encode=False), {(50, 50): (10, 200, 90)})
    cmyk = encoded(Image.new("CMYK", (16, 16), (255, 0, 0, 0)), "JPEG", quality=90)
    yield on_whole_page(
        "JPEG of Adobe's inverted CMYK", "7.4.8",
        image(16, 16, "/DeviceCMYK", cmyk, entries="/Filter /DCTDecode /Decode [1 0 1 0 1 0 1 0]", encode=False), {(50, 50): (0, 174, 239)}, 60)
    yield from bilevel_images(group4_strip)


def group4_strip(bits):
    """A picture of one bit, encoded as CCITT group 4, by libtiff."""
    import io

    from PIL import Image, ImageChops, TiffImagePlugin

    # TIFF and PDF agree on what is white; the strip is written as one piece.
    TiffImagePlugin.STRIP_SIZE = 1 << 30
    data = io.BytesIO()
    # What is 0 in the picture is black, and libtiff takes what is 1 for black.
    ImageChops.invert(bits.convert("L")).convert("1").save(data, "TIFF", compression="group4")
    with Image.open(io.BytesIO(data.getvalue())) as saved:
        offset, count = saved.tag_v2[273][0], saved.tag_v2[279][0]
    return data.getvalue()[offset:offset + count]


def bilevel_images(group4):
    """JBIG2, with what its segments can have."""
    import small_jbig2 as jbig2
    from PIL import Image

    def half(width, height):
        """Black on the left, as rows of bits and as a picture."""
        picture = Image.new("1", (width, height), 1)
        picture.paste(0, (0, 0, width // 2, height))
        return [[int(x < width // 2) for x in range(width)] for _ in range(height)], picture

    def shown(name, colors, *segments, black=False):
        data = jbig2.page(64, 64, black) + b"".join(segments)
        return on_whole_page(f"JBIG2, {name}", "7.4.7", image(64, 64, "/DeviceGray", data, 1, "/Filter /JBIG2Decode", False), colors)

    left = {(25, 50): BLACK, (75, 50): WHITE}
    rows, picture = half(64, 64)
    whole = jbig2.generic(1, 0, 0, rows)
    yield shown("arithmetic", left, whole)
    yield shown("MMR", left, jbig2.generic_mmr(1, 0, 0, 64, 64, group4(picture)))
    narrow = half(32, 64)[0]
    yield shown("two regions joined by XOR", {(12, 50): WHITE, (37, 50): BLACK, (75, 50): WHITE}, whole, jbig2.generic(2, 0, 0, narrow, jbig2.XOR))
    yield shown("a region joined by AND", {(12, 50): BLACK, (37, 50): WHITE, (75, 50): WHITE}, whole, jbig2.generic(2, 0, 0, narrow, jbig2.AND))
    white = [[0] * 32 for _ in range(64)]
    yield shown("a region that replaces", {(12, 50): WHITE, (75, 50): WHITE}, whole, jbig2.generic(2, 0, 0, white, jbig2.REPLACE))
    yield shown("a black page, XNOR", left, jbig2.generic(1, 0, 0, rows, jbig2.XNOR), black=True)
    # Two patterns of 8 x 8, white and black; grids of them that are black on the left, one larger than the region.
    both = jbig2.patterns(1, 8, 8, [[0] * 8 + [1] * 8 for _ in range(8)])
    yield shown("halftone", left, both, jbig2.halftone(2, 1, 64, 64, 8, (8, 8), 0, half(8, 8)[0]))
    wide = [[int(1 <= x < 5) for x in range(10)] for _ in range(8)]
    yield shown("halftone beyond its region", left, both, jbig2.halftone(2, 1, 64, 64, 8, (10, 8), -8, wide))
    skip = [[x in (0, 9) for x in range(10)] for _ in range(8)]
    yield shown("halftone that skips cells", left, both, jbig2.halftone(2, 1, 64, 64, 8, (10, 8), -8, wide, skip))
    tables = jbig2.table(1, False) + jbig2.table(2, True)
    symbols = group4(half(64, 32)[1])
    for name, own, placed, bitmap in (
            ("Huffman", (), (), symbols), ("Huffman, symbols that are not compressed", (), (), None),
            ("Huffman, a table of its own for symbols", (2,), (), symbols), ("Huffman, tables of its own for places", (), (1, 2), symbols)):
        yield shown(
            f"text, {name}", left, tables if own or placed else b"", jbig2.huffman_symbols(3, 32, own, bitmap),
            jbig2.huffman_text(4, 3, 32, [[0, 1], [0, 1]], placed))


# Transparency


def blend(mode, backdrop, source):
    """The color of an opaque source on an opaque backdrop (11.3.5)."""
    b, s = ([value / 255 for value in color] for color in (backdrop, source))

    def soft_light(b, s):
        if s <= 0.5:
            return b - (1 - 2 * s) * b * (1 - b)
        d = ((16 * b - 12) * b + 4) * b if b <= 0.25 else b ** 0.5
        return b + (2 * s - 1) * (d - b)

    def hard_light(b, s):
        return b * 2 * s if s <= 0.5 else b + (2 * s - 1) - b * (2 * s - 1)

    separable = {
        "Multiply": lambda b, s: b * s, "Screen": lambda b, s: b + s - b * s, "Overlay": lambda b, s: hard_light(s, b),
        "Darken": min, "Lighten": max, "ColorDodge": lambda b, s: 0 if b == 0 else min(1, b / (1 - s)) if s < 1 else 1,
        "ColorBurn": lambda b, s: 1 if b == 1 else 1 - min(1, (1 - b) / s) if s > 0 else 0, "HardLight": hard_light,
        "SoftLight": soft_light, "Difference": lambda b, s: abs(b - s), "Exclusion": lambda b, s: b + s - 2 * b * s}

    def lum(c):
        return 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2]

    def set_lum(c, l):
        c = [value + l - lum(c) for value in c]
        low, high = min(c), max(c)
        if low < 0:
            c = [l + (value - l) * l / (l - low) for value in c]
        if high > 1:
            c = [l + (value - l) * (1 - l) / (high - l) for value in c]
        return c

    def sat(c):
        return max(c) - min(c)

    def set_sat(c, s):
        low, high = min(c), max(c)
        return [(value - low) * s / (high - low) if high > low else 0 for value in c]

    mixed = {
        "Hue": lambda: set_lum(set_sat(s, sat(b)), lum(b)), "Saturation": lambda: set_lum(set_sat(b, sat(s)), lum(b)),
        "Color": lambda: set_lum(s, lum(b)), "Luminosity": lambda: set_lum(b, lum(s))}
    result = mixed[mode]() if mode in mixed else [separable[mode](*pair) for pair in zip(b, s)]
    return tuple(round(255 * value) for value in result)


MODES = ("Multiply", "Screen", "Overlay", "Darken", "Lighten", "ColorDodge", "ColorBurn", "HardLight", "SoftLight", "Difference",
         "Exclusion", "Hue", "Saturation", "Color", "Luminosity")


def fill(color):
    return " ".join(f"{value / 255:.4f}" for value in color) + " rg"


def blending():
    backdrop, source = (200, 100, 50), (60, 180, 120)
    for mode in MODES:
        content = f"{fill(backdrop)} 0 0 100 100 re f /G gs {fill(source)} 20 20 60 60 re f"
        yield simple(
            f"blend mode {mode}", "11.3.5", content, {(50, 50): blend(mode, backdrop, source)}, f"/ExtGState << /G << /BM /{mode} >> >>")
    for mode in ("Screen", "Difference"):
        state = f"/ExtGState << /G << /BM /{mode} >> >>"
        for name, page in (("no page group", ""), ("a page group", "/Group << /S /Transparency /CS /DeviceRGB /I true >>")):
            yield simple(
                f"blend mode {mode} on bare paper, {name}", "11.4.7", f"/G gs {fill(source)} 20 20 60 60 re f", {(50, 50): source}, state,
                page=page)
    multiply = "/ExtGState << /G << /BM /Multiply >> >>"
    yield simple(
        "blend mode in an array", "11.6.3", "1 1 0 rg 0 0 100 100 re f /G gs 0 1 1 rg 20 20 60 60 re f", {(50, 50): GREEN},
        "/ExtGState << /G << /BM [/Unknown /Multiply] >> >>")
    below = "1 1 0 rg 0 0 100 100 re f /G gs "
    yield simple(
        "blend mode of an image", "11.6.3", below + "q 60 0 0 60 20 20 cm /I Do Q", {(50, 50): GREEN}, multiply + "/XObject << /I 10 0 R >>",
        {10: image(1, 1, "/DeviceRGB", b"\0\xff\xff")})
    yield simple(
        "blend mode of a shading", "11.6.3", below + "q 20 20 60 60 re W n /S sh Q", {(50, 50): GREEN, (10, 50): YELLOW},
        multiply + "/Shading << /S " + AXIAL.format("0 1 1", "0 1 1") + " >>")
    yield simple(
        "blend mode of text", "11.6.3", below + "0 1 1 rg BT /F 60 Tf 20 20 Td (a) Tj ET", {(50, 50): GREEN}, multiply + SQUARES, SQUARE_FONT)
    yield simple(
        "blend mode of a group", "11.6.3", below + "/X Do", {(50, 50): GREEN, (10, 10): YELLOW}, multiply + "/XObject << /X 10 0 R >>",
        {10: form("0 1 1 rg 20 20 60 60 re f", "/I true")})
    yield simple(
        "blend mode in a page group of DeviceCMYK", "11.3.4", "1 0 0 0 k 0 0 100 100 re f /G gs 0 1 0 0 k 20 20 60 60 re f",
        {(50, 50): (35, 31, 32)}, "/ExtGState << /G << /BM /Difference >> >>", page="/Group << /S /Transparency /CS /DeviceCMYK /I true >>",
        tolerance=60)
    yield simple(
        "blend mode in a group of DeviceCMYK", "11.3.4", "/X Do", {(50, 50): (35, 31, 32)}, "/XObject << /X 10 0 R >>",
        {10: form("1 0 0 0 k 0 0 100 100 re f /G gs 0 1 0 0 k 20 20 60 60 re f", "/I true /CS /DeviceCMYK",
                  "/ExtGState << /G << /BM /Difference >> >>")}, tolerance=60)
    yield simple(
        "blend mode in a page group of four inks by a profile", "11.3.4", "1 0 0 0 k 0 0 100 100 re f /G gs 0 1 0 0 k 20 20 60 60 re f",
        {(10, 10): (0, 174, 239), (50, 50): WHITE}, "/ExtGState << /G << /BM /Screen >> >>",
        {10: stream("/N 4 /Alternate /DeviceCMYK", b"no profile")}, page="/Group << /S /Transparency /CS [/ICCBased 10 0 R] /I true >>")


def groups():
    state = "/ExtGState << /M << /BM /Multiply >> /H << /ca 0.5 /CA 0.5 >> /D << /BM /Difference >> >>"
    for name, group, expected in (("not isolated", "/I false", GREEN), ("isolated", "/I true", (0, 255, 255))):
        yield simple(
            f"group, {name}, blending with what is below", "11.4.5", "1 1 0 rg 0 0 100 100 re f /X Do", {(50, 50): expected},
            "/XObject << /X 10 0 R >>", {10: form("/M gs 0 1 1 rg 20 20 60 60 re f", group, state)})
    yield simple(
        "group, not isolated, within another", "11.4.5", "1 1 0 rg 0 0 100 100 re f /X Do", {(50, 50): GREEN}, "/XObject << /X 10 0 R >>",
        {10: form("/Y Do", "/I false", "/XObject << /Y 11 0 R >>"), 11: form("/M gs 0 1 1 rg 20 20 60 60 re f", "/I false", state)})
    yield simple(
        "group, not isolated, half transparent", "11.4.5", "1 1 0 rg 0 0 100 100 re f /H gs /X Do", {(50, 50): (128, 255, 0)},
        state + "/XObject << /X 10 0 R >>", {10: form("/M gs 0 1 1 rg 20 20 60 60 re f", "/I false", state)})
    squares = "/H gs 0 g 10 10 50 50 re f 40 40 50 50 re f"
    for isolated in ("true", "false"):
        for knockout, both in (("true", 128), ("false", 64)):
            yield simple(
                f"group, /I {isolated}, /K {knockout}", "11.4.6", "/X Do", {(20, 20): GRAY, (50, 50): (both,) * 3, (80, 80): GRAY},
                "/XObject << /X 10 0 R >>", {10: form(squares, f"/I {isolated} /K {knockout}", state)})
    yield simple(
        "group, knockout, an element that blends", "11.4.6", "1 1 0 rg 0 0 100 100 re f /X Do", {(30, 50): RED, (50, 50): GREEN},
        "/XObject << /X 10 0 R >>", {10: form("1 0 0 rg 20 20 60 60 re f /M gs 0 1 1 rg 40 20 40 60 re f", "/I false /K true", state)})
    yield simple(
        "group, knockout, a group in it that blends", "11.4.6", "1 1 0 rg 0 0 100 100 re f /X Do", {(30, 50): RED, (50, 50): GREEN},
        "/XObject << /X 10 0 R >>",
        {10: form("/Y Do /M gs /Z Do", "/I false /K true", state + "/XObject << /Y 11 0 R /Z 12 0 R >>"),
         11: form("1 0 0 rg 20 20 60 60 re f", "/I false /K false"), 12: form("0 1 1 rg 40 20 40 60 re f", "/I false /K false")})
    yield simple(
        "group, knockout, a group in it that is half transparent", "11.4.6", "1 1 0 rg 0 0 100 100 re f /X Do",
        {(30, 50): RED, (50, 50): (128, 255, 128)}, "/XObject << /X 10 0 R >>",
        {10: form("/Y Do /H gs /Z Do", "/I false /K true", state + "/XObject << /Y 11 0 R /Z 12 0 R >>"),
         11: form("1 0 0 rg 20 20 60 60 re f", "/I false /K false"), 12: form("0 1 1 rg 40 20 40 60 re f", "/I false /K false")})
    yield simple(
        "group, isolated, knockout, a group in it that blends", "11.4.6", "1 1 0 rg 0 0 100 100 re f /X Do",
        {(30, 50): RED, (50, 50): (0, 255, 255)}, "/XObject << /X 10 0 R >>",
        {10: form("/Y Do /M gs /Z Do", "/I true /K true", state + "/XObject << /Y 11 0 R /Z 12 0 R >>"),
         11: form("1 0 0 rg 20 20 60 60 re f", "/I false /K false"), 12: form("0 1 1 rg 40 20 40 60 re f", "/I false /K false")})
    yield simple(
        "group, isolated, knockout, a group in it that is half transparent", "11.4.6", "1 1 0 rg 0 0 100 100 re f /X Do",
        {(30, 50): RED, (50, 50): (128, 255, 128)}, "/XObject << /X 10 0 R >>",
        {10: form("/Y Do /H gs /Z Do", "/I true /K true", state + "/XObject << /Y 11 0 R /Z 12 0 R >>"),
         11: form("1 0 0 rg 20 20 60 60 re f", "/I false /K false"), 12: form("0 1 1 rg 40 20 40 60 re f", "/I false /K false")})
    # With the first of its groups, the second would stay magenta; as light, it would be a light violet.
    yield simple(
        "group, knockout, in a page group of DeviceCMYK, a group in it that blends", "11.4.6",
        "1 0 0 0 k 0 0 100 100 re f /X Do", {(10, 10): (0, 174, 239), (30, 50): (236, 0, 140), (50, 50): WHITE}, "/XObject << /X 10 0 R >>",
        {10: form("/Y Do /M gs /Z Do", "/I false /K true /CS /DeviceCMYK",
                  "/ExtGState << /M << /BM /Screen >> >> /XObject << /Y 11 0 R /Z 12 0 R >>"),
         11: form("0 1 0 0 k 20 20 60 60 re f", "/I false /K false"), 12: form("0 1 0 0 k 40 20 40 60 re f", "/I false /K false")},
        page="/Group << /S /Transparency /CS /DeviceCMYK /I false /K false >>")
    opaque = "0 g 10 10 50 50 re f 40 40 50 50 re f"
    yield simple(
        "group, painted half transparent", "11.6.6", "/H gs /X Do", {(20, 20): GRAY, (50, 50): GRAY}, state + "/XObject << /X 10 0 R >>",
        {10: form(opaque, "/I true", state)})
    yield simple(
        "form that is no group, painted half transparent", "11.6.6", "/H gs /X Do", {(20, 20): GRAY, (50, 50): (64,) * 3},
        state + "/XObject << /X 10 0 R >>", {10: form(opaque)})
    yield simple(
        "path filled and stroked, half transparent", "11.7.4.4", "/H gs 1 0 0 rg 0 0 1 RG 20 w 30 30 40 40 re B",
        {(50, 50): (255, 128, 128), (33, 50): (128, 128, 255), (26, 50): (128, 128, 255)}, state)
    yield simple(
        "letters that overlap, half transparent (text knockout)", "9.3.8", "/H gs BT /F 60 Tf 20 20 Td -60 Tc (aa) Tj ET", {(50, 50): GRAY},
        state + SQUARES, SQUARE_FONT)
    yield simple(
        "letters that overlap, /TK false", "9.3.8", "/H gs /T gs BT /F 60 Tf 20 20 Td -60 Tc (aa) Tj ET", {(50, 50): (64,) * 3},
        "/ExtGState << /H << /ca 0.5 >> /T << /TK false >> >>" + SQUARES, SQUARE_FONT)
    yield simple(
        "group in a space of CMYK, opaque red", "11.6.6", "/X Do", {(50, 50): RED}, "/XObject << /X 10 0 R >>",
        {10: form("1 0 0 rg 20 20 60 60 re f", "/I true /CS /DeviceCMYK")}, tolerance=60)


def soft_masks():
    """Masks that let the left half through, and all that can be painted with one."""
    luminosity = form("1 g 0 0 50 100 re f", "/CS /DeviceGray /I true")
    alpha = form("0 g 0 0 50 100 re f", "/CS /DeviceGray /I true")
    left = {(30, 50): RED, (70, 50): WHITE}
    painted = {
        "a fill": ("1 0 0 rg 20 20 60 60 re f", "", {}),
        "a stroke": ("1 0 0 RG 60 w 20 50 m 80 50 l S", "", {}),
        "text": ("1 0 0 rg BT /F 60 Tf 20 20 Td (a) Tj ET", SQUARES, {}),
        "text of Type 1": ("1 0 0 rg BT /F 90 Tf 15 25 Td <6E> Tj ET", "/Font << /F 90 0 R >>", {}),
        "an image": ("q 60 0 0 60 20 20 cm /I Do Q", "/XObject << /I 11 0 R >>", {11: image(1, 1, "/DeviceRGB", b"\xff\0\0")}),
        "an image with a soft mask": (
            "q 60 0 0 60 20 20 cm /I Do Q", "/XObject << /I 11 0 R >>",
            {11: image(1, 1, "/DeviceRGB", b"\xff\0\0", 8, "/SMask 12 0 R"), 12: image(1, 1, "/DeviceGray", b"\xff")}),
        "an image mask": (
            "1 0 0 rg q 60 0 0 60 20 20 cm /I Do Q", "/XObject << /I 11 0 R >>", {11: image(1, 1, "", b"\0", 1, "/ImageMask true")}),
        "a shading": ("q 20 20 60 60 re W n /S sh Q", "/Shading << /S AXIAL >>", {}),
        "a shading with extends": ("q 20 20 60 60 re W n /S sh Q", "/Shading << /S RADIAL >>", {}),
        "a mesh": ("q /S sh Q", "/Shading << /S 11 0 R >>", {}),
        "a shading pattern": ("/Pattern cs /P scn 20 20 60 60 re f", "/Pattern << /P << /PatternType 2 /Shading AXIAL >> >>", {}),
        "a tiling pattern": ("/Pattern cs /P scn 20 20 60 60 re f", "/Pattern << /P 11 0 R >>", {}),
        "a form": ("/X Do", "/XObject << /X 11 0 R >>", {11: form("1 0 0 rg 20 20 60 60 re f")}),
        "a group": ("/X Do", "/XObject << /X 11 0 R >>", {11: form("1 0 0 rg 20 20 60 60 re f", "/I true")}),
        "a group, not isolated": ("/X Do", "/XObject << /X 11 0 R >>", {11: form("1 0 0 rg 20 20 60 60 re f", "/I false")}),
        "a form with a shading": ("/X Do", "/XObject << /X 11 0 R >>", {11: form("/S sh", "", "/Shading << /S RED >>", "20 20 80 80")}),
        "a form with a shading, turned": (
            "q 0 1 -1 0 100 0 cm 20 20 60 60 re W n /X Do Q", "/XObject << /X 11 0 R >>", {11: form("/S sh", "", "/Shading << /S RED >>")}),
        "a form with a shading that is not extended": (
            "q 20 20 60 60 re W n /X Do Q", "/XObject << /X 11 0 R >>", {11: form("/S sh", "", "/Shading << /S SHORT >>")}),
        "a form with an image": (
            "/X Do", "/XObject << /X 11 0 R >>",
            {11: form("60 0 0 60 20 20 cm /I Do", "", "/XObject << /I 12 0 R >>"), 12: image(1, 1, "/DeviceRGB", b"\xff\0\0")}),
        "a form with text": ("/X Do", "/XObject << /X 11 0 R >>", {11: form("1 0 0 rg BT /F 60 Tf 20 20 Td (a) Tj ET", "", SQUARES)}),
        "a form with a soft mask of its own": (
            "/X Do", "/XObject << /X 11 0 R >>", {
                11: form("/G gs 1 0 0 rg 20 20 60 60 re f", "", "/ExtGState << /G << /SMask << /S /Luminosity /G 12 0 R >> >> >>"),
                12: form("1 g 0 0 50 100 re f", "/CS /DeviceGray /I true")}),
        "an inline image": (b"q 60 0 0 60 20 20 cm BI /W 1 /H 1 /BPC 8 /CS /RGB ID \xff\0\0 EI Q", "", {}),
    }
    tile = stream(
        "/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 10 10] /XStep 10 /YStep 10 /Resources << >>", "1 0 0 rg 0 0 10 10 re f")
    mesh = mesh_shading((20, 20, 80, 80), RED)
    for kind, mask in (("luminosity", luminosity), ("alpha", alpha)):
        state = f"/ExtGState << /G << /SMask << /S /{kind.capitalize()} /G 10 0 R >> >> >>"
        for name, (content, resources, objects) in painted.items():
            resources = resources.replace("AXIAL", AXIAL.format("1 0 0", "1 0 0")).replace("RADIAL", RADIAL.format("1 0 0", "1 0 0"))
            objects = dict(objects)
            red = AXIAL.format("1 0 0", "1 0 0")
            for number, text in objects.items():
                objects[number] = as_bytes(text).replace(b"/S RED", as_bytes(f"/S {red}")).replace(
                    b"/S SHORT", as_bytes(f"/S {red.replace('true true', 'false false')}"))
            if "mesh" in name:
                objects[11] = mesh
            if "tiling" in name:
                objects[11] = tile
            font = SQUARE_FONT if name in ("text", "a form with text") else {}
            # The mask of an image takes the place of the one of the graphics state (11.6.5.3).
            colors = {**left, (70, 50): RED} if name == "an image with a soft mask" else left
            yield simple(
                f"soft mask of {kind}: {name}", "11.6.5.2", b"/G gs " + (content if isinstance(content, bytes) else content.encode()), colors,
                state + resources, {10: mask, **objects, **font})
    yield from special_masks(luminosity)


def special_masks(luminosity):
    def masked(name, clause, mask, colors, content="1 0 0 rg 0 0 100 100 re f", entries="", resources="", objects=None, state=""):
        return simple(
            f"soft mask: {name}", clause, "/G gs " + content, colors,
            f"/ExtGState << /G << /SMask << /S /Luminosity /G 10 0 R {entries} >> {state} >> /N << /SMask /None >> "
            f"/M << /BM /Multiply >> >> {resources}", {10: mask, **(objects or {})})

    left, right = {(30, 50): RED, (70, 50): WHITE}, {(30, 50): WHITE, (70, 50): RED}
    black = form("0 g 0 0 50 100 re f", "/CS /DeviceGray /I true", box="0 0 50 100")
    yield masked("backdrop color, beyond the group's box", "11.6.5.2", black, right, entries="/BC [1]")
    yield masked("small group, black beyond its box", "11.6.5.2", form("1 g 0 0 100 100 re f", "/CS /DeviceGray /I true", box="0 0 50 100"), left)
    small = form("0 g 0 0 100 100 re f", "/CS /DeviceGray /I true", box="0 0 50 100")
    yield simple(
        "soft mask: alpha, beyond the group's box", "11.6.5.2", "/G gs 1 0 0 rg 0 0 100 100 re f", left,
        "/ExtGState << /G << /SMask << /S /Alpha /G 10 0 R >> >> >>", {10: small})
    invert = "<< /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >>"
    yield masked("transfer function", "11.6.5.2", luminosity, right, entries=f"/TR {invert}")
    yield simple(
        "soft mask: alpha with a transfer function, beyond the box", "11.6.5.2", "/G gs 1 0 0 rg 0 0 100 100 re f", right,
        f"/ExtGState << /G << /SMask << /S /Alpha /G 10 0 R /TR {invert} >> >> >>", {10: small})
    yield simple(
        "soft mask: placed by the matrix of its time", "11.6.5.2",
        "0.4 0 0 1 0 0 cm /G gs 2.5 0 0 1 0 0 cm 1 0 0 rg 0 0 100 100 re f", {(10, 50): RED, (30, 50): WHITE},
        "/ExtGState << /G << /SMask << /S /Luminosity /G 10 0 R >> >> >>", {10: luminosity})
    yield masked("/None after it", "11.6.5.2", luminosity, {(30, 50): RED, (70, 50): RED}, content="/N gs 1 0 0 rg 0 0 100 100 re f")
    yield masked("with constant alpha", "11.3.7", luminosity, {(30, 50): (255, 128, 128), (70, 50): WHITE}, state="/ca 0.5")
    yield masked(
        "with constant alpha, text", "11.3.7", luminosity, {(30, 50): (255, 128, 128), (70, 50): WHITE}, state="/ca 0.5",
        content="1 0 0 rg BT /F 60 Tf 20 20 Td (a) Tj ET", resources=SQUARES, objects=SQUARE_FONT)
    yield simple(
        "soft mask: with a blend mode", "11.3.7", "1 1 0 rg 0 0 100 100 re f /G gs 0 1 1 rg 0 0 100 100 re f",
        {(30, 50): GREEN, (70, 50): YELLOW},
        "/ExtGState << /G << /BM /Multiply /SMask << /S /Luminosity /G 10 0 R >> >> >>", {10: luminosity})
    gradient = form("/S sh", "/CS /DeviceGray /I true", "/Shading << /S << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 100 0] "
                    "/Function << /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1 >> >> >>")
    faded = {(25, 50): (255, 191, 191), (75, 50): (255, 64, 64)}
    yield masked("a gradient from transparent to opaque", "11.6.5.2", gradient, faded)
    yield masked(
        "a gradient, of a gradient", "11.6.5.2", gradient, faded, content="q 0 0 100 100 re W n /S sh Q",
        resources=f"/Shading << /S {AXIAL.format('1 0 0', '1 0 0')} >>")
    half = form("0.5 g 0 0 100 100 re f", "/CS /DeviceGray /I true")
    for name, group in (("a form", ""), ("a group", "/I true"), ("a group, not isolated", "/I false")):
        painted = {11: form("1 0 0 rg 0 0 100 100 re f", group)}
        yield masked(f"half, {name}", "11.6.5.2", half, {(50, 50): (255, 128, 128)}, "/X Do", resources="/XObject << /X 11 0 R >>", objects=painted)
        yield masked(
            f"{name} that is moved", "11.6.5.2", luminosity, {(45, 50): RED, (55, 50): WHITE}, "1 0 0 1 40 0 cm /X Do",
            resources="/XObject << /X 11 0 R >>", objects=painted)
    nested = form("/G gs 1 g 0 0 100 100 re f", "/CS /DeviceGray /I true", "/ExtGState << /G << /SMask << /S /Luminosity /G 11 0 R >> >> >>")
    yield masked("within the mask of another", "11.6.5.2", nested, left, objects={11: luminosity})
    inner = form("/G gs 1 0 0 rg 0 0 100 100 re f", "/I true", "/ExtGState << /G << /SMask << /S /Luminosity /G 12 0 R >> >> >>")
    yield masked("and one within the group that is painted", "11.4.8", luminosity, {(30, 75): RED, (30, 25): WHITE, (70, 75): WHITE, (70, 25): WHITE},
                 content="/X Do", resources="/XObject << /X 11 0 R >>", objects={
                     11: inner, 12: form("1 g 0 50 100 50 re f", "/CS /DeviceGray /I true")})
    color = form("0 1 0 rg 0 0 50 100 re f", "/CS /DeviceRGB /I true")
    yield masked("luminosity of green", "11.5.3", color, {(30, 50): (255, 105, 105), (70, 50): WHITE})
    yield simple(
        "soft mask: a group that is not isolated, blending below it", "11.4.5", "1 1 0 rg 0 0 100 100 re f /G gs /X Do",
        {(30, 50): GREEN, (70, 50): YELLOW}, "/ExtGState << /G << /SMask << /S /Luminosity /G 10 0 R >> >> >> /XObject << /X 11 0 R >>",
        {10: luminosity, 11: form("/M gs 0 1 1 rg 0 0 100 100 re f", "/I false", "/ExtGState << /M << /BM /Multiply >> >>")})


# Shadings


AXIAL = ("<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 100 0] /Extend [true true] "
         "/Function << /FunctionType 2 /Domain [0 1] /C0 [{}] /C1 [{}] /N 1 >> >>")
RADIAL = ("<< /ShadingType 3 /ColorSpace /DeviceRGB /Coords [50 50 0 50 50 50] /Extend [true true] "
          "/Function << /FunctionType 2 /Domain [0 1] /C0 [{}] /C1 [{}] /N 1 >> >>")


def mesh_shading(box, color):
    """Two triangles that fill a box with one color: type 4, of 8 bits each."""
    left, bottom, right, top = (round(value * 255 / 100) for value in box)
    corners = [(left, bottom), (right, bottom), (left, top), (right, top)]
    data = b"".join(bytes([flag, x, y, *color]) for flag, (x, y) in zip((0, 0, 0, 1), corners))
    return flate(
        "/ShadingType 4 /ColorSpace /DeviceRGB /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 "
        "/Decode [0 100 0 100 0 1 0 1 0 1]", data)


def patch_shading(kind, colors):
    """One square patch, from 20 to 80: type 6 or 7, of colors at its four corners, in the order of the file."""
    def point(x, y):
        return bytes([round(x * 2.55), round(y * 2.55)])

    edge = [(20, 20), (20, 40), (20, 60), (20, 80), (40, 80), (60, 80), (80, 80), (80, 60), (80, 40), (80, 20), (60, 20), (40, 20)]
    inner = [(40, 40), (40, 60), (60, 60), (60, 40)] if kind == 7 else []
    data = b"\0" + b"".join(point(*place) for place in edge + inner) + b"".join(bytes(color) for color in colors)
    return flate(
        f"/ShadingType {kind} /ColorSpace /DeviceRGB /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 "
        "/Decode [0 100 0 100 0 1 0 1 0 1]", data)


def shadings():
    def painted(name, shading, colors, content="/S sh", objects=None, **more):
        return simple(f"shading, {name}", "8.7.4.5", content, colors, f"/Shading << /S {shading} >>", objects, **more)

    red_blue = AXIAL.format("1 0 0", "0 0 1")
    yield painted("axial", red_blue, {(25, 50): (191, 0, 64), (75, 50): (64, 0, 191)})
    short = red_blue.replace("[0 0 100 0]", "[30 0 70 0]")
    yield painted("axial, extended", short, {(10, 50): RED, (90, 50): BLUE})
    yield painted("axial, not extended", short.replace("true true", "false false"), {(10, 50): WHITE, (90, 50): WHITE, (50, 50): (128, 0, 128)})
    yield painted("/BBox", red_blue.replace("/Coords", "/BBox [20 20 80 80] /Coords"), {(10, 50): WHITE, (50, 50): (128, 0, 128)})
    background = short.replace("true true", "false false").replace("/Coords", "/Background [0 1 0] /Coords")
    yield painted("/Background is not for sh", background, {(10, 50): WHITE, (50, 50): (128, 0, 128)})
    yield simple(
        "shading pattern, /Background", "8.7.4.4", "/Pattern cs /P scn 0 0 100 100 re f", {(10, 50): GREEN, (50, 50): (128, 0, 128)},
        f"/Pattern << /P << /PatternType 2 /Shading {background} >> >>")
    yield painted("radial", RADIAL.format("1 0 0", "0 0 1"), {(75, 50): (128, 0, 128), (50, 50): RED, (98, 98): BLUE})
    cone = RADIAL.format("1 0 0", "0 0 1").replace("[50 50 0 50 50 50]", "[20 50 10 80 50 20]")
    yield painted("radial, circles beside each other", cone, {(20, 50): (249, 0, 6), (96, 50): BLUE, (20, 95): WHITE}, tolerance=60)
    stitched = ("<< /FunctionType 3 /Domain [0 1] /Bounds [0.5] /Encode [0 1 1 0] /Functions [<< /FunctionType 2 /Domain [0 1] /C0 [1 0 0] "
                "/C1 [0 0 1] /N 1 >> << /FunctionType 2 /Domain [0 1] /C0 [0 1 0] /C1 [0 0 1] /N 1 >>] >>")
    whole = f"<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 100 0] /Function {stitched} >>"
    yield painted("stitched function", whole, {(25, 50): (128, 0, 128), (50, 50): BLUE, (75, 50): (0, 128, 128)})
    functions = " ".join(f"<< /FunctionType 2 /Domain [0 1] /C0 [{a}] /C1 [{b}] /N 1 >>" for a, b in ((1, 0), (0, 0), (0, 1)))
    yield painted(
        "array of functions", f"<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 100 0] /Function [{functions}] >>",
        {(25, 50): (191, 0, 64), (75, 50): (64, 0, 191)})
    sampled = stream("/FunctionType 0 /Domain [0 1] /Range [0 1 0 1 0 1] /Size [3] /BitsPerSample 8", bytes([255, 0, 0, 0, 255, 0, 0, 0, 255]))
    yield painted(
        "sampled function", "<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 100 0] /Function 10 0 R >>",
        {(25, 50): (128, 128, 0), (50, 50): GREEN, (75, 50): (0, 128, 128)}, objects={10: sampled})
    calculated = stream("/FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1]", "{ dup 1 exch sub exch 0 exch }")
    yield painted(
        "PostScript function", "<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 100 0] /Function 10 0 R >>",
        {(25, 50): (191, 0, 64), (75, 50): (64, 0, 191)}, objects={10: calculated})
    plane = stream("/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]", "{ 0 }")
    yield painted(
        "of a function of two variables", "<< /ShadingType 1 /ColorSpace /DeviceRGB /Matrix [100 0 0 100 0 0] /Function 10 0 R >>",
        {(25, 75): (64, 191, 0), (75, 25): (191, 64, 0)}, objects={10: plane})
    yield painted("triangles", "10 0 R", {(30, 30): RED, (70, 70): RED, (10, 10): WHITE}, objects={10: mesh_shading((20, 20, 80, 80), RED)})
    lattice = flate(
        "/ShadingType 5 /ColorSpace /DeviceRGB /BitsPerCoordinate 8 /BitsPerComponent 8 /VerticesPerRow 2 /Decode [0 100 0 100 0 1 0 1 0 1]",
        b"".join(bytes([x, y, *color]) for (x, y), color in zip(((51, 51), (204, 51), (51, 204), (204, 204)), (RED, BLUE, RED, BLUE))))
    across = {(35, 50): (191, 0, 64), (65, 50): (64, 0, 191), (10, 50): WHITE}
    yield painted("lattice", "10 0 R", across, objects={10: lattice})
    for kind in (6, 7):
        yield painted(
            f"{'Coons' if kind == 6 else 'tensor'} patch", "10 0 R", across, objects={10: patch_shading(kind, (RED, RED, BLUE, BLUE))}, tolerance=24)
    for count in (4, 12, 33):
        inks = " ".join(f"/Ink{n}" for n in range(count))
        domain = " ".join(["0 1"] * count)
        yield painted(
            f"DeviceN of {count} inks, PostScript function", "<< /ShadingType 2 /ColorSpace 10 0 R /Coords [0 0 100 0] /Function 12 0 R >>",
            {(25, 50): (64, 0, 0), (75, 50): (191, 0, 0)}, objects={
                10: f"[/DeviceN [{inks}] /DeviceRGB 11 0 R]",
                11: stream(f"/FunctionType 4 /Domain [{domain}] /Range [0 1 0 1 0 1]", "{" + " pop" * (count - 1) + " 0 0 }"),
                12: stream(f"/FunctionType 4 /Domain [0 1] /Range [{domain}]", "{" + " 0" * (count - 1) + " }")})
    yield simple(
        "shading pattern, half transparent", "11.6.3", "/H gs /Pattern cs /P scn 0 0 100 100 re f", {(50, 50): (191, 128, 191)},
        f"/ExtGState << /H << /ca 0.5 >> >> /Pattern << /P << /PatternType 2 /Shading {red_blue} >> >>")
    yield simple(
        "shading, half transparent", "11.6.3", "/H gs /S sh", {(50, 50): (191, 128, 191)},
        f"/ExtGState << /H << /ca 0.5 >> >> /Shading << /S {red_blue} >>")
    yield simple(
        "mesh, half transparent", "11.6.3", "/H gs /S sh", {(50, 50): (255, 128, 128), (30, 30): (255, 128, 128)},
        "/ExtGState << /H << /ca 0.5 >> >> /Shading << /S 10 0 R >>", {10: mesh_shading((20, 20, 80, 80), RED)})
    yield simple(
        "text of Type 1 filled with a shading pattern", "8.7.4.4", "/Pattern cs /P scn BT /D 90 Tf 15 25 Td <6E> Tj ET",
        {(35, 50): (166, 0, 89), (65, 50): (89, 0, 166)}, f"/Pattern << /P << /PatternType 2 /Shading {red_blue} >> >>" + SQUARE)


# Patterns


def tile(content, step="10 10", box="0 0 10 10", resources="", paint=1, matrix=""):
    x, y = step.split()
    matrix = f"/Matrix [{matrix}]" if matrix else ""
    return stream(
        f"/PatternType 1 /PaintType {paint} /TilingType 1 /BBox [{box}] /XStep {x} /YStep {y} {matrix} /Resources << {resources} >>", content)


def patterns():
    def filled(name, pattern, colors, objects=None, content="/Pattern cs /P scn 0 0 100 100 re f", resources="", **more):
        return simple(
            f"tiling pattern, {name}", "8.7.3", content, colors, f"/Pattern << /P 10 0 R >> {resources}", {10: pattern, **(objects or {})}, **more)

    left = {(12, 52): RED, (17, 52): WHITE, (52, 52): RED, (57, 52): WHITE}
    yield filled("colored", tile("1 0 0 rg 0 0 5 10 re f"), left)
    yield filled(
        "uncolored", tile("0 0 5 10 re f", paint=2), left, content="/C cs 1 0 0 /P scn 0 0 100 100 re f",
        resources="/ColorSpace << /C [/Pattern /DeviceRGB] >>")
    yield filled("negative steps", tile("1 0 0 rg 0 0 5 10 re f", "-10 -10"), left)
    yield filled("box larger than the step", tile("1 0 0 rg 0 0 5 100 re f", "10 100", "0 0 100 100"), left)
    yield filled("box much larger than the step", tile("1 0 0 rg 5 5 5 5 re f", "15 15", "0 0 100 100"), {(47, 47): WHITE, (53, 38): RED, (68, 68): RED})
    yield filled("box smaller than the step", tile("1 0 0 rg 0 0 100 100 re f", "10 10", "0 0 5 10"), left)
    yield filled("turned", tile("1 0 0 rg 0 0 5 10 re f", matrix="0 1 -1 0 0 0"), {(52, 12): RED, (52, 17): WHITE})
    yield filled("with an image", tile("q 5 0 0 10 0 0 cm /I Do Q", resources="/XObject << /I 11 0 R >>"), left, {11: image(1, 1, "/DeviceRGB", b"\xff\0\0")})
    yield filled(
        "with an image mask", tile("1 0 0 rg q 5 0 0 10 0 0 cm /I Do Q", resources="/XObject << /I 11 0 R >>"), left,
        {11: image(1, 1, "", b"\0", 1, "/ImageMask true")})
    yield filled(
        "with text", tile("1 0 0 rg BT /D 12 Tf 0.5 1 Td <6E> Tj ET", "20 20", "0 0 20 20", SQUARE), {(25, 25): RED, (37, 35): WHITE, (65, 65): RED})
    yield filled(
        "with text of Type 3", tile("1 0 0 rg BT /F 10 Tf (a) Tj ET", "20 20", "0 0 20 20", SQUARES), {(25, 25): RED, (35, 35): WHITE}, SQUARE_FONT)
    yield filled(
        "within a pattern", tile("/Pattern cs /Q scn 0 0 50 50 re f", "100 100", "0 0 100 100", "/Pattern << /Q 11 0 R >>"),
        {(12, 42): RED, (17, 42): WHITE, (72, 72): WHITE}, {11: tile("1 0 0 rg 0 0 5 10 re f")})
    yield filled("half transparent outside", tile("1 0 0 rg 0 0 5 10 re f"), {(12, 52): (255, 128, 128), (17, 52): WHITE},
                 content="/H gs /Pattern cs /P scn 0 0 100 100 re f", resources="/ExtGState << /H << /ca 0.5 >> >>")
    yield filled(
        "half transparent inside", tile("/H gs 1 0 0 rg 0 0 5 10 re f", resources="/ExtGState << /H << /ca 0.5 >> >>"),
        {(12, 52): (255, 128, 128), (17, 52): WHITE})
    yield filled(
        "with a group inside", tile("/X Do", resources="/XObject << /X 11 0 R >>"), left,
        {11: form("1 0 0 rg 0 0 5 10 re f", "/I true", box="0 0 10 10")})
    yield filled(
        "with a soft mask inside", tile("/G gs 1 0 0 rg 0 0 10 10 re f", resources="/ExtGState << /G << /SMask << /S /Luminosity /G 11 0 R >> >> >>"),
        left, {11: form("1 g 0 0 5 10 re f", "/CS /DeviceGray /I true", box="0 0 10 10")})
    yield filled(
        "with a shading inside", tile("0 0 5 10 re W n /S sh", resources=f"/Shading << /S {AXIAL.format('1 0 0', '1 0 0')} >>"), left)
    yield filled("stroked with", tile("1 0 0 rg 0 0 5 10 re f"), {(12, 52): RED, (17, 52): WHITE, (52, 10): WHITE},
                 content="/Pattern CS /P SCN 40 w 0 50 m 100 50 l S")
    across = tile("1 0 0 rg 0 0 15 5 re f", "15 15", "0 0 15 15")
    yield filled("thin line stroked with", across, {(50, 62): RED, (50, 55): WHITE}, content="/Pattern CS /P SCN 1 w 50 0 m 50 100 l S")
    yield filled("thin line stroked with, box much larger than the step", tile("1 0 0 rg 0 0 15 5 re f", "15 15", "0 0 100 100"),
                 {(50, 62): RED, (50, 55): WHITE}, content="/Pattern CS /P SCN 1 w 50 0 m 50 100 l S")
    yield filled("a path filled and stroked", across, {(50, 62): RED, (50, 55): WHITE, (20, 55): WHITE, (20, 62): RED},
                 content="/Pattern cs /P scn /Pattern CS /P SCN 2 w 20 0 60 99 re B")
    yield filled("text filled with", tile("1 0 0 rg 0 0 5 10 re f"), {(32, 52): RED, (37, 52): WHITE}, resources=SQUARE,
                 content="/Pattern cs /P scn BT /D 90 Tf 15 25 Td <6E> Tj ET")
    yield filled(
        "with text, turned and small", tile("1 0 0 rg BT /D 120 Tf 5 10 Td <6E> Tj ET", "200 200", "0 0 200 200", SQUARE, matrix="0 0.1 -0.1 0 0 0"),
        {(75, 25): RED, (65, 37): WHITE})
    yield filled(
        "uncolored, with text", tile("BT /D 12 Tf 0.5 1 Td <6E> Tj ET", "20 20", "0 0 20 20", SQUARE, 2), {(25, 25): RED, (37, 35): WHITE},
        content="/C cs 1 0 0 /P scn 0 0 100 100 re f", resources="/ColorSpace << /C [/Pattern /DeviceRGB] >>")
    yield filled(
        "one cell larger than the page, with text", tile("1 0 0 rg BT /D 90 Tf 15 25 Td <6E> Tj ET", "1000 1000", "-500 -500 500 500", SQUARE),
        {(50, 50): RED, (5, 5): WHITE})
    yield filled("tiny cells", tile("1 0 0 rg 0 0 0.05 0.1 re f", "0.1 0.1", "0 0 0.1 0.1"), {(52, 52): (255, 128, 128)}, tolerance=40)
    yield simple(
        "tiling pattern, within a form that is moved", "8.7.3.1", "1 0 0 1 5 0 cm /X Do", {(17, 52): RED, (12, 52): WHITE}, "/XObject << /X 11 0 R >>",
        {10: tile("1 0 0 rg 0 0 5 10 re f"), 11: form("/Pattern cs /P scn 0 0 90 100 re f", resources="/Pattern << /P 10 0 R >>")})


def functions():
    def ink(name, function, colors, tint="1", tolerance=16):
        return simple(
            f"separation, {name}", "7.10", f"/C cs {tint} scn 0 0 100 100 re f", colors, "/ColorSpace << /C [/Separation /Ink /DeviceRGB 10 0 R] >>",
            {10: function}, tolerance=tolerance)

    head = "/FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1]"
    yield ink("PostScript", stream(head, "{ dup 0.5 mul exch 0.25 mul 1 }"), {(50, 50): (128, 64, 255)})
    yield ink("PostScript, if and ifelse", stream(head, "{ dup 0.3 gt { pop 1 0 0 } { pop 0 1 0 } ifelse 2 index 0.5 gt { 3 1 roll } if }"), {(50, 50): GREEN})
    yield ink("PostScript, integers and bits", stream(head, "{ pop 7 2 idiv 3 eq { 1 } { 0 } ifelse 5 3 and 1 eq { 1 } { 0 } ifelse -7 3 mod -1 eq { 1 } { 0 } ifelse }"), {(50, 50): WHITE})
    yield ink("PostScript, atan, sqrt, exp, ln", stream(head, "{ pop 1 1 atan 90 div 0.25 sqrt 2 -1 exp }"), {(50, 50): GRAY})
    samples = stream("/FunctionType 0 /Domain [0 1] /Range [0 1 0 1 0 1] /Size [2] /BitsPerSample 8 /Decode [1 0 0 1 0 1]", bytes([0, 0, 0, 0, 255, 0]))
    yield ink("sampled, /Decode", samples, {(50, 50): (255, 128, 0)}, "0.5")
    samples = stream("/FunctionType 0 /Domain [0 1] /Range [0 1 0 1 0 1] /Size [2] /BitsPerSample 1", bytes([0b00011100]))
    yield ink("sampled, 1 bit", samples, {(50, 50): WHITE})
    yield simple("separation /None", "8.6.6.4", "/C cs 1 scn 0 0 100 100 re f", {(50, 50): WHITE},
                 "/ColorSpace << /C [/Separation /None /DeviceGray << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >>] >>")
    yield simple("separation /All", "8.6.6.4", "/C cs 1 scn 0 0 100 100 re f", {(50, 50): BLACK},
                 "/ColorSpace << /C [/Separation /All /DeviceGray << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >>] >>", tolerance=48)


# Text


#: A Type 3 font whose letter a is a square of 1 x 1, in the color of the text.
SQUARES = "/Font << /F 30 0 R >>"
#: A font whose letter n is a square, of 0.7 em; the objects that it needs are added where it is named.
SQUARE = "/Font << /D 90 0 R >>"


@functools.cache
def embedded_square():
    """A Type 1 font that is embedded, so that nothing depends on what is installed."""
    from fontTools import fontBuilder
    from fontTools.pens.t2CharStringPen import T2CharStringPen

    def outline(name):
        pen = T2CharStringPen(760, None)
        if name == "n":
            pen.moveTo((30, 0))
            for point in ((30, 700), (730, 700), (730, 0)):
                pen.lineTo(point)
            pen.closePath()
        return pen.getCharString()

    builder = fontBuilder.FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder([".notdef", "n"])
    builder.setupCFF("Square", {}, {name: outline(name) for name in (".notdef", "n")}, {})
    table = builder.font["CFF "]
    return {
        90: "<< /Type /Font /Subtype /Type1 /BaseFont /AAAAAA+Square /FirstChar 110 /LastChar 110 /Widths [760] /FontDescriptor 91 0 R "
            "/Encoding << /Differences [110 /n] >> >>",
        91: "<< /Type /FontDescriptor /FontName /AAAAAA+Square /Flags 4 /FontBBox [0 0 760 700] /ItalicAngle 0 /Ascent 700 /Descent 0 "
            "/CapHeight 700 /StemV 80 /FontFile3 92 0 R >>",
        92: flate("/Subtype /Type1C", table.compile(builder.font))}


def type3(glyph, resources="", width=1):
    return {
        30: "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 "
            f"/Widths [{width}] /Encoding << /Differences [97 /a] >> /CharProcs << /a 31 0 R >> /Resources << {resources} >> >>",
        31: stream("", glyph)}


SQUARE_FONT = type3("1 0 0 0 1 1 d1 0 0 1 1 re f")


def type3_fonts():
    def letter(name, glyph, colors, resources="", objects=None, content="1 0 0 rg BT /F 60 Tf 20 20 Td (a) Tj ET", more="", **others):
        return simple(f"Type 3, {name}", "9.6.4", content, colors, SQUARES + more, {**type3(glyph, resources), **(objects or {})}, **others)

    yield letter("d1", "1 0 0 0 1 1 d1 0 0 1 1 re f", {(50, 50): RED, (10, 50): WHITE})
    yield letter("d1 ignores colors", "1 0 0 0 1 1 d1 0 1 0 rg 0 0 1 1 re f", {(50, 50): RED})
    yield letter("d0, colors", "1 0 d0 0 1 0 rg 0 0 0.5 1 re f 0 0 1 rg 0.5 0 0.5 1 re f", {(35, 50): GREEN, (65, 50): BLUE})
    yield letter("d0, the text's color", "1 0 d0 0 0 1 1 re f", {(50, 50): RED})
    yield letter("neither d0 nor d1", "0 0 1 1 re f", {(50, 50): RED})
    picture = {32: image(2, 1, "/DeviceRGB", bytes([0, 255, 0, 0, 0, 255])), 33: image(1, 1, "", b"\0", 1, "/ImageMask true")}
    yield letter("d0, an image", "1 0 d0 /I Do", {(35, 50): GREEN, (65, 50): BLUE}, "/XObject << /I 32 0 R >>", picture)
    yield letter("d1, an image mask", "1 0 0 0 1 1 d1 /I Do", {(50, 50): RED}, "/XObject << /I 33 0 R >>", picture)
    soft = {32: image(1, 1, "/DeviceRGB", bytes([0, 255, 0]), 8, "/SMask 33 0 R"), 33: image(2, 1, "/DeviceGray", b"\xff\0")}
    yield letter("d0, an image with a soft mask", "1 0 d0 /I Do", {(35, 50): GREEN, (65, 50): WHITE}, "/XObject << /I 32 0 R >>", soft)
    for kind, group in (("a form", ""), ("a group", "/I true"), ("a group, not isolated", "/CS /DeviceRGB")):
        yield letter(
            f"d0, {kind}", "1 0 d0 /X Do", {(50, 50): GREEN}, "/XObject << /X 32 0 R >>", {32: form("0 1 0 rg 0 0 1 1 re f", group, box="0 0 1 1")})
    yield letter("d0, half transparent", "1 0 d0 /H gs 0 1 0 rg 0 0 1 1 re f", {(50, 50): (128, 255, 128)}, "/ExtGState << /H << /ca 0.5 >> >>")
    yield letter("d0, a shading", "1 0 d0 0 0 1 1 re W n /S sh", {(50, 50): GREEN}, f"/Shading << /S {AXIAL.format('0 1 0', '0 1 0')} >>")
    yield letter("text half transparent", "1 0 d0 0 1 0 rg 0 0 1 1 re f", {(50, 50): (128, 255, 128)}, more="/ExtGState << /H << /ca 0.5 >> >>",
                 content="/H gs 1 0 0 rg BT /F 60 Tf 20 20 Td (a) Tj ET")
    yield letter("filled with a pattern", "1 0 0 0 1 1 d1 0 0 1 1 re f", {(42, 52): RED, (47, 52): WHITE}, objects={10: tile("1 0 0 rg 0 0 5 10 re f")},
                 more="/Pattern << /P 10 0 R >>", content="/Pattern cs /P scn BT /F 60 Tf 20 20 Td (a) Tj ET")
    yield letter("resources of the page", "1 0 d0 /I Do", {(35, 50): GREEN, (65, 50): BLUE}, objects={
        **picture, 30: type3("")[30].replace("/Resources <<  >>", "")}, more="/XObject << /I 32 0 R >>")
    yield letter("text mode 3 is not drawn", "1 0 0 0 1 1 d1 0 0 1 1 re f", {(50, 50): WHITE}, content="BT 3 Tr /F 60 Tf 20 20 Td (a) Tj ET")


def text():
    square = "BT /D 90 Tf {} 15 25 Td <6E> Tj ET"
    yield simple("text mode 0", "9.3.6", "1 0 0 rg " + square.format(""), {(50, 50): RED}, SQUARE)
    yield simple("text mode 3", "9.3.6", "1 0 0 rg " + square.format("3 Tr"), {(50, 50): WHITE}, SQUARE)
    yield simple("text mode 2", "9.3.6", "1 0 0 rg 0 0 1 RG 6 w " + square.format("2 Tr"), {(50, 50): RED, (20, 50): WHITE}, SQUARE, tolerance=256)
    yield simple(
        "text mode 7, clipping an image", "9.3.6", square.format("7 Tr") + " q 100 0 0 100 0 0 cm /I Do Q", {(50, 50): RED, (5, 50): WHITE},
        SQUARE + "/XObject << /I 10 0 R >>", {10: image(1, 1, "/DeviceRGB", b"\xff\0\0")})
    yield simple(
        "text mode 7, clipping a shading", "9.3.6", square.format("7 Tr") + " /S sh", {(50, 50): RED, (5, 50): WHITE},
        SQUARE + f"/Shading << /S {AXIAL.format('1 0 0', '1 0 0')} >>")
    for name, code, box in (("Symbol", "<61>", (20, 10, 90, 80)), ("ZapfDingbats", "<6E>", (20, 10, 90, 80)), ("Arial,Bold", "(M)", (20, 10, 90, 80)),
                            ("TimesNewRomanPS-BoldMT", "(M)", (20, 10, 90, 80)), ("Unknown-Font", "(M)", (20, 10, 90, 80))):
        yield simple(
            f"font not embedded: {name}", "9.6.2", f"BT /F 80 Tf 15 20 Td {code} Tj ET", ink={box: True},
            resources=f"/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /{name} >> >>")
    for name, encoding, ordering, code in (
            ("Chinese", "UniGB-UCS2-H", "GB1", "<4E2D>"), ("Japanese", "90ms-RKSJ-H", "Japan1", "<93FA>"), ("Korean", "KSCms-UHC-H", "Korea1", "<C7D1>")):
        yield simple(
            f"font not embedded: {name}", "9.7.5", f"BT /F 80 Tf 10 20 Td {code} Tj ET", ink={(10, 10, 95, 95): True},
            resources="/Font << /F << /Type /Font /Subtype /Type0 /BaseFont /Some /Encoding /%s /DescendantFonts [<< /Type /Font /Subtype "
                      "/CIDFontType0 /BaseFont /Some /CIDSystemInfo << /Registry (Adobe) /Ordering (%s) /Supplement 2 >> /FontDescriptor << "
                      "/Type /FontDescriptor /FontName /Some /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 "
                      "/CapHeight 700 /StemV 80 >> >>] >> >>" % (encoding, ordering))
    yield simple(
        "font program that is damaged", "9.9", "BT /F 80 Tf 15 20 Td (M) Tj ET", ink={(20, 10, 90, 80): True},
        resources="/Font << /F << /Type /Font /Subtype /TrueType /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FontDescriptor 10 0 R >> >>",
        objects={10: "<< /Type /FontDescriptor /FontName /Helvetica /Flags 32 /FontFile2 11 0 R >>", 11: flate("", b"no font at all" * 20)})
    yield from embedded_fonts()


def embedded_fonts():
    """TrueType and CFF fonts whose letter A fills the left half of an em, and B the right half."""
    from fontTools import fontBuilder, ttLib
    from fontTools.pens.t2CharStringPen import T2CharStringPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
    import io

    names = {".notdef": None, "left": (0, 500), "right": (500, 1000)}

    def outline(pen, sides):
        if sides:
            left, right = sides
            pen.moveTo((left, 0))
            for point in ((left, 1000), (right, 1000), (right, 0)):
                pen.lineTo(point)
            pen.closePath()
        return pen

    def builder(true_type, order):
        result = fontBuilder.FontBuilder(1000, isTTF=true_type)
        result.setupGlyphOrder(order)
        result.setupCharacterMap({})
        if true_type:
            result.setupGlyf({name: outline(TTGlyphPen(None), names.get(name)).glyph() for name in order})
        else:
            result.setupCFF("Halves", {}, {name: outline(T2CharStringPen(1000, None), names.get(name)).getCharString() for name in order}, {})
        result.setupHorizontalMetrics({name: (1000, (names.get(name) or [0])[0]) for name in order})
        result.setupHorizontalHeader(ascent=1000, descent=0)
        result.setupNameTable({"familyName": "Halves", "styleName": "Regular", "psName": "Halves"})
        result.setupOS2(sTypoAscender=1000, usWinAscent=1000, usWinDescent=0)
        result.setupPost(keepGlyphNames=true_type)
        return result

    def file(font):
        data = io.BytesIO()
        font.save(data)
        return data.getvalue()

    def true_type(maps, order=(".notdef", "left", "right")):
        """A font file with character maps: (platform, encoding) and glyph names by code."""
        made = builder(True, list(order))
        table = ttLib.newTable("cmap")
        table.tableVersion, table.tables = 0, []
        for (platform, encoding), codes in maps.items():
            part = CmapSubtable.newSubtable(0 if platform == 1 else 4)
            part.platformID, part.platEncID, part.language, part.cmap = platform, encoding, 0, codes
            table.tables.append(part)
        if maps:
            made.font["cmap"] = table
        else:
            del made.font["cmap"]
        return file(made.font)

    def cff(order=(".notdef", "left", "right"), encoding=None):
        made = builder(False, list(order))
        if encoding:
            top = made.font["CFF "].cff[0]
            top.Encoding = [encoding.get(code, ".notdef") for code in range(256)]
        made.font["CFF "].compile(made.font)
        return made.font["CFF "].compile(made.font), file(made.font)

    both = {(20, 50): RED, (40, 50): WHITE, (60, 50): WHITE, (80, 50): RED}
    swapped = {(20, 50): WHITE, (40, 50): RED, (60, 50): RED, (80, 50): WHITE}

    def shown(name, clause, font, objects, colors=both, codes="(AB)"):
        return simple(f"font, {name}", clause, f"1 0 0 rg BT /F 40 Tf 10 30 Td {codes} Tj ET", colors, f"/Font << /F {font} >>", objects)

    def of_true_type(name, maps, entries="", flags=32, colors=both, order=(".notdef", "left", "right"), codes="(AB)"):
        font = ("<< /Type /Font /Subtype /TrueType /BaseFont /AAAAAA+Halves /FirstChar 65 /LastChar 66 /Widths [1000 1000] "
                f"/FontDescriptor 10 0 R {entries} >>")
        return shown(f"TrueType, {name}", "9.6.5.4", font, {10: descriptor(flags, "/FontFile2"), 11: flate("", true_type(maps, order))}, colors, codes)

    def descriptor(flags, key):
        return (f"<< /Type /FontDescriptor /FontName /AAAAAA+Halves /Flags {flags} /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 1000 "
                f"/Descent 0 /CapHeight 1000 /StemV 80 {key} 11 0 R >>")

    letters, private = {65: "left", 66: "right"}, {0xF041: "left", 0xF042: "right"}
    crossed = {65: "right", 66: "left"}
    win, mac = "/Encoding /WinAnsiEncoding", "/Encoding /MacRomanEncoding"
    yield of_true_type("WinAnsiEncoding, cmap 3.1", {(3, 1): letters}, win)
    yield of_true_type("MacRomanEncoding, cmap 3.1", {(3, 1): letters}, mac)
    yield of_true_type("WinAnsiEncoding, cmap 1.0 alone", {(1, 0): letters}, win)
    yield of_true_type("symbolic, cmap 3.0", {(3, 0): private}, "", 4)
    yield of_true_type("symbolic, cmap 3.0 of codes below 256", {(3, 0): letters}, "", 4)
    yield of_true_type("symbolic, cmap 1.0", {(1, 0): letters}, "", 4)
    yield of_true_type("symbolic with WinAnsiEncoding, cmap 3.0", {(3, 0): private}, win, 4)
    yield of_true_type("symbolic with WinAnsiEncoding, cmaps 1.0 and 3.1 that differ", {(1, 0): letters, (3, 1): crossed}, win, 4, colors=swapped)
    yield of_true_type("symbolic, cmap 3.1 alone, no encoding", {(3, 1): letters}, "", 4)
    yield of_true_type("not symbolic, no encoding, cmap 3.1", {(3, 1): letters}, "", 32)
    yield of_true_type("not symbolic, no encoding, cmap 1.0", {(1, 0): letters}, "", 32)
    differences = "/Encoding << /BaseEncoding /WinAnsiEncoding /Differences [65 /{} /{}] >>"
    yield of_true_type("Differences, names of the glyph list", {(3, 1): letters}, differences.format("B", "A"), colors=swapped)
    yield of_true_type("Differences, names of the font alone", {(3, 1): letters}, differences.format("right", "left"), colors=swapped)
    yield of_true_type("Differences, uniXXXX", {(3, 1): letters}, differences.format("uni0042", "uni0041"), colors=swapped)
    yield of_true_type("Differences, no cmap", {}, differences.format("right", "left"), colors=swapped)
    yield of_true_type("Differences, symbolic, cmap 1.0", {(1, 0): letters}, differences.format("right", "left"), 4, colors=both)
    bare, opened = cff()
    type1 = ("<< /Type /Font /Subtype /Type1 /BaseFont /AAAAAA+Halves /FirstChar 65 /LastChar 66 /Widths [1000 1000] /FontDescriptor 10 0 R {} >>")
    embedded = {10: descriptor(4, "/FontFile3")}
    c_font = "/Subtype /Type1C"
    yield shown("Type 1C, Differences", "9.6.5.2", type1.format("/Encoding << /Differences [65 /left /right] >>"), {**embedded, 11: flate(c_font, bare)})
    yield shown("Type 1C, its own encoding", "9.6.5.2", type1.format(""), {**embedded, 11: flate(c_font, cff(encoding=letters)[0])})
    yield shown("Type 1C, names that are not in it", "9.6.5.2", type1.format("/Encoding << /Differences [65 /left /missing] >>"),
                {**embedded, 11: flate(c_font, bare)}, {(20, 50): RED, (40, 50): WHITE})
    yield shown("Type 1C called TrueType", "9.6.5.2", type1.format("/Encoding << /Differences [65 /left /right] >>").replace("/Type1 ", "/TrueType "),
                {**embedded, 11: flate(c_font, bare)})
    yield shown("Type 1 with an OpenType file", "9.9", type1.format("/Encoding << /Differences [65 /left /right] >>"),
                {**embedded, 11: flate("/Subtype /OpenType", opened)})
    cid = ("<< /Type /Font /Subtype /Type0 /BaseFont /AAAAAA+Halves /Encoding {} /DescendantFonts [<< /Type /Font /Subtype /{} /BaseFont "
           "/AAAAAA+Halves /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 1000 /FontDescriptor 10 0 R {} >>] >>")
    file2 = {10: descriptor(4, "/FontFile2"), 11: flate("", true_type({(3, 1): letters}))}
    yield shown("CIDFontType2, identity", "9.7.4.2", cid.format("/Identity-H", "CIDFontType2", "/CIDToGIDMap /Identity"), file2, codes="<00010002>")
    yield shown("CIDFontType2, no CIDToGIDMap", "9.7.4.2", cid.format("/Identity-H", "CIDFontType2", ""), file2, codes="<00010002>")
    yield shown("CIDFontType2, a stream as CIDToGIDMap", "9.7.4.2", cid.format("/Identity-H", "CIDFontType2", "/CIDToGIDMap 12 0 R"),
                {**file2, 12: stream("", bytes([0, 0, 0, 2, 0, 1]))}, swapped, "<00010002>")
    yield shown("CIDFontType0, a CFF font without CIDs", "9.7.4.2", cid.format("/Identity-H", "CIDFontType0", ""),
                {**embedded, 11: flate("/Subtype /CIDFontType0C", bare)}, codes="<00010002>")
    yield shown("CIDFontType0, an OpenType file", "9.9", cid.format("/Identity-H", "CIDFontType0", ""),
                {**embedded, 11: flate("/Subtype /OpenType", opened)}, codes="<00010002>")
    yield shown("CIDFontType2, an OpenType file of CFF outlines", "9.9", cid.format("/Identity-H", "CIDFontType2", "/CIDToGIDMap /Identity"),
                {**embedded, 11: flate("/Subtype /OpenType", opened)}, codes="<00010002>")
    cmap = ("/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> def "
            "/CMapName /Own def /CMapType 1 def 1 begincodespacerange <00> <FF> endcodespacerange 2 begincidchar <41> 1 <42> 2 endcidchar "
            "endcmap CMapName currentdict /CMap defineresource pop end end")
    yield shown("CIDFontType2, a CMap of one byte", "9.7.5.3", cid.format("12 0 R", "CIDFontType2", "/CIDToGIDMap /Identity"),
                {**file2, 12: stream("/Type /CMap /CMapName /Own /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>", cmap)})
    yield shown("CIDFontType2, not Identity but named by a predefined CMap", "9.7.5.2",
                cid.format("/UniJIS-UTF16-H", "CIDFontType2", "/CIDToGIDMap 12 0 R").replace("(Identity)", "(Japan1)"),
                {**file2, 12: stream("", bytes(2 * 34) + bytes([0, 1, 0, 2]))}, codes="<00410042>")


# Annotations, and the rest


def annotations():
    def annotated(name, clause, entries, colors=None, ink=None, objects=None, catalog=""):
        return simple(name, clause, "", colors, page=f"/Annots [<< /Type /Annot /F 4 /Rect [20 20 80 80] {entries} >>]", ink=ink, objects=objects, catalog=catalog)

    border = {(20, 50): RED, (50, 80): RED, (50, 50): WHITE}
    yield annotated("link with a border of three points", "12.5.4", "/Subtype /Link /Border [0 0 3] /C [1 0 0]", border)
    yield annotated("link with a border style", "12.5.4", "/Subtype /Link /BS << /W 3 /S /S >> /C [1 0 0]", border)
    yield annotated("link without a border", "12.5.4", "/Subtype /Link /Border [0 0 0] /C [1 0 0]", {(20, 50): WHITE, (50, 50): WHITE})
    yield annotated("appearance", "12.5.5", "/Subtype /Stamp /AP << /N 10 0 R >>", {(50, 50): RED}, objects={10: form("1 0 0 rg 0 0 100 100 re f")})
    yield annotated("appearance by its state", "12.5.5", "/Subtype /Widget /FT /Btn /T (a) /V /On /AS /On /AP << /N << /On 10 0 R /Off 11 0 R >> >>",
                    {(50, 50): RED}, objects={10: form("1 0 0 rg 0 0 100 100 re f"), 11: form("0 1 0 rg 0 0 100 100 re f")},
                    catalog="/AcroForm << /Fields [] /DA (/Helv 0 Tf 0 g) >>")
    yield annotated("appearance of a widget that no form names", "12.5.5", "/Subtype /Widget /FT /Tx /T (a) /AP << /N 10 0 R >>", {(50, 50): RED},
                    objects={10: form("1 0 0 rg 0 0 100 100 re f")}, catalog="/AcroForm << /Fields [] /DA (/Helv 0 Tf 0 g) >>")
    yield simple(
        "appearance of a choice", "12.7.5.4", "", {(50, 50): RED, (75, 50): RED}, objects={
            10: form("1 0 0 rg 0 0 100 100 re f"), 11: "<< /Type /Annot /Subtype /Widget /FT /Ch /Ff 131072 /T (a) /F 4 /Rect [20 20 80 80] /Opt [(a) (b)] "
            "/AP << /N 10 0 R >> >>"}, page="/Annots [11 0 R]", catalog="/AcroForm << /Fields [11 0 R] /DA (/Helv 0 Tf 0 g) >>")
    yield annotated("appearance with a matrix", "12.5.5", "/Subtype /Stamp /AP << /N 10 0 R >>", {(35, 50): RED, (65, 50): WHITE},
                    objects={10: form("1 0 0 rg 0 50 100 50 re f", matrix="0 1 -1 0 0 0")})
    yield annotated("appearance of a hidden one", "12.5.3", "/Subtype /Stamp /AP << /N 10 0 R >> /F 2", {(50, 50): WHITE}, objects={10: form("1 0 0 rg 0 0 100 100 re f")})
    yield annotated("highlight that multiplies", "12.5.6.10", "/Subtype /Highlight /QuadPoints [20 80 80 80 20 20 80 20] /AP << /N 10 0 R >>", {(50, 50): YELLOW}, objects={
        10: form("/M gs 1 1 0 rg 0 0 100 100 re f", "/I false", "/ExtGState << /M << /BM /Multiply >> >>")})
    for name, value in (("of UTF-8", b"\xef\xbb\xbfnnn"), ("of PDFDocEncoding", b"nnn")):
        yield simple(
            f"field without an appearance, value {name}", "7.9.2.2", "", ink={(21, 21, 45, 79): True, (60, 21, 79, 79): False},
            page="/Annots [10 0 R]", catalog="/AcroForm << /NeedAppearances true /Fields [10 0 R] /DA (/D 20 Tf 0 g) /DR << %s >> >>" % SQUARE, objects={
                **embedded_square(), 10: b"<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /F 4 /Rect [20 20 80 80] /DA (/D 10 Tf 0 g) /V (" + value + b") >>"})
    yield simple(
        "highlight that multiplies, over text", "12.5.6.10", "0 g 20 20 30 60 re f", {(30, 50): BLACK, (70, 50): YELLOW},
        page="/Annots [<< /Type /Annot /F 4 /Rect [20 20 80 80] /Subtype /Highlight /QuadPoints [20 80 80 80 20 20 80 20] /AP << /N 10 0 R >> >>]",
        objects={10: form("/M gs 1 1 0 rg 0 0 100 100 re f", "", "/ExtGState << /M << /BM /Multiply >> >>")})


def content():
    yield simple("clip, even-odd", "8.5.4", "0 0 100 100 re 25 25 50 50 re W* n 1 0 0 rg 0 0 100 100 re f", {(10, 10): RED, (50, 50): WHITE})
    yield simple("dots of a line without length", "8.4.3.3", "1 J 40 w 1 0 0 RG 50 50 m 50 50 l S", {(50, 50): RED, (50, 65): RED})
    yield simple("line of no width", "8.4.3.2", "0 w 0 0 0 RG 0 50 m 100 50 l S", ink={(10, 45, 90, 55): True})
    yield simple("dash with a phase", "8.4.3.6", "[20 20] 10 d 20 w 1 0 0 RG 0 50 m 100 50 l S", {(5, 50): RED, (20, 50): WHITE, (40, 50): RED})
    yield simple(
        "optional content, hidden", "8.11", "/OC /A BDC 1 0 0 rg 0 0 100 100 re f EMC", {(50, 50): WHITE}, "/Properties << /A 10 0 R >>",
        {10: "<< /Type /OCG /Name (A) >>"}, catalog="/OCProperties << /OCGs [10 0 R] /D << /OFF [10 0 R] >> >>")
    for policy, expected in (("AnyOn", RED), ("AllOn", WHITE), ("AnyOff", RED), ("AllOff", WHITE)):
        yield simple(
            f"optional content, OCMD {policy}", "8.11.2.2", "/OC /A BDC 1 0 0 rg 0 0 100 100 re f EMC", {(50, 50): expected}, "/Properties << /A 12 0 R >>",
            {10: "<< /Type /OCG /Name (A) >>", 11: "<< /Type /OCG /Name (B) >>", 12: f"<< /Type /OCMD /OCGs [10 0 R 11 0 R] /P /{policy} >>"},
            catalog="/OCProperties << /OCGs [10 0 R 11 0 R] /D << /OFF [10 0 R] >> >>")
    for expression, expected in (("[/Not 10 0 R]", RED), ("[/And 10 0 R 11 0 R]", WHITE), ("[/Or 10 0 R 11 0 R]", RED)):
        yield simple(
            f"optional content, OCMD {expression.split()[0][2:]}", "8.11.2.2", "/OC /A BDC 1 0 0 rg 0 0 100 100 re f EMC", {(50, 50): expected},
            "/Properties << /A 12 0 R >>", {10: "<< /Type /OCG /Name (A) >>", 11: "<< /Type /OCG /Name (B) >>", 12: f"<< /Type /OCMD /VE {expression} >>"},
            catalog="/OCProperties << /OCGs [10 0 R 11 0 R] /D << /OFF [10 0 R] >> >>")
    yield simple(
        "optional content, of a form", "8.11.3.3", "/X Do", {(50, 50): WHITE}, "/XObject << /X 11 0 R >>",
        {10: "<< /Type /OCG /Name (A) >>", 11: form("1 0 0 rg 0 0 100 100 re f", data="/OC 10 0 R")},
        catalog="/OCProperties << /OCGs [10 0 R] /D << /OFF [10 0 R] >> >>")
    yield simple(
        "form without resources", "7.8.3", "/X Do", {(50, 50): RED}, "/XObject << /X 10 0 R /I 11 0 R >>",
        {10: stream("/Type /XObject /Subtype /Form /BBox [0 0 100 100]", "100 0 0 100 0 0 cm /I Do"), 11: image(1, 1, "/DeviceRGB", b"\xff\0\0")})
    yield Case("streams of a page, divided between two words", "7.7.3.3", SmallPDF("1 0 0 rg 0 0 100", objects={
        3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents [4 0 R 10 0 R] /Resources << >> >>", 10: stream("", "100 re f")}), {(50, 50): RED})
    installed = "/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /%s >> >>"
    yield simple("ZapfDingbats, not embedded", "9.6.2.2", "1 0 0 rg BT /F 90 Tf 15 25 Td <6E> Tj ET", {(50, 50): RED, (25, 35): RED}, installed % "ZapfDingbats")
    yield simple("Symbol, not embedded", "9.6.2.2", "1 0 0 rg BT /F 200 Tf 0 -30 Td <DB> Tj ET", {}, installed % "Symbol", ink={(20, 20, 80, 80): True})
    picture = {"resources": "/XObject << /Im 10 0 R >>", "objects": {10: image(1, 1, "/DeviceRGB", b"\xff\0\0")}}
    for name, matrix in (("of too few operands", "0"), ("of zeros", "0 0 0 0 0 0"), ("that makes everything a line", "1 0 0 0 0 50")):
        yield simple(f"matrix {name}", "8.4.4", f"q {matrix} cm /Im Do 0 0 9 9 re f Q 1 0 0 rg 20 20 60 60 re f", {(50, 50): RED}, **picture)
        yield simple(f"text matrix {name}", "9.4.2", f"BT /D 20 Tf {matrix} Tm (n) Tj ET 1 0 0 rg 20 20 60 60 re f", {(50, 50): RED}, SQUARE)
    yield simple("font of size 0", "9.3.1", "BT /D 0 Tf 20 20 Td (n) Tj ET 1 0 0 rg 20 20 60 60 re f", {(50, 50): RED}, SQUARE)
    yield simple("color of too few operands", "8.6.8", "0 1 0 rg 1 0 rg 20 20 60 60 re f", {(50, 50): GREEN})
    for name, parts in (("a string", (b"BT /F 60 Tf 20 20 Td (", b"a) Tj ET")), ("a name", (b"BT /F 60 Tf 20 20 Td /", b" pop (a) Tj ET"))):
        yield simple(
            f"content divided within {name}", "7.8.2", "", {(50, 50): RED}, SQUARES,
            {**SQUARE_FONT, 4: "[10 0 R 11 0 R]", 10: stream("", b"1 0 0 rg " + parts[0]), 11: stream("", parts[1])})
    yield simple(
        "content divided between tokens", "7.8.2", "", {(50, 50): RED}, "",
        {4: "[10 0 R 11 0 R]", 10: stream("", "1 0 0 rg 20 20 60"), 11: stream("", "60 re f")})
    for name, word in (("without digits", "#m"), ("with one digit", "m#1"), ("at its end", "m#")):
        yield simple(f"name with a number sign {name}", "7.3.5", f"q 100 0 0 100 0 0 cm /I{word} Do Q", {(50, 50): RED}, f"/XObject << /I{word} 10 0 R >>",
                     picture["objects"])
    yield simple("name with a number sign", "7.3.5", "q 100 0 0 100 0 0 cm /I#6d Do Q", {(50, 50): RED}, "/XObject << /Im 10 0 R >>",
                 {10: image(1, 1, "/DeviceRGB", b"\xff\0\0")})
